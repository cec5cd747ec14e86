// Forest: regression trees whose leaves add up to the log odds of a chance
// (gradient boosting; J. Friedman, "Greedy function approximation: a gradient
// boosting machine", 2001). The trees are data, in rank/forest_data.inc, which
// scripts/fit-order writes.
//
// Layout: the nodes of all trees of a forest stand in one array. A tree begins
//         at its root; the children of a node stand side by side, behind it.
//         A value below the threshold goes left, any other goes right.
//
// Tested by tests/rank/forest_test.cc.
#pragma once

#include <cstdint>
#include <span>

#include "rank/candidate_features.h"

namespace synapse {

struct ForestNode {
  static constexpr int16_t kLeaf = -1;
  int16_t feature;  // of CandidateFeature, or kLeaf
  uint16_t left;    // the index of the left child; the right one is the next
  float value;      // the threshold, or what the leaf adds
};

struct Forest {
  std::span<const ForestNode> nodes;
  std::span<const uint16_t> roots;

  // In (0, 1).
  double ChanceOf(const CandidateFeatures& row) const;
};

// On an empty line: that the suggestion is the line.
extern const Forest kNextLineForest;
// Behind a begun line: that the suggestion's next word is the line's, and that
// the suggestion is the whole line.
extern const Forest kNextWordForest, kWholeLineForest;

}  // namespace synapse
