// Commands: a whole line taken apart into its simple commands, as both shells
// would run them: behind operators and keywords, in functions and loops.
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

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "line/tokenizer.h"

namespace synapse {

struct SimpleCommand {
  std::vector<Token> words;  // without keywords and assignments before it
  std::vector<Token> assignments;
  // ">" or "2>>", and what it names.
  std::vector<std::pair<std::string, Token>> redirects;
  bool piped = false;  // the command before writes into it
};

struct CommandList {
  std::vector<SimpleCommand> commands;
  std::vector<std::string> functions;  // names that the line defines
  // The command lines of $(...), `...`, <(...) that are in no other of them, and
  // where they are written.
  std::vector<std::string> substitutions;
  std::vector<std::pair<size_t, size_t>> substituted;  // begin, end
  std::vector<std::string> here_documents;  // their bodies
  std::vector<std::string> expanded_documents;  // those with substitutions
};

// Never fails; what is unfinished is taken as far as it goes.
CommandList ParseCommands(std::string_view line);

// Stands in front of any command and changes nothing of what its words are:
// sudo, time. Specs say the same of more commands (docker exec); these few are
// left out of what is learned, which must not change with the specs that are
// there.
bool IsWrapper(std::string_view word);

}  // namespace synapse
