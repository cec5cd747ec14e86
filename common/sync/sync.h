// Sync: one pass between the log and a folder: reads what other machines wrote,
// and writes what ran here.
//
// Union:   an event is known by its machine and its sequence there. Taking in is
//          idempotent, and the order in which segments arrive does not matter.
// Crashes: a range is taken in with its events in one transaction. A file is
//          written before the log says so; a file that the log does not know of
//          is removed or replaced by the next pass.
// Lost:    a segment of ours that is missing, has another size than it was
//          written with, or cannot be read, is written anew from the log.
// Small:   when the newest segments are many and small, they become one.
// Copied:  a store that was copied to another machine, or restored from a
//          backup, gets a new name, so that no sequence is used twice.
// Tested by tests/sync/sync_test.cc and tests/sync/model_test.cc.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "learn/learner.h"
#include "store/store.h"
#include "sync/folder.h"
#include "sync/state.h"

namespace synapse::sync {

struct Options {
  std::string host;
  uint64_t place = 0;  // of this store: Member
  // The event must not leave this machine; null: all may.
  std::function<bool(const Event&)> keep_here;
  std::function<void(const std::string& progress)> progress;
  // For tests: called at each step that changes something; false: the process
  // ends there.
  std::function<bool()> step;
};

struct Report {
  size_t taken = 0, deleted = 0;      // events
  size_t written = 0;                 // segments
  std::vector<std::string> problems;  // of files that were not taken in
};

// Brings the index up to the log, which has so many new events.
Status LearnNew(Store& store, Learner& learner, size_t added);

class Sync {
 public:
  // All outlive it. REQUIRES: the spools are folded.
  Sync(Store& store, Learner& learner, const Folder& folder, Options options)
      : store_(store),
        learner_(learner),
        folder_(folder),
        options_(std::move(options)) {}

  // Makes this store a member of the folder, if it is none.
  Status Join();
  // Writes all segments anew at the next Write(): the key is another one.
  Status WriteAllAnew();
  // REQUIRES: Join(). kBusy: another process replaced the log; a retry may work.
  Status Read(Report& report);
  Status Write(Report& report);

 private:
  Status Step() const;
  bool IsBehind(const Member& member);
  void Progress(const std::string& text) const;
  Status Drain();
  Status RemoveDeleted(Report& report);
  Status ApplyDeletions(const std::vector<SegmentFile>& files, Report& report);
  Status Raise(const std::map<std::string, uint64_t>& generations);
  Status TakeIn(const SegmentFile& file, Report& report);
  bool MayLeave(const Event& event, uint64_t sequence,
                uint64_t& generation) const;
  Segment SegmentOf(LogTables& log, uint64_t first, uint64_t last) const;
  std::vector<OwnRange> WithNewEvents(const std::vector<OwnRange>& ranges);
  static std::vector<OwnRange> Merged(std::vector<OwnRange> ranges);
  void ForgetDamaged(std::vector<OwnRange>& ranges) const;
  Status RemoveStrays(const std::vector<OwnRange>& ranges);

  Store& store_;
  Learner& learner_;
  const Folder& folder_;
  const Options options_;
  Member member_;
  Deletions deletions_;
};

}  // namespace synapse::sync
