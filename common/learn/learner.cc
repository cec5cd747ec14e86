#include "learn/learner.h"

#include <algorithm>

#include "base/files.h"
#include "learn/feedback.h"
#include "learn/correction.h"
#include "learn/privacy.h"
#include "learn/slot.h"
#include "learn/word_model.h"
#include "store/prefix_index.h"

namespace synapse {
namespace {

constexpr std::string_view kBuiltKey = "built";
constexpr std::string_view kFeedbackKey = "feedback";
constexpr std::string_view kFromKey = "from";
constexpr std::string_view kPartialKey = "partial";
constexpr std::string_view kRenewalKey = "renewal";
constexpr char kStreamKey = 'o';
// An index that was thrown away, and one that only lags.
constexpr uint64_t kFarBehind = 500, kTooFarBehind = 10'000;
constexpr size_t kNewestEvents = 2500;
constexpr size_t kMostKnown = 512;
// A record of another shell counts for so many where it changes the index in
// memory: all shells do that, where one could write.
constexpr size_t kOthersWeigh = 4;
// From here on the sequences go of what is read in the spools of other shells.
constexpr uint64_t kOthers = Learner::kProvisional + (uint64_t{1} << 62);
constexpr size_t kEventsPerTransaction = 64;
// From so many new events on a rebuild in memory is faster than applying them
// one by one, and it puts them in the order of time.
constexpr size_t kRebuildFrom = 200;

uint64_t ReadNumber(Kv& kv, std::string_view key) {
  auto value = kv.Get(Table::kMeta, key);
  return value ? ByteReader(*value).Little<uint64_t>() : 0;
}
Status WriteNumber(Kv& kv, std::string_view key, uint64_t number) {
  std::string value;
  PutLittle<uint64_t>(value, number);
  return kv.Put(Table::kMeta, key, value);
}

StreamMark ReadStreamMark(Kv& kv, uint64_t stream) {
  StreamMark mark;
  if (auto value = kv.Get(Table::kMeta, KindKey(kStreamKey, stream))) {
    ByteReader in(*value);
    mark.events = in.Little<uint64_t>();
    mark.feedback = in.Little<uint64_t>();
  }
  return mark;
}
Status WriteStreamMark(Kv& kv, uint64_t stream, const StreamMark& mark) {
  std::string value;
  PutLittle<uint64_t>(value, mark.events);
  PutLittle<uint64_t>(value, mark.feedback);
  return kv.Put(Table::kMeta, KindKey(kStreamKey, stream), value);
}

// Those that the index has not had, of a spool's records. Of a session it has
// nothing.
std::span<const Learner::Waiting> MissingIn(
    Kv& kv, std::span<const Learner::Waiting> waiting) {
  size_t missing = 0;
  for (size_t i = 1; i <= waiting.size(); ++i) {
    const Record& record = waiting[waiting.size() - i].record;
    if (std::holds_alternative<SessionRecord>(record)) continue;
    auto* event = std::get_if<Event>(&record);
    const Origin& origin =
        event ? event->origin : std::get<FeedbackRecord>(record).origin;
    StreamMark mark = ReadStreamMark(kv, origin.stream);
    // The latest that is known: those before it are, too.
    if ((event ? mark.events : mark.feedback) >= origin.ordinal) break;
    missing = i;
  }
  return waiting.last(missing);
}

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

// One step of online expectation-maximisation: experts that foresaw the line
// are believed a little more.
void UpdateMix(Model& model, const std::array<double, kExperts>& p) {
  constexpr double kFloor = 1e-4, kStep = 0.02;
  double sum = 0;
  for (int i = 0; i < kExperts; ++i) sum += model.mix[i] * (p[i] + kFloor);
  for (int i = 0; i < kExperts; ++i) {
    double posterior = model.mix[i] * (p[i] + kFloor) / sum;
    model.mix[i] += kStep * (posterior - model.mix[i]);
  }
}

}  // namespace

const Learner::Known* Learner::FindKnown(uint64_t sequence) {
  if (sequence == 0) return nullptr;
  auto at = known_.find(sequence);
  if (at != known_.end()) return &at->second;
  auto event = store_.Find(sequence);
  if (!event) return nullptr;
  Remember(sequence, *event);
  return &known_[sequence];
}

void Learner::Remember(uint64_t sequence, const Event& event) {
  // What waits in the spool is in no log, and is not many.
  if (known_.size() >= kMostKnown && known_.begin()->first < kProvisional) {
    known_.erase(known_.begin());
  }
  Whereabouts here = WhereBehind(event.previous);
  if (!IsUnknownDirectory(event.cwd)) here.now = event.cwd;
  known_[sequence] = {LineOf(event.command), event.previous, event.start_ms,
                      event.failed() ? here
                                     : After(here, event.command, home_),
                      event.failed()};
}

// Remember() and Apply() read the same one after the other.
Line Learner::LineOf(const std::string& text) {
  if (latest_.text != text) latest_ = MakeLine(text, slots_);
  return latest_;
}

Whereabouts Learner::WhereBehind(uint64_t sequence) const {
  auto at = known_.find(sequence);
  if (at != known_.end()) return at->second.behind;
  std::string home = home_.empty() ? "~" : home_;
  return {home, home};
}

std::string Learner::DirectoryOf(uint64_t previous,
                                 const std::string& cwd) const {
  return IsUnknownDirectory(cwd) ? WhereBehind(previous).now : cwd;
}

LineContext Learner::ContextBehind(uint64_t sequence, const std::string& cwd,
                                   int64_t now_ms) {
  LineContext context;
  const Known* last = FindKnown(sequence);
  context.after_failure = last && last->failed;
  context.directory = DirectoryOf(sequence, cwd);
  int64_t next_ms = now_ms;
  while (context.previous.size() < 3) {
    const Known* known = FindKnown(sequence);
    if (!known) break;
    bool gap = next_ms - known->start_ms > kSessionGapMs;
    context.previous.push_back(known->line);
    // A long pause keeps only the line right before it.
    if (gap) break;
    next_ms = known->start_ms;
    sequence = known->previous;
  }
  return context;
}

LineContext Learner::ContextOf(const std::string& session,
                               const std::string& cwd, int64_t now_ms) {
  LineContext context = ContextBehind(LastOf(session), cwd, now_ms);
  context.repository = FindUpwards(context.directory, ".git").value_or("");
  context.session_values = ValuesBehind(LastOf(session));
  return context;
}

std::vector<SlotValue> Learner::ValuesBehind(uint64_t sequence) {
  constexpr int kMostLines = 20;
  std::vector<SlotValue> out;
  for (int i = 0; i < kMostLines; ++i) {
    const Known* known = FindKnown(sequence);
    if (!known) break;
    sequence = known->previous;
    // What failed may have failed for its value.
    if (known->failed) continue;
    const auto& values = known->line.shape.values;
    out.insert(out.end(), values.rbegin(), values.rend());
  }
  return out;
}

void Learner::SetLast(const std::string& session, uint64_t sequence) {
  last_of_session_[session] = sequence;
}

Status Learner::Apply(Kv& kv, const Event& event) {
  Line line = LineOf(event.command);
  if (line.words.empty()) return {};
  LineContext context =
      ContextBehind(event.previous, event.cwd, event.start_ms);
  context.begins_session = !event.imported;
  context.repository = event.repository;
  Model model = ReadModel(kv);
  auto stat = ReadStat(kv, line.id);
  bool known = stat && stat->count > 0;
  if (known) {
    UpdateMix(model, ExpertsOf(ReadTransitions(kv, context), model, line.id,
                               *stat));
  }
  model.novelty += 0.02 * ((known ? 0.0 : 1.0) - model.novelty);
  if (const Line* before = context.before(0)) {
    bool repeated = before->id == line.id;
    model.repeat += 0.02 * ((repeated ? 1.0 : 0.0) - model.repeat);
  }
  ++model.tick;
  auto learned =
      LearnFrequency(kv, model, line, {event.start_ms, event.exit});
  if (!learned.ok()) return learned.status();
  // What was not found is remembered as such, and never proposed as a word; nor
  // is what would not run as it is written.
  if (!event.not_found() && !IsRedacted(line.text)) {
    auto indexed = IndexLine(kv, kGlobalScope, line.text, event.start_ms,
                             half_life_hours_);
    if (!indexed.ok()) return indexed.status();
    Status status = LearnTransitions(kv, context, line);
    if (status.ok()) status = LearnSlots(kv, context, line);
    if (status.ok()) status = LearnWords(kv, context, line, slots_);
    if (!status.ok()) return status;
  }
  if (event.exit == 0 && context.after_failure) {
    Status status = LearnCorrection(kv, context, *context.before(0), line,
                                    slots_);
    if (!status.ok()) return status;
  }
  return WriteModel(kv, model);
}

// What came out of a spool may have been applied before it was in the log.
Status Learner::ApplyOnce(Kv& kv, const ::synapse::Record& record) {
  auto* event = std::get_if<Event>(&record);
  auto* feedback = std::get_if<FeedbackRecord>(&record);
  if (!event && !feedback) return {};
  const Origin& origin = event ? event->origin : feedback->origin;
  StreamMark mark;
  if (origin.stream) {
    mark = ReadStreamMark(kv, origin.stream);
    uint64_t& applied = event ? mark.events : mark.feedback;
    if (applied >= origin.ordinal) return {};
    applied = origin.ordinal;
  }
  Status status = event ? Apply(kv, *event)
                        : LearnFeedback(kv, feedback->action,
                                        feedback->suggestion, feedback->at_ms,
                                        feedback_steps_);
  if (!status.ok() || !origin.stream) return status;
  return WriteStreamMark(kv, origin.stream, mark);
}

Result<uint64_t> Learner::Record(Event event) {
  event.previous = LastOf(event.session);
  std::vector<uint64_t> sequences;
  Status recorded = RecordAll({std::move(event)}, &sequences);
  if (!recorded.ok()) return recorded;
  return sequences.back();
}

Status Learner::RecordAll(std::vector<::synapse::Record> records,
                          std::vector<uint64_t>* sequences) {
  std::vector<uint64_t> given;
  Status appended = store_.AppendRecords(records, &given);
  if (!appended.ok()) return appended;
  auto sequence = given.begin();
  for (::synapse::Record& record : records) {
    auto* event = std::get_if<Event>(&record);
    if (!event) continue;
    uint64_t back = Event::kPreceding - event->previous + 1;
    if (back > 0 && back < given.size()) event->previous = *sequence - back;
    Remember(*sequence, *event);
    last_of_session_[event->session] = *sequence++;
  }
  Budget budget(2000);
  // They are safe; an index that lags is advanced at the next prompt.
  (void)CatchUp(budget);
  if (sequences) *sequences = std::move(given);
  return {};
}

void Learner::RememberWaiting(uint64_t provisional, const Event& event) {
  Remember(provisional, event);
  last_of_session_[event.session] = provisional;
}

bool Learner::Lacks(std::span<const Waiting> waiting) {
  return !Missing(waiting).empty();
}

std::span<const Learner::Waiting> Learner::Missing(
    std::span<const Waiting> waiting) {
  std::span<const Waiting> missing;
  (void)store_.ReadIndex([&](Kv& kv) { missing = MissingIn(kv, waiting); });
  return missing;
}

// Of so many records: in memory while they are few, otherwise in the file.
Status Learner::Change(size_t records,
                       const std::function<Status(Kv&)>& change) {
  // Several shells at work: what each does again, one writes for all.
  const bool lost = store_.DropLostAhead();
  if (lost) ahead_ = 0;
  ahead_ += records;
  if ((!lost || records == 0) && ahead_ < kMostAhead) {
    return store_.WriteIndexAhead(change);
  }
  Status written = store_.WriteIndex(change);
  if (written.ok()) ahead_ = 0;
  return written;
}

Status Learner::WriteAhead() {
  if (ahead_ == 0) return {};
  return store_.WriteIndex([](Kv&) { return Status(); });
}

Status Learner::ApplyWaiting(std::span<const Waiting> waiting) {
  auto change = [&](Kv& kv) { return ApplyMissing(kv, waiting); };
  const size_t missing = Missing(waiting).size();
  Status applied = Change(missing, change);
  // What ran here is known here, whoever keeps the file to himself.
  const bool few = missing < kMostAhead;
  return few && applied.code() == Code::kBusy ? store_.WriteIndexAhead(change)
                                              : applied;
}

// Looked for in `kv`: another shell may have been faster since, or have built
// the index anew.
Status Learner::ApplyMissing(Kv& kv, std::span<const Waiting> waiting) {
  Status status;
  for (const Waiting& w : MissingIn(kv, waiting)) {
    if (status.ok()) status = ApplyOnce(kv, w.record);
  }
  return status;
}

Status Learner::ApplyOthers(std::vector<::synapse::Record> records,
                            uint64_t last,
                            const std::function<bool()>& is_there) {
  constexpr size_t kContext = 6;  // records before, for the lines among them
  std::vector<Waiting> waiting;
  uint64_t provisional = kOthers;
  for (::synapse::Record& record : records) {
    Waiting w{std::move(record)};
    if (auto* event = std::get_if<Event>(&w.record)) {
      if (event->previous == Event::kPreceding) event->previous = last;
      w.provisional = last = provisional++;
    }
    waiting.push_back(std::move(w));
  }
  size_t missing = Missing(waiting).size();
  if (missing == 0) return {};
  for (const Waiting& w :
       std::span(waiting).last(std::min(missing + kContext, waiting.size()))) {
    auto* event = std::get_if<Event>(&w.record);
    if (event) Remember(w.provisional, *event);
  }
  Status applied = Change(missing * kOthersWeigh, [&](Kv& kv) {
    return is_there() ? ApplyMissing(kv, waiting) : Status();
  });
  known_.erase(known_.lower_bound(kOthers), known_.end());
  return applied;
}

StreamMark Learner::MarkOf(uint64_t stream) {
  StreamMark mark;
  (void)store_.ReadIndex([&](Kv& kv) { mark = ReadStreamMark(kv, stream); });
  return mark;
}

void Learner::Settle(const std::map<std::string, uint64_t>& last_of) {
  known_.erase(known_.lower_bound(kProvisional), known_.end());
  for (const auto& [session, sequence] : last_of) {
    last_of_session_[session] = sequence;
  }
}

Status Learner::DropStream(uint64_t stream) {
  return store_.WriteIndex([&](Kv& kv) {
    // It is needed for what the file of the index does not have yet.
    if (ReadNumber(kv, kBuiltKey) < store_.last_sequence() ||
        ReadNumber(kv, kFeedbackKey) < store_.last_feedback()) {
      return Status();
    }
    return kv.Delete(Table::kMeta, KindKey(kStreamKey, stream));
  });
}

uint64_t Learner::LastOf(const std::string& session) const {
  auto last = last_of_session_.find(session);
  return last == last_of_session_.end() ? 0 : last->second;
}

uint64_t Learner::Behind() {
  uint64_t built = 0;
  (void)store_.ReadIndex([&](Kv& kv) { built = ReadNumber(kv, kBuiltKey); });
  uint64_t last = store_.last_sequence();
  return last > built ? last - built : 0;
}

Status Learner::CatchUpFeedback(Kv& kv) {
  uint64_t built = ReadNumber(kv, kFeedbackKey);
  Status status;
  size_t applied = 0;
  store_.VisitFeedback(built + 1, [&](uint64_t n, const FeedbackRecord& f) {
    status = ApplyOnce(kv, f);
    built = n;
    return status.ok() && ++applied < kEventsPerTransaction;
  });
  if (!status.ok() || applied == 0) return status;
  return WriteNumber(kv, kFeedbackKey, built);
}

Status Learner::CatchUp(Budget& budget) {
  uint64_t feedback = 0;
  (void)store_.ReadIndex(
      [&](Kv& kv) { feedback = ReadNumber(kv, kFeedbackKey); });
  uint64_t last = store_.last_feedback();
  if (feedback < last) {
    Status status = Change(last - feedback,
                           [&](Kv& kv) { return CatchUpFeedback(kv); });
    if (!status.ok()) return status;
  }
  while (uint64_t behind = Behind()) {
    size_t applied = 0;
    Status status = Change(behind > 1 ? behind * kOthersWeigh : 1, [&](Kv& kv) {
      applied = 0;
      // Read again under the lock: another shell may have been faster.
      uint64_t built = ReadNumber(kv, kBuiltKey);
      std::vector<std::pair<uint64_t, Event>> batch;
      store_.Visit(built + 1, [&](uint64_t sequence, const Event& event) {
        batch.emplace_back(sequence, event);
        return batch.size() < kEventsPerTransaction;
      });
      for (const auto& [sequence, event] : batch) {
        Status step = ApplyOnce(kv, event);
        if (!step.ok()) return step;
        built = sequence;
        ++applied;
        if (budget.SpentNow()) break;
      }
      return WriteNumber(kv, kBuiltKey, built);
    });
    if (!status.ok()) return status;
    if (applied == 0 || budget.SpentNow()) break;
  }
  return {};
}

bool Learner::Partial() {
  bool partial = false;
  (void)store_.ReadIndex([&](Kv& kv) {
    partial = kv.Get(Table::kMeta, kPartialKey).has_value();
  });
  return partial;
}

bool Learner::IsStale() {
  uint64_t from = 0;
  (void)store_.ReadIndex([&](Kv& kv) { from = ReadNumber(kv, kFromKey); });
  from = std::max<uint64_t>(from, 1);
  uint64_t first = store_.first_sequence();
  return first > from &&
         (first - from) * kStaleShare > store_.info().event_count;
}

bool Learner::ClaimRenewal(int64_t now_ms) {
  constexpr int64_t kLastsMs = 600'000;  // RunBeside() (base/beside.h)
  bool claimed = false;
  Status status = store_.WriteIndex([&](Kv& kv) {
    auto before = static_cast<int64_t>(ReadNumber(kv, kRenewalKey));
    claimed = now_ms < before || now_ms - before >= kLastsMs;
    return claimed ? WriteNumber(kv, kRenewalKey, static_cast<uint64_t>(now_ms))
                   : Status();
  });
  return status.ok() && claimed;
}

Status Learner::RebuildIfFarBehind() {
  uint64_t built = 0;
  (void)store_.ReadIndex([&](Kv& kv) { built = ReadNumber(kv, kBuiltKey); });
  if (Behind() <= (built == 0 ? kFarBehind : kTooFarBehind)) return {};
  return Rebuild(nullptr, kNewestEvents);
}

Status Learner::Rebuild(const Progress& progress, size_t most) {
  // Before the events are read: what was folded by now is among them, or was
  // forgotten, and its shell must not bring it again.
  std::map<uint64_t, StreamMark> streams;
  for (auto [stream, end] : store_.Streams()) streams[stream] = {end, end};
  // Only when each was: a million events would take 300 MB.
  std::vector<std::pair<uint64_t, int64_t>> events;
  bool partial = false;
  store_.VisitBackwards([&](uint64_t sequence, const Event& event) {
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
  uint64_t first = events.empty() ? store_.next_sequence() : events[0].first;
  std::stable_sort(events.begin(), events.end(),
                   [](auto& a, auto& b) { return a.second < b.second; });
  MemoryKv tables;
  // What waits in this shell's spool is in no log yet.
  known_.erase(known_.begin(), known_.lower_bound(kProvisional));
  size_t done = 0;
  for (const auto& [sequence, start_ms] : events) {
    auto event = store_.Find(sequence);
    if (!event) continue;  // taken out meanwhile
    Remember(sequence, *event);
    Status applied = Apply(tables, *event);
    if (!applied.ok()) return applied;
    if (progress && ++done % 1000 == 0) progress(done, events.size());
  }
  Status built = RebuildFeedback(tables, streams);
  if (built.ok()) built = WriteNumber(tables, kBuiltKey, last);
  if (built.ok() && first > 1) built = WriteNumber(tables, kFromKey, first);
  for (const auto& [stream, mark] : streams) {
    if (built.ok()) built = WriteStreamMark(tables, stream, mark);
  }
  if (partial && built.ok()) built = tables.Put(Table::kMeta, kPartialKey, "1");
  return built.ok() ? store_.ReplaceIndex(tables) : built;
}

// In the order of time: each decays what came before it.
Status Learner::RebuildFeedback(Kv& kv,
                                std::map<uint64_t, StreamMark>& streams) {
  std::vector<FeedbackRecord> all;
  uint64_t last = 0;
  store_.VisitFeedback(1, [&](uint64_t n, const FeedbackRecord& f) {
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
    status = LearnFeedback(kv, f.action, f.suggestion, f.at_ms, feedback_steps_);
  }
  return status;
}

bool Learner::IsKnown(const Event& event,
                      std::map<std::string, uint32_t>& untimed) {
  if (!event.estimated_time) {
    int64_t s = event.start_ms / 1000;
    for (int64_t t : {s, s - 1, s + 1}) {
      if (store_.HasIdentity(EventIdentity(t, event.command))) return true;
    }
    return false;
  }
  // The n-th occurrence in the file is known when the store has n of them.
  auto [place, first] = untimed.try_emplace(event.command, 0);
  auto at = place;  // a lambda cannot capture a binding
  if (first) {
    (void)store_.ReadIndex([&](Kv& kv) {
      auto stat = ReadStat(kv, IdOf(event.command));
      if (stat) at->second = stat->count;
    });
  }
  if (at->second == 0) return false;
  --at->second;
  return true;
}

// How often each run is in the log.
std::unordered_map<uint64_t, uint32_t> Learner::CountRuns() {
  std::unordered_map<uint64_t, uint32_t> runs;
  store_.Visit(1, [&](uint64_t, const Event& event) {
    ++runs[RunOf(event)];
    return true;
  });
  return runs;
}

Result<Learner::Imported> Learner::Import(std::vector<Event> events,
                                          const Progress& progress,
                                          Match match) {
  constexpr size_t kBatch = 2000;
  Imported result;
  std::map<std::string, uint32_t> untimed;
  std::unordered_map<uint64_t, uint32_t> runs;
  if (match == Match::kExport) runs = CountRuns();
  auto known = [&](const Event& event) {
    if (match == Match::kHistory) return IsKnown(event, untimed);
    auto run = runs.find(RunOf(event));
    if (run == runs.end() || run->second == 0) return false;
    --run->second;
    return true;
  };
  const std::unordered_set<uint64_t> forgotten = store_.Forgotten();
  std::vector<Event> fresh;
  for (Event& event : events) {
    if (WasForgotten(event, forgotten)) {
      ++result.forgotten;
    } else if (known(event)) {
      ++result.known;
    } else {
      fresh.push_back(std::move(event));
    }
  }
  std::map<std::string, uint64_t> previous;  // by session
  for (size_t from = 0; from < fresh.size(); from += kBatch) {
    size_t to = std::min(from + kBatch, fresh.size());
    std::vector<Event> batch(fresh.begin() + from, fresh.begin() + to);
    // The file's order is the order of each of its sessions.
    std::map<std::string, size_t> in_batch;
    for (size_t i = 0; i < batch.size(); ++i) {
      Event& event = batch[i];
      auto [last, first] = in_batch.try_emplace(event.session, i);
      event.previous = first ? previous[event.session]
                             : Event::Preceding(i - last->second);
      last->second = i;
    }
    std::vector<uint64_t> sequences;
    Status appended = store_.Append(batch, &sequences);
    if (!appended.ok()) return appended;
    for (const auto& [session, i] : in_batch) previous[session] = sequences[i];
    result.added += batch.size();
    if (progress) progress(result.added, fresh.size());
  }
  Budget budget = Budget::Unlimited();
  Status indexed = result.added >= kRebuildFrom ? Rebuild(progress)
                                                : CatchUp(budget);
  if (!indexed.ok()) return indexed;
  return result;
}

}  // namespace synapse
