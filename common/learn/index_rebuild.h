// IndexRebuild: builds the index anew from the log.
//
// Order:   events and feedback are applied in the order of time, also where an
//          import put older ones behind newer ones.
// Stale:   events that retention takes out of the log (store/removal.h) leave
//          their rows in the index. One shell then builds the index anew.
// Partial: an index that was thrown away is built from the newest events at
//          once; `synapse doctor --repair` builds it from all of them.
// Tested by tests/learn/learner_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "base/status.h"
#include "learn/index_marks.h"
#include "learn/record_applier.h"
#include "learn/sessions.h"
#include "store/store.h"

namespace synapse {

class IndexRebuild {
 public:
  IndexRebuild(Store& store, Sessions& sessions, RecordApplier& applier)
      : store_(store), sessions_(sessions), applier_(applier) {}

  using Progress = std::function<void(size_t done, size_t all)>;
  // Words of the contents of files (search/contents.h) come from no event. They
  // are copied, unless something is forgotten.
  enum class Contents { kKept, kDropped };
  // Builds at full speed, from the newest `most` events (0: all of them).
  // `progress` may be empty.
  Status Run(const Progress& progress, size_t most = 0,
             Contents contents = Contents::kKept);
  // Builds an index that lacks more than a prompt can apply from the newest
  // events.
  Status RunIfFarBehind();

  // True if the index was built from the newest events only.
  bool IsPartial();
  // The index is stale if more than one in kStaleShare of its events left the
  // log.
  static constexpr uint64_t kStaleShare = 32;
  bool IsStale();
  // True if this process is to build the index anew: it is the first that asks
  // within ten minutes.
  bool Claim(int64_t now_ms);

 private:
  using Streams = std::map<uint64_t, StreamMark>;
  struct Chosen;
  Chosen ChooseEvents(size_t most, Streams& streams);
  Status ApplyEvents(Kv& kv, const Chosen& chosen, const Progress& progress);
  Status ApplyEach(Kv& kv, const Chosen& chosen, const Progress& progress);
  std::vector<Event> ReadFrom(const Chosen& chosen, size_t from);
  Status ApplyFeedback(Kv& kv, Streams& streams);
  Status CopyContents(Kv& into);
  // The events that were in the log and left it.
  uint64_t CountGone();

  Store& store_;
  Sessions& sessions_;
  RecordApplier& applier_;
};

}  // namespace synapse
