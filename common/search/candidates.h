// Candidates: the items that a search compares with the query, one file for
// each kind; used by finder.cc.
// Tested by tests/search/finder_test.cc.
#pragma once

#include <string>
#include <vector>

#include "search/finder.h"
#include "search/matcher.h"

namespace synapse {

// A match of one kind, before the rarity of words is known.
struct FoundText {
  SearchResult result;
  WordEvidence evidence;
};

// Matches of one kind, with the number of texts compared, and the number of
// texts with each word.
struct CandidateSet {
  std::vector<FoundText> found;
  std::array<uint64_t, kMaxAsked> with{};
  uint64_t texts = 0;
  double mean_length = 4;
  bool complete = true;

  // Counts one more text with these words.
  void Count(const WordEvidence& evidence);
  // Counts its words, and keeps it if it has one, or if all texts match.
  void Look(SearchResult result, const WordEvidence& evidence, bool keep);
};

struct Looking {
  const SearchQuery& query;
  Matcher& matcher;
  bool everything;  // the query has no words
};

// Lines of the query's kinds; words are looked up once for both.
struct FoundLines {
  CandidateSet commands, notes;
};
FoundLines FindLines(Store& store, const Looking& looking);
// The latest lines in the query's directory or repository, newest first, at
// most `most`, with any words.
SearchAnswer LatestIn(Store& store, const SearchQuery& query, size_t most);
struct FoundPaths {
  CandidateSet files, directories;
};
FoundPaths FindPaths(Store& store, const Looking& looking);
CandidateSet FindTasks(ProjectSource& project, const Looking& looking);

// True if the path is in the query's scope; `nearness` in [0, 1].
bool IsInScope(const SearchQuery& query, std::string_view path);
double NearnessOf(const SearchQuery& query, std::string_view path);

}  // namespace synapse
