#include "learn/import.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace synapse {
namespace {

// With so many new events or more, a rebuild in memory is faster than applying
// them one by one, and it applies them in the order of time.
constexpr size_t kRebuildFrom = 200;

uint64_t RunOf(const Event& event) {
  return Hash64(event.command,
                Hash64(event.session, Hash64(std::to_string(event.start_ms))));
}

bool WasForgotten(const Event& event,
                  const std::unordered_set<uint64_t>& forgotten) {
  if (forgotten.empty()) return false;
  if (forgotten.contains(Hash64(event.command))) return true;
  if (event.estimated_time) return false;
  int64_t s = event.start_ms / 1000;
  for (int64_t t : {s, s - 1, s + 1}) {
    if (forgotten.contains(EventIdentity(t, event.command))) return true;
  }
  return false;
}

bool IsKnown(Store& store, const Event& event,
             std::map<std::string, uint32_t>& untimed) {
  if (!event.estimated_time) {
    const int64_t s = event.start_ms / 1000;
    const uint64_t identities[] = {EventIdentity(s, event.command),
                                   EventIdentity(s - 1, event.command),
                                   EventIdentity(s + 1, event.command)};
    return store.log().HasOneOf(identities);
  }
  // The n-th occurrence in the file is known when the store has n of them.
  auto [entry, first] = untimed.try_emplace(event.command, 0);
  auto at = entry;  // a lambda cannot capture a binding
  if (first) {
    (void)store.index().Read([&](Kv& kv) {
      auto stat = ReadStat(kv, IdOf(event.command));
      if (stat) at->second = stat->count;
    });
  }
  if (at->second == 0) return false;
  --at->second;
  return true;
}

// How often each run is in the log.
std::unordered_map<uint64_t, uint32_t> CountRuns(Store& store) {
  std::unordered_map<uint64_t, uint32_t> runs;
  store.log().Visit(1, [&](uint64_t, const Event& event) {
    ++runs[RunOf(event)];
    return true;
  });
  return runs;
}

// Leaves out the oldest of `fresh` that the log has no room for; answers how
// many. An event that is younger than the log's first one makes that one go.
size_t LeaveOutOldest(EventLog& log, std::vector<Event>& fresh, size_t most) {
  const size_t all = log.event_count() + fresh.size();
  if (all <= most) return 0;
  int64_t first_ms = INT64_MAX;
  log.Visit(1, [&](uint64_t, const Event& event) {
    first_ms = event.start_ms;
    return false;
  });
  std::vector<int64_t> older;
  for (const Event& e : fresh) {
    if (e.start_ms < first_ms) older.push_back(e.start_ms);
  }
  size_t surplus = std::min(all - most, older.size());
  if (surplus == 0) return 0;
  std::nth_element(older.begin(), older.begin() + (surplus - 1), older.end());
  const int64_t until_ms = older[surplus - 1];
  return std::erase_if(fresh, [&](const Event& e) {
    return e.start_ms <= until_ms && surplus > 0 && surplus-- > 0;
  });
}

// Appends them in batches; counts them in `added`. Leaves them empty.
Status AppendAll(Store& store, std::vector<Event>& fresh, size_t& added,
                 const IndexRebuild::Progress& progress) {
  constexpr size_t kBatch = 2000;
  std::map<std::string, uint64_t> previous;  // by session
  for (size_t from = 0; from < fresh.size(); from += kBatch) {
    size_t to = std::min(from + kBatch, fresh.size());
    std::vector<Record> batch(std::move_iterator(fresh.begin() + from),
                              std::move_iterator(fresh.begin() + to));
    // The file's order is the order of each of its sessions.
    std::map<std::string, size_t> in_batch;
    for (size_t i = 0; i < batch.size(); ++i) {
      Event& event = std::get<Event>(batch[i]);
      auto [last, first] = in_batch.try_emplace(event.session, i);
      event.previous =
          first ? previous[event.session] : Event::Preceding(i - last->second);
      last->second = i;
    }
    std::vector<uint64_t> sequences;
    Status appended = store.log().AppendRecords(batch, &sequences);
    if (!appended.ok()) return appended;
    for (const auto& [session, i] : in_batch) previous[session] = sequences[i];
    added += batch.size();
    if (progress) progress(added, fresh.size());
  }
  return {};
}

}  // namespace

Result<Imported> ImportEvents(Learner& learner, std::vector<Event> events,
                              const IndexRebuild::Progress& progress,
                              ImportMatch match, size_t most) {
  Store& store = learner.store();
  Imported result;
  std::map<std::string, uint32_t> untimed;
  std::unordered_map<uint64_t, uint32_t> runs;
  if (match == ImportMatch::kExport) runs = CountRuns(store);
  // The first import of a user meets an empty log.
  const bool empty = store.log().event_count() == 0;
  auto known = [&](const Event& event) {
    if (empty && !event.estimated_time) return false;
    if (match != ImportMatch::kExport) return IsKnown(store, event, untimed);
    auto run = runs.find(RunOf(event));
    if (run == runs.end() || run->second == 0) return false;
    --run->second;
    return true;
  };
  const std::unordered_set<uint64_t> forgotten = store.forgotten().Hashes();
  std::erase_if(events, [&](const Event& event) {
    // No shell can run a text with a NUL.
    if (event.command.find('\0') != event.command.npos) return true;
    const bool forgot = WasForgotten(event, forgotten);
    const bool is_known = !forgot && known(event);
    result.forgotten += forgot;
    result.known += is_known;
    return forgot || is_known;
  });
  result.older = LeaveOutOldest(store.log(), events, most);
  Status appended = AppendAll(store, events, result.added, progress);
  if (!appended.ok()) return appended;
  // They are read from the log again. An assignment of {} would keep the memory.
  events = std::vector<Event>();
  Budget budget = Budget::Unlimited();
  const bool anew =
      result.added >= kRebuildFrom && match != ImportMatch::kTranscript;
  Status indexed =
      anew ? learner.rebuild().Run(progress) : learner.CatchUp(budget);
  if (!indexed.ok()) return indexed;
  return result;
}

}  // namespace synapse
