// ShellList: the lines of the shell's own history list that the store lacks:
// lines from `fc -R`, `history -r` or `print -s`, or all lines when there is no
// store.
//
// The list is walked newest first when the shell reports a possible change. A
// walk ends at the lines that were newest last time, so that a prompt after one
// command reads one line; or after kMaxLines.
// Tested by tests/lines/line_history_test.cc.
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
  // Calls the visitor with each line, newest first, until it returns false.
  using Visitor = std::function<bool(std::string_view)>;
  using Walk = std::function<void(const Visitor&)>;
  using Known = std::function<bool(std::string_view)>;

  // `known`: the store has the line.
  void Sync(uint64_t generation, const Walk& walk, const Known& known,
            Budget& budget);

  // The next walk starts from nothing.
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
  // The order of the newest entry, which may be a line in the store.
  uint64_t newest_order() const { return newest_order_; }

 private:
  static constexpr size_t kMaxLines = 20000;
  // This many lines in a row identify where the last walk began.
  static constexpr size_t kMarks = 3;

  uint64_t generation_ = 0;
  bool walked_ = false;
  std::array<uint64_t, kMarks> marks_{};
  uint64_t newest_order_ = 0;
  std::map<std::string, Entry, std::less<>> lines_;
};

}  // namespace synapse
