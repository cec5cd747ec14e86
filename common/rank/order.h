// Order: the order of a list, learned from recorded histories.
//
// Merge() computes the probability of each next word and of each line from one
// model of lines and words. Two forests (rank/forest.h) read these numbers and
// others (rank/candidate_features.h). One computes the chance that the next
// word is right, the other the chance that the whole text is right. On an empty
// line one forest computes the chance of the text. All suggestions of a list
// have their chances on one scale.
//
// Confidence: nine tenths of the chance of the text, and one tenth of Merge()'s
//             confidence. A suggestion of one word is right if the line
//             continues with it, so its confidence is that of its word.
// Score:      the mean of the chances, in which the text counts twice, and the
//             score of Merge(). The part of the chances grows from a half to
//             nine tenths with the number of events.
// Reductions: a recorded history has no files, no repositories and no feedback,
//             so the forests do not know them. Findings (lines/finding.h) and
//             feedback reduce the chances again.
// Rejected:   the forests alone from the start. One event in a small history,
//             feedback and reused arguments change Merge()'s score, and seldom
//             a tree.
// Rejected:   forests that rank all lines of a prompt. The first pass over
//             hundreds of lines must be cheap, and its weights adapt to the
//             user (rank/adapt.h).
//
// Tested by tests/rank/order_test.cc.
#pragma once

#include <vector>

#include "rank/candidate_features.h"

namespace synapse {

struct OrderedAt {
  bool is_empty_line = false;
  double part = 1;      // how much the forests count, in [0, 1]
                        // (rank.factors: order)
  uint64_t events = 0;  // commands that were learned
  // How often the usual next command (source/workflow.h) did not follow a
  // command like the previous one; older times count less.
  double times_otherwise = 0;
};

// Sets score, confidence and word confidence of each suggestion, and sorts by
// them. These keep their chances: a correction, an answer of a language model,
// a line that is only in the shell's own list, and the usual next command until
// this user has twice run another one. `rows`: FeaturesOfList(list).
void Order(std::vector<Suggestion>& list,
           const std::vector<CandidateFeatures>& rows, const OrderedAt& at);

}  // namespace synapse
