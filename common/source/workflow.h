// Workflow: what usually follows a command, before this user's own history
// says it (suggestion-algorithm.md, "Workflow Prediction"). Asked on an empty
// line; what is learned from the user soon outweighs it.
//
// Tested by tests/source/workflow_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "source/source.h"

namespace synapse {

class WorkflowSource : public Source {
 public:
  SourceId id() const override { return SourceId::kWorkflow; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  // The command that ran last, and its exit status.
  void SetPrevious(std::string_view command, int exit) {
    previous_ = std::string(command);
    exit_ = exit;
  }

 private:
  std::string previous_;
  int exit_ = 0;
};

}  // namespace synapse
