// Directory: where a history without directories was, as far as its `cd`
// commands say. Imported lines then count for the directory that they were
// typed in, and so does a session whose directory nobody knows.
//
// Tested by tests/learn/directory_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

// Nobody knows it: empty, or Debian's name for a home that does not exist.
bool IsUnknownDirectory(std::string_view directory);

struct Whereabouts {
  std::string now;     // absolute, or beginning with ~ where home is not known
  std::string before;  // for `cd -`
};

// Where one is after running `line` there.
Whereabouts After(const Whereabouts& here, std::string_view line,
                  std::string_view home);

}  // namespace synapse
