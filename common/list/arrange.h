// Arrange: the order of suggestions in a list, and the text of their rows.
//
//   likely       the most probable suggestions, best first
//   history      whole lines, best first; behind a command the first eight
//   subcommands  by the alphabet
//   commands     best first
//   values       branches, hosts, targets: best first; what only a spec lists
//                comes in its order if it lists few, else by the alphabet
//   files        by the alphabet
//   options      by the alphabet, one row an option: -m, --message <msg>
//   more history the other lines
//
// Tested by tests/list/arrange_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "context/completion_context.h"
#include "rank/suggestion.h"

namespace synapse {

// The groups in the order of the list.
enum class RowGroup {
  kLikely,
  kHistory,
  kSubcommand,
  kCommand,
  kValue,
  kFile,
  kOption,
  kMoreHistory,
  kShell  // what the shell's own completion offers
};
// The heading of a group: "subcommands".
std::string_view GroupName(RowGroup group);

// Leaves one row for each option: of several spellings the best stays, with the
// description of the option. A learned word, -f, is a spelling too.
void JoinSpellings(std::vector<Suggestion>& suggestions,
                   const CompletionContext& context);

// The facts of a list that its order depends on.
struct ListFacts {
  const CompletionContext* context = nullptr;  // null: options by their words
  // Files may stand here. More of them may follow, so that an option of which
  // only the spec knows is not likely, whatever its confidence.
  bool has_files = false;
};

// Orders suggestions and returns the group of each. The first suggestion is the
// best one and stays first, unless files may stand here and it is an option
// of which only the spec knows.
std::vector<RowGroup> Arrange(std::vector<Suggestion>& suggestions,
                              const ListFacts& facts = {});

// The text of the row. An option has all its names and the name of its value:
// "-m, --message <msg>"; any other suggestion has its word, or its whole line.
std::string LabelOf(const Suggestion& suggestion,
                    const CompletionContext& context);

}  // namespace synapse
