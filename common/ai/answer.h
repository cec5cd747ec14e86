// Answer: a language model's answer is hostile until it is checked.
//
// Taken out of it: fences of code, a prompt sign, blanks around it. Refused:
// hidden characters, more than one command line, placeholders (<file>,
// your_name, /path/to), a command that is not here, options that the command's
// spec does not know, a line that does not go on with what is typed.
// Tested by tests/ai/answer_test.cc over tests/cases/ai_answers.txt.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ai/prompt.h"
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
// `typed`: what the line begins with; "" where it may be any.
CheckedAnswer CheckAnswer(std::string_view answer, std::string_view typed,
                          const AnswerCheck& check);

// Of an explanation: no hidden characters, at most so many lines.
std::string CheckedText(std::string_view answer, size_t most_lines);

}  // namespace synapse
