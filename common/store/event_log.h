// EventLog: the events, the sessions that they ran in, and the feedback on
// suggestions, as they are appended to the log and read from it.
//
// Sequences: each event gets one. A sequence is never given twice, also after
//            the newest events were taken out.
// Hidden:    an event whose text was forgotten is not visited, also while it is
//            still in the file (forgotten.h).
// Tested by tests/store/store_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "store/event.h"
#include "store/log_file.h"
#include "store/record.h"

namespace synapse {

using EventVisitor = std::function<bool(uint64_t, const Event&)>;

class EventLog {
 public:
  explicit EventLog(LogFile& file) : file_(file) {}

  // Appends in one transaction, and writes the sequence of each event to
  // `sequences` when it is given. kBusy: nothing was written.
  Status Append(const std::vector<Event>& events,
                std::vector<uint64_t>* sequences = nullptr);
  // The same with records of all kinds; only events have sequences.
  Status AppendRecords(const std::vector<Record>& records,
                       std::vector<uint64_t>* sequences = nullptr);
  // Appends what was kept in memory while the file was not open, and empties
  // the memory. REQUIRES: the file is open.
  Status MoveFromMemory();

  std::optional<Event> Find(uint64_t sequence);
  uint64_t last_sequence();
  // The sequence of the oldest event; without any, next_sequence().
  uint64_t first_sequence();
  // The sequence that the next event gets.
  uint64_t next_sequence();
  // From sequence `from` upwards; from the last one before `before` downwards.
  // Each ends when `visit` answers false.
  void Visit(uint64_t from, const EventVisitor& visit);
  void VisitBackwards(const EventVisitor& visit, uint64_t before = UINT64_MAX);
  // An event with that identity (event.h), or with one of them, is in the log.
  bool HasIdentity(uint64_t identity) { return HasOneOf({&identity, 1}); }
  bool HasOneOf(std::span<const uint64_t> identities);
  uint64_t event_count();

  using FeedbackVisitor = std::function<bool(uint64_t, const FeedbackRecord&)>;
  void VisitFeedback(uint64_t from, const FeedbackVisitor& visit);
  uint64_t last_feedback();

  std::optional<SessionRecord> FindSession(const std::string& name);
  void VisitSessions(const std::function<bool(const SessionRecord&)>& visit);

 private:
  LogFile& file_;
};

}  // namespace synapse
