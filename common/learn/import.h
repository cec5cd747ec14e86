// Import: takes in events that ran elsewhere or before, each once.
//
// Tested by tests/learn/learner_test.cc.
#pragma once

#include <vector>

#include "learn/learner.h"

namespace synapse {

struct Imported {
  size_t added = 0;
  size_t known = 0;      // were there already
  size_t forgotten = 0;  // were forgotten, and stay so
};

// By what an event is known that is there already: kHistory: timed events by
// second and text, untimed ones by how often their text is there. kExport: by
// millisecond, text, session. kTranscript: as kHistory, and the index is
// advanced, however many there are: they teach little.
enum class ImportMatch { kHistory, kExport, kTranscript };

// Appends those events that the log lacks and were not forgotten, and rebuilds
// or advances the index. The order of a session's events is kept.
Result<Imported> ImportEvents(Learner& learner, std::vector<Event> events,
                              const IndexRebuild::Progress& progress,
                              ImportMatch match = ImportMatch::kHistory);

}  // namespace synapse
