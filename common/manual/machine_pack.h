// Machine packs: what the machine says of a command, compiled for the shells.
//
// The pack of a program lies in the cache (spec/loose_pack.h). It holds our
// spec of the command, if there is one, with the options that only the machine
// knows: a text of ours wins. A program of which nothing is known has an empty
// pack, so that it is not read again in each shell.
//
// Processes: MakeMachinePacksInBackground() makes them in a detached process of at
// most 60 s: first of files, then once more with --help at the lowest priority,
// and again with that of the subcommands.
// Tested by tests/manual/machine_pack_test.cc.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "manual/machine_spec.h"
#include "spec/store.h"

namespace synapse {

struct PackMaker {
  std::string cache;                     // of packs
  std::vector<std::string> directories;  // of specs
  std::function<std::string(const std::string& name)> program_of;
  MachineOptions options;
};

// Our spec of the command joined with what the machine says.
MachineSpec JoinedSpec(const PackMaker& maker, Installed& installed,
                       const std::string& name, const std::string& program);

// Makes and writes the pack. Returns what is in it.
Result<MachineSpec> MakeMachinePack(const PackMaker& maker,
                                    Installed& installed,
                                    const std::string& name,
                                    const std::string& program);

// The pack of this command is used although it has a spec of ours.
Status MarkLacking(const std::string& cache, const std::string& name);

// Whether --help may be run: a package owns the program, or `has_run`; it does
// not run as another user; and it can be confined.
bool MayRunHelp(Installed& installed, const std::string& program, bool has_run);

struct BackgroundPacks {
  std::vector<SpecStore::Wanted> wanted;
  std::string cache;
  std::vector<std::string> directories;
  std::string path;  // $PATH
};
void MakeMachinePacksInBackground(const BackgroundPacks& packs);

}  // namespace synapse
