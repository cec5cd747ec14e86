// Alias: the text of an alias or a function for commands that the user types
// again and again, for the rc file of zsh and bash.
//
//   ls -la                       alias ls='ls -la'
//   git add -A, git commit -m "" gagc() {
//                                  git add -A &&
//                                  git commit -m "$1"
//                                }
//
// There is none for a line that cannot be parsed to its end or that ends in a
// comment, because it would mean something else in a function.
// Tested by tests/reflect/alias_test.cc, and run by both shells in
// tests/shell/cases/reflect.sh.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/fact.h"

namespace synapse {

// True if the name exists: a command, a function, an alias.
using IsTaken = std::function<bool(std::string_view)>;

struct AliasText {
  std::string name;
  std::string text;  // whole lines
};
// No value for a finding without an alias.
std::optional<AliasText> AliasOf(const Fact& fact, const IsTaken& is_taken);

}  // namespace synapse
