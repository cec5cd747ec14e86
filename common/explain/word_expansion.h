// Word expansions that change what a word is: braces, and references to earlier
// lines.
//
//   a.{c,h}     "stands for a.c a.h"
//   {1..3}      "stands for 1 2 3"
//   !!          "the last line"
//   !$          "the last word of the last line"
//   !git:2      "word 2 of the last line that begins with git"
//   ^a^b        "the last line with a replaced by b"
//
// Bounded: at most kMaxAlternatives words of braces are made.
// Tested by tests/explain/word_expansion_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace synapse {

inline constexpr size_t kMaxAlternatives = 8;

struct BraceExpansion {
  std::vector<std::string> words;  // at most kMaxAlternatives
  bool complete = true;            // false: there are more
};
// `raw` is a word as it was written. No words if it has no braces to expand, or
// quotes, or variables.
BraceExpansion ExpandBraces(std::string_view raw);
// "stands for a.c a.h"; "" if there are no braces to expand.
std::string MeaningOfBraces(std::string_view raw);

// "" for a word that refers to no earlier line.
std::string MeaningOfHistory(std::string_view raw);

}  // namespace synapse
