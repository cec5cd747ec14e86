// Variety: lines that differ in a value alone do not fill a list.
//
// At most two of the first five suggestions have the same template
// (learn/template.h), and at most one if they differ in a message. Further ones
// come after the fifth, unless they are far more probable than their
// replacement. Suggestions whose common part is typed already are what the user
// asks for: they keep their positions.
//
// Tested by tests/rank/variety_test.cc.
#pragma once

#include <cstddef>
#include <vector>

#include "rank/suggestion.h"

namespace synapse {

inline constexpr size_t kVaried = 5;

// `suggestions`: best first, some more than are listed. `typed`: bytes. The
// first one stays where it is.
void Vary(std::vector<Suggestion>& suggestions, size_t typed);

}  // namespace synapse
