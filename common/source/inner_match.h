// InnerMatch: a word that does not begin with the typed text and still has it.
//
//   login   feature/login   a part of the word begins with it
//   auth    reauthorize     inside of a part; three letters and more
//   fl      feature/login   initials of the parts
//   pg      postgres        its letters in their order, from the first one on
//
// Case does not count, as in fzf and in the completion of fish. Such a word is
// suggested only where no word begins with the typed text (source/typo.h).
// Rejected: search/fuzzy.h, in which a word that is typed has signs, and
// letters may begin anywhere. Tested by tests/source/inner_match_test.cc.
#pragma once

#include <optional>
#include <string_view>

namespace synapse {

struct InnerMatch {
  double score;     // in [0, 1]; the closer match has the higher one
  const char* how;  // "a part begins so"
};

// Null for less than two typed letters, and for a word that begins with them.
std::optional<InnerMatch> InnerMatchOf(std::string_view typed,
                                       std::string_view word);

}  // namespace synapse
