// GhostChance: the chance that the next word of a ghost is what is typed next,
// where files, branches and services are known.
//
// The forests of rank/order.h are fitted to recorded histories, which have no
// files. Their chances are corrected here by a logistic regression (D. R. Cox,
// "The regression analysis of binary sequences", J. R. Statist. Soc. B 20,
// 1958; as calibration: J. Platt, 1999) over what the two texts show, and how near
// the other suggestions are: of three containers that begin so, none is likely.
// It is fitted to the made-up worlds of tests/worlds by scripts/fit-ghost.
//
// Tested by tests/rank/ghost_chance_test.cc.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "rank/suggestion.h"

namespace synapse {

// The features of a ghost, in the order of the weights. The last ones are the
// sources.
enum GhostFeature {
  kWordChanceOfGhost,
  kTextChanceOfGhost,
  kScoreOfGhost,
  kNoPartialOfGhost,
  kPartialLengthOfGhost,
  kOneLetterOfGhost,
  kFirstWordOfGhost,
  kOptionOfGhost,
  kNextLengthOfGhost,
  kNextDirectoryOfGhost,
  kBeginsBlankOfGhost,
  kQuotedOfGhost,
  kWordChanceFirstOfGhost,
  kShareOfGhost,  // of its score and that of the best rival
  kRivalOfGhost,
  kCloseRivalsOfGhost,
  kPartsOfGhost,  // the next word has a path, or names joined by a dash
  kHistoryOfGhost,
  kSpecOfGhost,
  kProjectOfGhost,
  kGhostFeatures
};
using GhostFeatures = std::array<double, kGhostFeatures>;

// Sets Suggestion::rival, rival_score and close_rivals of each.
void FindRivals(std::string_view buffer, std::vector<Suggestion>& list);

// REQUIRES: s.text continues the buffer.
GhostFeatures GhostFeaturesOf(std::string_view buffer, const Suggestion& s);

// In (0, 1).
double GhostChance(std::string_view buffer, const Suggestion& s);

}  // namespace synapse
