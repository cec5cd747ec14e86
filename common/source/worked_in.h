// WorkedIn: how much was done in the directories of a listing and below them.
// `ls ~/` has the directory first that leads to where the user works, whatever
// command took them there: a directory known from the history counts for any
// command.
//
// Cost:     the directories of commands (learn/search_index.h) are read at the
//           first question of a prompt, at most kMaxDirectories of them. A
//           listing is asked once for all its names, and is kept until the
//           prompt ends: a key costs a search among a few names for each
//           directory of the list.
// Tested by tests/source/worked_in_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/store.h"

namespace synapse {

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
