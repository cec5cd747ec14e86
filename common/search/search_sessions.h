// SearchSessions: learns what the user found after a search with poor results.
//
//   search "login button"      best score 0.42: watched for `timeout_ms`
//   grep -rn login src         a fallback pattern
//   vim src/LoginButton.tsx    a file that was opened
//   make                       other work: the search is resolved, and
//                              "login button" -> src/LoginButton.tsx is kept
//
// Watched:  a search whose best score is below the threshold, and one whose
//           first results came from an association, to detect a wrong one.
// Learned:  when the search is resolved. The file or directory opened last has
//           weight 1, earlier ones 0.6. One that shares no word with the query
//           or a pattern has 0.6 of that, or 0.9 after a fallback. A command
//           counts if it succeeded and shares a word (1, or 0.9 if something
//           was opened), and resolves the search at once. All weights of an
//           agent are multiplied by 0.8.
// Negative: the first result of an association, if after a fallback something
//           else was opened.
// Overlap:  a second search is a refinement of a watched one if they share a
//           word. Its results then also belong to the first one at half the
//           weight. Without a common word both are watched separately. The same
//           query again replaces the first. Results found so far are learned
//           before the next search is watched. Sessions of the shell and of
//           transcripts never see each other's commands.
// Time:     each call passes its time, because a transcript is read much later.
//           Commands that begin within `timeout_ms` of it count. Without
//           results a search expires then; with results it waits for its
//           resolution, as long as an editor is open.
// Bounds:   kMaxActive searches of a session, kMaxSessions sessions,
//           kMaxResults results and kMaxPatterns patterns of a search.
// Output:   records (store/search_record.h) to the sink; nothing is read.
// Tested by tests/search/search_sessions_test.cc.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/search_record.h"

namespace synapse {

// A search with its answer.
struct AnsweredSearch {
  std::string session;
  std::string query;
  double best_score = 0;  // 0: nothing was found
  size_t results = 0;
  int64_t at_ms = 0;
  std::string cwd;
  std::string repository;
  // The first results, if an association put them first.
  std::vector<SearchTarget> shown = {};
  bool agent = false;
};

class SearchSessions {
 public:
  struct Settings {
    bool on = true;  // off: every call does nothing
    double threshold = 0.65;
    int64_t timeout_ms = 60'000;
  };
  static constexpr size_t kMaxActive = 4;
  static constexpr size_t kMaxSessions = 64;
  static constexpr size_t kMaxResults = 8;
  static constexpr size_t kMaxPatterns = 8;

  using Sink = std::function<void(SearchRecord)>;
  explicit SearchSessions(Sink sink) : sink_(std::move(sink)) {}
  void Set(const Settings& settings);
  const Settings& settings() const { return settings_; }

  // True if the search is watched now; the sink has received it.
  bool OnSearch(const AnsweredSearch& search);
  // Adds a search of another process of this session, from the log.
  void Adopt(const SearchRecord& asked);
  // The pattern of a fallback search; "" if only the command is known.
  void OnFallbackPattern(const std::string& session, std::string_view pattern,
                         int64_t at_ms);
  // A file or directory, by its absolute path, that exists.
  void OnOpened(const std::string& session, const SearchTarget& target,
                int64_t at_ms);
  // A command that ended.
  void OnCommand(const std::string& session, std::string_view line, bool ok,
                 int64_t at_ms);
  // The user begins other work: searches with results are resolved.
  void OnTurnEnd(const std::string& session, int64_t at_ms);
  // The session ends: the same, and other searches are dropped.
  void OnSessionEnd(const std::string& session, int64_t at_ms);

  // Called when something was forgotten, as a watched search may contain it.
  void Clear() { active_.clear(); }

  bool IsWatching(const std::string& session) const {
    return active_.contains(session);
  }
  size_t active() const;

 private:
  struct Result {
    SearchTarget target;
    bool related;
  };
  struct Active {
    SearchRecord asked;
    std::vector<std::string> words;       // of the query
    std::vector<std::string> patterns;    // as typed
    std::vector<std::string> looked_for;  // their words
    std::vector<Result> results;          // in the order of their arrival
    bool refined = false;                 // by a later search
  };
  using List = std::vector<Active>;

  void Watch(SearchRecord asked);
  List* Current(const std::string& session, int64_t at_ms);
  bool InTime(const Active& a, int64_t at_ms) const;
  bool IsRelated(const Active& a, std::string_view text) const;
  void Expire(List& list, int64_t at_ms);
  void Resolve(const Active& a, int64_t at_ms);
  void Miss(const Active& a, int64_t at_ms);
  void ResolveAll(List& list, int64_t at_ms);

  Sink sink_;
  Settings settings_;
  std::map<std::string, List> active_;  // by session
};

}  // namespace synapse
