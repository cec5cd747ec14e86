// The names of the options of a command and all its subcommands.
//
// One name may belong to different options. A word that was learned behind one
// subcommand then says nothing about another one.
//
//   git log -i        an option of others: --interactive of rebase, add, clean
//   git remote -v     its own: --verbose nearly everywhere
//
// Tested by tests/spec/option_names_test.cc.
#pragma once

#include <string_view>

#include "spec/model.h"

namespace synapse {

struct WalkResult;

// Sets option_names, option_uses and subcommand_names from the root command.
void CountNames(SpecDraft& spec);
// Adds those of a spec that `spec` refers to.
void AddNames(SpecDraft& spec, const SpecDraft& other);

// True if no fewer subcommands use the name for one other option than
// for `option`. Options with a long name in common are the same.
bool IsRatherOfOthers(const Spec& spec, const OptionSpec& option,
                      std::string_view name);

// The option of that name, of the deepest command in the path that has one;
// null if there is none.
const OptionSpec* DeepestOption(const WalkResult& walk, std::string_view name);

}  // namespace synapse
