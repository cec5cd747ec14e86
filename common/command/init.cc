// init: what the shell's rc file evaluates. `eval "$(synapse init zsh)"`. A
// module that is gone by then is no error.
#include "command/command.h"

namespace synapse {
namespace {

// Single quotes hold anything but themselves.
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

// The module that belongs to this program: build/zsh beside build/synapse, or
// PREFIX/lib/synapse/zsh beside PREFIX/bin; "" when the shell finds it itself.
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
  // Loading it twice is an error to bash; enabling it twice is not.
  const std::string there =
      dir.empty() ? "" : "-r " + ShellQuoted(file) + " && ";
  input.io.Out(
      "[[ " + there + "$- == *i* ]] && { enable synapse 2>/dev/null || enable -f " +
      ShellQuoted(file) + " synapse; }\n");
  return 0;
}

}  // namespace synapse
