// Lacking: commands whose spec does not have an option that a line used.
//
//   tar --zstd -cf x y    tar, if its spec has no --zstd
//   sudo cp --new a b     cp
//   ls -lh | sort -h      none: letters are not looked at
//
// Asked for a line that succeeded.
// Tested by tests/manual/lacking_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/store.h"

namespace synapse {

std::vector<std::string> CommandsThatLack(SpecStore& specs,
                                          std::string_view line);

}  // namespace synapse
