// Commands: splits a whole line into its simple commands, as both shells would
// run them: behind operators and keywords, in functions and loops.
//
//   a=1 x y | z 2>f && w           x y / z (piped, redirected) / w
//   if a b; then c; fi             a b / c
//   for f in *; do rm $f; done     rm $f
//   case x in a) b;; esac          b
//   f() { c; }                     c, and the function f
//   echo "$(b c)" `d`              echo ..., and the substitutions "b c", "d"
//
// Tested by tests/line/commands_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "line/tokenizer.h"

namespace synapse {

struct SimpleCommand {
  std::vector<Token> words;  // without keywords and leading assignments
  std::vector<Token> assignments;
  // The operator, ">" or "2>>", and its target.
  std::vector<std::pair<std::string, Token>> redirects;
  bool piped = false;  // the previous command writes into this one
};

struct CommandList {
  std::vector<SimpleCommand> commands;
  std::vector<std::string> functions;  // names that the line defines
  // The command lines of outermost $(...), `...` and <(...), and their
  // positions in the line.
  std::vector<std::string> substitutions;
  std::vector<std::pair<size_t, size_t>> substituted;  // begin, end
  std::vector<std::string> here_documents;             // their bodies
  std::vector<std::string> expanded_documents;  // those with substitutions
};

// Never fails. Unfinished input is parsed as far as it goes.
CommandList ParseCommands(std::string_view line);

// The number of words before the command in a line of a crontab:
// `0 3 * * 1 command`, `@daily command`; 0 for another line.
size_t ScheduleWords(std::span<const std::string> words);

// True for a command that runs another one without changing the meaning of its
// words: sudo, time. Specs say the same of more commands (docker exec). Only
// these few are left out of what is learned, because learned data must not
// depend on which specs are installed.
bool IsWrapper(std::string_view word);

}  // namespace synapse
