// Whereabouts: the working directory of lines in a history without directories,
// derived from its `cd` commands. Imported lines then count for the directory
// that they were typed in, and so do lines of a session whose directory is
// unknown.
//
// Tested by tests/learn/whereabouts_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

// The directory is empty, or Debian's name for a home that does not exist.
bool IsUnknownDirectory(std::string_view directory);

struct Whereabouts {
  std::string now;     // absolute, or beginning with ~ where home is not known
  std::string before;  // for `cd -`
};

// The directories after `line` ran there.
Whereabouts After(const Whereabouts& here, std::string_view line,
                  std::string_view home);

}  // namespace synapse
