// Removal: takes events out of the log for good, and with them everything in
// the log that only they could have taught.
//
// Files:  the bytes stay in free pages until LogFile::Compact().
// Index:  the caller builds it again.
// Tested by tests/store/forget_test.cc.
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

}  // namespace synapse
