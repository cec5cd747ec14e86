// LogAppender: appends records to the log's tables, in one transaction.
//
// Tested by tests/store/store_test.cc.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "store/log_tables.h"
#include "store/record.h"

namespace synapse {

class LogAppender {
 public:
  explicit LogAppender(LogTables& log) : log_(log) {}

  // The sequence of an event; 0 for other records. An event's `previous` is
  // final.
  Result<uint64_t> Add(const Record& record);
  // The sequence of the event, which is written with this `previous`.
  Result<uint64_t> Add(const Event& event, uint64_t previous);
  // The sequence of the next event.
  uint64_t next();

 private:
  Result<uint64_t> Put(const Event& event) {
    return Add(event, event.previous);
  }
  Result<uint64_t> Put(const SessionRecord& session);
  Result<uint64_t> Put(const FeedbackRecord& feedback);
  Result<uint64_t> Put(const SearchRecord& search);

  LogTables& log_;
  uint64_t next_ = 0;  // 0: not read yet
};

}  // namespace synapse
