#include "store/event_log.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "store/forgotten.h"
#include "store/log_appender.h"
#include "store/log_keys.h"

namespace synapse {
namespace {

// The final `previous` of the `nth` event of an append, which gets `sequence`.
uint64_t PreviousOf(const Event& e, uint64_t sequence, uint64_t nth) {
  uint64_t back = Event::kPreceding - e.previous + 1;
  return back == 1 || (back > 0 && back < nth) ? sequence - back : e.previous;
}

Status AppendTo(LogTables& log, const std::vector<Record>& records,
                std::vector<uint64_t>* sequences) {
  LogAppender into(log);
  uint64_t nth = 0;
  for (const Record& record : records) {
    const auto* event = std::get_if<Event>(&record);
    auto added = event
                     ? into.Add(*event, PreviousOf(*event, into.next(), ++nth))
                     : into.Add(record);
    if (!added.ok()) return added.status();
    if (event && sequences) sequences->push_back(*added);
  }
  return {};
}

// A hidden text is passed over, an event that cannot be decoded too.
template <class Visit>
auto VisitorOf(LogTables& log, const Visit& visit) {
  return [hidden = HiddenIn(log), &visit](std::string_view key,
                                          std::string_view value) {
    auto event = DecodeEvent(value);
    if (!event) return true;
    if (!hidden.empty() && hidden.contains(Hash64(event->command))) return true;
    return visit(ByteReader(key).Big<uint64_t>(), *event);
  };
}

// All records, in an order in which they can be appended. An event names the
// one before it by their distance: another shell may append in front of them.
std::vector<Record> RecordsIn(LogTables& log) {
  std::vector<Record> records;
  log.ScanIn(kSessionTable, "", [&](auto, auto value) {
    if (auto session = DecodeSession(value)) records.push_back(*session);
    return true;
  });
  std::unordered_map<uint64_t, uint64_t> numbers;  // by sequence
  auto add = [&](uint64_t sequence, Event event) {
    const uint64_t number = numbers.size() + 1;
    auto before = numbers.find(event.previous);
    event.previous =
        before == numbers.end() ? 0 : Event::Preceding(number - before->second);
    numbers[sequence] = number;
    records.emplace_back(std::move(event));
    return true;
  };
  log.ScanIn(kEventTable, "", VisitorOf(log, add));
  log.ScanIn(kFeedbackTable, "", [&](auto, auto value) {
    if (auto feedback = DecodeFeedback(value)) records.push_back(*feedback);
    return true;
  });
  log.ScanIn(kSearchTable, "", [&](auto, auto value) {
    if (auto search = DecodeSearch(value)) records.push_back(*search);
    return true;
  });
  return records;
}

}  // namespace

Status EventLog::Append(const std::vector<Event>& events,
                        std::vector<uint64_t>* sequences) {
  return AppendRecords({events.begin(), events.end()}, sequences);
}

Status EventLog::AppendRecords(const std::vector<Record>& records,
                               std::vector<uint64_t>* sequences) {
  return file_.Write([&](LogTables& log) {
    if (sequences) sequences->clear();
    return AppendTo(log, records, sequences);
  });
}

Status EventLog::MoveFromMemory() {
  MemoryLog& memory = file_.memory();
  const std::vector<Record> records = RecordsIn(memory);
  const std::vector<ForgottenHash> forgotten = ForgottenIn(memory);
  if (!records.empty() || !forgotten.empty()) {
    Status moved = file_.Write([&](LogTables& log) {
      Status status = AppendTo(log, records, nullptr);
      for (const ForgottenHash& f : forgotten) {
        if (status.ok()) status = PutForgotten(log, f);
      }
      return status;
    });
    if (!moved.ok()) return moved;
  }
  memory = MemoryLog();
  return {};
}

std::optional<Event> EventLog::Find(uint64_t sequence) {
  std::optional<Event> found;
  if (sequence == 0) return found;
  (void)file_.Read([&](LogTables& log) {
    auto record = log.GetIn(kEventTable, Big64(sequence));
    if (record) found = DecodeEvent(*record);
    if (found && HiddenIn(log).contains(Hash64(found->command))) found.reset();
  });
  return found;
}

uint64_t EventLog::last_sequence() {
  return file_.Get([](LogTables& log) { return LastIn(log, kEventTable); });
}

uint64_t EventLog::first_sequence() {
  uint64_t first = 1;
  (void)file_.Read([&](LogTables& log) {
    first = NextSequence(log);
    log.ScanIn(kEventTable, "", [&](std::string_view key, auto) {
      first = ByteReader(key).Big<uint64_t>();
      return false;
    });
  });
  return first;
}

uint64_t EventLog::next_sequence() {
  uint64_t next = 1;
  (void)file_.Read([&](LogTables& log) { next = NextSequence(log); });
  return next;
}

void EventLog::Visit(uint64_t from, const EventVisitor& visit) {
  (void)file_.Read([&](LogTables& log) {
    log.ScanIn(kEventTable, Big64(from), VisitorOf(log, visit));
  });
}

void EventLog::VisitBackwards(const EventVisitor& visit, uint64_t before) {
  (void)file_.Read([&](LogTables& log) {
    log.ScanBackwardsIn(kEventTable, VisitorOf(log, visit), Big64(before));
  });
}

bool EventLog::HasOneOf(std::span<const uint64_t> identities) {
  return file_.Get([&](LogTables& log) {
    return std::any_of(identities.begin(), identities.end(), [&](uint64_t id) {
      return log.GetIn(kIdentityTable, Big64(id)).has_value();
    });
  });
}

uint64_t EventLog::event_count() {
  return file_.Get([](LogTables& log) { return log.EntriesIn(kEventTable); });
}

void EventLog::VisitFeedback(uint64_t from, const FeedbackVisitor& visit) {
  (void)file_.Read([&](LogTables& log) {
    log.ScanIn(kFeedbackTable, Big64(from), [&](auto key, auto value) {
      auto feedback = DecodeFeedback(value);
      return !feedback || visit(ByteReader(key).Big<uint64_t>(), *feedback);
    });
  });
}

uint64_t EventLog::last_feedback() {
  return file_.Get([](LogTables& log) { return LastIn(log, kFeedbackTable); });
}

std::optional<SessionRecord> EventLog::FindSession(const std::string& name) {
  std::optional<SessionRecord> found;
  if (name.empty()) return found;
  (void)file_.Read([&](LogTables& log) {
    auto value = log.GetIn(kSessionTable, name.substr(0, kMaxSessionName));
    if (value) found = DecodeSession(*value);
  });
  return found;
}

void EventLog::VisitSessions(
    const std::function<bool(const SessionRecord&)>& visit) {
  (void)file_.Read([&](LogTables& log) {
    log.ScanIn(kSessionTable, "", [&](auto, auto value) {
      auto session = DecodeSession(value);
      return !session || visit(*session);
    });
  });
}

}  // namespace synapse
