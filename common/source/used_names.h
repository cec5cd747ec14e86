// UsedNames: how lately a name of a file was used in a line, by any command and
// behind any path. Behind `cat ` in src/, the file that was just edited as
// `src/app.ts` comes before those that nobody touched.
//
// The name alone counts, since a directory may have been written in many ways,
// and only files that are there are asked for.
//
// Cost:     the latest arguments, and the words of the latest lines with quotes,
//           are read at the first question of a prompt.
// Tested by tests/source/used_names_test.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "lines/line_history.h"

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

}  // namespace synapse
