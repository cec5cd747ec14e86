#include "learn/learner.h"

#include <algorithm>

namespace synapse {
namespace {

// A record of another shell counts for so many where it changes the index in
// memory: every shell applies it then, where one write would do.
constexpr size_t kOthersWeigh = 4;
constexpr size_t kEventsPerTransaction = 64;

// The records of a spool that the index lacks: a tail of `waiting`.
std::span<const Learner::Waiting> MissingIn(
    Kv& kv, std::span<const Learner::Waiting> waiting) {
  size_t missing = 0;
  for (size_t i = 1; i <= waiting.size(); ++i) {
    const Record& record = waiting[waiting.size() - i].record;
    // Sessions and searches are not in the index.
    if (std::holds_alternative<SessionRecord>(record) ||
        std::holds_alternative<SearchRecord>(record)) {
      continue;
    }
    auto* event = std::get_if<Event>(&record);
    const Origin& origin =
        event ? event->origin : std::get<FeedbackRecord>(record).origin;
    StreamMark mark = ReadStreamMark(kv, origin.stream);
    // The index has this record, and so all records before it.
    if ((event ? mark.events : mark.feedback) >= origin.ordinal) break;
    missing = i;
  }
  return waiting.last(missing);
}

}  // namespace

Result<uint64_t> Learner::Record(Event event) {
  event.previous = sessions_.LastOf(event.session);
  std::vector<uint64_t> sequences;
  Status recorded = RecordAll({std::move(event)}, &sequences);
  if (!recorded.ok()) return recorded;
  return sequences.back();
}

Status Learner::RecordAll(std::vector<::synapse::Record> records,
                          std::vector<uint64_t>* sequences) {
  std::vector<uint64_t> given;
  Status appended = store_.log().AppendRecords(records, &given);
  if (!appended.ok()) return appended;
  auto sequence = given.begin();
  for (::synapse::Record& record : records) {
    auto* event = std::get_if<Event>(&record);
    if (!event) continue;
    uint64_t back = Event::kPreceding - event->previous + 1;
    if (back > 0 && back < given.size()) event->previous = *sequence - back;
    sessions_.Remember(*sequence, *event);
    sessions_.SetLast(event->session, *sequence++);
  }
  Budget budget(kSliceUs);
  // The log has them; an index that lags is advanced at the next prompt.
  (void)CatchUp(budget);
  if (sequences) *sequences = std::move(given);
  return {};
}

void Learner::RememberWaiting(uint64_t provisional, const Event& event) {
  sessions_.Remember(provisional, event);
  sessions_.SetLast(event.session, provisional);
}

bool Learner::Lacks(std::span<const Waiting> waiting) {
  return !Missing(waiting).empty();
}

std::span<const Learner::Waiting> Learner::Missing(
    std::span<const Waiting> waiting) {
  std::span<const Waiting> missing;
  (void)store_.index().Read([&](Kv& kv) { missing = MissingIn(kv, waiting); });
  return missing;
}

bool Learner::DropLost() {
  if (!store_.index().DropLostAhead()) return false;
  ahead_ = 0;
  lost_ = true;
  return true;
}

// Applies a change by so many records: in memory while they are few, otherwise
// in the file.
Status Learner::Change(size_t records,
                       const std::function<Status(Kv&)>& change) {
  DropLost();
  ahead_ += records;
  // After a loss several shells are at work: one writes for all then.
  const bool few = (!lost_ || records == 0) && ahead_ < kMaxAhead;
  if (few || in_memory_) return store_.index().WriteAhead(change);
  Status written = store_.index().Write(change);
  if (written.ok()) {
    ahead_ = 0;
    lost_ = false;
  }
  // While another process holds the lock, this shell still learns in memory.
  const bool held = written.code() == Code::kBusy && ahead_ < kMaxHeld;
  return held ? store_.index().WriteAhead(change) : written;
}

Status Learner::WriteAhead() {
  if (ahead_ == 0) return {};
  return store_.index().Write([](Kv&) { return Status(); });
}

Status Learner::ApplyWaiting(std::span<const Waiting> waiting) {
  auto has_settled = [&](Kv& kv) {
    // A log that was replaced may end earlier.
    return ReadNumber(kv, kBuiltKey) >=
               std::min(settled_event_, store_.log().last_sequence()) &&
           ReadNumber(kv, kFeedbackKey) >=
               std::min(settled_feedback_, store_.log().last_feedback());
  };
  bool settled = true;
  (void)store_.index().Read([&](Kv& kv) { settled = has_settled(kv); });
  if (!settled) {
    Budget budget(kSliceUs);
    (void)CatchUp(budget);
  }
  return Change(Missing(waiting).size(), [&](Kv& kv) {
    // A mark that is written here says that the index has everything before it.
    return has_settled(kv) ? ApplyMissing(kv, waiting)
                           : Status(Code::kBusy, "the log comes first");
  });
}

// The missing records are determined in `kv` again: another shell may have
// applied them since, or have built the index anew.
Status Learner::ApplyMissing(Kv& kv, std::span<const Waiting> waiting) {
  Status status;
  for (const Waiting& w : MissingIn(kv, waiting)) {
    if (status.ok()) status = applier_.ApplyOnce(kv, w.record);
  }
  return status;
}

Status Learner::ApplyOthers(std::vector<::synapse::Record> records,
                            uint64_t last,
                            const std::function<bool()>& is_there) {
  constexpr size_t kContext = 6;  // records before, for the lines among them
  const uint64_t last_logged = store_.log().last_sequence();
  const uint64_t last_feedback = store_.log().last_feedback();
  std::vector<Waiting> waiting;
  uint64_t provisional = Sessions::kOthers;
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
    if (event) sessions_.Remember(w.provisional, *event);
  }
  Status applied = Change(missing * kOthersWeigh, [&](Kv& kv) {
    // A mark that is written here says that the index has everything before it.
    if (ReadNumber(kv, kBuiltKey) < last_logged ||
        ReadNumber(kv, kFeedbackKey) < last_feedback) {
      return Status(Code::kBusy, "the log comes first");
    }
    return is_there() ? ApplyMissing(kv, waiting) : Status();
  });
  sessions_.ForgetOthers();
  return applied;
}

StreamMark Learner::MarkOf(uint64_t stream) {
  StreamMark mark;
  (void)store_.index().Read([&](Kv& kv) { mark = ReadStreamMark(kv, stream); });
  return mark;
}

void Learner::Settle(const std::map<std::string, uint64_t>& last_of) {
  sessions_.ForgetWaiting();
  for (const auto& [session, sequence] : last_of) {
    sessions_.SetLast(session, sequence);
  }
  settled_event_ = store_.log().last_sequence();
  settled_feedback_ = store_.log().last_feedback();
}

Status Learner::DropStream(uint64_t stream) {
  return store_.index().Write([&](Kv& kv) {
    // The mark is needed until the file of the index has all of the log.
    if (ReadNumber(kv, kBuiltKey) < store_.log().last_sequence() ||
        ReadNumber(kv, kFeedbackKey) < store_.log().last_feedback()) {
      return Status();
    }
    return kv.Delete(Table::kMeta, KindKey(kStreamKey, stream));
  });
}

uint64_t Learner::Behind() {
  uint64_t built = 0;
  (void)store_.index().Read([&](Kv& kv) { built = ReadNumber(kv, kBuiltKey); });
  uint64_t last = store_.log().last_sequence();
  return last > built ? last - built : 0;
}

Status Learner::CatchUpFeedback(Kv& kv) {
  uint64_t built = ReadNumber(kv, kFeedbackKey);
  Status status;
  size_t applied = 0;
  store_.log().VisitFeedback(
      built + 1, [&](uint64_t n, const FeedbackRecord& f) {
        status = applier_.ApplyOnce(kv, f);
        built = n;
        return status.ok() && ++applied < kEventsPerTransaction;
      });
  if (!status.ok() || applied == 0) return status;
  return WriteNumber(kv, kFeedbackKey, built);
}

Status Learner::CatchUp(Budget& budget) {
  uint64_t feedback = 0;
  (void)store_.index().Read(
      [&](Kv& kv) { feedback = ReadNumber(kv, kFeedbackKey); });
  uint64_t last = store_.log().last_feedback();
  if (feedback < last) {
    Status status =
        Change(last - feedback, [&](Kv& kv) { return CatchUpFeedback(kv); });
    if (!status.ok()) return status;
  }
  while (uint64_t behind = Behind()) {
    size_t applied = 0;
    Status status = Change(behind > 1 ? behind * kOthersWeigh : 1, [&](Kv& kv) {
      applied = 0;
      // Read again under the lock: another shell may have been faster.
      uint64_t built = ReadNumber(kv, kBuiltKey);
      std::vector<std::pair<uint64_t, Event>> batch;
      store_.log().Visit(built + 1, [&](uint64_t sequence, const Event& event) {
        batch.emplace_back(sequence, event);
        return batch.size() < kEventsPerTransaction;
      });
      for (const auto& [sequence, event] : batch) {
        Status step = applier_.ApplyOnce(kv, event);
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

}  // namespace synapse
