// PathState: the file that a path names now, and the files that a pattern of
// file names matches now.
//
//   a.txt      a file of 12 KB
//   src        a directory of 14 entries
//   x          missing
//   *.o        3: a.o b.o c.o
//   src/*/*.h  component by component; ** goes through all directories in zsh
//
// Nothing waits: a path on a mount that may block (base/mounts.h) is not
// examined, and reading ends after kMaxEntries entries, or when the budget is
// spent. Tested by tests/explain/path_state_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"

namespace synapse {

inline constexpr size_t kMaxEntries = 10'000;

struct PathState {
  enum class Kind {
    kUnknown,  // not examined, or not reachable
    kMissing,
    kFile,
    kDirectory,
    kOther,       // a device, a pipe, a socket
    kBrokenLink,  // a symbolic link to nothing
  };
  Kind kind = Kind::kUnknown;
  uint64_t bytes = 0;    // of a file
  size_t entries = 0;    // of a directory
  bool complete = true;  // all entries were counted
};

// REQUIRES: `path` is absolute.
PathState StateOfPath(const std::string& path, Budget& budget);

struct PatternMatches {
  size_t count = 0;
  bool complete = true;            // false: there may be more
  std::vector<std::string> first;  // in order of name; at most kMaxShown
};
inline constexpr size_t kMaxShown = 5;

// `pattern` is a pattern of fnmatch(3), absolute or relative to the absolute
// `directory`. `recursive`: a component `**` stands for any number of directories.
// Hidden files need a dot in the pattern, as in both shells.
PatternMatches MatchesOf(std::string_view pattern, const std::string& directory,
                         bool recursive, Budget& budget);

// "a file of 12 KB", "does not exist"; "" for kUnknown.
std::string TextOf(const PathState& state);
// "matches 3 now: a.o b.o c.o", "matches nothing now".
std::string TextOf(const PatternMatches& matches);

}  // namespace synapse
