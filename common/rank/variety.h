// Variety: lines that differ in a value alone do not fill a list.
//
// Of the first five suggestions at most two are of one template
// (learn/template.h), and at most one when they differ in a message; further ones
// come behind the fifth, unless they are far likelier than what would stand there
// instead. Where what they have in common is typed already, they are
// what is asked for and keep their places.
//
// Tested by tests/rank/variety_test.cc.
#pragma once

#include <cstddef>
#include <vector>

#include "rank/merge.h"

namespace synapse {

inline constexpr size_t kVaried = 5;

// `suggestions`: best first, some more than are listed. `typed`: bytes. The first
// one stays where it is.
void Vary(std::vector<Suggestion>& suggestions, size_t typed);

}  // namespace synapse
