// Budget: the time that a piece of work on the keystroke path still has.
//
// A source calls Spent() in its loops and returns its results so far when the
// answer is true. The clock is read once in 64 calls.
//
// Tested by tests/base/base_test.cc.
#pragma once

#include <cstdint>

#include "base/clock.h"

namespace synapse {

class Budget {
 public:
  explicit Budget(int64_t us) : deadline_us_(Clock::MonotonicUs() + us) {}
  static Budget Unlimited() { return Budget(int64_t{1} << 50); }

  // True once the time is over, and from then on. Cheap enough for any loop.
  bool Spent() {
    if (spent_) return true;
    if (++asked_ % 64 != 0) return false;
    return ReadClock();
  }
  // Like Spent(), but reads the clock at once. For use before a call that may
  // block.
  bool SpentNow() {
    ++asked_;
    return ReadClock();
  }
  // How often Spent() and SpentNow() were called: a measure of the work that does
  // not depend on the machine.
  uint32_t steps() const { return asked_; }
  // A share of the remaining time, for one source of several.
  Budget Slice(double share) const {
    int64_t left = deadline_us_ - Clock::MonotonicUs();
    return Budget(left > 0 ? static_cast<int64_t>(left * share) : 0);
  }

 private:
  bool ReadClock() {
    if (!spent_ && Clock::MonotonicUs() >= deadline_us_) spent_ = true;
    return spent_;
  }

  int64_t deadline_us_;
  uint32_t asked_ = 0;
  bool spent_ = false;
};

}  // namespace synapse
