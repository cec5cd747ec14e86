// incognito: whether this shell records and learns from its lines.
#include "command/command.h"

namespace synapse {

int RunIncognito(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "incognito");
  if (!args.error.empty()) return Usage(input, "incognito", args.error);
  const bool forget = args.Has("--forget");
  const std::string wanted = args.rest.empty() ? "" : args.rest[0];
  if (args.rest.size() > 1 || (forget && wanted != "off")) {
    return Usage(input, "incognito",
                 "expected at most one mode; --forget needs off");
  }
  const auto mode = ParseIncognito(wanted);
  if (input.process == CommandProcess::kProgram) {
    return Fail(input, "incognito",
                "works only in a shell that has loaded Synapse");
  }
  if (!mode) {
    input.io.Out(std::string(IncognitoName(input.engine->incognito())) + "\n");
    return 0;
  }
  if (input.process == CommandProcess::kSubshell) {
    return Fail(input, "incognito",
                "a subshell cannot change the mode of its shell");
  }
  if (!input.engine->guard_problem().empty() && *mode != Incognito::kNoSend) {
    return Fail(input, "incognito",
                input.engine->guard_problem() +
                    "; nothing is recorded until it is fixed");
  }
  input.engine->SetIncognito(*mode);
  if (forget) input.engine->suggester().history().DropEphemeral();
  return 0;
}

}  // namespace synapse
