// Workflow: lines that usually follow a command, from its spec
// (synapse-spec(5), "next"), until the user's own history decides: a whole
// line, also when it is begun. Data learned from the user soon outweighs it.
//
// Tested by tests/source/workflow_test.cc.
#pragma once

#include <map>
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
  void SetPrevious(std::string_view command, int exit);
  // True if the spec of one of its commands says that it creates files.
  bool PreviousProduces(const AliasLookup& alias) const;

 private:
  struct Following {
    std::string line;
    double score = 0;
    std::string reason;
    // The line is for a directory that was just made. Commands that followed
    // elsewhere do not change its chance.
    bool fresh = false;
  };
  // Once for a prompt and a directory. A command that has no spec yet is looked
  // for again.
  void ReadFollowing(const SourceInput& input);
  // Notes whether the line of a fresh directory that was offered first is the one
  // that ran.
  void CountPassed(std::string_view ran);

  SpecStore& specs_;
  std::string previous_;
  int exit_ = 0;
  std::vector<Following> following_;  // of previous_, exit_ and cwd_
  std::string cwd_;
  bool is_read_ = false;
  int retries_ = 0;       // of a reading that lacked time
  bool offered_ = false;  // one of them, since the last command
  // How often in a row each line of a fresh directory was offered and not run.
  std::map<std::string, int> passed_;
};

}  // namespace synapse
