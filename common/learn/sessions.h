// Sessions: the lines that ran lately in each session, and the context that
// they make for the next line.
//
// Sequences: an event has its sequence in the log. An event that waits in this
//            shell's spool has one from kProvisional on, and an event of
//            another shell's spool, while the spool is read, one from kOthers
//            on.
// Tested by tests/learn/learner_test.cc.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "learn/failure.h"
#include "learn/transition.h"
#include "learn/whereabouts.h"
#include "store/store.h"

namespace synapse {

// The repository of a directory; empty outside of any.
struct Repository {
  std::string root;
  std::string branch;  // "" when it is detached
};
using RepositoryFinder =
    std::function<Repository(const std::string& directory)>;

class Sessions {
 public:
  static constexpr uint64_t kProvisional = uint64_t{1} << 63;
  static constexpr uint64_t kOthers = kProvisional + (uint64_t{1} << 62);

  // Functions that Sessions asks about lines and directories. Each may be null:
  // without `repositories` there are none.
  struct Finders {
    ArgumentTypeFinder argument_types = nullptr;
    FailureReader failures = nullptr;
    RepositoryFinder repositories = nullptr;
  };
  Sessions(Store& store, std::string home, Finders finders)
      : store_(store), home_(std::move(home)), finders_(std::move(finders)) {}
  const ArgumentTypeFinder& argument_types() const {
    return finders_.argument_types;
  }
  LineReaders readers() const {
    return {finders_.argument_types, finders_.failures};
  }
  // A line as learning reads it, and its words (learn/line_words.h).
  struct ReadLine {
    SharedLine line;
    std::vector<LineWord> words;
  };
  std::shared_ptr<const ReadLine> LineOf(const std::string& text);
  // Sets how many lines are kept for LineOf(): one, because each is asked for
  // twice, or more during a rebuild.
  void KeepLines(size_t most) {
    read_.clear();
    max_read_ = most;
  }

  void Remember(uint64_t sequence, const Event& event);
  // Continues the session behind that event; 0: the session begins anew.
  void SetLast(const std::string& session, uint64_t sequence) {
    last_of_session_[session] = sequence;
  }
  // The last event of a session in this process; 0: none.
  uint64_t LastOf(const std::string& session) const;

  // A waiting event of the user whose command was found.
  struct WaitingLine {
    uint64_t sequence;
    const std::string& text;
    bool failed;
  };
  // Visits the events with a sequence above `after`, in order.
  void VisitWaiting(uint64_t after,
                    const std::function<void(const WaitingLine&)>& visit) const;

  // The context of a line that runs at `now_ms` behind that event; 0: behind no
  // event.
  LineContext ContextBehind(uint64_t sequence, const std::string& cwd,
                            int64_t now_ms);
  // The context of the next line of `session`.
  LineContext ContextOf(const std::string& session, const std::string& cwd,
                        int64_t now_ms);

  // The store was replaced, so all sequences are invalid.
  void ForgetAll() {
    known_.clear();
    last_of_session_.clear();
  }
  // Removes the line from all later contexts.
  void ForgetLine(LineId id) {
    std::erase_if(known_, [id](auto& k) { return k.second.line->id == id; });
  }
  // By their sequences: events in the log, waiting events, events of other
  // shells.
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
    SharedLine line;
    uint64_t previous;
    int64_t start_ms;
    Whereabouts behind;  // the directory after it ran
    bool failed;
    bool found;  // its command, which is the user's own
  };
  const Known* FindKnown(uint64_t sequence);
  Whereabouts WhereBehind(uint64_t sequence) const;
  std::string DirectoryOf(uint64_t previous, const std::string& cwd) const;
  std::vector<TypedValue> ValuesBehind(uint64_t sequence);

  Store& store_;
  std::string home_;
  const Finders finders_;
  size_t max_read_ = 1;
  std::unordered_map<std::string, std::shared_ptr<const ReadLine>> read_;
  std::map<uint64_t, Known> known_;  // recent events by sequence
  std::map<std::string, uint64_t> last_of_session_;
};

}  // namespace synapse
