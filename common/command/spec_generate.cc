// spec generate --ai: a language model (ai.provider) writes a completion spec from
// the output of `COMMAND --help`. Without --ai see spec_machine.cc.
#include "ai/spec_answer.h"
#include "base/text.h"
#include "command/command.h"
#include "manual/machine_spec.h"
#include "runner/command_runner.h"
#include "spec/directories.h"
#include "spec/parse.h"

namespace synapse {
namespace {

constexpr size_t kMaxHelp = size_t{12} << 10;  // bytes to send
constexpr int kAnswerMs = 120'000, kMaxAnswerTokens = 4096;

// Why no spec of that name can be written to `path`; "" if it can.
std::string InTheWay(const CommandInput& input, const std::string& name,
                     const std::string& path, bool force) {
  for (const std::string& directory : input.engine->specs().directories()) {
    const std::string other = JoinPath(directory, name + ".json");
    if (other != path && IsRegularFile(other)) return "a spec exists: " + other;
  }
  if (!force && IsRegularFile(path)) {
    return "a generated spec exists: " + path + "; --force replaces it";
  }
  return "";
}

int Write(const CommandInput& input, const SpecDraft& spec,
          const std::string& path) {
  const Status made = MakePrivateDirs(std::string(DirName(path)));
  const Status written =
      made.ok() ? WriteFileAtomically(path, SpecToJson(spec) + "\n") : made;
  if (!written.ok()) return Fail(input, "spec", written.message());
  input.engine->specs().Recheck();
  input.io.Out(path + ": " + std::to_string(spec.root.options.size()) +
               " options, " + std::to_string(spec.root.subcommands.size()) +
               " subcommands, by " + Drawable(spec.generated_by) +
               "; check it before you use it\n");
  return 0;
}

// Sends the request and waits for the answer. Errors are reported.
int Ask(const CommandInput& input, const std::string& name,
        const std::string& help, const std::string& path) {
  Engine& engine = *input.engine;
  AiSettings settings = engine.ai().settings();
  if (!settings.on()) {
    return Fail(input, "spec",
                settings.problem.empty()
                    ? "ai.provider is off: see man synapse-config"
                    : settings.problem);
  }
  // A long text needs more time than a line.
  settings.timeout_ms = kAnswerMs;
  if (const char* why = engine.ai().WhyNot(name, input.cwd)) {
    return Fail(input, "spec", std::string("nothing is sent: ") + why);
  }
  const std::string about =
      "The command is " + name + ". It printed for --help:\n" + help;
  const auto prompt = MakePrompt(
      engine.ai().Facts(AiTask::kSpec, about, input.cwd), settings.prompts,
      [&](std::string_view text) { return engine.ai().HasSecret(text); });
  if (!prompt) {
    return Fail(input, "spec",
                "nothing is sent: its output may contain a secret");
  }
  const AiReply reply =
      AskAndWait(settings, *prompt, input.cwd, kMaxAnswerTokens);
  if (!reply.problem.empty()) return Fail(input, "spec", reply.problem);
  std::string model = Drawable(reply.exchange.model.substr(0, 60));
  if (!model.empty()) model += ", ";
  const std::string by =
      "a language model (" + model + "prompt " + prompt->version + ")";
  const Result<SpecDraft> spec = SpecFromAnswer(reply.exchange.raw, name, by);
  if (!spec.ok()) {
    return Fail(input, "spec",
                "the answer was rejected: " + spec.status().message());
  }
  return Write(input, *spec, path);
}

}  // namespace

bool IsCommandName(std::string_view name) {
  return !name.empty() && name.size() <= 100 && !HasHidden(name) &&
         name.find('/') == name.npos && !name.starts_with('.') &&
         !name.starts_with('-');
}

int GenerateSpec(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "spec");
  if (!args.error.empty()) return Usage(input, "spec", args.error);
  if (!args.Has("--ai")) return GenerateMachineSpecs(input, args);
  if (args.rest.size() != 1) {
    return Usage(input, "spec", "generate takes one name");
  }
  const std::string& name = args.rest[0];
  if (!IsCommandName(name)) {
    return Fail(input, "spec",
                Drawable(name.substr(0, 100)) + ": no command name");
  }
  const std::string directory = GeneratedSpecs(input.engine->options().paths);
  if (directory.empty()) {
    return Fail(input, "spec", "there is no home directory");
  }
  const std::string path = JoinPath(directory, name + ".json");
  const std::string other = InTheWay(input, name, path, args.Has("--force"));
  if (!other.empty()) return Fail(input, "spec", other);
  const std::string programs = input.engine->Variable("PATH");
  const std::string program = FindProgram(name, programs);
  if (program.empty()) return Fail(input, "spec", name + ": no such command");
  const std::string help = HelpOutput(program).substr(0, kMaxHelp);
  if (Trim(help).empty()) {
    return Fail(input, "spec", name + " --help prints nothing");
  }
  return Ask(input, name, help, path);
}

}  // namespace synapse
