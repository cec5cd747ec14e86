// Lacking: what a line that ran needs of the machine's manual: the packs of its
// commands, and the options that the spec of a command does not have.
//
//   tar --zstd -cf x y    tar, if its spec has no --zstd
//   sudo cp --new a b     cp
//   ls -lh | sort -h      none: letters are not looked at
//
// Tested by tests/manual/lacking_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/store.h"

namespace synapse {

// Asked for a line that succeeded.
std::vector<std::string> CommandsThatLack(SpecStore& specs,
                                          std::string_view line);

// Looks for the program of each command (SpecStore::LooksForPrograms), so that its
// pack is wanted. A suggestion looks too, but a line that was pasted, or typed
// faster than the shell asks, has none.
void LookForProgramsOf(SpecStore& specs, std::string_view line);

}  // namespace synapse
