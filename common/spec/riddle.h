// Riddle: signs that a description does not say what it is about.
//
//   Print it as JSON                     a pronoun instead of a noun
//   Remove commands older than this      ends in a pronoun
//   Create the cluster anew              a word that few readers know
//   Show progress in this way            "in this way"
//   Embed all fonts, or not              "or not" for a value
//   Merge the files that are given       a condition that all files meet
//   --port "Use this port"               no more than the name
//
// Read without the remark in parentheses at the end. A sign must rarely be
// wrong: "without running it" ends in a pronoun too, whose noun stands before it.
//
// Rejected: a measure of readability. Short texts of common words score well,
// and that is what a riddle is made of.
// Tested by tests/spec/riddle_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "spec/model.h"

namespace synapse {

// The sign that `text` bears, empty if none. `option` is the option that it
// describes, nullptr for a subcommand, an argument or a value.
std::string RiddleIn(std::string_view text, const OptionDraft* option);

}  // namespace synapse
