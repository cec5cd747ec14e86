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
  // Both outlive this object.
  SpecSource(SpecStore& specs, GeneratorCache& generators)
      : specs_(specs), generators_(generators) {}
  SourceId id() const override { return SourceId::kSpec; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

 private:
  class Collector;
  // The frequent names of the command that was asked for last.
  struct FrequentNames {
    std::shared_ptr<const Spec> spec;  // keeps the others alive
    const CommandSpec* of = nullptr;
    std::vector<std::string_view> words;  // most common first
  };
  SpecStore& specs_;
  GeneratorCache& generators_;
  FrequentNames frequent_;
};

}  // namespace synapse
