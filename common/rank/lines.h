// Lines: how likely each whole line is to be run next. A log-linear model over
// the features of weights.h; "a line never run before" is a candidate of its
// own, so that the probabilities say how much to believe them.
//
// Tested by tests/rank/lines_test.cc.
#pragma once

#include <vector>

#include "rank/weights.h"
#include "source/history.h"

namespace synapse {

struct RankedLine {
  const PoolLine* line;
  double probability;
};

struct RankedLines {
  std::vector<RankedLine> lines;  // the likeliest, first ones first
  double novel = 1;               // the line is none of them
};

RankedLines RankLines(const PromptFacts& facts,
                      const std::vector<const PoolLine*>& lines,
                      size_t typed_characters);

// Each feature's value, for --explain.
const std::array<double, kLineFeatures>& FeaturesOf(const PromptFacts& facts,
                                                    const PoolLine& line);

}  // namespace synapse
