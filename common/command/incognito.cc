// incognito: what this shell leaves behind of what is typed in it.
#include "command/command.h"

namespace synapse {

int RunIncognito(const CommandInput& input) {
  if (input.args.size() > 1) {
    return Usage(input, "incognito", "one mode at most");
  }
  std::string wanted = input.args.empty() ? "" : input.args[0];
  auto mode = ParseIncognito(wanted);
  if (!input.args.empty() && !mode) {
    return Usage(input, "incognito",
                 wanted + ": expected off, ephemeral or no_send");
  }
  if (input.place == CommandPlace::kProgram) {
    return Fail(input, "incognito",
                "works inside a shell that has loaded Synapse");
  }
  if (!mode) {
    input.io.Out(std::string(IncognitoName(input.engine->incognito())) + "\n");
    return 0;
  }
  if (input.place == CommandPlace::kSubshell) {
    return Fail(input, "incognito",
                "a subshell cannot change it for its shell");
  }
  input.engine->SetIncognito(*mode);
  return 0;
}

}  // namespace synapse
