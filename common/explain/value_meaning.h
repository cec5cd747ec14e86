// ValueMeaning: the type and the meaning of a value by the spec, and how the
// command uses the file that it names.
//
//   git switch main        branch
//   tar f a.tgz            file, which tar reads, or writes with -c
//   ps -o pid,comm         pid: process ID; comm: command name
//   scp HOST:PATH          no path of this machine
//
// Tested by tests/explain/value_meaning_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "explain/line_parts.h"
#include "spec/walk.h"

namespace synapse {

// True for a value that the spec lists with a meaning: `./...` of go test.
bool IsKnownValue(const ArgSpec& arg, std::string_view value);

// The type of the value: "branch", "file", "host". An argument without such a
// type has its name in the spec as type if that is one word, else "".
std::string TypeOfValue(const Spec& spec, const ArgSpec& arg,
                        std::string_view value, const OptionSpec* option);
// The type of subcommands that a generator lists: "target" for make.targets.
std::string TypeOfGenerated(std::string_view generator);
// The risk that the spec has for the value.
Risk RiskOfValue(const ArgSpec& arg, std::string_view value);
// The description of the value if the spec lists it, else of the argument.
std::string MeaningOfValue(const ArgSpec& arg, std::string_view value);
PathUse PathUseOf(const ArgSpec& arg, const WalkResult& walk,
                  std::string_view value);

}  // namespace synapse
