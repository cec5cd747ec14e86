// Argument types: the kind of value that an argument slot of a command takes,
// if a spec says so: "branch", "host", "service", "namespace" and so on.
// Templates are written with these types, and values are learned by them: a
// branch that was checked out may be merged.
//
// Tested by tests/context/argument_kind_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "line/argument_type.h"
#include "spec/store.h"
#include "spec/walk.h"

namespace synapse {

// The kind of value that an argument of the spec takes, as its generators say:
// "branch"; "" if that is unknown. Valid as long as the spec.
std::string_view KindOf(const Spec& spec, const ArgSpec& arg);
// The same of one generator.
std::string_view KindOfList(const Spec& spec, std::string_view generator);
// Whether values of that kind are revisions of git, or remotes.
inline bool IsRevisionKind(std::string_view kind) {
  return kind == "branch" || kind == "tag";
}
inline bool IsRemoteKind(std::string_view kind) { return kind == "remote"; }

// True if a value of the argument (may be null) is usually the current branch:
// `git push origin `, and not with --delete.
bool WantsCurrent(const ArgSpec* arg, const WalkResult& walk);

// False if the command has as many arguments as its spec names.
bool TakesArguments(const WalkResult& walk);

// The type of the argument after `words`, the values of a command's words.
// Aliases are not looked up, so that learned data is the same in every shell.
// REQUIRES: !words.empty().
ArgumentType ArgumentTypeAfter(SpecStore& specs,
                               std::span<const std::string> words);

}  // namespace synapse
