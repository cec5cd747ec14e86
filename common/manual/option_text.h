// Option text: what a manual page or --help says of an option, as names and
// values.
//
//   -a, --all                 names
//   -n, --lines=NUM           and a value
//   --color[=WHEN]            a value that may be missing, and is joined
//   -o file, -ofile           the same option
//   --[no-]pager              two options
//   {always|never}, a|b       values of a list
//   -x is the same as -y      no: a sentence
//
// Tested by tests/manual/option_text_test.cc and tests/cases/option_texts.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/model.h"

namespace synapse {

inline constexpr size_t kMaxMachineText = 120;  // bytes of a description

// The options that a text names; empty if it is no such text. Values may stand
// between kValueBegin and kValueEnd (page.h).
std::vector<OptionDraft> OptionsOfText(std::string_view text);

// True for "-a" and "--all" alone.
bool IsOptionName(std::string_view text);

// A value named like this: FILE, <dir>, {a|b}.
ArgDraft ArgumentNamed(std::string_view text);

// The first sentence without hidden characters, at most kMaxMachineText bytes.
std::string FirstSentence(std::string_view text);

// The subcommands of names that share a text: "build, b" is one, "install,
// remove" are two.
std::vector<CommandDraft> CommandsNamed(std::vector<std::string> names);

// A name that can be a subcommand: "list-units".
bool IsSubcommandName(std::string_view word);

}  // namespace synapse
