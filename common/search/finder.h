// Finder: what fits a query, of every kind, with a score in [0, 1].
//
//   commands     lines of the log, by the words of the index (learn/search_index.h)
//   notes        comments that were typed, in lines of the log
//   directories  where commands were run, and those of the repository
//   files        names that the repository tracks (.git/index), or that lie in
//                the directory where there is none; and what was opened
//   tasks        of the project (source/project.h)
//
// Score: words (matcher.h) * (0.80 + 0.12 use + 0.08 nearness), then together
//        with what earlier searches say (associations.h). `use` is how lately
//        and how often, `nearness` how near. Each result says its parts. A command that
//        only looks for something keeps 0.6, unless it is named in the query: the
//        grep behind a search is not what was looked for. A line that asked is
//        no result of what it asked.
// Whole: what could not be looked at within the bounds is said: `complete`.
//        A line is left out only for others that have as much of the query.
//        Bounds: kMaxPaths names of a repository, kMaxTexts lines whose text is
//        read, kFilesUs of reading.
// A line with letters of the query scattered in it is no result of the index;
// where that has nothing good, recent lines are read (search/recent.h).
// Tested by tests/search/finder_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/associations.h"
#include "search/history_search.h"
#include "search/matcher.h"
#include "search/steps.h"
#include "source/project.h"
#include "store/store.h"

namespace synapse {

// A set of SearchKind.
class SearchKinds {
 public:
  static constexpr SearchKinds All() { return SearchKinds((1 << kSearchKinds) - 1); }
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
  double kept = 1;  // of these but the association: less for what only looks
  std::string associated_with;  // the query that it was found for
  std::string content;          // the word of a file's text that fits
  int64_t last_ms = 0;  // when it was run, or entered; 0: not known
  uint32_t count = 0;
  int exit = Event::kUnknownExit;
  std::string cwd;  // of a command's latest run; "" when it is not known
};

struct SearchQuery {
  std::string text;
  SearchKinds kinds = SearchKinds::All();
  SearchScope scope = SearchScope::kGlobal;
  HistorySearch::Origin origin;
  size_t limit = 25;
  int64_t now_ms = 0;
  // A text must fit too, where it is given: what a query's operators say.
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
  // Below this, or half of the best one's score, a result says nothing.
  static constexpr double kLeastScore = 0.2;

 private:
  Parts p_;
};

// The score of its parts.
double ScoreOf(const SearchResult& result);
// Of the best commands, those that only look for something go down, and those that
// asked go.
void DemoteLooking(SearchAnswer& answer, std::string_view query,
                   const StepContext& context);
// Higher is better; equal ones by time, kind and text.
bool IsBetter(const SearchResult& a, const SearchResult& b);
// How lately and how often, in [0, 1].
double UseOf(int64_t last_ms, uint32_t count, int64_t now_ms);
// Why it has its score, a line each: "words 0.93", "association 0.86 (found for
// ...)".
std::vector<std::string> ReasonsOf(const SearchResult& result, int64_t now_ms);

}  // namespace synapse
