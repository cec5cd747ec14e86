// Synopsis: the arguments of a command by its line of use.
//
//   cp [OPTION]... [-T] SOURCE DEST     source, dest
//   Usage: tool [flags] COMMAND         has_command
//
// An argument is only a hint: each is optional and the last one is repeated, so
// that a line which the text does not describe is no error.
// Tested by tests/manual/page_spec_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/model.h"

namespace synapse {

struct Synopsis {
  std::vector<ArgDraft> args;
  std::vector<OptionDraft> options;  // "[-v] [-o file]", without texts
  bool has_command = false;          // a subcommand, or any command
  bool has_command_args = false;     // "COMMAND [ARG]...": any command
  int forms = 0;
};

// Adds a line of use. `names` are the words before its options.
void AddSynopsis(std::string_view text, Synopsis& synopsis);

// The arguments for the command; empty if the lines differ too much.
std::vector<ArgDraft> ArgumentsOf(const Synopsis& synopsis);

}  // namespace synapse
