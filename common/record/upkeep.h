// Upkeep: what a shell does for its store between two lines: it takes in what
// other shells ran, removes what is too old, and forgets what is to be
// forgotten.
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
  // All outlive it; the settings may change.
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
  // Tells what is wrong with the store.
  explicit Upkeep(const Parts& parts);

  // The next line starts.
  void Prompt();
  // At a key: what another shell wrote since, as far as a key has time.
  void Key();
  // The same as Prompt, and everything that waits in a spool, of any shell, goes
  // to the log: for who reads or changes the whole history.
  void TakeInAll();

  // The index holds much of what retention took out of the log, and this shell
  // is the one to have it built anew, beside itself: by RenewIndex().
  bool TakeRenewal();
  Status RenewIndex();

  // Takes the line out of what is offered (learn/forgetting.h); `wait`: for
  // another process that holds the lock, as long as it takes, and then does the
  // rest. kBusy: without `wait` there was one.
  Status Hide(const std::string& line, int64_t now_ms);
  Status HideAndFinish(const std::string& line, int64_t now_ms);
  Status FinishForgetting();

 private:
  void Retain();

  Parts p_;
  std::string trouble_;        // what was told of the store
  bool outdated_left_ = true;  // retention may have more to do
  bool lags_ = false;  // what a key began to take in was too much for one
  bool index_is_stale_ = false;
};

}  // namespace synapse
