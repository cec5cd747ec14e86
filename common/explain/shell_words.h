// The meaning of words that the shell, or the command around them, replaces by
// something else.
//
//   ${x:-y}          "value of the variable x, or y if it is unset or empty"
//   cd -             "the directory before this one"
//   cat a - b        "standard input or output"
//   kill %1          "job 1"
//
// Tested by tests/explain/shell_words_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

// `use` is the expansion as it was written, `$x` or `${x...}`, and `name` its
// variable.
std::string MeaningOfParameter(std::string_view use, std::string_view name);

// "" if the word has no meaning of its own behind this command. `type`: of the
// value that is expected (file, branch).
std::string MeaningOfOperand(std::string_view command, std::string_view word,
                             std::string_view type);

// `(`, `)` and `!` of find and test, "" for other words.
std::string MeaningOfSign(std::string_view command, std::string_view word);

// `word` as it was written: `a=1`, `a+=1`, `a=(1 2)`, `a[2]=x`.
std::string MeaningOfAssignment(std::string_view word, bool for_command);

// The name behind that word: `for i`, `function f`, `repeat 3`.
std::string MeaningOfName(std::string_view reserved);

// The text in a command that `command` replaces, and by what: `{}` of find.
struct Placeholder {
  std::string text;     // "" for a command that replaces nothing
  std::string meaning;  // "the path that was found"
};
// `replaced`: the value of the option -I of xargs; "" without it.
Placeholder PlaceholderOf(std::string_view command, std::string_view replaced);

}  // namespace synapse
