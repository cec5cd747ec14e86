// Workflow: what usually follows a command, as its spec says it
// (synapse-spec(5), "next"), before this user's own history does: a whole line,
// also when it is begun. What is learned from the user soon outweighs it.
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

  // The command that ran last, and its exit status.
  void SetPrevious(std::string_view command, int exit) {
    previous_ = std::string(command);
    exit_ = exit;
  }

 private:
  SpecStore& specs_;
  std::string previous_;
  int exit_ = 0;
};

}  // namespace synapse
