// Shell syntax in words: the effect of an operator, a redirection, a reserved
// word or an operator of [[ ]].
//
//   |      Pass the output of the command before it to the one behind it
//   2>&1   Send standard error to where standard output goes
//   done   End the loop
//
// Tested by tests/line/shell_syntax_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

// Each function returns "" for a text that it does not know.
std::string MeaningOfOperator(std::string_view op);
// `op` is the value of a token of kind kRedirect: "2>", "<<-", "&>", "2>&1".
std::string MeaningOfRedirect(std::string_view op);
std::string MeaningOfReserved(std::string_view word);
// `word` is an operator between [[ and ]]: -f, ==, -lt.
std::string MeaningOfTest(std::string_view word);

// True for a redirection that replaces the contents of its target.
bool ReplacesTarget(std::string_view op);
// True for a redirection that may create its target: also 2>> and &>.
bool WritesTarget(std::string_view op);

}  // namespace synapse
