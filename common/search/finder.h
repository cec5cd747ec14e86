// Finder: results of every kind for a query, with a score in [0, 1].
//
//   commands     lines of the log, by words of the index (learn/search_index.h)
//   notes        comments that were typed, in lines of the log
//   directories  directories of commands, and those of the repository
//   files        names that the repository tracks (.git/index), or that are in
//                the directory outside of one; and opened files
//   tasks        of the project (source/project.h)
//
// Score: words (matcher.h) * (0.80 + 0.12 use + 0.08 nearness), combined with
//        earlier searches (associations.h). `use` depends on the time and
//        number of runs, `nearness` on the distance. Each result reports its
//        parts. A command that only searches keeps 0.6, unless the query names
//        it: the grep after a search is not its result. A line that asked is no
//        result of its own query.
// Whole: `complete` says whether all texts were compared. A line is left out
//        only for others that have as much of the query. Bounds: kMaxPaths
//        names of a repository, kMaxTexts lines whose text is read, kFilesUs of
//        reading.
// A line with scattered letters of the query is not in the index. If the index
// has nothing good, recent lines are read (search/recent.h).
// Tested by tests/search/finder_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/history_search.h"
#include "search/steps.h"
#include "source/project.h"
#include "store/store.h"

namespace synapse {

// A set of SearchKind.
class SearchKinds {
 public:
  static constexpr SearchKinds All() {
    return SearchKinds((1 << kSearchKinds) - 1);
  }
  constexpr SearchKinds() = default;
  constexpr explicit SearchKinds(unsigned bits) : bits_(bits) {}
  static constexpr SearchKinds Only(SearchKind kind) {
    return SearchKinds(1u << static_cast<int>(kind));
  }
  constexpr bool Has(SearchKind kind) const {
    return bits_ >> static_cast<int>(kind) & 1;
  }
  constexpr void Drop(SearchKind kind) {
    bits_ &= ~(1u << static_cast<int>(kind));
  }
  constexpr bool empty() const { return bits_ == 0; }

 private:
  unsigned bits_ = 0;
};
// "commands", "files", "directories", "notes", "tasks", "all".
std::optional<SearchKinds> ParseSearchKinds(std::string_view name);

struct SearchResult {
  SearchTarget target;
  std::string description;  // of a task; the line of a note
  double score = 0;
  // Its parts, each in [0, 1].
  double words = 0, use = 0, nearness = 0, association = 0;
  double kept = 1;  // factor of these but the association: lower for a search
  std::string associated_with;  // the query of an earlier search
  std::string content;          // the matching word of a file's text
  int64_t last_ms = 0;          // last run or visit; 0: unknown
  uint32_t count = 0;
  int exit = Event::kUnknownExit;
  std::string cwd;   // of a command's latest run; "" when it is not known
  std::string host;  // the other machine of that run; "": this one
};

struct SearchQuery {
  std::string text;
  SearchKinds kinds = SearchKinds::All();
  SearchScope scope = SearchScope::kGlobal;
  HistorySearch::Origin origin;
  size_t limit = 25;
  int64_t now_ms = 0;
  // If set, a text must also pass this: the operators of a query.
  std::function<bool(std::string_view)> fits = nullptr;
};

struct SearchAnswer {
  std::vector<SearchResult> results;  // best first
  bool complete = true;
  double best() const { return results.empty() ? 0 : results[0].score; }
};

class Finder {
 public:
  struct Parts {
    Store& store;
    ProjectSource& project;
    std::string home;
  };
  explicit Finder(const Parts& parts) : p_(parts) {}

  SearchAnswer Find(const SearchQuery& query);

  static constexpr size_t kMaxPaths = 100'000;
  static constexpr size_t kMaxTexts = 200;
  static constexpr int64_t kFilesUs = 20'000;
  // A result below this score, or below half of the best one, is dropped.
  static constexpr double kLeastScore = 0.2;

 private:
  Parts p_;
};

// The score from its parts.
double ScoreOf(const SearchResult& result);
// Among the best commands, lowers commands that only search, and removes those
// that asked.
void DemoteLooking(SearchAnswer& answer, std::string_view query,
                   const StepContext& context);
// Higher is better; equal scores are ordered by time, kind and text.
bool IsBetter(const SearchResult& a, const SearchResult& b);
// By the time and number of runs, in [0, 1].
double UseOf(int64_t last_ms, uint32_t count, int64_t now_ms);
// The parts of the score, a line each: "words 0.93", "association 0.86 (found
// for ...)".
std::vector<std::string> ReasonsOf(const SearchResult& result, int64_t now_ms);

}  // namespace synapse
