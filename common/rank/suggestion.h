// Suggestion: one row of the list. rank/merge.h makes it, and the later stages
// of rank/ change it.
// Tested by tests/rank/merge_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rank/judge.h"

namespace synapse {

// The parts of a suggestion's score: lines that go on with its next word, words
// learned, sources.
struct Shares {
  double lines = 0, words = 0, sources = 0;
  double reused = 0;       // the part of `words` that are reused arguments
  bool seen_here = false;  // its word stood in this very context before
};

struct Suggestion {
  std::string text;    // the whole buffer after accepting it
  std::string word;    // what is new at the cursor, for the list
  std::string source;  // the one that contributed most
  std::string description;
  Risk risk;              // of the whole text
  double score = 0;       // in [0, 1]
  double confidence = 0;  // in [0, 1]: that this very text is wanted
  // It is listed, and is no ghost: it adds the target of a destructive command,
  // of which nothing is typed, or its word is only a guess.
  bool asked_only = false;
  bool is_last = false;  // it is listed behind all others
  // The files of its directory can be looked up. Those of a recorded directory
  // cannot.
  bool place_is_known = false;
  bool is_usual =
      false;  // the next word that most people use; see ghost_rule.h
  double word_confidence = 0;  // in [0, 1]: that its next word is wanted
  // The word confidence of the best of the others with another next word.
  double rival = 0;
  double rival_score = 0;   // the best score of these
  size_t close_rivals = 0;  // these with nearly its own score
  int64_t last_ms = 0;
  bool is_line = false;  // a whole line that was run, or made from one
  const PoolLine* line = nullptr;  // that line; null once it is ordered
  Shares shares;
  std::vector<Evidence> evidence;
  std::vector<Verdict> verdicts;  // what took from its score
  // The contributions of its line, if the request asks for an explanation.
  std::vector<Contribution> contributions;
};

}  // namespace synapse
