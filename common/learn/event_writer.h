// EventWriter: the way of a record from a hook to the log, without a wait.
//
// At once:   where a commit is quick (measured, a running mean), a record goes
//            to the log in a durable transaction of its own.
// By spool:  where a commit is slow, or another process holds the writer lock,
//            a record goes to the session's spool with one write(2), and
//            survives a kill -9. Records are folded into the log in one commit:
//            after kMaxWaiting records or kMaxWaitMs, when a command reads the
//            whole history, and when the shell ends.
// Others:    each shell reads the new records in the spools of other shells at
//            its prompt, before the log has them.
// Memory:    where neither can be written (the disk is full), records are kept
//            in memory, and written as soon as there is room.
// Rejected:  the spool always. A quick disk then loses a minute to a power cut
//            for nothing.
// Forks:     a child must not use an inherited EventWriter.
// Tested by tests/learn/event_writer_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "learn/learner.h"
#include "store/spool.h"
#include "store/store.h"

namespace synapse {

// The state of the writer, for `synapse doctor`.
struct EventWriterState {
  size_t waiting = 0;  // records in the spool or in memory
  size_t held = 0;     // records that could not be written where they belong
  size_t dropped = 0;
  int64_t commit_us = 0;  // a running mean; 0: not measured
  int64_t fold_us = 0;    // how long folding took, the latest
  bool by_spool = false;
};

class EventWriter {
 public:
  static constexpr size_t kMaxWaiting = 64;
  static constexpr int64_t kMaxWaitMs = 60'000;
  static constexpr size_t kMaxInMemory = 1000;
  // A spool that is longer is removed when it is folded.
  static constexpr uint64_t kMaxSpool = 1 << 18;  // bytes

  // A commit that takes longer is slow; 0: each commit is slow.
  EventWriter(Store& store, Learner& learner, int64_t slow_commit_us);
  // Folds the waiting records, and removes the spool.
  ~EventWriter();
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;

  // After ok the record survives this process, and the index has it if it could
  // be written. After an error the record is kept in memory.
  Status Add(Record record);
  // At each prompt: applies new records, folds when it is time, and tries again
  // to write records that could not be written.
  Status Prompt();
  // Applies the records that wait here to the index, and as many of the records
  // in other shells' spools as Learner::kSliceUs allows.
  Status KeepUp();
  // Folds this shell's spool and the spools of dead shells into the log; with
  // `living`, also the spools of other shells that live.
  Status FoldAll(bool living);

  // The events that wait in memory and in the spools of all shells, in the order
  // of time, without forgotten ones. Nothing is folded, and no spool is read once
  // the budget is spent: for a key, which must not wait for a commit.
  std::vector<Event> WaitingEvents(Budget& budget);
  // The waiting records of searches, likewise.
  std::vector<SearchRecord> WaitingSearches(Budget& budget);

  // Records that wait in the spool or in memory.
  size_t waiting() const { return waiting_.size() + unwritten_.size(); }
  // Waiting records that could not be written where they belong.
  size_t held() const { return held_ + unwritten_.size(); }
  size_t unwritten() const { return unwritten_.size(); }
  size_t dropped() const { return dropped_; }
  int64_t commit_us() const { return commit_us_; }
  bool by_spool() const { return commit_us_ > slow_us_ || slow_us_ == 0; }
  // How long the latest folding took, in microseconds.
  int64_t fold_us() const { return fold_us_; }
  EventWriterState state() const {
    return {waiting(), held(), dropped(), commit_us(), fold_us(), by_spool()};
  }

 private:
  void EachWaiting(Budget& budget,
                   const std::function<void(const Record&)>& visit);
  Status AddSomewhere(const Record& record);
  Status AddAtOnce(const Record& record);
  Status AddToSpool(Record record);
  Status WriteUnwritten();
  Status ReadOthers();
  // kKeep: the spool is used for the next records. kRemove: the log is synced
  // and the spool is removed, so that no file keeps a text that is forgotten
  // later.
  enum class Afterwards { kKeep, kRemove };
  Status FoldOwn(Afterwards afterwards);
  Status AppendUnread(SpoolFolder::Folded& folded);
  Status LeaveSpool();
  void NoteCommit();

  Store& store_;
  Learner& learner_;
  const int64_t slow_us_;
  int64_t commit_us_ = 0;  // running mean; 0: none measured
  int64_t fold_us_ = 0;
  std::unique_ptr<Spool> spool_;
  std::string spool_name_;
  std::vector<Learner::Waiting> waiting_;  // in the spool, not in the log
  std::vector<Record> unwritten_;          // in memory only
  bool index_lags_ = false;                // behind waiting_
  bool others_folded_ = false;             // the spools that dead shells left
  size_t held_ = 0;
  size_t dropped_ = 0;
  int64_t since_ms_ = 0;  // when the oldest of waiting_ came
  uint64_t provisional_ = Sessions::kProvisional;
  // The spools of other shells when they were read last. A spool is read again
  // only if its size or its mark in the index changed.
  struct Seen {
    uint64_t size;  // bytes
    StreamMark mark;
  };
  std::map<std::string, Seen> seen_;
};

}  // namespace synapse
