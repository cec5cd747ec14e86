// The types of values that an argument slot of a command takes, where a spec
// says so: "branch", "host", "service", "namespace" and so on.
// Templates are written with them, and values are learned by them: a branch
// that was checked out may be merged.
//
// Tested by tests/context/argument_type_test.cc.
#pragma once

#include <span>
#include <string>

#include "line/argument_type.h"
#include "spec/store.h"

namespace synapse {

// What stands behind `words`, the values of a command's words. Aliases are not
// looked up: what was learned is the same in every shell.
// REQUIRES: !words.empty().
ArgumentType ArgumentTypeAfter(SpecStore& specs,
                               std::span<const std::string> words);

}  // namespace synapse
