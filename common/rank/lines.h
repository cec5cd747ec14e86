// Lines: how likely each whole line is to be run next. A log-linear model over
// the features of weights.h; "a line never run before" is a candidate of its
// own, so that the probabilities say how much to believe them.
//
// Tested by tests/rank/lines_test.cc.
#pragma once

#include <functional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "lines/line_history.h"
#include "rank/factors.h"
#include "rank/skipped_impression.h"
#include "rank/weights.h"

namespace synapse {

struct RankedLine {
  const PoolLine* line;
  double probability;
  Finding finding = Finding::kNone;
};

struct RankedLines {
  std::vector<RankedLine> lines;  // the likeliest, first ones first
  double novel = 1;               // the line is none of them
};

// The most lines, or words, that a key judges and that keep all of their
// probability: each judgement may cost a stat(2).
inline constexpr size_t kMaxChecked = 24;

// Returns the finding about a line (source/plausibility.h).
using JudgeLine = std::function<Finding(const PoolLine&)>;

// Judges the likeliest lines, until `most` of them keep all of their
// probability, and removes a line that keeps nothing.
void JudgeLines(RankedLines& lines, const JudgeLine& judge,
                const Factors& factors, size_t most = kMaxChecked);

// The texts before the last word of those lines that ran here more than once:
// `deploy --env` of `deploy --env staging`.
std::unordered_set<std::string_view> HeadsRunHere(const RankedLines& lines);
// True if the line ran in other places only, and a line with the same words
// before the last ran here (HeadsRunHere()).
bool IsOfOtherPlace(const PoolLine& line,
                    const std::unordered_set<std::string_view>& heads);

// An impression that was skipped at this prompt makes its text less likely.
RankedLines RankLines(const PromptFacts& facts,
                      const std::vector<const PoolLine*>& lines,
                      size_t typed_characters, const Skipped& skipped = {},
                      const Factors& factors = {});

// The number of commands since the line ran last, in the store or in the
// shell's own list; 1 for the latest line.
double AgeOf(const PromptFacts& facts, const PoolLine& line);
// ln(1 + minutes) from then until the prompt.
double LogMinutesSince(int64_t ms, const PromptFacts& facts);

// Computed once a prompt.
const std::array<double, kLineFeatures>& FeaturesOf(const PromptFacts& facts,
                                                    const PoolLine& line);
// The features of "a new line", if `matches` lines begin with the typed text.
std::array<double, kNovelFeatures> NovelFeatures(const UserModel& model,
                                                 size_t matches, size_t typed);
double NovelScore(const LineWeights& weights,
                  const std::array<double, kNovelFeatures>& features);

// The part of a feature in the log odds of a line; for --explain.
struct Contribution {
  const char* name;
  double value;
};
std::vector<Contribution> ContributionsOf(const PromptFacts& facts,
                                          const PoolLine& line,
                                          size_t typed_characters,
                                          const Skipped& skipped = {},
                                          const Factors& factors = {});

}  // namespace synapse
