// Order: the order of a list, learned from recorded histories.
//
// Merge() says how likely each next word and each line is by one model of
// lines and words. Two forests (rank/forest.h) read these numbers beside what
// they leave out and say again how likely it is that the next word is right and
// that the whole text is right: chances on one scale, for the first suggestion
// as for the last. These are its confidences, but for a tenth of that of the
// text. Half of its score is their mean, in which the text counts twice, and up
// to nine tenths when much was learned; the rest is the score of Merge(). On an
// empty line there is one forest, for the text. A suggestion that is no line is
// right when the line goes on with it, so its confidence is that of its word.
//
// A recorded history has no files and no repositories, so the forests know
// nothing of what is found out about a candidate (source/finding.h) and of
// feedback: each of these takes its part from the chances again.
//
// Rejected: the forests alone from the start. One event in a small history,
// feedback and reused arguments change Merge()'s score and hardly a tree.
//
// Rejected: to let the forests rank all lines of a prompt. The first pass over
// hundreds of lines must be cheap, and its weights adapt to the user
// (rank/adapt.h).
//
// Tested by tests/rank/order_test.cc.
#pragma once

#include <vector>

#include "rank/candidate_features.h"

namespace synapse {

// Sets score, confidence and word confidence of each suggestion, and sorts by
// them. A correction, an answer of a language model and a line that only the
// shell's own list has keep their chances.
// `rows`: FeaturesOfList(list). `part`: how much the forests count, in [0, 1]
// (rank.factors: order). `events`: commands that were learned.
void Order(std::vector<Suggestion>& list,
           const std::vector<CandidateFeatures>& rows, bool is_empty_line,
           double part, uint64_t events);

}  // namespace synapse
