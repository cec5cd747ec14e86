// Packs of single files: specs of the user and generated ones, which no build
// has compiled. A shell finds them in the cache directory, as
// packs/NAME.FORMAT.KEY.pack, where FORMAT is PackFormat() and KEY stands for
// the path of the file, its device, inode, size and time. The file may also be a
// program: its pack is made from what the machine says of it
// (manual/machine_pack.h), and is made again after an upgrade.
//
// A process in the background compiles each file of a directory that has none,
// and removes packs that are older than 30 days: a file that is still there is
// compiled again.
// Tested by tests/spec/store_test.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "spec/pack.h"

namespace synapse {

// The bytes of a pack with this file's spec, or with the errors in it.
std::string PackFile(const std::string& path, const std::string& name,
                     const std::vector<std::string>& directories);

// False if a file that the pack was made from has changed.
bool IsCurrent(const SpecPack& pack);

// The pack of the file as it is now; null if there is none that can be used.
std::shared_ptr<SpecPack> OpenLoosePack(const std::string& cache,
                                        const std::string& path,
                                        const std::string& name);

// Removes packs that are older than 30 days.
void RemoveOldPacks(const std::string& cache);

// Writes the pack that OpenLoosePack() finds.
Status WriteLoosePack(const std::string& cache, const std::string& path,
                      const std::string& name, std::string_view bytes);

// Compiles the files of `directory` that have no pack. Does not wait.
void CompileLooseInBackground(const std::string& cache,
                              const std::string& directory,
                              const std::vector<std::string>& directories);
// The same, and waits.
void CompileLoose(const std::string& cache, const std::string& directory,
                  const std::vector<std::string>& directories);

}  // namespace synapse
