// Reads the JSON of a spec without building its model: the names of all options
// and subcommands, also of those that stay in the file (spec/unread.h), and
// whether a subtree refers to another spec.
//
// Tested by tests/spec/unread_test.cc and tests/spec/option_names_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/json_tree.h"
#include "spec/option_names.h"

namespace synapse {

// The texts point into the tree.
struct TreeNames {
  OptionNames::Builder options;
  std::vector<std::string_view> subcommands;
};
// The names in the root command and its subcommands, at any depth.
TreeNames NamesIn(const JsonTree& tree);

// True if the command or a subcommand has the member "ref".
bool HasRef(const JsonTree& tree, const JsonNode& command);

}  // namespace synapse
