// ShellCompletion: the matches of the shell's own completion for the edited line,
// compsys of zsh or the programmable completion of bash.
//
// A copy of the shell (runner/command_runner.h) completes the line, writes what
// its completion offers, and ends: the shell itself keeps its functions, options
// and screen as they are, and does not wait. The copy is killed at a deadline;
// its command is not asked for again in this shell.
//
// Only a list asks, never a key that edits.
// Tested by tests/source/shell_completion_test.cc and, in both shells, by
// tests/shell/cases (`completion:`).
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "context/completion_context.h"
#include "runner/command_runner.h"

namespace synapse {

struct ShellMatch {
  std::string value;  // the whole word, without quotes
  std::string description;
};

// Pairs of texts that end in NUL: a value and its description. Values with
// hidden characters are left out, as are those beyond kMaxGenerated.
std::vector<ShellMatch> ParseShellMatches(std::string_view output);

class ShellCompletion {
 public:
  static constexpr int kTimeoutMs = 1500;
  static constexpr int64_t kFreshUs = 5'000'000;

  explicit ShellCompletion(CommandRunner& runner) : runner_(runner) {}

  // Writes the pairs for the line that is being edited to a descriptor. It is
  // called in a copy of the shell.
  using Ask = std::function<void(int fd)>;
  void SetAsk(Ask ask) { ask_ = std::move(ask); }

  // Asks for the word at the cursor, unless its matches are under way or less
  // than kFreshUs old, or the command was given up.
  void Begin(const CompletionContext& context, const std::string& cwd);
  bool is_under_way() const { return under_way_; }
  // True if the process was that of this object.
  bool Ended(const CommandRunner::Finished& done);
  // The matches that were found for the word at the cursor.
  const std::vector<ShellMatch>& For(const CompletionContext& context,
                                     const std::string& cwd) const;

 private:
  CommandRunner& runner_;
  Ask ask_;
  bool under_way_ = false;
  std::string place_;  // the line before the word, and the directory
  int64_t asked_us_ = 0;
  std::string command_;
  std::vector<ShellMatch> matches_;
  std::set<std::string> given_up_;  // commands
};

}  // namespace synapse
