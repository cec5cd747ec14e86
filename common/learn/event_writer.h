// EventWriter: the way of a record from a hook to the log, without a wait.
//
// At once:   where a commit is quick (measured, a running mean), a record goes
//            to the log in a durable transaction of its own.
// By spool:  where a commit is slow, or another process holds the writer lock,
//            it goes to the session's spool with one write(2), and survives a
//            kill -9. It is folded into the log after kMaxWaiting records or
//            kMaxWaitMs, in one commit, when somebody asks for the whole
//            history, and at the end.
// Others:    each shell reads what is new in the spools of the others at its
//            prompt, so that it knows it before the log does.
// Memory:    where neither can be written (the disk is full), it is kept here,
//            and written as soon as there is room.
// Rejected:  the spool always. A quick disk then loses a minute to a power cut
//            for nothing.
// Forks:     a child must not use an inherited EventWriter.
// Tested by tests/learn/event_writer_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "learn/learner.h"
#include "store/spool.h"
#include "store/store.h"

namespace synapse {

// How it goes, for `synapse doctor`.
struct EventWriterState {
  size_t waiting = 0;  // records in the spool or in memory
  size_t held = 0;     // those that could not be written where they belong
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
  // A longer one is removed when it is folded.
  static constexpr uint64_t kMaxSpool = 1 << 18;  // bytes

  // A commit that takes longer is slow; 0: each is.
  EventWriter(Store& store, Learner& learner, int64_t slow_commit_us);
  // Folds what waits, and removes the spool.
  ~EventWriter();
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;

  // Ok: the record survives this process, and the index has it as far as
  // that could be. Otherwise it is kept in memory, and why is said.
  Status Add(Record record);
  // At each prompt: takes in what is new, folds when it is time, and tries again
  // what failed.
  Status Prompt();
  // The index is to know what waits here, and in other shells as far as
  // Learner::kSliceUs goes.
  Status KeepUp();
  // Everything of ours is to be in the log, and what dead shells left; with
  // `living`, also what waits in the spools of other shells.
  Status FoldAll(bool living);

  // Records that wait in the spool or in memory.
  size_t waiting() const { return waiting_.size() + unwritten_.size(); }
  // Those of them that could not be written where they belong.
  size_t held() const { return held_ + unwritten_.size(); }
  size_t unwritten() const { return unwritten_.size(); }
  size_t dropped() const { return dropped_; }
  uint64_t spool_bytes() const { return spool_ ? spool_->end() : 0; }
  int64_t commit_us() const { return commit_us_; }
  bool by_spool() const { return commit_us_ > slow_us_ || slow_us_ == 0; }
  // How long folding took, the latest, in microseconds.
  int64_t fold_us() const { return fold_us_; }
  EventWriterState state() const {
    return {waiting(), held(), dropped(), commit_us(), fold_us(), by_spool()};
  }

 private:
  Status AddAtOnce(const Record& record);
  Status AddToSpool(Record record);
  Status WriteUnwritten();
  Status ReadOthers();
  // The spool is kept and gets what comes next, or goes: the log is then on the
  // disk, and what is forgotten later is not left in a file.
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
  bool others_folded_ = false;  // what other shells left before this one
  size_t held_ = 0;
  size_t dropped_ = 0;
  int64_t since_ms_ = 0;  // when the oldest of waiting_ came
  uint64_t provisional_ = Sessions::kProvisional;
  // Of the spools of others, when they were read last: they are not read again
  // while they are that long and the index is that far.
  struct Seen {
    uint64_t size;  // bytes
    StreamMark mark;
  };
  std::map<std::string, Seen> seen_;
};

}  // namespace synapse
