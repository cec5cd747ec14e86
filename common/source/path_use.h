// Use of paths: how much a name in a listing was used, by any command.
//
// UsedNames   how lately a name of a file was used in a line, behind any path.
//             Behind `cat ` in src/, the file that was just edited as
//             `src/app.ts` comes before those that nobody touched. The name
//             alone counts, since a directory may have been written in many
//             ways, and only files that are there are asked for.
// WorkedIn    how much was done in the directories of a listing and below them:
//             `ls ~/` has the directory first that leads to where the user
//             works.
//
// Cost:     the latest arguments, the words of the latest lines with quotes, and
//           the directories of commands (learn/search_index.h), at most
//           kMaxDirectories of them, are read at the first question of a
//           prompt. A listing is asked once for all its names, and is kept until
//           the prompt ends: a key costs a search among a few names for each
//           directory of the list.
// Tested by tests/source/path_use_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lines/line_history.h"
#include "store/store.h"

namespace synapse {

class UsedNames {
 public:
  explicit UsedNames(LineHistory& history) : history_(history) {}

  void BeginPrompt() { read_ = false; }
  // In [0, 1]: 1 for the latest argument, half of it 40 arguments before; 0 for
  // a name that none of them has.
  double Of(std::string_view name);

 private:
  void Read();
  void Add(std::string_view path, double before);

  LineHistory& history_;
  bool read_ = false;
  std::unordered_map<uint64_t, double> names_;  // by their hashes
};

class WorkedIn {
 public:
  static constexpr size_t kMaxDirectories = 2000;
  explicit WorkedIn(Store& store) : store_(store) {}

  void BeginPrompt(int64_t now_ms) {
    now_ms_ = now_ms;
    read_ = false;
    has_listing_ = false;
  }
  // The share of each directory of a listing in which or below which a command
  // ran, in [0, 1): it grows with the commands, and half of what is a month old
  // counts. Sorted by name.
  using Shares = std::vector<std::pair<std::string, double>>;
  // `directory` is absolute. The answer holds until the next call.
  const Shares& Below(std::string_view directory);
  static double Of(const Shares& shares, std::string_view name);

 private:
  void Read();

  Store& store_;
  int64_t now_ms_ = 0;
  bool read_ = false;
  std::vector<std::pair<std::string, double>> runs_;  // by path and a slash
  bool has_listing_ = false;
  std::string listing_;
  Shares shares_;  // of listing_
};

}  // namespace synapse
