// Whereabouts: the directories of recorded lines.
//
// Unknown:   the working directory of lines in a history without directories is
//            derived from its `cd` commands. Imported lines then count for the
//            directory that they were typed in, and so do lines of a session
//            whose directory is unknown.
// Elsewhere: a recorded line must not be judged by files that happen to be on
//            this machine, so a directory of another machine gets a name in
//            which this machine has no file.
// Tested by tests/learn/whereabouts_test.cc.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace synapse {

// True if the directory is empty, or Debian's name for a missing home.
bool IsUnknownDirectory(std::string_view directory);

struct Whereabouts {
  std::string now;     // absolute, or beginning with ~ where home is not known
  std::string before;  // for `cd -`
};

// The directories after `line` ran there.
Whereabouts After(const Whereabouts& here, std::string_view line,
                  std::string_view home);

// The name here of a directory of another machine.
inline std::string DirectoryElsewhere(std::string_view directory) {
  // Debian's name for a missing home.
  constexpr std::string_view kNowhere = "/nonexistent";
  if (directory.starts_with(kNowhere)) return std::string(directory);
  std::string out(kNowhere);
  if (directory.starts_with('/') && directory != "/") out += directory;
  return out;
}

// The directory of a recorded line, for a request about that line. A directory
// below one of `here` is one of this machine; any other one is not.
inline std::string RecordedDirectory(std::string_view directory,
                                     const std::vector<std::string>& here) {
  const bool is_here = std::any_of(
      here.begin(), here.end(),
      [&](const std::string& place) { return IsBelow(directory, place); });
  return is_here ? std::string(directory) : DirectoryElsewhere(directory);
}

}  // namespace synapse
