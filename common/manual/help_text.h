// Help text: what the output of `COMMAND --help` says of a command.
//
//   Usage: tool [OPTIONS] FILE...
//
//   Options:
//     -a, --all              do not ignore entries
//         --color <WHEN>
//             Use colours
//   Commands:
//     add      Add a file
//
// Layouts of getopt, argparse, click, Cobra, clap, Go's flag and BusyBox are
// read: a definition, and a description behind two blanks, a tab, or in deeper
// lines below. Terminal escapes are dropped. The first paragraph describes the
// command, and the choices {a,b} ... of argparse are subcommands.
// Tested by tests/manual/help_text_test.cc; fuzzed by tests/fuzz/help_fuzz.cc.
#pragma once

#include <string>
#include <string_view>

#include "spec/model.h"

namespace synapse {

CommandDraft SpecOfHelp(std::string_view text, const std::string& command);

// True if the parser of the command line gives each subcommand a --help, which
// is then never read as an order: click, argparse, clap, Cobra, urfave/cli, or a
// text that names `tool COMMAND --help`.
bool SubcommandsHaveHelp(std::string_view text);

}  // namespace synapse
