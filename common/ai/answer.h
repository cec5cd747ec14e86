// Answer: checks a language model's answer, which is untrusted input.
//
// Removed: code fences, a prompt sign, surrounding blanks. Rejected: hidden
// characters, more than one command line, placeholders (<file>, your_name,
// /path/to), a command that is not installed, options that the command's spec
// does not know, a line that does not continue the typed text.
// Tested by tests/ai/answer_test.cc over tests/cases/ai_answers.txt.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "context/completion_context.h"

namespace synapse {

struct AnswerCheck {
  SpecStore& specs;
  const AliasLookup& alias;
  std::function<bool(std::string_view command)> can_run;
};

struct CheckedAnswer {
  std::string line;  // "" where it is refused
  const char* why = nullptr;
};
// `typed`: the required beginning of the line; "" for none.
CheckedAnswer CheckAnswer(std::string_view answer, std::string_view typed,
                          const AnswerCheck& check);

// Checks an explanation: removes hidden characters and limits the lines.
std::string CheckedText(std::string_view answer, size_t most_lines);

}  // namespace synapse
