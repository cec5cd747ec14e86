// Correction: a line that failed, and right behind it the same line with one
// word spelled otherwise that succeeded: the first was a typo. It
// is not offered any more, and its word is forgotten where it stood. So is a
// suggestion that was changed by such a typo into the line that succeeded.
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

// Which word of `wrong` was corrected, when the lines differ in that one word
// by a typo (base/distance.h); else nothing.
std::optional<size_t> CorrectedWord(const Line& wrong, const Line& right);

// Unlearns `wrong`, if it never succeeded. `context` is that of `right`.
Status LearnCorrection(Kv& kv, const LineContext& context, const Line& wrong,
                       const Line& right,
                       const ArgumentTypeFinder& types = nullptr);

// The same of what was suggested for `right`.
Status LearnChanged(Kv& kv, const LineContext& context,
                    const std::vector<std::string>& suggested,
                    const Line& right,
                    const ArgumentTypeFinder& types = nullptr);

}  // namespace synapse
