// Sessions: what ran lately in each of them, as lines, and the context that it
// makes for what comes next.
//
// Sequences: those of the log; from kProvisional on of what waits in this
//            shell's spool, and from kOthers on of what is read in the spools
//            of others, while it is read.
// Tested by tests/learn/learner_test.cc.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "learn/directory.h"
#include "learn/transition.h"
#include "store/store.h"

namespace synapse {

// Where a directory lies; empty outside of any.
struct Repository {
  std::string root;
  std::string branch;  // "" when it is detached
};
using RepositoryFinder = std::function<Repository(const std::string& directory)>;

class Sessions {
 public:
  static constexpr uint64_t kProvisional = uint64_t{1} << 63;
  static constexpr uint64_t kOthers = kProvisional + (uint64_t{1} << 62);

  Sessions(Store& store, std::string home)
      : store_(store), home_(std::move(home)) {}
  void SetArgumentTypes(ArgumentTypeFinder types) {
    argument_types_ = std::move(types);
  }
  const ArgumentTypeFinder& argument_types() const { return argument_types_; }
  // Without one there are no repositories.
  void SetRepositories(RepositoryFinder find) { find_ = std::move(find); }
  Line LineOf(const std::string& text);

  void Remember(uint64_t sequence, const Event& event);
  // Continues the session behind that event (0: a new beginning).
  void SetLast(const std::string& session, uint64_t sequence) {
    last_of_session_[session] = sequence;
  }
  // The last event of a session in this process; 0: none.
  uint64_t LastOf(const std::string& session) const;

  // The context of what ran, or runs, behind that event (0: behind none) at
  // `now_ms`.
  LineContext ContextBehind(uint64_t sequence, const std::string& cwd,
                            int64_t now_ms);
  // That in which the next line of `session` runs.
  LineContext ContextOf(const std::string& session, const std::string& cwd,
                        int64_t now_ms);

  // The store is another one now: sequences mean nothing any more.
  void ForgetAll() {
    known_.clear();
    last_of_session_.clear();
  }
  // Nothing that comes is in that line's context any more.
  void ForgetLine(LineId id) {
    std::erase_if(known_, [id](auto& k) { return k.second.line.id == id; });
  }
  // By their sequences: what is in the log, what waits, what others have.
  void ForgetLogged() {
    known_.erase(known_.begin(), known_.lower_bound(kProvisional));
  }
  void ForgetWaiting() {
    known_.erase(known_.lower_bound(kProvisional), known_.end());
  }
  void ForgetOthers() {
    known_.erase(known_.lower_bound(kOthers), known_.end());
  }

 private:
  struct Known {
    Line line;
    uint64_t previous;
    int64_t start_ms;
    Whereabouts behind;  // the directory after it ran
    bool failed;
  };
  const Known* FindKnown(uint64_t sequence);
  Whereabouts WhereBehind(uint64_t sequence) const;
  std::string DirectoryOf(uint64_t previous, const std::string& cwd) const;
  std::vector<TypedValue> ValuesBehind(uint64_t sequence);

  Store& store_;
  std::string home_;
  ArgumentTypeFinder argument_types_;
  RepositoryFinder find_;
  Line latest_;
  std::map<uint64_t, Known> known_;  // recent events by sequence
  std::map<std::string, uint64_t> last_of_session_;
};

}  // namespace synapse
