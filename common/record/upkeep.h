// Upkeep: the work of a shell for its store between two lines: it reads events
// of other shells, removes old events, and removes forgotten lines.
//
// Tested by tests/engine/engine_test.cc and tests/learn/forgetting_test.cc.
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "base/config.h"
#include "base/reports.h"
#include "learn/event_writer.h"
#include "learn/learner.h"
#include "record/tallies.h"
#include "store/store.h"
#include "track/record_file.h"

namespace synapse {

class Upkeep {
 public:
  // All outlive it; settings may change.
  struct Parts {
    Store& store;
    Learner& learner;
    EventWriter& event_writer;
    Reports& reports;
    Clock& clock;
    const Config& config;
    const RecordFile& records;
    const Tallies& tallies;
  };
  // Reports problems of the store.
  explicit Upkeep(const Parts& parts);

  // The next line starts.
  void Prompt();
  // Called at a key: reads what another shell wrote since, as far as time
  // allows.
  void Key();
  // Does the same as Prompt(), and moves everything from spools of all shells
  // to the log. For callers that read or change the whole history.
  void CatchUpFully();

  // True if the log has too many events, or the index much that retention
  // removed from the log, and this shell must call RenewIndex() in the
  // background.
  bool TakeRenewal();
  // Removes the oldest events beyond history.max_events, and builds the index
  // anew.
  Status RenewIndex();

  // Hides the line from suggestions (learn/forgetting.h). Returns kBusy if
  // another process keeps the lock.
  Status Hide(const std::string& line, int64_t now_ms);
  // Like Hide(), but waits for a process that holds the lock, and then removes
  // the line from the log.
  Status HideAndFinish(const std::string& line, int64_t now_ms);
  // Removes the hidden lines from the log; waits as HideAndFinish().
  Status FinishForgetting();

 private:
  void Retain();
  size_t MostEvents() const;
  bool HasTooMany();

  Parts p_;
  std::string trouble_;        // the last reported problem of the store
  bool outdated_left_ = true;  // retention may have more to do
  bool lags_ = false;  // too much for the last key: the rest is read later
  bool index_is_stale_ = false;
};

}  // namespace synapse
