// The subcommands of `synapse`: one file each, and one table (table.cc) by
// which their arguments are read. They run inside a shell (over its engine) and
// as a program, and do not depend on the shell.
//
// Errors are one line, `synapse: WHAT: WHY`; exit 1 for a failure, 2 for wrong
// usage.
// Tested by tests/command/command_test.cc.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine.h"
#include "explain/explanation.h"

namespace synapse {

struct CommandIo {
  std::function<void(int fd, std::string_view bytes)> write;

  void Out(std::string_view text) const { write(1, text); }
  void Err(std::string_view text) const { write(2, text); }
};

// Where a subcommand runs: as a program, in a shell, or in a child of one over
// an engine of its own.
enum class CommandProcess { kProgram, kSubshell, kShell };

struct CommandInput {
  // The engine of the shell, or one over the user's store. Null for commands
  // that need none.
  Engine* engine = nullptr;
  std::vector<std::string> args;  // after the subcommand's name
  CommandIo io;
  CommandProcess process = CommandProcess::kProgram;
  std::string session;
  std::string cwd;
  int64_t now_ms = 0;
};

// kStore: outside a shell it fails when the store cannot be opened.
enum class NeedsEngine { kNo, kYes, kStore };

enum class Need { kOptional, kRequired, kMany, kSome };

// An option, or an argument by its position.
struct Term {
  const char* name;    // "--limit"; "" for an argument
  const char* value;   // "N": any text; "" for none but `values`, or a flag
  const char* values;  // "text json fzf", or ""
  const char* help;    // one line, or several; "" where nothing is to be said
  Need need = Need::kOptional;

  constexpr bool takes_value() const { return *value || *values; }
};

// One way to call a subcommand.
struct Form {
  // "list" of `synapse history list`, or "" for the only one.
  const char* action;
  std::span<const Term> terms;
  const char* help;  // what the action does
};

struct Subcommand {
  const char* name;
  const char* summary;  // one line
  const char* help;     // whole lines behind it, or ""
  std::span<const Form> forms;
  int (*run)(const CommandInput& input);
  NeedsEngine engine;
};

std::span<const Subcommand> Subcommands();
const Subcommand* FindSubcommand(std::string_view name);
// True for `synapse NAME ... --help` or -h, which print `synapse help NAME`.
bool AsksForHelp(const std::vector<std::string>& args);

// Prints `synapse: WHAT: WHY` on stderr and returns `status`.
int Fail(const CommandInput& input, std::string_view what, std::string_view why,
         int status = 1);
// The same, with the usage of the form that matches `input.args`.
int Usage(const CommandInput& input, const char* name, std::string_view why);
// Reports that the first argument is no form of `name`. Returns 2.
int UnknownAction(const CommandInput& input, const char* name);
// Reports an unknown subcommand with a similar name. Returns 2.
int UnknownSubcommand(const CommandInput& input, const std::string& name);

// Options of a subcommand: `--name VALUE`, `--name=VALUE`, flags, and `--`.
struct ParsedArgs {
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> rest;
  std::string error;  // "" or why

  bool Has(std::string_view name) const;
  std::string Get(std::string_view name, std::string_view fallback = "") const;
};
// Parses the arguments after the action, by the called form of `name`.
// REQUIRES: the first argument is an action of `name`, if it has actions.
ParsedArgs ParseArgs(const CommandInput& input, const char* name);
ParsedArgs ParseArgs(std::span<const std::string> args,
                     std::span<const Term> terms);

// "suggest [--limit N] ... [BUFFER...]".
std::string UsageOf(const Subcommand& sub, const Form& form);
// Usage, summary, every option: at most 80 columns wide.
std::string HelpOf(const Subcommand& sub);

// A whole number that is not negative, or no value.
std::optional<int64_t> ParseNumber(std::string_view text);
// The width of the terminal that shows the output, 40 to `most`; 80 if there is
// none.
int TerminalColumns(int most);
// The explanation of a line in the shell of the engine, and what runs there as
// the command `name`: "shell builtin", a path, "not found".
Explanation ExplainHere(Engine& engine, std::string_view line,
                        const std::string& cwd, Budget& budget);
std::string WhatRuns(Engine& engine, const std::string& name,
                     const std::string& cwd);
// `text` with blanks behind it, at least `width` bytes.
std::string Padded(std::string text, size_t width);

int RunSuggest(const CommandInput& input);
int RunExplain(const CommandInput& input);
int RunSearch(const CommandInput& input);
int RunConfig(const CommandInput& input);
int RunHistory(const CommandInput& input);
int RunSpec(const CommandInput& input);
int GenerateSpec(const CommandInput& input);
// From what the machine says: spec_machine.cc.
int GenerateMachineSpecs(const CommandInput& input, const ParsedArgs& args);
int ShowSpecSources(const CommandInput& input, const std::string& name);
int DiffSpec(const CommandInput& input);
// True for a name that a command can have.
bool IsCommandName(std::string_view name);
int RunDoctor(const CommandInput& input);
int RunFeedback(const CommandInput& input);
int RunStats(const CommandInput& input);
int RunRecords(const CommandInput& input);
int RunLearn(const CommandInput& input);
int LearnTranscripts(const CommandInput& input);
int ReplayTranscripts(const CommandInput& input);
int RunReflect(const CommandInput& input);
int RunTune(const CommandInput& input);
int RunAi(const CommandInput& input);
int RunIncognito(const CommandInput& input);
int RunSync(const CommandInput& input);
// Set by the program: a shell does not load the encryption.
extern int (*sync_here)(const CommandInput& input);
// A pass of `synapse sync` in the background.
void SyncDetached(Engine& engine);
// A setting that leaves open what must stay on this machine; "" if none does.
std::string WhyNoSync(const Config& config);
int RunInit(const CommandInput& input);
int RunVersion(const CommandInput& input);
int RunHelp(const CommandInput& input);
int RunDrive(const CommandInput& input);
int RunReplay(const CommandInput& input);
// Set by the program: a shell does not load the measurement.
extern int (*drive_here)(const CommandInput& input);
extern int (*replay_here)(const CommandInput& input);

// The part of the module that is written for the shell reports to `doctor` which
// keys are left to the user, and why no ghost is drawn. Set before a subcommand runs in a shell
// or in a child of one. Tested by tests/shell/cases/own_keys.sh.
struct ShellFinding {
  std::string name, text;
  std::string remedy;  // empty if it is no problem
};
using ShellFindings = std::function<std::vector<ShellFinding>()>;

// The findings of this process; empty outside of a shell.
ShellFindings& FindingsOfShell();

}  // namespace synapse
