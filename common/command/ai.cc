// ai: requests to a language model about a line, and a preview of them.
#include <unistd.h>

#include <algorithm>

#include "base/text.h"
#include "command/command.h"

namespace synapse {
namespace {

constexpr int kMaxTokens = 400;
constexpr size_t kMaxOutput = size_t{12} << 10;  // of a command's output
constexpr size_t kMaxRecent = 10;
constexpr size_t kExplainedLines = 8;

// The session's commands. The program itself knows them only from the log.
void AddRecent(const CommandInput& input, AiFacts& facts) {
  if (!facts.recent.empty() || input.session.empty()) return;
  input.engine->store().log().VisitBackwards([&](uint64_t, const Event& event) {
    if (event.session == input.session) {
      facts.recent.push_back({event.command, event.exit});
    }
    return facts.recent.size() < kMaxRecent;
  });
  std::reverse(facts.recent.begin(), facts.recent.end());
}

std::string ReadOutput() {
  std::string out;
  char buffer[4096];
  for (ssize_t n; out.size() < kMaxOutput &&
                  (n = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;) {
    out.append(buffer, static_cast<size_t>(n));
  }
  return out;
}

// A prompt about a line. Reports why there is none.
struct Asking {
  std::optional<AiPrompt> prompt;
  std::string line;
  int status = 0;  // the exit status if there is no prompt
};
Asking PromptFor(const CommandInput& input, AiTask task, std::string line,
                 bool with_output) {
  Engine& engine = *input.engine;
  Asking asking;
  AiFacts facts = engine.ai().Facts(task, line, input.cwd);
  AddRecent(input, facts);
  if (task == AiTask::kFix && line.empty() && !facts.recent.empty() &&
      facts.recent.back().exit > 0) {
    line = facts.input = facts.recent.back().line;
  }
  if (task == AiTask::kFix && line.empty()) {
    asking.status = Fail(input, "ai", "the last command did not fail");
    return asking;
  }
  if (const char* why = engine.ai().WhyNot(line, input.cwd)) {
    asking.status = Fail(input, "ai", std::string("nothing is sent: ") + why);
    return asking;
  }
  if (with_output) facts.output = ReadOutput();
  asking.line = std::move(line);
  asking.prompt = MakePrompt(
      facts, engine.ai().settings().prompts,
      [&](std::string_view text) { return engine.ai().HasSecret(text); });
  return asking;
}

int Preview(const CommandInput& input, const ParsedArgs& args) {
  const std::string line = JoinWords(args.rest);
  const AiTask task =
      *ParseAiTask(args.Get("--task", line.empty() ? "intent" : "complete"));
  const Asking asking = PromptFor(input, task, line, /*with_output=*/false);
  if (!asking.prompt) return asking.status;
  const AiSettings& settings = input.engine->ai().settings();
  std::string to = settings.on()              ? settings.url + settings.command
                   : settings.problem.empty() ? "nobody: ai.provider is off"
                                              : "nobody: " + settings.problem;
  if (settings.on() && !settings.model.empty()) to += ", " + settings.model;
  input.io.Out("to:      " + Drawable(to) +
               "\nversion: " + asking.prompt->version + "\n\n" +
               asking.prompt->system + "\n\n" + asking.prompt->user + "\n");
  return 0;
}

int Ask(const CommandInput& input, AiTask task, const std::string& about,
        bool with_output) {
  Engine& engine = *input.engine;
  const AiSettings& settings = engine.ai().settings();
  if (!settings.on()) {
    return Fail(input, "ai",
                settings.problem.empty()
                    ? "ai.provider is off: see man synapse-config"
                    : settings.problem);
  }
  const Asking asking = PromptFor(input, task, about, with_output);
  if (!asking.prompt) return asking.status;
  const AiReply reply =
      AskAndWait(settings, *asking.prompt, input.cwd, kMaxTokens);
  if (!reply.problem.empty()) return Fail(input, "ai", reply.problem);
  if (task == AiTask::kExplain) {
    input.io.Out(CheckedText(reply.exchange.raw, kExplainedLines));
    return 0;
  }
  const CheckedAnswer checked =
      engine.ai().desk().Check(reply.exchange.raw, "");
  if (checked.why) {
    return Fail(input, "ai",
                std::string("the answer was rejected: ") + checked.why);
  }
  const Risk& risk = engine.suggester().risk().Of(checked.line);
  if (risk.any()) input.io.Err("synapse: ai: careful: " + risk.why + "\n");
  input.io.Out(checked.line + "\n");
  return 0;
}

}  // namespace

int RunAi(const CommandInput& input) {
  const std::string action = input.args.empty() ? "" : input.args[0];
  if (action != "preview" && action != "ask" && action != "fix" &&
      action != "explain") {
    return UnknownAction(input, "ai");
  }
  const ParsedArgs args = ParseArgs(input, "ai");
  if (!args.error.empty()) return Usage(input, "ai", args.error);
  if (action == "preview") return Preview(input, args);
  const std::string about = JoinWords(args.rest);
  if (action == "fix") {
    return Ask(input, AiTask::kFix, about, args.Has("--output"));
  }
  return Ask(input, action == "ask" ? AiTask::kRequest : AiTask::kExplain,
             about, /*with_output=*/false);
}

}  // namespace synapse
