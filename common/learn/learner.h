// Learner: turns events into the index, and keeps the two in step.
//
// The log is appended first, then the index is advanced to it: by the events
// of this shell and of any other shell since it was last here. One index
// transaction holds everything that its events change (engine-v2 4.4), and the
// sequence it is built up to, so that no event is applied twice.
//
// Processes: whoever comes first applies what is new, under the writer lock.
// Tested by tests/learn/learner_test.cc.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "learn/directory.h"
#include "learn/transition.h"
#include "store/store.h"

namespace synapse {

class Learner {
 public:
  Learner(Store& store, double half_life_hours, std::string home = "")
      : store_(store),
        half_life_hours_(half_life_hours),
        home_(std::move(home)) {}

  // Appends the event, then advances the index. kBusy: not written, try later.
  // The event's `previous` is that of its session, as far as this learner
  // knows. Answers the event's sequence.
  Result<uint64_t> Record(Event event);
  // Several events of one session in one transaction; with a mark, those of a
  // spool (store.h).
  Result<uint64_t> RecordAll(std::vector<Event> events,
                             const Store::SpoolMark* mark);

  // Applies events that are in the log and not in the index, within budget.
  Status CatchUp(Budget& budget);
  // How many events the index lacks.
  uint64_t Behind();

  using Progress = std::function<void(size_t done, size_t all)>;
  struct Imported {
    size_t added = 0;
    size_t known = 0;      // were there already
    size_t forgotten = 0;  // were forgotten, and stay so
  };
  // kHistory: timed events are known by second and text, untimed ones by how
  // often their text is already there. kExport: by millisecond, text, session.
  enum class Match { kHistory, kExport };
  // Appends those events that the log lacks and were not forgotten, and
  // rebuilds or advances the index. The order of a session's events is kept.
  Result<Imported> Import(std::vector<Event> events, const Progress& progress,
                          Match match = Match::kHistory);

  // Builds the index again, in the order of time, at full speed, from the
  // newest `most` events (0: all of them).
  Status Rebuild(const Progress& progress, size_t most = 0);
  // The index was built from the newest events only.
  bool Partial();
  // An index that lacks more than a prompt can make up for (it was thrown
  // away) is built from the newest events at once; the rest waits for
  // `synapse doctor --repair`.
  Status RebuildIfFarBehind();

  // The context in which the next line of `session` runs at `now_ms`.
  LineContext ContextOf(const std::string& session, const std::string& cwd,
                        int64_t now_ms);
  // The store is another one now: sequences mean nothing any more.
  void ForgetSequences() {
    known_.clear();
    last_of_session_.clear();
  }
  // Continues the session behind that event (0: a new beginning).
  void SetLast(const std::string& session, uint64_t sequence);

 private:
  struct Known {
    Line line;
    uint64_t previous;
    int64_t start_ms;
    Whereabouts behind;  // the directory after it ran
  };
  void Remember(uint64_t sequence, const Event& event);
  Whereabouts WhereBehind(uint64_t sequence) const;
  std::string DirectoryOf(uint64_t previous, const std::string& cwd) const;
  Status Apply(Kv& kv, const Event& event);
  const Known* FindKnown(uint64_t sequence);
  LineContext ContextBehind(uint64_t sequence, const std::string& cwd,
                            int64_t now_ms);
  bool IsKnown(const Event& event, std::map<std::string, uint32_t>& untimed);
  std::unordered_map<uint64_t, uint32_t> CountRuns();

  Store& store_;
  double half_life_hours_;
  std::string home_;
  std::map<uint64_t, Known> known_;                // recent events by sequence
  std::map<std::string, uint64_t> last_of_session_;
};

}  // namespace synapse
