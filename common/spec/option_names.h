// OptionNames: one name may belong to different options of a command's
// subcommands. A word that was learned behind one subcommand then says nothing
// about another one.
//
//   git log -i        an option of others: --interactive of rebase, add, clean
//   git remote -v     its own: --verbose nearly everywhere
//
// Tested by tests/spec/option_names_test.cc.
#pragma once

#include <string_view>

#include "spec/walk.h"

namespace synapse {

// The option of that name, of the deepest command in the path that has one;
// null if there is none.
const OptionSpec* DeepestOption(const WalkResult& walk, std::string_view name);

// True if no fewer subcommands of `root`, at any depth, use the name for
// another option than for `option`. Options with a long name in common are the
// same.
bool IsRatherOfOthers(const CommandSpec& root, const OptionSpec& option,
                      std::string_view name);

}  // namespace synapse
