#include "learn/index_rebuild.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "learn/search_index.h"
#include "learn/user_model.h"
#include "store/prefix_index.h"

namespace synapse {
namespace {

// The limits of an index that was thrown away, and of one that only lags.
constexpr uint64_t kFarBehind = 500, kTooFarBehind = 10'000;
constexpr size_t kNewestEvents = 2500;

}  // namespace

// The events that the index is built from: only their times, because a million
// events would take 300 MB.
struct IndexRebuild::Chosen {
  std::vector<std::pair<uint64_t, int64_t>> events;  // in the order of time
  uint64_t last = 0;
  bool partial = false;  // older events are left out
};

bool IndexRebuild::IsPartial() {
  bool partial = false;
  (void)store_.index().Read(
      [&](Kv& kv) { partial = kv.Get(Table::kMeta, kPartialKey).has_value(); });
  return partial;
}

bool IndexRebuild::IsStale() {
  uint64_t gone = 0;
  (void)store_.index().Read([&](Kv& kv) { gone = ReadNumber(kv, kGoneKey); });
  const uint64_t now = CountGone();
  return now > gone && (now - gone) * kStaleShare > store_.log().event_count();
}

uint64_t IndexRebuild::CountGone() {
  const uint64_t last = store_.log().last_sequence();
  return last - std::min(last, store_.log().event_count());
}

bool IndexRebuild::Claim(int64_t now_ms) {
  constexpr int64_t kLastsMs = 600'000;  // RunDetached() (base/child.h)
  bool claimed = false;
  Status status = store_.index().Write([&](Kv& kv) {
    auto before = static_cast<int64_t>(ReadNumber(kv, kRenewalKey));
    claimed = now_ms < before || now_ms - before >= kLastsMs;
    return claimed ? WriteNumber(kv, kRenewalKey, static_cast<uint64_t>(now_ms))
                   : Status();
  });
  return status.ok() && claimed;
}

Status IndexRebuild::RunIfFarBehind() {
  uint64_t built = 0;
  (void)store_.index().Read([&](Kv& kv) { built = ReadNumber(kv, kBuiltKey); });
  const uint64_t allowed = built == 0 ? kFarBehind : kTooFarBehind;
  if (store_.log().last_sequence() <= built + allowed) return {};
  return Run(nullptr, kNewestEvents);
}

Status IndexRebuild::Run(const Progress& progress, size_t most,
                         Contents contents) {
  // Read before the events: a record that was folded by now is among them, or
  // was forgotten, and its shell must not apply it again.
  Streams streams;
  for (auto [stream, end] : store_.spools().Streams()) {
    streams[stream] = {end, end};
  }
  const uint64_t gone = CountGone();
  const Chosen chosen = ChooseEvents(most, streams);
  // The log alone does not say how the weights of lines moved.
  UserModel::Moved moved{};
  (void)store_.index().Read([&](Kv& kv) { moved = ReadModel(kv).moved; });
  MemoryKv tables(MemoryKv::Use::kWrittenOut);
  applier_.SetNodesLater(true);
  Status built = ApplyEvents(tables, chosen, progress);
  applier_.SetNodesLater(false);
  if (built.ok()) built = BuildNodes(tables, kGlobalScope);
  if (!built.ok()) return built;
  UserModel model = ReadModel(tables);
  model.moved = moved;
  built = WriteModel(tables, model);
  if (built.ok()) built = ApplyFeedback(tables, streams);
  if (built.ok()) built = WriteNumber(tables, kBuiltKey, chosen.last);
  if (built.ok() && gone > 0) built = WriteNumber(tables, kGoneKey, gone);
  for (const auto& [stream, mark] : streams) {
    if (built.ok()) built = WriteStreamMark(tables, stream, mark);
  }
  if (contents == Contents::kKept && built.ok()) built = CopyContents(tables);
  if (chosen.partial && built.ok()) {
    built = tables.Put(Table::kMeta, kPartialKey, "1");
  }
  return built.ok() ? store_.ReplaceIndex(tables) : built;
}

// Moves the marks of the streams to the events that are chosen.
IndexRebuild::Chosen IndexRebuild::ChooseEvents(size_t most, Streams& streams) {
  Chosen out;
  store_.log().VisitBackwards([&](uint64_t sequence, const Event& event) {
    out.partial = most > 0 && out.events.size() >= most;
    if (out.partial) return false;
    out.events.emplace_back(sequence, event.start_ms);
    auto at = streams.find(event.origin.stream);
    if (at != streams.end()) {
      at->second.events = std::max(at->second.events, event.origin.ordinal);
    }
    return true;
  });
  std::reverse(out.events.begin(), out.events.end());
  out.last = out.events.empty() ? 0 : out.events.back().first;
  std::stable_sort(out.events.begin(), out.events.end(),
                   [](auto& a, auto& b) { return a.second < b.second; });
  return out;
}

Status IndexRebuild::ApplyEvents(Kv& kv, const Chosen& chosen,
                                 const Progress& progress) {
  // Events that wait in this shell's spool are in no log yet: they are kept.
  sessions_.ForgetLogged();
  // A shell learns a part, and keeps its memory small.
  constexpr size_t kMaxReadLines = 4096, kMaxOfPart = 256;
  sessions_.KeepLines(chosen.partial ? kMaxOfPart : kMaxReadLines);
  Status applied = ApplyEach(kv, chosen, progress);
  sessions_.KeepLines(1);
  return applied;
}

Status IndexRebuild::ApplyEach(Kv& kv, const Chosen& chosen,
                               const Progress& progress) {
  for (size_t done = 0; done < chosen.events.size();) {
    const std::vector<Event> events = ReadFrom(chosen, done);
    if (events.empty()) ++done;  // taken out meanwhile
    for (const Event& event : events) {
      sessions_.Remember(chosen.events[done].first, event);
      Status applied = applier_.Apply(kv, event);
      if (!applied.ok()) return applied;
      ++done;
      if (progress && done % 1000 == 0) progress(done, chosen.events.size());
    }
  }
  return {};
}

// The chosen events from `from` on as far as they lie one behind the other in
// the log too: one transaction reads many. The first is missing where it was
// taken out.
std::vector<Event> IndexRebuild::ReadFrom(const Chosen& chosen, size_t from) {
  constexpr size_t kMax = 256;
  std::vector<Event> out;
  const size_t most = std::min(kMax, chosen.events.size() - from);
  store_.log().Visit(chosen.events[from].first,
                     [&](uint64_t sequence, const Event& event) {
                       if (sequence != chosen.events[from + out.size()].first) {
                         return false;
                       }
                       out.push_back(event);
                       return out.size() < most;
                     });
  return out;
}

// An index that is damaged, or of another schema, has no contents left: each
// file is read again when a command opens it.
Status IndexRebuild::CopyContents(Kv& into) {
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

// In the order of time: each piece of feedback decays those before it.
Status IndexRebuild::ApplyFeedback(Kv& kv, Streams& streams) {
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
    if (status.ok()) status = applier_.Apply(kv, f);
  }
  return status;
}

}  // namespace synapse
