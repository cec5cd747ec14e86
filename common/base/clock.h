// Clock: wall time and monotonic time behind one interface, so that tests,
// replay and `drive` can set the time.
// Tested by tests/base/base_test.cc.
#pragma once

#include <cstdint>
#include <ctime>

namespace synapse {

class Clock {
 public:
  // Wall time in milliseconds since 1970 (UTC).
  int64_t NowMs() const {
    return fixed_ms_ ? fixed_ms_ : Read(CLOCK_REALTIME) / 1000;
  }
  // NowMs() answers `ms` from now on; 0 returns to the real clock.
  void Fix(int64_t ms) { fixed_ms_ = ms; }

  // Monotonic microseconds. They cannot be fixed, because budgets use real
  // time.
  static int64_t MonotonicUs() { return Read(CLOCK_MONOTONIC); }

 private:
  static int64_t Read(clockid_t id) {
    timespec t;
    clock_gettime(id, &t);
    return int64_t{t.tv_sec} * 1000000 + t.tv_nsec / 1000;
  }
  int64_t fixed_ms_ = 0;
};

}  // namespace synapse
