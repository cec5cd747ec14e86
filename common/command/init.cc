// init: prints the code for the shell's rc file: `eval "$(synapse init zsh)"`.
// If the module is missing later, the code does nothing.
#include "command/command.h"

namespace synapse {
namespace {

// A single quote is the only character to escape in single quotes.
std::string ShellQuoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

// The directory of this program's module: build/zsh next to build/synapse, or
// PREFIX/lib/synapse/zsh next to PREFIX/bin; "" if the shell finds it itself.
std::string ModuleDirectory(const std::string& shell) {
  std::string program = ExecutablePath();
  std::string bin(DirName(program));
  for (const std::string& dir :
       {JoinPath(bin, shell),
        JoinPath(DirName(bin), "lib/synapse/" + shell)}) {
    if (IsRegularFile(JoinPath(dir, "synapse.so"))) return dir;
  }
  return "";
}

}  // namespace

int RunInit(const CommandInput& input) {
  if (input.args.size() != 1 ||
      (input.args[0] != "zsh" && input.args[0] != "bash")) {
    return Usage(input, "init", "expected zsh or bash");
  }
  const std::string& shell = input.args[0];
  std::string dir = ModuleDirectory(shell);
  if (shell == "zsh") {
    if (!dir.empty()) {
      input.io.Out("module_path+=(" + ShellQuoted(dir) + ")\n");
    }
    const std::string there =
        dir.empty() ? ""
                    : "-r " + ShellQuoted(JoinPath(dir, "synapse.so")) +
                          " && ";
    input.io.Out("[[ " + there + "-o interactive ]] && zmodload synapse\n");
    return 0;
  }
  std::string file = dir.empty() ? "synapse" : JoinPath(dir, "synapse.so");
  // bash reports an error for a second load, but not for a second enable.
  const std::string there =
      dir.empty() ? "" : "-r " + ShellQuoted(file) + " && ";
  input.io.Out(
      "[[ " + there + "$- == *i* ]] && { enable synapse 2>/dev/null || enable -f " +
      ShellQuoted(file) + " synapse; }\n");
  return 0;
}

}  // namespace synapse
