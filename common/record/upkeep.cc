#include "record/upkeep.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "learn/forgetting.h"
#include "store/removed_events.h"
#include "store/store.h"

namespace synapse {
namespace {

// Another process may replace the log several times.
constexpr int kMaxReplaced = 8;
constexpr int64_t kDayMs = 86'400'000, kJumpMs = 90 * kDayMs;

// After a long absence, or when the clock was set ahead by mistake, everything
// seems old. Then nothing is removed by age until some commands ran.
bool TimeJumped(EventLog& log, int64_t now_ms) {
  constexpr size_t kSettled = 64;  // commands
  size_t seen = 0;
  int64_t later = now_ms;
  bool jumped = false;
  log.VisitBackwards([&](uint64_t, const Event& event) {
    jumped = later - event.start_ms > kJumpMs;
    later = std::min(later, event.start_ms);
    return !jumped && ++seen < kSettled;
  });
  return jumped;
}

// Computes the changes of the log when the hidden lines are removed.
RemovedEvents HiddenEvents(Store& store) {
  const std::unordered_set<uint64_t> hidden = store.forgotten().Hashes();
  return RemovedEventsOf(store.log(), [&](uint64_t, const Event& e) {
    return hidden.contains(Hash64(e.command));
  });
}

}  // namespace

Upkeep::Upkeep(const Parts& parts) : p_(parts), trouble_(p_.store.why()) {
  if (!trouble_.empty()) p_.reports.Add("store", trouble_);
}

void Upkeep::Prompt() {
  lags_ = false;
  const bool kept = p_.store.persistent();
  const uint64_t version = p_.store.log_file().version();
  p_.store.Refresh();
  if (kept != p_.store.persistent() ||
      version != p_.store.log_file().version()) {
    p_.learner.sessions().ForgetAll();
  }
  if (p_.store.why() != trouble_) {
    p_.reports.Remove("store", trouble_);
    trouble_ = p_.store.why();
    if (!trouble_.empty()) p_.reports.Add("store", trouble_);
  }
  // The log is read before the records that depend on it.
  Budget budget(Learner::kSliceUs);
  Status caught_up = p_.learner.rebuild().RunIfFarBehind();
  if (caught_up.ok()) caught_up = p_.learner.CatchUp(budget);
  Status taken = p_.event_writer.Prompt();
  if (!taken.ok() && taken.code() != Code::kBusy) {
    p_.reports.Add("spool", taken.message());
  }
  Retain();
  if (caught_up.ok()) caught_up = p_.learner.CatchUp(budget);
  if (!caught_up.ok() && caught_up.code() != Code::kBusy) {
    p_.reports.Add("index", caught_up.message());
  }
}

void Upkeep::Key() {
  if (!p_.learner.DropLost() && !lags_) return;
  p_.learner.KeepInMemory(/*in_memory=*/true);
  Budget budget(Learner::kSliceUs / 4);
  (void)p_.learner.CatchUp(budget);
  (void)p_.event_writer.KeepUp();
  p_.learner.KeepInMemory(/*in_memory=*/false);
  lags_ = p_.learner.Behind() > 0;
}

void Upkeep::CatchUpFully() {
  Prompt();
  Status folded = p_.event_writer.FoldAll(/*living=*/true);
  if (!folded.ok()) p_.reports.Add("spool", folded.message());
  Budget budget = Budget::Unlimited();
  (void)p_.learner.CatchUp(budget);
  (void)p_.learner.WriteAhead();
}

// One slice at each prompt while there is too much. Checked at the first prompt
// and then after a number of commands.
void Upkeep::Retain() {
  constexpr unsigned kLookAfter = 64;
  constexpr size_t kSlice = 200;
  if (!outdated_left_ && p_.tallies.recorded % kLookAfter != 0) return;
  const int64_t now_ms = p_.clock.NowMs();
  const int64_t days = p_.config.Int("history.max_days");
  const bool by_age = days > 0 && !TimeJumped(p_.store.log(), now_ms);
  auto removed = p_.store.retention().RemoveSlice(
      by_age ? now_ms - days * kDayMs : INT64_MIN, MostEvents(), kSlice);
  outdated_left_ = removed.ok() && *removed == kSlice;
  if (by_age) {
    (void)p_.store.searches().RemoveBefore(now_ms - days * kDayMs);
  }
  index_is_stale_ =
      !outdated_left_ && (p_.learner.rebuild().IsStale() || HasTooMany());
}

size_t Upkeep::MostEvents() const {
  const int64_t most = p_.config.Int("history.max_events");
  return most > 0 ? static_cast<size_t>(most) : SIZE_MAX;
}

// The whole log is read to remove the oldest: not for each further command.
bool Upkeep::HasTooMany() {
  const uint64_t count = p_.store.log().event_count();
  const size_t most = MostEvents();
  return p_.store.persistent() && count > most && count - most > most / 64;
}

bool Upkeep::TakeRenewal() {
  const bool stale = std::exchange(index_is_stale_, false);
  return stale && p_.learner.rebuild().Claim(p_.clock.NowMs());
}

Status Upkeep::RenewIndex() {
  UnlimitedLockWait unlimited(p_.store);
  CatchUpFully();
  if (HasTooMany()) {
    const auto removed =
        p_.store.retention().RemoveAll(INT64_MIN, MostEvents());
    if (!removed.ok()) return removed.status();
  }
  return p_.learner.rebuild().Run(nullptr);
}

Status Upkeep::Hide(const std::string& line, int64_t now_ms) {
  Status hidden = HideLine(p_.store, p_.learner, line, now_ms);
  if (hidden.code() != Code::kBusy) return hidden;
  // The log was replaced by one without a forgotten line.
  p_.store.Refresh();
  return HideLine(p_.store, p_.learner, line, now_ms);
}

Status Upkeep::HideAndFinish(const std::string& line, int64_t now_ms) {
  Status hidden;
  {
    UnlimitedLockWait unlimited(p_.store);
    for (int i = 0; i < kMaxReplaced; ++i) {
      hidden = Hide(line, now_ms);
      if (hidden.code() != Code::kBusy) break;
    }
  }
  return hidden.ok() ? FinishForgetting() : hidden;
}

Status Upkeep::FinishForgetting() {
  UnlimitedLockWait unlimited(p_.store);
  CatchUpFully();
  const RemovedEvents gone = HiddenEvents(p_.store);
  RecordsToForget forgotten;
  forgotten.text = [&](std::string_view text) {
    return gone.Has(text) || p_.store.forgotten().Contains(text);
  };
  // Before the log, which says what is to be removed, and after it for what
  // other shells wrote meanwhile.
  Status removed = ForgetRecords(p_.records.directory(), forgotten);
  if (!removed.ok()) return removed;
  Status finished;
  for (int i = 0; i < kMaxReplaced; ++i) {
    finished = ::synapse::FinishForgetting(p_.store, p_.learner);
    if (finished.code() != Code::kBusy) break;
    CatchUpFully();
  }
  if (!finished.ok()) return finished;
  return ForgetRecords(p_.records.directory(), forgotten);
}

}  // namespace synapse
