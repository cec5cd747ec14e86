// Prompt: the text of a request to a language model.
//
//   complete  the line that is typed, with known facts about the shell
//   intent    the next line, after earlier ones
//   request   `# what I want`: a command for a comment
//   fix       the line that failed
//   explain   the line that is typed
//   spec      a completion spec for the output of `COMMAND --help`
//
// A prompt begins with the parts that do not change from key to key, so that a
// server can cache them; the line comes last. Each prompt is a text with names
// in braces ({input}, {cwd}). A file of the user, PROMPTS/NAME.txt, replaces
// it. The version identifies the text.
//
// Redacted: a recent line with a secret is left out, and no request is made
// about a line with a secret. Contents of files are never included.
// Tested by tests/ai/prompt_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

enum class AiTask { kComplete, kIntent, kRequest, kFix, kExplain, kSpec };
std::optional<AiTask> ParseAiTask(std::string_view name);

struct AiCommand {
  std::string line;
  int exit = -1;  // -1: unknown
};

// The shell's state as sent to the model. All of it may come from files and
// other programs.
struct AiFacts {
  AiTask task = AiTask::kComplete;
  std::string input;  // the line, the wish, or the output of --help
  std::string shell;
  std::string cwd;  // absolute
  std::string home;
  std::string project;  // "Cargo.toml, Makefile"; "" outside of any
  std::string branch;
  std::string completing;            // "Argument of `git commit`"
  std::vector<std::string> listing;  // names in cwd
  std::vector<AiCommand> recent;     // oldest first
  std::string output;  // of the failed command, if the user allows it
};

struct AiPrompt {
  std::string version;  // "complete-1", or "complete-" and a hash of the file
  std::string system;
  std::string user;
};

// `has_secret` checks any text. No value when the input has a secret.
std::optional<AiPrompt> MakePrompt(
    const AiFacts& facts, const std::string& directory,
    const std::function<bool(std::string_view)>& has_secret);

}  // namespace synapse
