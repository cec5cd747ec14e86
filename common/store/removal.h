// Removal: takes events out of the log for good.
//
// RemoveEvents: events that are forgotten, and with them everything in the log
//               that only they could have taught.
// Retention:    what is old, a slice at a time, and what the log has no room
//               for, all at once. A store in memory keeps everything.
// Files:        the bytes stay in free pages until LogFile::Compact().
// Index:        the caller of RemoveEvents() builds it again. Rows that removed
//               old events taught stay until then (learn/index_rebuild.h).
// Tested by tests/store/forget_test.cc and tests/store/retention_test.cc.
#pragma once

#include <cstdint>
#include <functional>

#include "base/status.h"
#include "store/event_log.h"
#include "store/log_file.h"
#include "store/record.h"

namespace synapse {

struct ToRemove {
  enum class Afterwards { kMayReturn, kStayAway };
  // Events for which this answers true. It may be asked twice.
  EventVisitor event;
  // Feedback and searches that share nothing with those events; may be empty.
  std::function<bool(const FeedbackRecord&)> feedback = nullptr;
  std::function<bool(const SearchRecord&)> search = nullptr;
  Afterwards afterwards = Afterwards::kMayReturn;
  int64_t now_ms = 0;
};

// Works in one transaction, and answers how many events were taken out.
//
// Facts, feedback, searches and suggestions leave too where they have the text
// of a removed event, or a word that no event is left to have. A session loses
// its directory when no event is left that ran there. With kStayAway the log
// remembers the identity of each event, and the hash of each text that no event
// is left to have (forgotten.h).
Result<size_t> RemoveEvents(LogFile& file, const ToRemove& to_remove);

class Retention {
 public:
  explicit Retention(LogFile& file) : file_(file) {}

  // Takes out events before `before_ms`, and feedback before it or beyond the
  // newest `keep`: at most `slice` of each. Answers how many of the larger group
  // left.
  Result<size_t> RemoveSlice(int64_t before_ms, size_t keep, size_t slice);
  // Takes out all entries before `before_ms`, and the events beyond the newest
  // `keep`. Answers how many events left. It reads the whole log: events that
  // were imported, or that ran on other machines, are not in the order of time.
  Result<size_t> RemoveAll(int64_t before_ms, size_t keep);
  // This shell removed something, and the log is now mostly free and small
  // enough that nobody waits long until it is written anew.
  bool WantsCompaction();

 private:
  LogFile& file_;
  bool removed_ = false;
};

}  // namespace synapse
