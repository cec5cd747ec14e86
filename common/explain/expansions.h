// Expansions: the parts of a word that the shell replaces before it runs the
// command.
//
//   "$HOME/x"     the variable HOME, bytes 1 to 6
//   ${1:-a}       the variable 1
//   'a*b' \*      nothing: quoted
//   src/*.c       a pattern of file names
//   {a,b}.c       braces: one word for each alternative
//
// Also what braces and references to earlier lines stand for:
//
//   a.{c,h}       "stands for a.c a.h"
//   {1..3}        "stands for 1 2 3"
//   {01..9..4}    "stands for 01 05 09"
//   !!            "the last line"
//   !$            "the last word of the last line"
//   !git:2        "word 2 of the last line that begins with git"
//   ^a^b          "the last line with a replaced by b"
//
// Substitutions, `$(...)`, are skipped: the tokenizer finds them.
// Tested by tests/explain/expansions_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace synapse {

struct VariableUse {
  size_t begin, end;  // bytes of the word, with `$` and braces
  std::string name;
};

struct Expansions {
  std::vector<VariableUse> variables;
  std::vector<VariableUse> arithmetic;  // $((...)), without a name
  bool has_glob = false;                // an unquoted *, ? or [...]
  bool has_braces = false;              // {a,b} or {1..3}
  // The word as a pattern for fnmatch(3): characters that were quoted are
  // escaped. Only of interest with `has_glob`.
  std::string pattern;
};

// `raw` is a word as it was written, with its quotes. Linear, any bytes.
Expansions ExpansionsOf(std::string_view raw);

// How many words of braces are made at the most.
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

// "the last word of the last line"; "" for a word that refers to no earlier
// line.
std::string MeaningOfHistory(std::string_view raw);

}  // namespace synapse
