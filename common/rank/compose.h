// Compose: where no stored line fits, the ghost goes on behind its first word
// with further words, as long as each is likely.
//
// Tested by tests/rank/compose_test.cc.
#pragma once

#include <functional>
#include <string>

#include "rank/suggestion.h"

namespace synapse {

// The words that may follow `left`, which ends in a blank.
using NextWords = std::function<WordGuesses(const std::string& left)>;

// Lengthens a suggestion that is a word, not a stored line, by at most four
// words, each of which was seen after the words before it. A dangerous line is
// not lengthened, and no word is added that makes the line dangerous or takes
// all of its score. Only the best suggestion of a keystroke is lengthened: each
// word costs a read of the words of its context (about 20 us).
using JudgeText = std::function<TextVerdict(const std::string& text)>;
void Compose(Suggestion& suggestion, const NextWords& next,
             const JudgeText& judge = {});

}  // namespace synapse
