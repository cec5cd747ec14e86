// Reading: what one reader may use up, and whether it came to its end.
//
// The files of a repository are other people's, and a reader runs between two
// keys, with the shell's signals held. So each is linear in what it reads, and
// stops at the first of these: its time is spent, kMaxBytes or kMaxFiles are
// read. Values are bounded by ValueList (scan.h).
//
// A reading that was cut by a bound, and not for want of time, would be cut
// again: `stamp` says when it is worth another try.
// Tested by tests/spec/hostile_files_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"

namespace synapse {

class Reading {
 public:
  static constexpr size_t kMaxFileBytes = size_t{1} << 20;
  static constexpr size_t kMaxBytes = size_t{8} << 20;
  static constexpr int kMaxFiles = 300;

  explicit Reading(Budget& budget) : budget_(budget) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  // The file's text; "" when it is missing, no regular file, on a mount that
  // may block, or beyond a bound. A larger `max_bytes` than kMaxFileBytes is
  // for files of the system and of git.
  std::string Text(const std::string& path, size_t max_bytes = kMaxFileBytes);

  // True when the reader is to stop: once true, always.
  bool Spent() { return out_of_bounds_ || (out_of_time_ |= budget_.Spent()); }
  bool SpentNow() {
    return out_of_bounds_ || (out_of_time_ |= budget_.SpentNow());
  }
  // The reader met a bound of its own.
  void Cut() { out_of_bounds_ = true; }

  bool finished() const { return !out_of_bounds_ && !out_of_time_; }
  bool out_of_bounds() const { return out_of_bounds_; }
  // Of all files that were asked for: another one after a change of any.
  uint64_t stamp() const { return stamp_; }
  const std::vector<std::string>& files() const { return files_; }

 private:
  Budget& budget_;
  size_t bytes_ = 0;
  bool out_of_bounds_ = false;
  bool out_of_time_ = false;
  uint64_t stamp_ = 0;
  std::vector<std::string> files_;
};

// The stamp of a reading that would ask for these files now.
uint64_t StampOfFiles(const std::vector<std::string>& files);

// A file of a few lines that its format bounds, such as HEAD; "" as above.
std::string SmallText(const std::string& path);

}  // namespace synapse
