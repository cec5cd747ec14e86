// Prompt: what a language model is asked, in the words of
// suggestion-algorithm.md, "LLM Strategy".
//
//   complete  the line that is typed, with what is known around it
//   intent    the next line, after those that ran
//   request   `# what I want`: a comment made into a command
//   fix       the line that failed
//   explain   the line that is typed
//   spec      a completion spec out of what `COMMAND --help` says
//
// A prompt begins with what stays the same from key to key, so that a server
// can keep what it read of it; the line stands last. Each is a text with names
// in braces ({input}, {cwd}); a user's own file of that name, PROMPTS/NAME.txt,
// stands in its place. The version tells which one it was.
//
// Redacted: a recent line that holds a secret is left out, and nothing is asked
// about a line that holds one. No contents of files are in it.
// Tested by tests/ai/prompt_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

enum class AiTask { kComplete, kIntent, kRequest, kFix, kExplain, kSpec };
const char* AiTaskName(AiTask task);
std::optional<AiTask> ParseAiTask(std::string_view name);

struct AiCommand {
  std::string line;
  int exit = -1;  // -1: not known
};

// What is known. All of it may come from files and other programs.
struct AiFacts {
  AiTask task = AiTask::kComplete;
  std::string input;  // the line, the wish, or what --help printed
  std::string shell;
  std::string cwd;  // absolute
  std::string home;
  std::string project;  // "Cargo.toml, Makefile"; "" outside of any
  std::string branch;
  std::string completing;  // "Argument of `git commit`"
  std::vector<std::string> listing;  // names here
  std::vector<AiCommand> recent;     // the oldest first
  std::string output;  // of the command that failed, where the user asks so
};

struct AiPrompt {
  std::string version;  // "complete-1", or "complete-" and a hash of the file
  std::string system;
  std::string user;
};

// `has_secret`: of any text. Nothing where the input has one.
std::optional<AiPrompt> MakePrompt(
    const AiFacts& facts, const std::string& directory,
    const std::function<bool(std::string_view)>& has_secret);

}  // namespace synapse
