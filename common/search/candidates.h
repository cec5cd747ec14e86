// Candidates: what a search looks through, one file for each place where it is
// found; for finder.cc.
#pragma once

#include <string>
#include <vector>

#include "search/finder.h"
#include "search/matcher.h"

namespace synapse {

// What is found of one kind, before the rarity of words is known.
struct FoundText {
  SearchResult result;
  WordEvidence evidence;
};

// Of one kind: with how many texts it was looked through, and how many of them
// have each word.
struct CandidateSet {
  std::vector<FoundText> found;
  std::array<uint64_t, kMaxAsked> with{};
  uint64_t texts = 0;
  double mean_length = 4;
  bool complete = true;

  // One text more, with these words.
  void Count(const WordEvidence& evidence);
  // Counts its words, and keeps it where it has one or where all fit.
  void Look(SearchResult result, const WordEvidence& evidence, bool keep);
};

struct Looking {
  const SearchQuery& query;
  Matcher& matcher;
  bool everything;  // there is no word to look for
};

// Those of the query's kinds; the words are looked up once for both.
struct FoundLines {
  CandidateSet commands, notes;
};
FoundLines FindLines(Store& store, const Looking& looking);
// The lines that ran in the query's directory or repository last, newest first,
// at most `most`; whatever its words are.
SearchAnswer LatestIn(Store& store, const SearchQuery& query, size_t most);
struct FoundPaths {
  CandidateSet files, directories;
};
FoundPaths FindPaths(Store& store, const Looking& looking);
CandidateSet FindTasks(ProjectSource& project, const Looking& looking);

// Whether the path is in the query's scope, and how near it is, in [0, 1].
bool IsInScope(const SearchQuery& query, std::string_view path);
double NearnessOf(const SearchQuery& query, std::string_view path);
bool IsBelow(std::string_view path, std::string_view directory);

}  // namespace synapse
