// Correction: when a line failed, and the same line with one word spelled
// otherwise succeeded right after it, the first line had a typo. It is not
// offered any more, and its word is forgotten in that context. The same holds
// for a suggestion that the user corrected by such a word into the line that
// succeeded. A line that succeeded only with one more option is not offered any
// more either: `mkdir a/b`, and then `mkdir -p a/b`.
//
// Tested by tests/learn/correction_test.cc.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "learn/line.h"
#include "learn/transition.h"

namespace synapse {

// The index of the corrected word of `wrong`, if the lines differ in one word
// by a typo (base/distance.h).
std::optional<size_t> CorrectedWord(const Line& wrong, const Line& right);

// True if the lines differ in options only, which `right` has and `wrong`
// lacks, and there is an argument.
bool LacksOption(const Line& wrong, const Line& right);

// Unlearns `wrong`, if it never succeeded. `context` is that of `right`.
Status LearnCorrection(Kv& kv, const LineContext& context, const Line& wrong,
                       const Line& right,
                       const ArgumentTypeFinder& types = nullptr);

// Unlearns `wrong`, which lacked an option, likewise.
Status LearnLackingOption(Kv& kv, const Line& wrong, const Line& right);

// Unlearns suggestions that were changed into `right`, likewise.
Status LearnChanged(Kv& kv, const LineContext& context,
                    const std::vector<std::string>& suggested,
                    const Line& right,
                    const ArgumentTypeFinder& types = nullptr);

}  // namespace synapse
