// Events of the store's tests.
#pragma once

#include <string>
#include <vector>

#include "store/store.h"
#include "tests/store/clear_index.h"
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

}  // namespace synapse::testing
