// Confidence: how likely a suggestion is what will be run, in the sense that
// of those shown at 0.8 eight in ten are right.
//
// Scores order suggestions; what passes for a probability among them is too
// sure once several were typed past, and not sure enough of the only word that
// is left. A logistic regression over a few features puts that right (after
// J. Platt, "Probabilistic outputs for support vector machines", 1999). Its
// weights were fitted on ten people's histories; with each left out in turn
// the expected calibration error over what is shown behind typed characters
// fell from 0.11 to 0.01. On an empty line probabilities hold as they are.
//
// Tested by tests/rank/confidence_test.cc.
#pragma once

#include <cstddef>

namespace synapse {

struct Shown {
  double probability = 0;  // as the ranking has it
  bool is_line = false;    // right when it is all of the line; else when the
                           // line goes on with it
  size_t typed = 0;        // characters of the line
  size_t partial = 0;      // bytes of the word at the cursor
  size_t remaining = 0;    // bytes that it would add
};

// In (0, 1).
double CalibratedConfidence(const Shown& shown);

}  // namespace synapse
