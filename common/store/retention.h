// Retention: the oldest events and the oldest feedback leave the log, a slice
// at a time.
//
// Rows of the index that they taught stay until the index is built anew
// (learn/index_rebuild.h). A store in memory keeps everything.
// Tested by tests/store/retention_test.cc.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "store/log_file.h"

namespace synapse {

class Retention {
 public:
  explicit Retention(LogFile& file) : file_(file) {}

  // Takes out entries before `before_ms` and entries beyond the newest `keep`,
  // the oldest first: at most `slice` events and as many of the feedback.
  // Answers how many of the larger group left.
  Result<size_t> RemoveOldest(int64_t before_ms, size_t keep, size_t slice);
  // This shell removed something, and the log is now mostly free and small
  // enough that nobody waits long until it is written anew.
  bool WantsCompaction();

 private:
  LogFile& file_;
  bool removed_ = false;
};

}  // namespace synapse
