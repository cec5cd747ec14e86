// ShellList: the lines of the shell's own history list that the store lacks:
// what `fc -R`, `history -r` or `print -s` put there, or all of it when there
// is no store.
//
// The list is walked newest first when the shell says that it may have
// changed. A walk ends at the lines that were newest the last time, so that a
// prompt after one command looks at one line, or after kMaxLines.
// Tested by tests/source/history_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/budget.h"

namespace synapse {

class ShellList {
 public:
  // Calls the visitor with each line, newest first, until it answers false.
  using Visitor = std::function<bool(std::string_view)>;
  using Walk = std::function<void(const Visitor&)>;
  using Known = std::function<bool(std::string_view)>;

  // `known`: the store has the line.
  void Sync(uint64_t generation, const Walk& walk, const Known& known,
            Budget& budget);

  // The next walk is a first one.
  void Restart() { walked_ = false; }
  void Drop(const std::string& line) { lines_.erase(line); }

  struct Entry {
    uint64_t order = 0;  // larger is newer
    uint32_t count = 0;
  };
  // By text, for lookup by prefix.
  const std::map<std::string, Entry, std::less<>>& lines() const {
    return lines_;
  }
  // The newest entry's order; it may have been a line that the store has.
  uint64_t newest_order() const { return newest_order_; }

 private:
  static constexpr size_t kMaxLines = 20000;
  // So many lines in a row recognise the place where the last walk began.
  static constexpr size_t kMarks = 3;

  uint64_t generation_ = 0;
  bool walked_ = false;
  std::array<uint64_t, kMarks> marks_{};
  uint64_t newest_order_ = 0;
  std::map<std::string, Entry, std::less<>> lines_;
};

}  // namespace synapse
