// SearchWatch: the searches of this shell, and the commands after them.
//
// Searches: those that this engine answered, and those that another process of
//           the session answered (a subshell, the program). The latter are read
//           from the log after the next command.
// Private:  an incognito shell watches nothing, and a query or line that must
//           not be recorded is not watched. Files in
//           history.ignore_directories are not read.
// Off:      with search.learn, independently of the history.
// Contents: files that a command opened are read (contents.h), unless
//           search.contents is off: at most two of a line.
// Forks:    as the engine's.
// Tested by tests/engine/search_learning_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/config.h"
#include "learn/event_writer.h"
#include "learn/incognito.h"
#include "learn/privacy.h"
#include "search/search_sessions.h"
#include "search/steps.h"
#include "store/store.h"

namespace synapse {

class SearchWatch {
 public:
  struct Parts {
    Store& store;
    EventWriter& event_writer;
    Learner& learner;
    SpecStore& specs;
    const IncognitoMode& incognito;
    std::function<const Privacy&()> privacy;
  };
  explicit SearchWatch(const Parts& parts);

  void Set(const Config& config);
  // A search begins: it is other work than the searches before it, and what was
  // found after them is learned before it is answered. True if they were
  // watched.
  bool Begins(const std::string& session, int64_t at_ms) {
    const bool watched = sessions_.IsWatching(session);
    if (watched) sessions_.OnTurnEnd(session, at_ms);
    return watched;
  }
  // A search was answered. True if the commands after it are watched.
  bool Asked(const AnsweredSearch& search);
  // A recorded command.
  struct Ran {
    const std::string& session;
    const std::string& cwd;
    const std::string& line;
    int exit;
    int64_t start_ms;
    const AliasLookup& alias;
  };
  void CommandRan(const Ran& ran);
  // The shell ends.
  void End(int64_t now_ms);

  // For other input: a transcript.
  SearchSessions& sessions() { return sessions_; }

 private:
  bool IsPrivate(const AnsweredSearch& search) const;
  void ReadOpened(const Ran& ran, const std::vector<SearchStep>& steps);
  void AdoptFromLog(const Ran& ran, bool asks);

  Parts p_;
  SearchSessions sessions_;
  bool reads_contents_ = false;
  uint64_t version_;  // of the store: changes when something is forgotten
  uint64_t seen_;     // the last search of the log that was read
  std::set<std::pair<int64_t, std::string>> own_;  // time, query
  std::set<std::string> names_;                    // of sessions that asked
};

}  // namespace synapse
