// Page spec: what a manual page says of a command.
//
//   NAME         the description
//   SYNOPSIS     the arguments, and whether there are subcommands
//   OPTIONS      and other sections: each tag that names options, with the
//   first
//                sentence below it
//   COMMANDS     subcommands, with the options that are indented below them
//   git-add(1)   a page that may be about the subcommand `add`
//
// Pages of editors and shells list commands that are no subcommands: these
// count only if the synopsis has a command. Tested by
// tests/manual/page_spec_test.cc; fuzzed by tests/fuzz/page_fuzz.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "manual/page.h"
#include "spec/model.h"

namespace synapse {

struct PageSpec {
  CommandDraft root;
  std::vector<std::string> references;  // names of pages: "git-add"
  // The page is about a subcommand: its synopsis begins with these two words.
  std::string of_command, of_subcommand;
};

PageSpec SpecOfPage(const ManualPage& page, const std::string& command);

}  // namespace synapse
