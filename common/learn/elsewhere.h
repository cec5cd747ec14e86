// The name of a directory of another machine, in which no file of this one is: a
// recorded line must not be judged by what happens to be here.
//
// Tested by tests/learn/directory_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

inline std::string DirectoryElsewhere(std::string_view directory) {
  // Debian's name for a home that does not exist.
  constexpr std::string_view kNowhere = "/nonexistent";
  if (directory.starts_with(kNowhere)) return std::string(directory);
  std::string out(kNowhere);
  if (directory.starts_with('/') && directory != "/") out += directory;
  return out;
}

}  // namespace synapse
