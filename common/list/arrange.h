// Arrange: the order of suggestions in a list, and the text of their rows.
//
//   likely       what is wanted most probably, best first
//   history      whole lines, best first
//   subcommands  by the alphabet
//   values       branches, hosts, targets: best first
//   files        by the alphabet
//   options      by the alphabet, one row an option: -m, --message <msg>
//
// Tested by tests/list/arrange_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "context/completion_context.h"
#include "rank/suggestion.h"

namespace synapse {

// In the order of the list.
enum class RowGroup { kLikely, kHistory, kSubcommand, kValue, kFile, kOption };
// A heading: "subcommands".
std::string_view GroupName(RowGroup group);

// Orders suggestions, the best of which is first and stays first. Returns the
// group of each.
std::vector<RowGroup> Arrange(std::vector<Suggestion>& suggestions);

// An option with all its names and its value's: "-m, --message <msg>". Any
// other suggestion: its word, or the line if that is what it suggests.
std::string LabelOf(const Suggestion& suggestion,
                    const CompletionContext& context);

}  // namespace synapse
