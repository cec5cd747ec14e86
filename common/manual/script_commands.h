// Script commands: the commands of a shell script as lists of words, as far as
// they can be read without running anything. For files that state completions.
//
//   complete -c x -s a -d 'All'     one command
//   names=(add 'rm:Remove')         a command with the first word "names=("
//   f() {                           the commands "function" f, and "{"
//   -a|--all)                       a command with the first word ")": a label
//   {-a,--all}'[text]'              two words
//
// A word with a parameter, a substitution or a pattern is dynamic: its value is
// what is known of it.
// Tested by tests/manual/completion_file_test.cc; fuzzed by
// tests/fuzz/completion_fuzz.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace synapse {

struct ShellWord {
  std::string value;
  bool dynamic = false;
};

using ShellCommand = std::vector<ShellWord>;

enum class Dialect { kPosix, kFish };

// At most the first million bytes are read.
std::vector<ShellCommand> ShellCommands(std::string_view text, Dialect dialect);

}  // namespace synapse
