#include "store/retention.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "store/log_keys.h"
#include "store/record.h"

namespace synapse {
namespace {

struct Slice {
  int64_t before_ms;
  size_t keep;
  size_t most;
};

// Keys and identities, the oldest first.
std::vector<std::pair<std::string, uint64_t>> OldEvents(LogTables& log,
                                                        const Slice& wanted) {
  const uint64_t count = log.EntriesIn(kEventTable);
  std::vector<std::pair<std::string, uint64_t>> gone;
  log.ScanIn(kEventTable, "", [&](std::string_view key, auto value) {
    auto event = DecodeEvent(value);
    bool old = event && event->start_ms < wanted.before_ms;
    if (gone.size() >= wanted.most ||
        (!old && count - gone.size() <= wanted.keep)) {
      return false;
    }
    gone.emplace_back(key, event ? EventIdentity(*event) : 0);
    return true;
  });
  return gone;
}

// The newest stays: its number gives the number of the next one.
std::vector<std::string> OldFeedback(LogTables& log, const Slice& wanted) {
  const uint64_t shown = log.EntriesIn(kFeedbackTable);
  std::vector<std::string> gone;
  log.ScanIn(kFeedbackTable, "", [&](std::string_view key, auto value) {
    auto f = DecodeFeedback(value);
    bool old = f && f->at_ms < wanted.before_ms;
    const uint64_t left = shown - gone.size();
    if (gone.size() >= wanted.most || left <= 1 ||
        (!old && left <= wanted.keep)) {
      return false;
    }
    gone.emplace_back(key);
    return true;
  });
  return gone;
}

}  // namespace

Result<size_t> Retention::RemoveOldest(int64_t before_ms, size_t keep,
                                       size_t slice) {
  size_t removed = 0;
  if (!file_.is_open()) return removed;
  // A prompt writes nothing where there is nothing to remove.
  const bool any = file_.Get([&](LogTables& log) {
    const Slice one{before_ms, keep, 1};
    return !OldEvents(log, one).empty() || !OldFeedback(log, one).empty();
  });
  if (!any) return removed;
  Status status = file_.Write([&](LogTables& log) {
    const Slice wanted{before_ms, keep, slice};
    const auto gone = OldEvents(log, wanted);
    const auto feedback = OldFeedback(log, wanted);
    removed = std::max(gone.size(), feedback.size());
    Status put = PutNextSequence(log);
    for (const auto& [key, identity] : gone) {
      if (put.ok()) put = log.DeleteIn(kEventTable, key);
      if (put.ok()) put = log.DeleteIn(kIdentityTable, Big64(identity));
    }
    for (const std::string& key : feedback) {
      if (put.ok()) put = log.DeleteIn(kFeedbackTable, key);
    }
    return put;
  });
  if (!status.ok()) return status;
  removed_ = removed_ || removed > 0;
  return removed;
}

bool Retention::WantsCompaction() {
  constexpr size_t kMaxBytes = 32 << 20;
  return removed_ && file_.MostlyFree() && file_.info().used_bytes <= kMaxBytes;
}

}  // namespace synapse
