// feedback: records the outcome of a suggestion that was shown outside of the
// prompt, for example by a picker that reads `synapse suggest`.
#include "command/command.h"

namespace synapse {

int RunFeedback(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "feedback");
  if (!args.error.empty()) return Usage(input, "feedback", args.error);
  if (args.Has("--action")) {
    args.rest.insert(args.rest.begin(), args.Get("--action"));
  }
  if (args.rest.size() != 2) {
    return Usage(input, "feedback",
                 "an action and one suggestion are expected");
  }
  const auto action = ParseFeedback(args.rest[0]);
  if (!action || args.rest[1].empty()) {
    return Usage(input, "feedback", "the suggestion is empty");
  }
  if (!input.engine->store().persistent()) {
    return Fail(input, "feedback", input.engine->store().why());
  }
  const Status kept =
      input.engine->Feedback(*action, args.rest[1], args.Get("--executed"));
  return kept.ok() ? 0 : Fail(input, "feedback", kept.message());
}

}  // namespace synapse
