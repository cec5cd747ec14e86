// Helpers of the tests that use a store.
#pragma once

#include <string>
#include <vector>

#include "store/memory_kv.h"
#include "store/store.h"
#include "tests/testing.h"

namespace synapse::testing {

inline Event Ran(const std::string& command, int64_t ms = kNow,
                 uint64_t previous = 0) {
  Event e;
  e.command = command;
  e.start_ms = ms;
  e.previous = previous;
  return e;
}

// The commands of the log, from the event `from` on.
inline std::vector<std::string> CommandsIn(Store& store, uint64_t from = 1) {
  std::vector<std::string> out;
  store.log().Visit(from, [&](uint64_t, const Event& e) {
    out.push_back(e.command);
    return true;
  });
  return out;
}

// Empties the index: it is built again from the first event.
inline Status ClearIndex(Store& store) {
  MemoryKv nothing;
  return store.ReplaceIndex(nothing);
}

}  // namespace synapse::testing
