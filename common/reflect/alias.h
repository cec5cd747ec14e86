// Alias: the text of an alias or a function that stands for what is typed again
// and again, ready for the rc file of zsh and bash.
//
//   ls -la                       alias ls='ls -la'
//   git add -A, git commit -m "" gagc() {
//                                  git add -A &&
//                                  git commit -m "$1"
//                                }
//
// A line whose text cannot be read to its end, or that ends in a comment, has
// none: put into a function it would mean something else.
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

// Whether a name is one already: a command, a function, an alias.
using IsTaken = std::function<bool(std::string_view)>;

struct AliasText {
  std::string name;
  std::string text;  // whole lines
};
// Nothing for a finding that offers none.
std::optional<AliasText> AliasOf(const Fact& fact, const IsTaken& is_taken);

}  // namespace synapse
