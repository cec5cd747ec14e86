// Distance: how many typos lie between two words: a character
// inserted, left out, wrong, or two neighbours swapped (F. J. Damerau, "A
// technique for computer detection and correction of spelling errors", Comm.
// ACM 7(3), 1964; V. I. Levenshtein, 1966; the restricted form, in which no
// part is edited twice: optimal string alignment).
//
// Tested by tests/base/distance_test.cc.
#pragma once

#include <string_view>

namespace synapse {

// In characters (code points); `most` + 1 when it is more than `most`. Words
// beyond 64 characters are as far as can be, unless they are equal.
int TypoDistance(std::string_view a, std::string_view b, int most);

// The same to the beginning of `b` that is nearest: of what is being typed.
int TypoDistanceToPrefix(std::string_view typed, std::string_view b, int most);

// How many typos a word may hold and still be told from others: none in one
// character, one below five, else two.
int MaxTypos(std::string_view word);

}  // namespace synapse
