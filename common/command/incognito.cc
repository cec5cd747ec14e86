// incognito: what this shell leaves behind of what is typed in it.
#include "command/command.h"

namespace synapse {

int RunIncognito(const CommandInput& input) {
  const bool forget = input.args.size() == 2 && input.args[0] == "off" &&
                      input.args[1] == "--forget";
  if (input.args.size() > 1 && !forget) {
    return Usage(input, "incognito", "one mode at most; --forget with off");
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
  if (!input.engine->guard_problem().empty() && *mode != Incognito::kNoSend) {
    return Fail(input, "incognito", input.engine->guard_problem() +
                                        "; nothing is recorded until then");
  }
  input.engine->SetIncognito(*mode);
  if (forget) input.engine->ForgetEphemeral();
  return 0;
}

}  // namespace synapse
