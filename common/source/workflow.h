// Workflow: lines that usually follow a command, from its spec
// (synapse-spec(5), "next"), until the user's own history decides: a whole
// line, also when it is begun. Data learned from the user soon outweighs it.
//
// Tested by tests/source/workflow_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "source/source.h"
#include "spec/store.h"

namespace synapse {

class WorkflowSource : public Source {
 public:
  explicit WorkflowSource(SpecStore& specs) : specs_(specs) {}

  SourceId id() const override { return SourceId::kWorkflow; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  // The last command, and its exit status.
  void SetPrevious(std::string_view command, int exit) {
    previous_ = std::string(command);
    exit_ = exit;
  }
  // True if the spec of one of its commands says that it creates files.
  bool PreviousProduces(const AliasLookup& alias) const;

 private:
  SpecStore& specs_;
  std::string previous_;
  int exit_ = 0;
};

}  // namespace synapse
