// Recovery: the events of a log that was set aside because it is damaged.
//
// The log is read forwards from each place that can be read, and backwards from
// its end, until a damaged page ends that: one damaged page costs the events in
// it. A fault leaves the environment unusable (env.h), so each attempt opens it
// anew; there are at most kMaxAttempts. For `doctor --repair`, never for a
// prompt.
// Tested by tests/store/recovery_test.cc.
#pragma once

#include <string>
#include <vector>

#include "store/event.h"

namespace synapse {

struct Recovered {
  std::vector<Event> events;  // in their order, without forgotten ones
  bool whole = false;         // nothing that is damaged was met
};
Recovered RecoverLog(const std::string& directory);

// The directories of damaged logs of a store that were set aside, the oldest
// first.
std::vector<std::string> SetAsideLogs(const std::string& store);
// The readable part of such a log was taken over. If that was the whole of it,
// the log is removed; else it is kept, and not reported again.
void MarkRead(const std::string& directory, bool whole);

inline constexpr const char* kDamagedLog = "events.bad-";
inline constexpr const char* kReadLog = "events.read-";

}  // namespace synapse
