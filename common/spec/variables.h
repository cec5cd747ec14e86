// Variables: what well-known variables of the environment and of the shells
// hold.
//
//   HOME    Your home directory
//   ?       Exit status of the last command
//   FROB    "": unknown
//
// Tested by tests/spec/variables_test.cc.
#pragma once

#include <string_view>

namespace synapse {

// `name` is without `$`.
std::string_view MeaningOfVariable(std::string_view name);

// The place of the variable in the table, the best known ones first; for
// an unknown one the number of all known ones.
int RankOfVariable(std::string_view name);

}  // namespace synapse
