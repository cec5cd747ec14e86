// Machine spec: a spec for an installed command from what the machine says.
//
//   1. fish and zsh completion files that came with the program
//   2. the manual page, and the pages of its subcommands
//   3. literal lists of bash completions and --help
//   4. completion files of the shells, which may be about another version: they
//      fill what the others leave out, and are used alone if there is nothing
//      else
//
// Files are read, and only --help runs anything: a program that a package of
// the system owns, or that the user has run, confined (manual/confined.h). For
// background processes and tools; it takes milliseconds to seconds.
// Tested by tests/manual/installed_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "manual/installed.h"
#include "spec/pack_index.h"

namespace synapse {

// One source of knowledge about a command, and how much it gave.
struct MachineLayer {
  std::string name;  // "manual page"
  std::string path;  // "" for --help
  size_t options = 0, subcommands = 0;
};

struct MachineSpec {
  SpecDraft spec;
  std::vector<MachineLayer> layers;  // that said something
  std::vector<PackSourceDraft> sources;
  bool has_subcommand_help = false;  // `PROGRAM SUBCOMMAND --help` may be run
  // Of the manual page alone, for figures.
  CommandDraft page;

  bool empty() const {
    return spec.root.options.empty() && spec.root.subcommands.empty();
  }
};

struct MachineOptions {
  bool completions = true, pages = true;
  // Whether --help of this program may be run; null: never.
  std::function<bool(const std::string& program)> may_run;
  // Also `PROGRAM SUBCOMMAND --help`, if its parser knows that.
  bool subcommand_help = false;
};

// `program`: the path of the executable. `on_path`: whether a command of that
// name exists, which then has a page of its own: git-lfs is no subcommand of
// git if there is a program of that name.
MachineSpec MakeMachineSpec(
    Installed& installed, const std::string& name, const std::string& program,
    const MachineOptions& options,
    const std::function<bool(const std::string& name)>& on_path);

// The output of `PROGRAM WORDS... --help`, confined; "" on failure.
std::string HelpOutput(const std::string& program,
                       std::vector<std::string> words = {});

}  // namespace synapse
