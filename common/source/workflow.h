// Workflow: lines that usually follow a command, from its spec
// (synapse-spec(5), "next"), until the user's own history decides: a whole
// line, also when it is begun. Data learned from the user soon outweighs it.
//
// Tested by tests/source/workflow_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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
    is_read_ = false;
  }
  // True if the spec of one of its commands says that it creates files.
  bool PreviousProduces(const AliasLookup& alias) const;

 private:
  struct Following {
    std::string line;
    double score;
    std::string reason;
  };
  // Once for a prompt and a directory. A command that has no spec yet is looked
  // for again.
  void ReadFollowing(const SourceInput& input);

  SpecStore& specs_;
  std::string previous_;
  int exit_ = 0;
  std::vector<Following> following_;  // of previous_, exit_ and cwd_
  std::string cwd_;
  bool is_read_ = false;
};

}  // namespace synapse
