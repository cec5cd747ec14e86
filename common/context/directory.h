// The directory in which the command at the cursor will run.
//
//   cd src && vim ▏       src, if it is there
//   cd build; make ▏      likewise
//   cd "$D" && vim ▏      the shell's own: the line cannot be known
//   (cd a && vim ▏        a, in a subshell
//   (cd a; ls); vim ▏     the shell's own
//   git -C lib add ▏      lib, if it is there
//
// Tested by tests/context/directory_test.cc.
#pragma once

#include <string>

#include "context/completion_context.h"
#include "spec/store.h"

namespace synapse {

// `cwd`: the shell's directory, absolute. A command whose spec says so
// (`enters`) changes it for those behind it, as far as `&&` and `;` join them,
// and the value of an option that enters changes it for its own command. If a
// command leads to no directory, or to a mount that may block, the directory is
// the shell's own. Such a value of an option is ignored.
std::string DirectoryAtCursor(const CompletionContext& context,
                              const std::string& cwd, SpecStore& specs);

}  // namespace synapse
