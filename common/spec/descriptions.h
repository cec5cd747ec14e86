// Descriptions: reports texts of a spec that a person cannot read well.
//
//   Suppress progress reports   yes
//   Say less                    no: fewer than three words
//   Only errors are shown       no: does not begin with a verb
//   --force "Force"             no: only repeats the name
//   -e -o -F -p -r              no: more than four short names
//
// An option or subcommand begins with a verb in the imperative (spec/verbs.h)
// and has 3 to 14 words, without the sign of a riddle (spec/riddle.h); two
// options of one command have different texts. A command, argument or value is a
// noun phrase, of which only the length and the repeated name are checked.
//
// Rejected: a part-of-speech tagger. A list of verbs is small and exact, and
// "Only" or "Not" is found as well.
// Tested by tests/spec/descriptions_test.cc.
#pragma once

#include <string>
#include <vector>

#include "spec/model.h"

namespace synapse {

struct DescriptionProblem {
  std::string where;  // "git clean --dry-run"
  std::string what;   // "2 words: Say less"
};

std::vector<DescriptionProblem> CheckDescriptions(const CommandDraft& root);

}  // namespace synapse
