// Budget: how long a piece of work on the keystroke path may still take.
//
// A source asks Spent() in its loops and returns what it has when the answer
// is yes. The clock is read once in 64 questions.
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
    return SpentNow();
  }
  // The same, reading the clock at once: before a call that may block.
  bool SpentNow() {
    if (!spent_ && Clock::MonotonicUs() >= deadline_us_) spent_ = true;
    return spent_;
  }
  // A part of what is left, for one source of several.
  Budget Slice(double share) const {
    int64_t left = deadline_us_ - Clock::MonotonicUs();
    return Budget(left > 0 ? static_cast<int64_t>(left * share) : 0);
  }

 private:
  int64_t deadline_us_;
  uint32_t asked_ = 0;
  bool spent_ = false;
};

}  // namespace synapse
