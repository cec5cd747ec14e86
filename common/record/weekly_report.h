// WeeklyReport: one line above a prompt, at most once a week: the keys that were
// saved in the week, and one finding of the reflection.
//
// Prepared: in the background process that reflects (reflect/schedule.h), at
//           most once a day. A prompt computes nothing: once a day a shell opens
//           a file, which is rarely there.
// File:     "weekly" in the store: prepared_ms i64 | keys u64 | id of the
//           finding u64 (0: none). The shell that removes the file prints the
//           line. It has no text, so that nothing forgotten is in it.
// Note:     "weekly" in the store: looked_ms i64 | reported_ms i64 | waiting u8 |
//           ids of reported findings, u64 each, newest last. `waiting`: the file
//           was written, and was there when this was last checked.
// Rejected: a note that the printing shell changes. That is a commit to the disk
//           at a prompt.
// Processes: any number. One a day prepares.
// Tested by tests/engine/weekly_report_test.cc and
// tests/shell/cases/notices.sh.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "learn/incognito.h"
#include "store/store.h"

namespace synapse {

class WeeklyReport {
 public:
  static constexpr int64_t kDayMs = 86'400'000, kWeekMs = 7 * kDayMs;
  // Fewer saved keys are not reported.
  static constexpr size_t kLeastKeys = 20;
  // An older report waits until it is prepared anew.
  static constexpr int64_t kFreshMs = 3 * kDayMs;

  // All outlive it.
  struct Parts {
    Store& store;
    const IncognitoMode& incognito;
    // A line that is never shown without a request.
    std::function<bool(const std::string& line)> is_risky;
  };
  explicit WeeklyReport(Parts parts) : p_(std::move(parts)) {}

  // In the background, behind the reflection of the day. The first call for a
  // store only begins the first week.
  Status Prepare(int64_t now_ms);
  // At a prompt: the line, if one is to be printed now; at most one shell gets
  // it. Empty otherwise.
  std::string Take(int64_t now_ms);

 private:
  std::string Path() const;
  std::optional<Fact> BestFinding(const std::string& reported,
                                  int64_t now_ms) const;

  Parts p_;
  int64_t asked_ms_ = 0;  // when Take() last opened the file
};

}  // namespace synapse
