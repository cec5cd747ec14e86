// The parts of Store that append to the truth, at once or out of a spool.
#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "store/log_keys.h"
#include "store/spool.h"
#include "store/store.h"

namespace synapse {
namespace {

// That of the `nth` event of an Append(), which gets `sequence`.
uint64_t PreviousOf(const Event& e, uint64_t sequence, uint64_t nth) {
  uint64_t back = Event::kPreceding - e.previous + 1;
  return back == 1 || (back > 0 && back < nth) ? sequence - back : e.previous;
}

// One transaction's way into the log.
class Appender {
 public:
  explicit Appender(Txn& txn) : txn_(txn) {}

  Result<uint64_t> Add(const Event& e) {
    if (next_ == 0) next_ = NextSequence(txn_);
    uint64_t sequence = next_++;
    Status put = txn_.PutIn(kEventTable, Big64(sequence), EncodeEvent(e),
                            MDB_APPEND);
    if (put.ok()) {
      put = txn_.PutIn(kIdentityTable, Big64(EventIdentity(e)), "");
    }
    // Run again: it is no longer to stay away.
    if (put.ok() && !e.imported) {
      put = txn_.DeleteIn(kForgottenTable, Big64(Hash64(e.command)));
    }
    if (!put.ok()) return put;
    return sequence;
  }
  Status Add(const SessionRecord& s) {
    if (s.session.empty()) return {};
    return txn_.PutIn(kSessionTable, s.session.substr(0, kMaxSessionName),
                      EncodeSession(s));
  }
  Status Add(const FeedbackRecord& f) {
    return txn_.PutIn(kFeedbackTable, Big64(LastIn(txn_, kFeedbackTable) + 1),
                      EncodeFeedback(f), MDB_APPEND);
  }
  // The oldest makes room. Its number is kept by the newest, which stays.
  Status Add(const SearchRecord& s) {
    SearchCounts counts;
    if (auto kept = txn_.GetIn(kLogMetaTable, kSearchCountsKey)) {
      counts = DecodeSearchCounts(*kept);
    }
    counts.Add(s);
    Status put = txn_.PutIn(kLogMetaTable, kSearchCountsKey,
                            EncodeSearchCounts(counts));
    const uint64_t number = LastIn(txn_, kSearchTable) + 1;
    if (put.ok()) {
      put = txn_.PutIn(kSearchTable, Big64(number), EncodeSearch(s),
                       MDB_APPEND);
    }
    if (!put.ok() || txn_.EntriesIn(kSearchTable) <= kMaxSearches) return put;
    std::string oldest;
    txn_.ScanIn(kSearchTable, "", [&](std::string_view key, auto) {
      oldest = key;
      return false;
    });
    return txn_.DeleteIn(kSearchTable, oldest);
  }
  uint64_t next() {
    if (next_ == 0) next_ = NextSequence(txn_);
    return next_;
  }

 private:
  Txn& txn_;
  uint64_t next_ = 0;
};

struct Mark {
  uint64_t end = 0, last = 0;
};

Mark ReadMark(Txn& txn, const std::string& name) {
  Mark mark;
  if (auto value = txn.GetIn(kLogMetaTable, SpoolKey(name))) {
    ByteReader in(*value);
    mark.end = in.Little<uint64_t>();
    mark.last = in.Little<uint64_t>();
  }
  return mark;
}

Status WriteMark(Txn& txn, const std::string& name, const Mark& mark) {
  std::string value;
  PutLittle<uint64_t>(value, mark.end);
  PutLittle<uint64_t>(value, mark.last);
  return txn.PutIn(kLogMetaTable, SpoolKey(name), value);
}

// It waited while that text was forgotten.
bool IsForgotten(Txn& txn, std::string_view text, int64_t ms) {
  auto when = txn.GetIn(kForgottenTable, Big64(Hash64(text)));
  return when && ms <= ByteReader(*when).Little<int64_t>();
}

// What waits in a spool behind the mark, which goes behind it: with its origin,
// without what was forgotten since. `*read`: with that.
std::vector<Record> ReadWaiting(Txn& txn, const std::string& name, int fd,
                                Mark& mark, size_t* read) {
  std::vector<Record> out;
  *read = 0;
  for (const auto& [end, payload] : Spool::Read(fd, mark.end, &mark.end)) {
    auto record = DecodeRecord(payload);
    if (!record) continue;
    ++*read;
    const Origin origin{Spool::StreamOf(name), end};
    if (auto* event = std::get_if<Event>(&*record)) {
      if (IsForgotten(txn, event->command, event->start_ms)) continue;
      event->origin = origin;
    } else if (auto* feedback = std::get_if<FeedbackRecord>(&*record)) {
      if (IsForgotten(txn, feedback->suggestion, feedback->at_ms) ||
          IsForgotten(txn, feedback->executed, feedback->at_ms)) {
        continue;
      }
      feedback->origin = origin;
    } else if (auto* search = std::get_if<SearchRecord>(&*record)) {
      if (IsForgotten(txn, search->query, search->at_ms) ||
          IsForgotten(txn, search->target.text, search->at_ms)) {
        continue;
      }
      search->stream = origin.stream;
      search->ordinal = origin.ordinal;
    }
    out.push_back(std::move(*record));
  }
  return out;
}

// Zeros over what is folded: it is not read again, and its shell appends.
void Blank(int fd, uint64_t end) {
  const std::string zeros(std::min<uint64_t>(end, 1 << 16), '\0');
  for (uint64_t at = 0; at < end;) {
    ssize_t n = pwrite(fd, zeros.data(),
                       std::min<uint64_t>(zeros.size(), end - at),
                       static_cast<off_t>(at));
    if (n <= 0) return;
    at += static_cast<uint64_t>(n);
  }
}

}  // namespace

std::string Store::spool_directory() const {
  return JoinPath(directory_, "spool");
}

Status Store::Append(const std::vector<Event>& events,
                     std::vector<uint64_t>* sequences) {
  return AppendRecords({events.begin(), events.end()}, sequences);
}

Status Store::AppendRecords(const std::vector<Record>& records,
                            std::vector<uint64_t>* sequences) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  if (sequences) sequences->clear();
  if (!events_) {
    AppendInMemory(records, sequences);
    return {};
  }
  return Noted(events_.get(), events_->Write([&](Txn& txn) {
    if (sequences) sequences->clear();
    // Written anew by another shell: what went in here would be lost.
    if (events_->Replaced()) {
      return Status(Code::kBusy, "the log is being replaced");
    }
    Appender into(txn);
    uint64_t done = 0;
    for (const Record& record : records) {
      Status status;
      if (auto* e = std::get_if<Event>(&record)) {
        Event event = *e;
        event.previous = PreviousOf(event, into.next(), ++done);
        auto sequence = into.Add(event);
        status = sequence.status();
        if (sequences && status.ok()) sequences->push_back(*sequence);
      } else if (auto* session = std::get_if<SessionRecord>(&record)) {
        status = into.Add(*session);
      } else if (auto* search = std::get_if<SearchRecord>(&record)) {
        status = into.Add(*search);
      } else {
        status = into.Add(std::get<FeedbackRecord>(record));
      }
      if (!status.ok()) return status;
    }
    return Status();
  }));
}

void Store::AppendInMemory(const std::vector<Record>& records,
                           std::vector<uint64_t>* sequences) {
  uint64_t done = 0;
  for (const Record& record : records) {
    if (auto* session = std::get_if<SessionRecord>(&record)) {
      memory_sessions_[session->session] = *session;
    } else if (auto* feedback = std::get_if<FeedbackRecord>(&record)) {
      memory_feedback_.push_back(*feedback);
    } else if (auto* search = std::get_if<SearchRecord>(&record)) {
      memory_searches_.push_back(*search);
      memory_search_counts_.Add(*search);
      if (memory_searches_.size() > kMaxSearches) {
        memory_searches_.erase(memory_searches_.begin());
        ++memory_searches_gone_;
      }
    } else {
      const Event& e = std::get<Event>(record);
      memory_events_.push_back(e);
      memory_events_.back().previous =
          PreviousOf(e, memory_events_.size(), ++done);
      memory_identities_.insert(EventIdentity(e));
      if (!e.imported) memory_forgotten_.erase(Hash64(e.command));
      if (sequences) sequences->push_back(memory_events_.size());
    }
  }
}

Result<Store::Folded> Store::FoldSpool(const std::string& name, int fd,
                                       bool own) {
  if (!Mine() || !events_) return Status(Code::kUnavailable, "no log");
  Folded folded;
  Status status = Noted(events_.get(), events_->Write([&](Txn& txn) -> Status {
    folded = {};
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    // Removed meanwhile: by its shell, which has folded it, and the mark is
    // gone.
    if (!own && !Spool::IsThere(fd)) return {Code::kNotFound, "the spool is gone"};
    Mark mark = ReadMark(txn, name);
    const uint64_t from = mark.end;
    Appender into(txn);
    for (Record& record :
         ReadWaiting(txn, name, fd, mark, &folded.records)) {
      Status added;
      if (auto* event = std::get_if<Event>(&record)) {
        if (event->previous == Event::kPreceding) event->previous = mark.last;
        auto sequence = into.Add(*event);
        added = sequence.status();
        if (added.ok()) {
          mark.last = folded.last_of[event->session] = *sequence;
        }
      } else if (auto* feedback = std::get_if<FeedbackRecord>(&record)) {
        added = into.Add(*feedback);
      } else if (auto* search = std::get_if<SearchRecord>(&record)) {
        added = into.Add(*search);
      } else {
        added = into.Add(std::get<SessionRecord>(record));
      }
      if (!added.ok()) return added;
    }
    folded.end = mark.end;
    folded.last = mark.last;
    if (mark.end == from) return {};
    return WriteMark(txn, name, mark);
  }));
  if (!status.ok()) return status;
  return folded;
}

std::vector<Record> Store::ReadSpool(const std::string& name, int fd,
                                     uint64_t* last) {
  std::vector<Record> records;
  if (!Mine() || !events_) return records;
  (void)ReadEvents([&](Txn& txn) {
    Mark mark = ReadMark(txn, name);
    *last = mark.last;
    size_t read;
    records = ReadWaiting(txn, name, fd, mark, &read);
  });
  return records;
}

Status Store::FoldSpools(const std::string& own_name, bool living) {
  if (!Mine() || !events_) return {};
  Status first;
  for (const Spool::Found& spool :
       Spool::Find(spool_directory(), own_name, living)) {
    auto folded = FoldSpool(spool.name, spool.fd, /*own=*/false);
    // What is forgotten afterwards is not to be left in a spool that lives.
    // Its shell may have folded it, and kept it.
    if (folded.ok() && !spool.orphan && folded->end > 0 && SyncLog().ok()) {
      Blank(spool.fd, folded->end);
    }
    if (folded.ok() && spool.orphan && SyncLog().ok()) {
      Spool::Remove(spool);
      if (folded->end > 0) (void)DropSpoolMark(spool.name);
    } else {
      Spool::Release(spool);
    }
    bool gone = folded.status().code() == Code::kNotFound;
    if (first.ok() && !folded.ok() && !gone) first = folded.status();
  }
  return first;
}

Status Store::SyncLog() {
  if (!Mine() || !events_) return {};
  return Noted(events_.get(), events_->Sync());
}

Status Store::DropSpoolMark(const std::string& name) {
  if (!Mine() || !events_) return {};
  return Noted(events_.get(), events_->Write([&](Txn& txn) {
    return txn.DeleteIn(kLogMetaTable, SpoolKey(name));
  }));
}

void Store::VisitFeedback(uint64_t from, const FeedbackVisitor& visit) {
  if (!Mine()) return;
  if (!events_) {
    for (uint64_t i = std::max<uint64_t>(from, 1);
         i <= memory_feedback_.size(); ++i) {
      if (!visit(i, memory_feedback_[i - 1])) return;
    }
    return;
  }
  (void)ReadEvents([&](Txn& txn) {
    txn.ScanIn(kFeedbackTable, Big64(from), [&](auto key, auto value) {
      auto feedback = DecodeFeedback(value);
      return !feedback || visit(ByteReader(key).Big<uint64_t>(), *feedback);
    });
  });
}

uint64_t Store::last_feedback() {
  if (!Mine()) return 0;
  uint64_t last = memory_feedback_.size();
  if (events_) {
    (void)ReadEvents([&](Txn& txn) { last = LastIn(txn, kFeedbackTable); });
  }
  return last;
}

std::optional<SessionRecord> Store::FindSession(const std::string& name) {
  std::optional<SessionRecord> found;
  if (!Mine() || name.empty()) return found;
  if (!events_) {
    auto at = memory_sessions_.find(name);
    if (at != memory_sessions_.end()) found = at->second;
    return found;
  }
  (void)ReadEvents([&](Txn& txn) {
    auto value = txn.GetIn(kSessionTable, name.substr(0, kMaxSessionName));
    if (value) found = DecodeSession(*value);
  });
  return found;
}

void Store::VisitSessions(
    const std::function<bool(const SessionRecord&)>& visit) {
  if (!Mine()) return;
  for (const auto& [name, session] : memory_sessions_) {
    if (!visit(session)) return;
  }
  if (!events_) return;
  (void)ReadEvents([&](Txn& txn) {
    txn.ScanIn(kSessionTable, "", [&](auto, auto value) {
      auto session = DecodeSession(value);
      return !session || visit(*session);
    });
  });
}

std::vector<std::pair<uint64_t, uint64_t>> Store::Streams() {
  std::vector<std::pair<uint64_t, uint64_t>> out;
  if (!Mine() || !events_) return out;
  const std::string from = SpoolKey("");
  (void)ReadEvents([&](Txn& txn) {
    txn.ScanIn(kLogMetaTable, from, [&](std::string_view key, auto value) {
      if (!key.starts_with(from)) return false;
      out.emplace_back(Spool::StreamOf(key.substr(from.size())),
                       ByteReader(value).template Little<uint64_t>());
      return true;
    });
  });
  return out;
}

}  // namespace synapse
