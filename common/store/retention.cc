// Retention: the parts of Store that let go of what is too old or too much, a
// slice at a time.
#include <algorithm>

#include "store/log_keys.h"
#include "store/store.h"

namespace synapse {
namespace {

// What goes at a time: what is older, then what is more than so many.
struct Slice {
  int64_t before_ms;
  size_t keep;
  size_t most;
};

// Keys and identities, the oldest first.
std::vector<std::pair<std::string, uint64_t>> OldEvents(Txn& txn,
                                                        const Slice& wanted) {
  const uint64_t count = txn.EntriesIn(kEventTable);
  std::vector<std::pair<std::string, uint64_t>> gone;
  txn.ScanIn(kEventTable, "", [&](std::string_view key, auto value) {
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

// The newest stays: its number tells what the next one gets.
std::vector<std::string> OldFeedback(Txn& txn, const Slice& wanted) {
  const uint64_t shown = txn.EntriesIn(kFeedbackTable);
  std::vector<std::string> gone;
  txn.ScanIn(kFeedbackTable, "", [&](std::string_view key, auto value) {
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

Result<size_t> Store::RemoveOldest(int64_t before_ms, size_t keep,
                                   size_t slice) {
  if (!Mine()) return Status(Code::kUnavailable, "a forked child");
  size_t removed = 0;
  if (!events_) return removed;
  // Looked at first: a prompt writes nothing when there is nothing to do.
  bool any = false;
  (void)ReadEvents([&](Txn& txn) {
    const uint64_t shown = txn.EntriesIn(kFeedbackTable);
    any = txn.EntriesIn(kEventTable) > keep ||
          shown > std::max<uint64_t>(keep, 1);
    txn.ScanIn(kEventTable, "", [&](auto, auto value) {
      auto event = DecodeEvent(value);
      any = any || (event && event->start_ms < before_ms);
      return false;
    });
    txn.ScanIn(kFeedbackTable, "", [&](auto, auto value) {
      auto feedback = DecodeFeedback(value);
      any = any || (shown > 1 && feedback && feedback->at_ms < before_ms);
      return false;
    });
  });
  if (!any) return removed;
  Status status = Noted(events_.get(), events_->Write([&](Txn& txn) -> Status {
    removed = 0;
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    const Slice wanted{before_ms, keep, slice};
    const auto gone = OldEvents(txn, wanted);
    const auto feedback = OldFeedback(txn, wanted);
    std::string next;
    PutLittle<uint64_t>(next, NextSequence(txn));
    Status put = txn.PutIn(kLogMetaTable, kNextKey, next);
    for (const auto& [key, identity] : gone) {
      if (put.ok()) put = txn.DeleteIn(kEventTable, key);
      if (put.ok()) put = txn.DeleteIn(kIdentityTable, Big64(identity));
    }
    for (const std::string& key : feedback) {
      if (put.ok()) put = txn.DeleteIn(kFeedbackTable, key);
    }
    if (put.ok()) removed = std::max(gone.size(), feedback.size());
    return put;
  }));
  if (!status.ok()) return status;
  removed_oldest_ = removed_oldest_ || removed > 0;
  return removed;
}

void Store::ShrinkAfterRetention() {
  constexpr size_t kMaxBytes = 32 << 20;
  if (!removed_oldest_ || !MostlyFree()) return;
  if (events_->info().used_bytes <= kMaxBytes) (void)CompactLog();
}

bool Store::MostlyFree() {
  if (!Mine() || !events_) return false;
  uint64_t live = 0;
  (void)ReadEvents([&](Txn& txn) {
    for (size_t table = 0; table < std::size(kLogTables); ++table) {
      live += txn.PagesIn(table);
    }
  });
  // An empty store has a handful of pages of its own.
  constexpr uint64_t kOwnPages = 16;
  Env::Info info = events_->info();
  uint64_t all = info.used_bytes / std::max<size_t>(info.page_bytes, 1);
  return all > 2 * (live + kOwnPages);
}

}  // namespace synapse
