// Expansions: the parts of a word that the shell replaces before it runs the
// command.
//
//   "$HOME/x"     the variable HOME, bytes 1 to 6
//   ${1:-a}       the variable 1
//   'a*b' \*      nothing: quoted
//   src/*.c       a pattern of file names
//   {a,b}.c       braces: one word for each alternative
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
  bool has_glob = false;    // an unquoted *, ? or [...]
  bool has_braces = false;  // {a,b} or {1..3}
  bool has_tilde = false;   // an unquoted ~ at the beginning
  // The word as a pattern for fnmatch(3): characters that were quoted are
  // escaped. Only of interest with `has_glob`.
  std::string pattern;
};

// `raw` is a word as it was written, with its quotes. Linear, any bytes.
Expansions ExpansionsOf(std::string_view raw);

}  // namespace synapse
