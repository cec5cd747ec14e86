// Forest: regression trees whose leaves add up to the log odds of a chance
// (gradient boosting; J. Friedman, "Greedy function approximation: a gradient
// boosting machine", 2001). The trees are data, in rank/forest_data.inc, which
// scripts/fit-order writes.
//
// Layout: all trees of a forest are complete, of the same depth, and stand breadth
//         first one after another: the children of place i of a tree are 2i + 1
//         and 2i + 2. A value below the threshold goes left, any other goes right.
//         A leaf above the last level is repeated in all places below it, so that
//         a walk has no branch but the end of its loop, which is always the same.
//
// Tested by tests/rank/forest_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "rank/candidate_features.h"

namespace synapse {

struct Forest {
  size_t depth;                       // 4 or 5
  std::span<const uint8_t> features;  // a CandidateFeature for each inner place
  std::span<const float> values;  // of a tree its thresholds, then its leaves

  size_t inner() const { return (size_t{1} << depth) - 1; }  // places of a tree
  size_t trees() const { return features.size() / inner(); }
  // In (0, 1).
  double ChanceOf(const CandidateFeatures& row) const;
};

// On an empty line: that the suggestion is the line.
extern const Forest kNextLineForest;
// Behind a begun line: that the suggestion's next word is the line's, and that
// the suggestion is the whole line.
extern const Forest kNextWordForest, kWholeLineForest;

}  // namespace synapse
