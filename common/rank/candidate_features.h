// CandidateFeatures: the numbers by which the order of a list is learned
// (rank/order.h). Each describes one suggestion as Merge() left it, among the
// others of its list. "ln" is the natural logarithm of a probability plus
// 1e-5, "log odds" is ln(p / (1 - p)); lengths are in bytes.
//
// scripts/fit-order reads the names from here. A change of a feature asks for
// new trees (rank/forest_data.inc).
//
// Tested by tests/rank/candidate_features_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "rank/lines.h"
#include "rank/skipped_impression.h"
#include "rank/suggestion.h"

namespace synapse {

// clang-format off
enum CandidateFeature {
  // The suggestion among the others:
  kScore,       // log odds of its score
  kBestScore,   // log odds of the first score
  kNextScore,   // log odds of the second score
  kBehindBest,  // ln of its score less that of the first score
  kRank,        // from 0, at most 11
  kLineShare, kWordShare, kSourceShare,  // ln of the parts of its score
  kReusedShare,  // the part of its words that are reused arguments
  kSeenHere,     // its word stood in this very context before
  kTextChance,   // log odds of its whole text
  kTextOfWord,   // ln of its text's chance less that of its score
  kIsLine,
  // Lines that begin with the buffer and ran: all of them ("typed"), and those
  // that have its next word ("word"):
  kRunsTyped, kRunsWord,  // ln(1 + runs)
  kWordsTyped,            // ln(1 + different next words)
  kLinesOfWord,           // ln(1 + lines)
  kTypedAge, kWordAge,    // ln of the lines since the latest of them
  kWordMinutes,           // ln(1 + minutes since)
  // Log odds of its next word, by runs, by decayed runs, and by runs after the
  // previous line, after that line's template, and in the directory:
  kRunsOdds, kDecayedOdds, kFollowedOdds, kFollowedShapeOdds, kHereOdds,
  // Its text:
  kNextWordLength, kAddedLength, kBlanksInText,
  kHasSlash,  // in its next word
  kTimesSkipped, kTimesWordSkipped,
  // Its next word, wherever it stood:
  kArgumentRank,  // ln(1 + other arguments since it was one), or ln(1001)
  kInPreviousLine, kInEarlierLine,  // 1: an argument of it, or of two before it
  kTwice,  // 1: it is one of the words before
  // ln of its chance in each context of the word model (learn/word_model.h):
  kChanceBehindAll, kChanceHere, kChanceBehindWord, kChanceInCommand,
  // The key and the user, the same for the whole list:
  kTypedLength, kPartialLength, kWordsBefore, kAtPosition,
  kNovelChance, kUnseenChance, kNoveltyOfUser, kRepeatOfUser, kAttention,
  // Its line, 0 without one:
  kSkipExpert, kRecencyExpert, kFrequencyExpert,  // ln
  kRunsHere,        // ln(1 + decayed runs in the directory)
  kEventsHere,      // ln(1 + events of the directory)
  kEventsFollowed,  // ln(1 + events that followed the previous line)
  kLaterLines,      // ln(1 + lines that begin with the buffer and ran later)
  kFailedPart,      // of its runs
  kAfterFailure,    // 1 when the previous line failed
  kOfLine,          // the first feature of rank/weights.h
};
// clang-format on
// clang-format off
inline constexpr const char* kCandidateFeatureNames[kOfLine] = {
    "score", "best_score", "next_score", "behind_best", "rank",
    "line_share", "word_share", "source_share", "reused_share", "seen_here",
    "text_chance", "text_of_word", "is_line",
    "runs_typed", "runs_word", "words_typed", "lines_of_word", "typed_age",
    "word_age", "word_minutes",
    "runs_odds", "decayed_odds", "followed_odds", "followed_shape_odds",
    "here_odds",
    "next_word_length", "added_length", "blanks", "has_slash",
    "times_skipped", "times_word_skipped",
    "argument_rank", "in_previous_line", "in_earlier_line", "twice",
    "chance_behind_all", "chance_here", "chance_behind_word",
    "chance_in_command",
    "typed", "partial_length", "words_before", "position",
    "novel_chance", "unseen_chance", "novelty", "repeat", "attention",
    "skip_expert", "recency_expert", "frequency_expert",
    "runs_here", "events_here", "events_followed", "later_lines",
    "failed_part", "after_failure"};
// clang-format on
inline constexpr size_t kCandidateFeatures = kOfLine + kLineFeatures;
using CandidateFeatures = std::array<float, kCandidateFeatures>;

// The facts of a key that its suggestions share.
struct KeyFacts {
  size_t buffer = 0;                      // bytes of the buffer
  size_t typed = 0;                       // characters of the buffer
  size_t partial = 0;                     // bytes of the word at the cursor
  const std::vector<std::string>& words;  // before that one
  Position position = Position::kUnknown;
  double novel = 1;            // the chance that the line was never run
  const WordGuesses& guesses;  // words that may be next
  const std::deque<std::string>& recent_arguments;  // newest first
  const std::vector<const PoolLine*>& pool;  // lines that begin with the buffer
  const PromptFacts& prompt;
  const Skipped& skipped;
};

// One row for each suggestion, in the order of the list.
std::vector<CandidateFeatures> FeaturesOfList(
    const std::vector<Suggestion>& list, const KeyFacts& key);

}  // namespace synapse
