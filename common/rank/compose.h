// Compose: where no stored line fits, the ghost goes on behind its first word
// with further words, as long as each is likely (prediction.md, "Display").
//
// Tested by tests/rank/compose_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "rank/merge.h"

namespace synapse {

// The words that may follow `left`, which ends in a blank.
using NextWords = std::function<WordGuesses(const std::string& left)>;

// Lengthens a suggestion that is a word, not a stored line, by at most four
// words that were seen behind those before them; not by one that makes a line
// dangerous, and not one that is.
using RiskOfLine = std::function<RiskSpec(std::string_view line)>;
void Compose(Suggestion& suggestion, const NextWords& next,
             const RiskOfLine& risk = {});

}  // namespace synapse
