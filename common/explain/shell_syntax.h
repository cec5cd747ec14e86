// Shell syntax in words: what an operator, a redirection, a reserved word or an
// operator of [[ ]] does.
//
//   |      Pass the output of the command before it to the one behind it
//   2>&1   Send standard error to where standard output goes
//   done   End the loop
//
// Tested by tests/explain/shell_syntax_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

// Each is "" for a text that it does not know.
std::string MeaningOfOperator(std::string_view op);
// `op` is the value of a token of kind kRedirect: "2>", "<<-", "&>", "2>&1".
std::string MeaningOfRedirect(std::string_view op);
std::string MeaningOfReserved(std::string_view word);
// Of a word between [[ and ]] that is no operand: -f, ==, -lt.
std::string MeaningOfTest(std::string_view word);

// True for a redirection that replaces the contents of its target.
bool ReplacesTarget(std::string_view op);
// True for one that may create its target: also 2>> and &>.
bool WritesTarget(std::string_view op);

}  // namespace synapse
