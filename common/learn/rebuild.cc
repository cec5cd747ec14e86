// The parts of Learner that build the index anew.
#include <algorithm>

#include "learn/feedback.h"
#include "learn/index_marks.h"
#include "learn/learner.h"
#include "learn/search_index.h"

namespace synapse {
namespace {

// An index that was thrown away, and one that only lags.
constexpr uint64_t kFarBehind = 500, kTooFarBehind = 10'000;
constexpr size_t kNewestEvents = 2500;

}  // namespace

bool Learner::Partial() {
  bool partial = false;
  (void)store_.index().Read([&](Kv& kv) {
    partial = kv.Get(Table::kMeta, kPartialKey).has_value();
  });
  return partial;
}

bool Learner::IsStale() {
  uint64_t from = 0;
  (void)store_.index().Read([&](Kv& kv) { from = ReadNumber(kv, kFromKey); });
  from = std::max<uint64_t>(from, 1);
  uint64_t first = store_.log().first_sequence();
  return first > from &&
         (first - from) * kStaleShare > store_.info().event_count;
}

bool Learner::ClaimRenewal(int64_t now_ms) {
  constexpr int64_t kLastsMs = 600'000;  // RunDetached() (base/detached.h)
  bool claimed = false;
  Status status = store_.index().Write([&](Kv& kv) {
    auto before = static_cast<int64_t>(ReadNumber(kv, kRenewalKey));
    claimed = now_ms < before || now_ms - before >= kLastsMs;
    return claimed ? WriteNumber(kv, kRenewalKey, static_cast<uint64_t>(now_ms))
                   : Status();
  });
  return status.ok() && claimed;
}

Status Learner::RebuildIfFarBehind() {
  uint64_t built = 0;
  (void)store_.index().Read([&](Kv& kv) { built = ReadNumber(kv, kBuiltKey); });
  if (Behind() <= (built == 0 ? kFarBehind : kTooFarBehind)) return {};
  return Rebuild(nullptr, kNewestEvents);
}

Status Learner::Rebuild(const Progress& progress, size_t most,
                        Contents contents) {
  // Before the events are read: what was folded by now is among them, or was
  // forgotten, and its shell must not bring it again.
  std::map<uint64_t, StreamMark> streams;
  for (auto [stream, end] : store_.spools().Streams()) streams[stream] = {end, end};
  // Only when each was: a million events would take 300 MB.
  std::vector<std::pair<uint64_t, int64_t>> events;
  bool partial = false;
  store_.log().VisitBackwards([&](uint64_t sequence, const Event& event) {
    partial = most > 0 && events.size() >= most;
    if (partial) return false;
    events.emplace_back(sequence, event.start_ms);
    auto at = streams.find(event.origin.stream);
    if (at != streams.end()) {
      at->second.events = std::max(at->second.events, event.origin.ordinal);
    }
    return true;
  });
  std::reverse(events.begin(), events.end());
  uint64_t last = events.empty() ? 0 : events.back().first;
  uint64_t first = events.empty() ? store_.log().next_sequence() : events[0].first;
  std::stable_sort(events.begin(), events.end(),
                   [](auto& a, auto& b) { return a.second < b.second; });
  // How the weights of lines moved cannot be learned again from the log alone.
  Model::Moved moved{};
  (void)store_.index().Read([&](Kv& kv) { moved = ReadModel(kv).moved; });
  MemoryKv tables;
  // What waits in this shell's spool is in no log yet.
  sessions_.ForgetLogged();
  size_t done = 0;
  for (const auto& [sequence, start_ms] : events) {
    auto event = store_.log().Find(sequence);
    if (!event) continue;  // taken out meanwhile
    sessions_.Remember(sequence, *event);
    Status applied = Apply(tables, *event);
    if (!applied.ok()) return applied;
    if (progress && ++done % 1000 == 0) progress(done, events.size());
  }
  Model model = ReadModel(tables);
  model.moved = moved;
  Status built = WriteModel(tables, model);
  if (built.ok()) built = RebuildFeedback(tables, streams);
  if (built.ok()) built = WriteNumber(tables, kBuiltKey, last);
  if (built.ok() && first > 1) built = WriteNumber(tables, kFromKey, first);
  for (const auto& [stream, mark] : streams) {
    if (built.ok()) built = WriteStreamMark(tables, stream, mark);
  }
  if (contents == Contents::kKept && built.ok()) built = CopyContents(tables);
  if (partial && built.ok()) built = tables.Put(Table::kMeta, kPartialKey, "1");
  return built.ok() ? store_.ReplaceIndex(tables) : built;
}

// Of an index that is damaged, or of another schema, none is left: each file is
// read again when a command opens it.
Status Learner::CopyContents(Kv& into) {
  Status status;
  (void)store_.index().Read([&](Kv& kv) {
    for (const char kind : kContentKinds) {
      const std::string from(1, kind);
      kv.Scan(Table::kTerm, from, [&](std::string_view key, auto value) {
        if (key[0] != kind) return false;
        status = into.Put(Table::kTerm, key, value);
        return status.ok();
      });
    }
  });
  return status;
}

// In the order of time: each decays what came before it.
Status Learner::RebuildFeedback(Kv& kv,
                                std::map<uint64_t, StreamMark>& streams) {
  std::vector<FeedbackRecord> all;
  uint64_t last = 0;
  store_.log().VisitFeedback(1, [&](uint64_t n, const FeedbackRecord& f) {
    last = n;
    auto at = streams.find(f.origin.stream);
    if (at != streams.end()) {
      at->second.feedback = std::max(at->second.feedback, f.origin.ordinal);
    }
    all.push_back(f);
    return true;
  });
  std::stable_sort(all.begin(), all.end(),
                   [](auto& a, auto& b) { return a.at_ms < b.at_ms; });
  Status status;
  if (last > 0) status = WriteNumber(kv, kFeedbackKey, last);
  for (const FeedbackRecord& f : all) {
    if (!status.ok()) break;
    status = LearnFeedback(kv, f, feedback_steps_, sessions_.argument_types());
  }
  return status;
}

}  // namespace synapse
