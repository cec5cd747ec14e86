// Descriptions: reports texts of a spec that a person cannot read well.
//
//   Suppress progress reports   yes
//   Say less                    no: fewer than three words
//   Only errors are shown       no: does not begin with a verb
//   --force "Force"             no: only repeats the name
//   -e -o -F -p -r              no: more than four short names
//
// An option or subcommand begins with a verb in the imperative (spec/verbs.h)
// and has 3 to 14 words; two options of one command have different texts. A
// command, argument or value is a noun phrase, of which only the length and the
// repeated name are checked.
//
// The text of an option or subcommand must say what it is about:
//
//   Print it as JSON                     no: a pronoun instead of a noun
//   Remove commands older than this      no: ends in a pronoun
//   Create the cluster anew              no: a word that few readers know
//   Show progress in this way            no: "in this way"
//   Embed all fonts, or not              no: "or not" for a value
//   Merge the files that are given       no: a condition that all files meet
//   --port "Use this port"               no: no more than the name
//
// The remark in parentheses at the end is not read for this. A check must rarely
// be wrong: "without running it" ends in a pronoun too, whose noun stands before
// it.
//
// Rejected: a part-of-speech tagger. A list of verbs is small and exact, and
// "Only" or "Not" is found as well. A measure of readability: short texts of
// common words score well, and unclear texts are made of those.
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
