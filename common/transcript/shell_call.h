// ShellCall: what a command line that an agent ran looks for and reads.
//
//   cd /w && rg -n 'a b' src     in /w: "rg -n 'a b' src", searches "a b"
//   sed -n '1,80p' a.c | head    reads a.c
//   make | grep error            a filter of output searches nothing
//   cat >a.c <<EOF               writes
//
// The specs say which programs look for something and which open it, and which
// word is what is looked for (synapse-spec(5): finds, opens, sought). Nothing of
// the machine is asked: the agent may have run elsewhere.
// Tested by tests/transcript/shell_call_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/store.h"

namespace synapse {

struct ShellCall {
  std::string directory;  // where it ran
  std::string command;    // without the `cd` in front of it
  // The program, and its pattern.
  std::vector<std::pair<std::string, std::string>> searches;
  // The program, and a path; absolute where the directory is known.
  std::vector<std::pair<std::string, std::string>> reads;
};

// Without `specs` only where it ran is known.
ShellCall ReadShellCall(std::string_view command, std::string_view directory,
                        SpecStore* specs);

}  // namespace synapse
