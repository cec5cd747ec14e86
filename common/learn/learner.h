// Learner: turns records of the log into the index, and keeps the two in step.
//
// The log is appended first. Then the index is advanced to it: by the events of
// this shell, and of any other shell since the index was last advanced. One
// index transaction has everything that its events change, and the sequence
// that the index is built up to, so that no event is applied twice.
//
// Spools:    a record that waits in a spool (event_writer.h) is applied before
//            the log has it. The index remembers how far it is with the stream
//            of the spool (index_marks.h). When the same record comes in the
//            log, it is recognised by its origin and passed over.
// Ahead:     up to kMaxAhead records change the index in this process's memory
//            only (IndexFile::WriteAhead), and are written together: a
//            transaction costs as much as several commands. Each shell does
//            that for itself, from the log and from all spools.
// Processes: the first shell that comes writes everything new, under the writer
//            lock.
// Parts:     RecordApplier applies one record, IndexRebuild builds the index
//            anew, Sessions knows in which context a line ran.
// Tested by tests/learn/learner_test.cc.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "learn/index_marks.h"
#include "learn/index_rebuild.h"
#include "learn/record_applier.h"
#include "learn/sessions.h"
#include "store/store.h"

namespace synapse {

class Learner {
 public:
  Learner(Store& store, double half_life_hours, std::string home = "",
          Sessions::Finders finders = {})
      : store_(store),
        sessions_(store, std::move(home), std::move(finders)),
        applier_(sessions_, half_life_hours) {}
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;
  Store& store() { return store_; }
  Sessions& sessions() { return sessions_; }
  RecordApplier& applier() { return applier_; }
  IndexRebuild& rebuild() { return rebuild_; }

  // Appends the event, then advances the index. kBusy: the event is not
  // written; try later. The event's `previous` is that of its session, as far
  // as this learner knows. Returns the event's sequence.
  Result<uint64_t> Record(Event event);
  // Several records in one transaction, the events with the `previous` they
  // have. The sequences of the events are written back.
  Status RecordAll(std::vector<::synapse::Record> records,
                   std::vector<uint64_t>* sequences = nullptr);

  // ---- records that wait in a spool ----
  struct Waiting {
    ::synapse::Record record;  // with its origin
    uint64_t provisional = 0;  // an event's sequence until it is in the log
    uint64_t end = 0;          // of its bytes in the spool
  };
  // Makes the event the latest one of its session.
  void RememberWaiting(uint64_t provisional, const Event& event);
  // Applies the records that the index lacks. kBusy: the index lacks records
  // that the log took from the same spool before, see Settle().
  Status ApplyWaiting(std::span<const Waiting> waiting);
  // True if the index lacks one of the records.
  bool Lacks(std::span<const Waiting> waiting);
  // Applies the records that wait in another shell's spool behind the event
  // `last` of the log, while `is_there()`: once a spool is gone, the index may
  // have dropped its mark. kBusy: the index lacks records of the log.
  Status ApplyOthers(std::vector<::synapse::Record> records, uint64_t last,
                     const std::function<bool()>& is_there);
  // The mark of a spool in the index.
  StreamMark MarkOf(uint64_t stream);
  // How long a prompt or a key catches up at a time, in microseconds.
  static constexpr int64_t kSliceUs = 2000;
  // The most records that change the index in memory only.
  static constexpr size_t kMaxAhead = 16;
  // The most such records while another process holds the writer lock.
  static constexpr size_t kMaxHeld = 1000;
  // Drops the changes in memory when another shell wrote first: true when there
  // were such changes.
  bool DropLost();
  // Writes the changes in memory; at the end of a shell.
  Status WriteAhead();
  // While it is set, all changes stay in memory: a key does not wait for a
  // disk.
  void KeepInMemory(bool in_memory) { in_memory_ = in_memory; }
  // Writes rows that are not derived from records, with the next write of the
  // index. They may be lost, and their writer then writes them again.
  Status WriteRows(const std::function<Status(Kv&)>& write) {
    return Change(1, write);
  }
  // All waiting records are in the log; `last_of` has the last event of each of
  // their sessions.
  void Settle(const std::map<std::string, uint64_t>& last_of);
  // Drops the mark of a stream that has ended, if the index has all of the log.
  Status DropStream(uint64_t stream);
  // Applies events that are in the log and not in the index, within budget.
  Status CatchUp(Budget& budget);
  // The number of events that the index lacks.
  uint64_t Behind();

 private:
  std::span<const Waiting> Missing(std::span<const Waiting> waiting);
  Status ApplyMissing(Kv& kv, std::span<const Waiting> waiting);
  Status Change(size_t records, const std::function<Status(Kv&)>& change);
  Status CatchUpFeedback(Kv& kv);

  Store& store_;
  Sessions sessions_;
  RecordApplier applier_;
  IndexRebuild rebuild_{store_, sessions_, applier_};
  size_t ahead_ = 0;   // records
  bool lost_ = false;  // changes in memory were lost, and nothing written since
  uint64_t settled_event_ = 0, settled_feedback_ = 0;  // last ones, in the log
  bool in_memory_ = false;
};

}  // namespace synapse
