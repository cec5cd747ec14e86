// ShellFindings: what the shell's own part of the module reports to `doctor`:
// keys that are left to the user, and why no ghost is drawn. Set before a
// subcommand runs in a shell or in a child of one.
// Tested by tests/shell/cases/own_keys.sh.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace synapse {

struct ShellFinding {
  std::string name, text;
  std::string remedy;  // empty if it is no problem
};
using ShellFindings = std::function<std::vector<ShellFinding>()>;

// The findings of this process; empty outside of a shell.
ShellFindings& FindingsOfShell();

}  // namespace synapse
