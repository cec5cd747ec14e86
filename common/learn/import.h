// Import: takes in events that ran elsewhere or before, each once.
//
// Tested by tests/learn/learner_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/learner.h"

namespace synapse {

struct Imported {
  size_t added = 0;
  size_t known = 0;      // were there already
  size_t forgotten = 0;  // were forgotten, and stay so
  size_t older = 0;      // are older than what the log may hold
};

// How an event is recognised that the log has already. kHistory: an event with
// a time by second and text, one without by how often its text is there.
// kExport: by millisecond, text and session. kTranscript: as kHistory; the
// index is advanced for any number of events, because they teach little.
enum class ImportMatch { kHistory, kExport, kTranscript };

// Appends the events that the log lacks and that were not forgotten, and
// rebuilds or advances the index. The order of a session's events is kept. Where
// the log would have more than `most` events, the oldest are left out, unless
// they are younger than what the log has.
Result<Imported> ImportEvents(Learner& learner, std::vector<Event> events,
                              const IndexRebuild::Progress& progress,
                              ImportMatch match = ImportMatch::kHistory,
                              size_t most = SIZE_MAX);

}  // namespace synapse
