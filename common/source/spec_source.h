// Spec: the words that the command's spec allows here: subcommands, options,
// values, generated values, and the hosts, users, variables and signals of the
// machine if the spec asks for them.
//
// Tested by tests/source/spec_source_test.cc.
#pragma once

#include "source/source.h"
#include "spec/generator.h"

namespace synapse {

class SpecSource : public Source {
 public:
  explicit SpecSource(SpecStore& specs) : specs_(specs) {}
  SourceId id() const override { return SourceId::kSpec; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  GeneratorCache& generators() { return generators_; }

 private:
  class Collector;
  SpecStore& specs_;
  GeneratorCache generators_;
};

}  // namespace synapse
