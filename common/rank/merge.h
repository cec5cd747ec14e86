// Merge: one ordered list out of whole lines, learned words and the sources'
// candidates.
//
// Merge() decides the next word at the cursor first. The score of a word is the
// sum of the probabilities of all lines that continue with it, and of a new
// line times the word's own share. The word model gives this share to a learned
// word. It leaves a share for unseen words, which the evidence and the weights
// of the position divide among the candidates of the sources:
//
//   score(w) = sum P(line that continues with w) + P(new) * Q(w)
//   Q(w)     = P_words(w) + P_words(unseen) * S(w)
//   S(w)     = v(w) / (1 + sum v),   v(w) = sum weight(source) * evidence
//
// The share that a learned word loses by a finding (lines/finding.h) goes to
// the unseen words. If all files that were named before are missing, the files
// that exist come first.
//
// On an empty line a workflow pattern takes a share of all scores. The share
// decreases with the number of events of this user, and with the number of
// times that a command like the previous one was followed by another:
//
//   share = (0.4 + 0.4 / (1 + events / 50)) * evidence / (1 + times seen)
//
// A correction of a line that failed (source/typo.h) takes a share likewise, on
// every buffer that it continues. Its evidence is the chance that it runs next,
// each dismissal of it halves KeptOfCorrection(), and each skipped ghost with
// its next word takes a part (judge.h):
//
//   share = evidence * KeptOfCorrection(line) * KeptIfSkipped(next word)
//
// Files that the last command created (Candidate::is_made), three at most, take
// a share of 0.7 together.
//
// Merge() shows the best word through its likeliest line. A candidate of
// several sources is one candidate with all their evidence. `src` of history
// and `src/` of the file system are the same directory. If lines differ only in
// blanks and quotes, the list has the best of them. The order is total: score,
// confidence, last use, text.
// Tested by tests/rank/merge_test.cc.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "learn/reused_argument.h"
#include "learn/word_model.h"
#include "rank/judge.h"
#include "rank/suggestion.h"

namespace synapse {

struct MergeInput {
  const CompletionContext& context;
  const RankedLines& lines;
  const WordGuesses& words;  // all words of this context
  std::string raw_partial;   // as written, quotes and all
  // The words that follow when the partial is complete as it stands.
  const WordGuesses* behind = nullptr;
  std::vector<Candidate> candidates;
  const std::deque<std::string>& recent_lines;      // newest first
  const std::deque<std::string>& recent_arguments;  // newest first
  const LineContext& previous;
  Judge& judge;
  // The lines that followed the one before; and those with their texts emptied.
  const RowTable* followed = nullptr;
  const RowTable* patterns = nullptr;
  // How often a command like the previous one was followed by something.
  uint32_t times_seen = 0;
  uint64_t events = 0;  // learned so far
  ReuseRate reuse;
  // The least share of words that were never used here. If the spec lists the
  // words that may stand here, a word that was chosen once says little about
  // the next one.
  double least_unseen = 0;
  // The parts of a line's probability, for --explain; empty otherwise.
  std::function<std::vector<Contribution>(const PoolLine&)> contributions = {};
};

std::vector<Suggestion> Merge(MergeInput input, size_t limit);

}  // namespace synapse
