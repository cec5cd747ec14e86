// explain: the parts of a line with their meanings, without a language model.
#include "base/text.h"
#include "command/command.h"
#include "explain/explanation.h"
#include "explain/path_state.h"
#include "explain/table.h"
#include "runner/command_runner.h"

namespace synapse {
namespace {

// A person waits for the answer; no key follows.
constexpr int64_t kBudgetUs = 500'000;
constexpr int kMaxColumns = 160;

}  // namespace

std::string WhatRuns(Engine& engine, const std::string& name,
                     const std::string& cwd) {
  const ShellNames& shell = engine.shell();
  const auto kind = shell.kind ? shell.kind(name) : ShellNames::Kind::kNone;
  // Outside of a shell, a builtin of one of them is none for the other.
  const Builtin known = engine.specs().TraitsOf(name).builtin;
  const bool is_builtin = kind == ShellNames::Kind::kBuiltin ||
                          (!shell.kind && known == Builtin::kBoth);
  if (kind == ShellNames::Kind::kFunction) return "shell function";
  if (is_builtin) return "shell builtin";
  if (name.find('/') != std::string::npos) {
    Budget budget(kBudgetUs / 10);
    return TextOf(StateOfPath(JoinPath(cwd, ExpandTilde(name)), budget));
  }
  const std::string path =
      shell.variable ? shell.variable("PATH").value_or("") : "";
  std::string program = FindProgram(name, path);
  if (!program.empty()) return program;
  const bool is_of_one = !shell.kind && known != Builtin::kNone;
  return is_of_one ? "shell builtin" : "not found";
}

Explanation ExplainHere(Engine& engine, std::string_view line,
                        const std::string& cwd, Budget& budget) {
  const ExplainInput input{
      .specs = engine.specs(),
      .alias = engine.shell().alias,
      .risk = engine.suggester().risk(),
      .cwd = cwd,
      .recursive_globs = engine.options().shell == "zsh",
      .command =
          [&](const std::string& name) { return WhatRuns(engine, name, cwd); },
      .describe =
          [&](const std::string& name) {
            return engine.program_texts().Of(name);
          }};
  return Explain(line, input, budget);
}

int RunExplain(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "explain");
  if (!args.error.empty()) return Usage(input, "explain", args.error);
  if (args.rest.empty()) return Usage(input, "explain", "LINE is missing");
  const std::string line = JoinWords(args.rest);
  if (line.size() > kMaxExplained) {
    return Fail(
        input, "explain",
        "the line is longer than " + std::to_string(kMaxExplained) + " bytes");
  }
  Budget budget(kBudgetUs);
  const Explanation explanation =
      ExplainHere(*input.engine, line, input.cwd, budget);
  if (args.Has("--json")) {
    input.io.Out(ExplanationJson(explanation) + "\n");
    return 0;
  }
  std::string out;
  for (const TableRow& row :
       TableOf(explanation, TerminalColumns(kMaxColumns))) {
    out += row.text + "\n";
  }
  input.io.Out(out);
  return 0;
}

}  // namespace synapse
