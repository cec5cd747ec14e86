// ShellCall: the searches and reads in a command line that an agent ran.
//
//   cd /w && rg -n 'a b' src     in /w: "rg -n 'a b' src", searches "a b"
//   sed -n '1,80p' a.c | head    reads a.c
//   make | grep error            a filter of output searches nothing
//   cat >a.c <<EOF               writes
//
// The specs say which programs search and which open, and which word is the
// pattern (synapse-spec(5): finds, opens, sought). Files of this machine are
// not checked, because the agent may have run elsewhere.
// Tested by tests/transcript/shell_call_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/store.h"

namespace synapse {

struct ShellCall {
  std::string directory;  // its directory
  std::string command;    // without the leading `cd`
  // The program, and its pattern.
  std::vector<std::pair<std::string, std::string>> searches;
  // The program, and a path; absolute if the directory is known.
  std::vector<std::pair<std::string, std::string>> reads;
};

// Without `specs` only the directory is known.
ShellCall ReadShellCall(std::string_view command, std::string_view directory,
                        SpecStore* specs);

}  // namespace synapse
