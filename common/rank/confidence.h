// Confidence: how likely a suggestion is what will be run, and how likely its
// next word is, in the sense that of those shown at 0.8 eight in ten are right.
//
// Scores order suggestions; what passes for a probability among them is too
// sure once several were typed past, and not sure enough of the only word that
// is left. Two logistic regressions over a few features put that right (after
// J. Platt, "Probabilistic outputs for support vector machines", 1999); of a
// word, how often lines that go on so were run is among them. Their weights were
// fitted on ten people's histories: that of a text on the keys of somebody who
// takes what is right, with an expected calibration error of 0.02; that of a
// word on all keys, 146,469 of them. With each person left out in turn next
// words are told from wrong ones with an area under the curve of 0.88 (0.72 by
// the confidence of the text), and the calibration error is 0.03 for a person.
// On an empty line probabilities hold as they are.
//
// Tested by tests/rank/confidence_test.cc.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "source/history.h"

namespace synapse {

// Runs of lines that begin as the line that is typed.
struct Runs {
  double typed = 0;  // all of them
  double word = 0;   // that go on with the suggestion's next word
};

struct Shown {
  double probability = 0;  // of the text, as the ranking has it
  double score = 0;        // of all that go on with its next word
  bool is_line = false;    // right when it is all of the line; else when the
                           // line goes on with it
  size_t typed = 0;        // characters of the line
  size_t partial = 0;      // bytes of the word at the cursor
  size_t remaining = 0;    // bytes that it would add
  size_t next_word = 0;    // bytes of these up to the end of the next word
  Runs runs = {};
};

// In (0, 1): of the text, and of its next word.
double CalibratedConfidence(const Shown& shown);
double CalibratedWordConfidence(const Shown& shown);

// Of `text`, which goes on behind `typed` bytes; `pool`: lines that begin as
// these.
Runs RunsOf(const std::vector<const PoolLine*>& pool, std::string_view text,
            size_t typed);

}  // namespace synapse
