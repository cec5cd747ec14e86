#include "prompt/history_walk.h"

#include <algorithm>
#include <utility>

namespace synapse {

HistoryWalk::HistoryWalk(Engine& engine, std::string typed)
    : engine_(engine),
      typed_(std::move(typed)),
      search_(engine.store(), {},
              [this](const Event& e) { return e.command.starts_with(typed_); }),
      shown_(typed_) {
  Budget budget(5'000);
  search_.AddWaiting(engine.WaitingEvents(budget));
}

bool HistoryWalk::IsKnown(std::string_view line) const {
  return std::find(lines_.begin(), lines_.end(), line) != lines_.end();
}

// Finds one more line; false when there is none, or when the budget of the key
// is spent.
bool HistoryWalk::ReadOn() {
  Budget budget(20'000);
  for (bool more = true; more;) {
    // After the last row, rows are sorted by time.
    if (search_.order() != order_) {
      order_ = search_.order();
      read_ = 0;
    }
    for (; read_ < search_.size(); ++read_) {
      if (budget.Spent()) return false;
      std::string line(search_.Command(read_));
      if (line == typed_ || engine_.suggester().IsHidden(line) ||
          IsKnown(line)) {
        continue;
      }
      lines_.push_back(std::move(line));
      return true;
    }
    const size_t before = search_.size();
    more = !search_.complete() && !budget.Spent();
    if (more) search_.ReadOn(budget);
    more |= search_.size() != before || search_.order() != order_;
  }
  return false;
}

std::optional<std::string_view> HistoryWalk::Move(int direction) {
  if (direction > 0) {
    if (at_ == lines_.size() && !ReadOn()) return std::nullopt;
    ++at_;
  } else {
    if (at_ == 0) return std::nullopt;
    --at_;
  }
  shown_ = at_ > 0 ? lines_[at_ - 1] : typed_;
  return shown_;
}

}  // namespace synapse
