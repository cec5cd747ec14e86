// Distance: the number of typos between two words. A typo is a character that
// is inserted, left out or wrong, or two neighbours that are swapped (F. J.
// Damerau, "A technique for computer detection and correction of spelling
// errors", Comm. ACM 7(3), 1964; V. I. Levenshtein, 1966; the restricted form,
// in which no part is edited twice: optimal string alignment).
//
// Tested by tests/base/distance_test.cc.
#pragma once

#include <string_view>

namespace synapse {

// The distance in characters (code points), or `most` + 1 when it exceeds
// `most`. Words beyond 64 characters have the maximum distance, unless they are
// equal.
int TypoDistance(std::string_view a, std::string_view b, int most);

// The distance to the nearest prefix of `b`, for a word that is still being
// typed.
int TypoDistanceToPrefix(std::string_view typed, std::string_view b, int most);

// The number of typos that a word may hold and still be recognised: 0 for one
// character, 1 for fewer than five, else 2.
int MaxTypos(std::string_view word);

// Another number is another thing: port 8081 is no typo of 8080.
bool DifferInDigits(std::string_view a, std::string_view b);

}  // namespace synapse
