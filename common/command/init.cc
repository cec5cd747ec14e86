// init: prints the code for the shell's rc file: `eval "$(synapse init zsh)"`.
// If the module is missing later, the code does nothing.
#include "command/command.h"
#include "line/quote.h"

namespace synapse {
namespace {

// The directory of this program's module: build/zsh next to build/synapse, or
// PREFIX/lib/synapse/zsh next to PREFIX/bin; "" if the shell finds it itself.
std::string ModuleDirectory(const std::string& shell) {
  std::string program = ExecutablePath();
  std::string bin(DirName(program));
  for (const std::string& dir :
       {JoinPath(bin, shell), JoinPath(DirName(bin), "lib/synapse/" + shell)}) {
    if (IsRegularFile(JoinPath(dir, "synapse.so"))) return dir;
  }
  return "";
}

}  // namespace

int RunInit(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "init");
  if (!args.error.empty()) return Usage(input, "init", args.error);
  if (args.rest.size() != 1)
    return Usage(input, "init", "name the shell: zsh or bash");
  const std::string& shell = args.rest[0];
  std::string dir = ModuleDirectory(shell);
  if (shell == "zsh") {
    if (!dir.empty()) {
      input.io.Out("module_path+=(" + SingleQuoted(dir) + ")\n");
    }
    const std::string there =
        dir.empty()
            ? ""
            : "-r " + SingleQuoted(JoinPath(dir, "synapse.so")) + " && ";
    input.io.Out("[[ " + there + "-o interactive ]] && zmodload synapse\n");
    return 0;
  }
  std::string file = dir.empty() ? "synapse" : JoinPath(dir, "synapse.so");
  // bash reports an error for a second load, but not for a second enable.
  const std::string there =
      dir.empty() ? "" : "-r " + SingleQuoted(file) + " && ";
  input.io.Out("[[ " + there +
               "$- == *i* ]] && { enable synapse 2>/dev/null || enable -f " +
               SingleQuoted(file) + " synapse; }\n");
  return 0;
}

}  // namespace synapse
