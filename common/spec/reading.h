// Reading: the limits of one reader, and whether it reached its end.
//
// The files of a repository are untrusted, and a reader runs on the keystroke
// path, with the shell's signals held. Each reader is therefore linear in its
// input. It stops when its time is over, or when kMaxBytes or kMaxFiles are
// read. ValueList (scan.h) bounds the values.
//
// A reading that stopped at a bound, and not for lack of time, would stop there
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

  // The file's text; "" when it is missing, is no regular file, is on a mount
  // that may block, or exceeds a bound. Values of `max_bytes` above
  // kMaxFileBytes are for files of the system and of git.
  std::string Text(const std::string& path, size_t max_bytes = kMaxFileBytes);

  // True when the reader must stop. Once true, it stays true.
  bool Spent() { return out_of_bounds_ || (out_of_time_ |= budget_.Spent()); }
  bool SpentNow() {
    return out_of_bounds_ || (out_of_time_ |= budget_.SpentNow());
  }
  // The reader reached a bound of its own.
  void Cut() { out_of_bounds_ = true; }
  // The files give names that the reader does not find, as those of a library.
  void LeaveOpen() { is_open_ = true; }
  bool is_open() const { return is_open_; }

  bool finished() const { return !out_of_bounds_ && !out_of_time_; }
  bool out_of_bounds() const { return out_of_bounds_; }
  // A hash of all files that were requested. It changes when one of them
  // changes.
  uint64_t stamp() const { return stamp_; }
  const std::vector<std::string>& files() const { return files_; }

 private:
  Budget& budget_;
  size_t bytes_ = 0;
  bool out_of_bounds_ = false;
  bool out_of_time_ = false;
  bool is_open_ = false;
  uint64_t stamp_ = 0;
  std::vector<std::string> files_;
};

// The stamp that a reading of these files would have now.
uint64_t StampOfFiles(const std::vector<std::string>& files);

// A short file whose format bounds its size, such as HEAD; "" as above.
std::string SmallText(const std::string& path);

}  // namespace synapse
