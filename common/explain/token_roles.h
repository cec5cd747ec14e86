// TokenRoles: the role that the shell gives to each token of a line, and the
// simple commands that its words form.
//
//   a=1 x y | z >f        assignment, words, operator, word, redirection, target
//   for f in *; do x; done   reserved, name, reserved, list word, ...
//   case x in a) b;; esac    reserved, list word, reserved, pattern, ...
//   [[ -f x && -n $y ]]   reserved, conditions, reserved
//
// line/commands.h gives only the commands; here nothing is left out.
// Tested by tests/explain/token_roles_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "line/tokenizer.h"

namespace synapse {

enum class TokenRole {
  kWord,  // of a simple command
  kAssignment,
  kReserved,
  kName,       // behind for, select, function; in front of ()
  kListWord,   // of a loop's list, or the word of case
  kPattern,    // of case
  kCondition,  // between [[ and ]]
  kRedirection,
  kTarget,
  kDelimiter,   // behind <<
  kHereString,  // behind <<<
  kOperator,
  kArithmetic,  // ((...))
  kComment,
};

struct RoledToken {
  Token token;
  TokenRole role = TokenRole::kWord;
  int command = -1;  // the index of its simple command
};

struct TokenRoles {
  std::vector<RoledToken> tokens;
  // The simple commands: indices of their words in `tokens`. A command that has
  // only assignments and redirections has no words.
  std::vector<std::vector<size_t>> commands;
};

// Never fails. Unfinished input is read as far as it goes.
TokenRoles RolesOf(std::string_view line, NestedText* nested = nullptr);

}  // namespace synapse
