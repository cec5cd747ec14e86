// SearchSessions: from a search that found little to what was looked for.
//
//   search "login button"      best score 0.42: watched for `timeout_ms`
//   grep -rn login src         a fallback pattern
//   vim src/LoginButton.tsx    a file that was opened
//   make                       other work: the search is resolved, and
//                              "login button" -> src/LoginButton.tsx is kept
//
// Watched:  a search whose best score is below the threshold, and one whose
//           first results came by an association, so that a wrong one is known.
// Learned:  when it is resolved. The file or directory that was opened last has
//           weight 1, those before it 0.6; one that shares no word with the
//           query or a pattern 0.6 of that, or 0.9 behind a fallback. A command counts when it succeeded
//           and shares a word (1, or 0.9 beside what was opened), and resolves
//           at once: there is nothing behind it to wait for. Of an agent, all of
//           it counts 0.8.
// Negative: what an association had put first, when after a fallback something
//           else was opened.
// Overlap:  a second search while one is watched is a refinement where they
//           share a word: what resolves it is also the first one's, at half the
//           weight. Where nothing is shared both are watched for themselves; a
//           search for the same again takes the place of the first. Results that
//           are there are learned before the next search is watched. Sessions
//           of the shell (or transcripts) never see each other's commands.
// Time:     each call brings its own: a transcript is read long after. What
//           begins within `timeout_ms` of the search counts; a search without
//           results is expired behind it, one with results waits for its
//           resolution however long an editor is open.
// Bounds:   kMaxActive searches of a session, kMaxSessions sessions, kMaxResults
//           results and kMaxPatterns patterns of a search.
// Output:   records (store/search_record.h) to the sink; nothing is read.
// Tested by tests/search/sessions_test.cc.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/search_record.h"

namespace synapse {

// A search that was answered.
struct AnsweredSearch {
  std::string session;
  std::string query;
  double best_score = 0;  // 0: nothing was found
  size_t results = 0;
  int64_t at_ms = 0;
  std::string cwd;
  std::string repository;
  // The first results, where an association put them there.
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

  // True when it is watched from now on, and so told to the sink.
  bool OnSearch(const AnsweredSearch& search);
  // One that another process of this session answered, out of the log.
  void Adopt(const SearchRecord& asked);
  // What was looked for by other means; "" where the means is all that is known.
  void OnFallbackPattern(const std::string& session, std::string_view pattern,
                         int64_t at_ms);
  // A file or directory, by its absolute path, that exists.
  void OnOpened(const std::string& session, const SearchTarget& target,
                int64_t at_ms);
  // A command that ran to its end.
  void OnCommand(const std::string& session, std::string_view line, bool ok,
                 int64_t at_ms);
  // The user goes on to other work: what has results is resolved.
  void OnTurnEnd(const std::string& session, int64_t at_ms);
  // Nothing more comes: the same, and the rest is dropped.
  void OnSessionEnd(const std::string& session, int64_t at_ms);

  // Something was forgotten: it may be among what is watched.
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
    std::vector<std::string> words;     // of the query
    std::vector<std::string> patterns;  // as they were typed
    std::vector<std::string> looked_for;  // their words
    std::vector<Result> results;        // in the order in which they came
    bool refined = false;               // by a later search of these
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
