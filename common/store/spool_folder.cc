#include "store/spool_folder.h"

#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "store/log_appender.h"
#include "store/log_keys.h"
#include "store/spool.h"

namespace synapse {
namespace {

// How far a spool is folded: the offset behind the last record, and the
// sequence of the last event.
struct Mark {
  uint64_t end = 0, last = 0;
};

Mark ReadMark(LogTables& log, const std::string& name) {
  Mark mark;
  if (auto value = log.GetIn(kLogMetaTable, SpoolKey(name))) {
    ByteReader in(*value);
    mark.end = in.Little<uint64_t>();
    mark.last = in.Little<uint64_t>();
  }
  return mark;
}

Status WriteMark(LogTables& log, const std::string& name, const Mark& mark) {
  std::string value;
  PutLittle<uint64_t>(value, mark.end);
  PutLittle<uint64_t>(value, mark.last);
  return log.PutIn(kLogMetaTable, SpoolKey(name), value);
}

// One of the texts was forgotten at `ms` or later.
bool AnyForgotten(LogTables& log, int64_t ms,
                  std::initializer_list<std::string_view> texts) {
  return std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
    auto when = log.GetIn(kForgottenTable, Big64(Hash64(text)));
    return when && ms <= ByteReader(*when).Little<int64_t>();
  });
}

bool IsForgotten(LogTables& log, const Record& record) {
  if (auto* event = std::get_if<Event>(&record)) {
    return AnyForgotten(log, event->start_ms, {event->command});
  }
  if (auto* feedback = std::get_if<FeedbackRecord>(&record)) {
    return AnyForgotten(log, feedback->at_ms,
                        {feedback->suggestion, feedback->executed});
  }
  if (auto* search = std::get_if<SearchRecord>(&record)) {
    return AnyForgotten(log, search->at_ms,
                        {search->query, search->target.text});
  }
  return false;
}

void SetOrigin(Record& record, const Origin& origin) {
  if (auto* event = std::get_if<Event>(&record)) {
    event->origin = origin;
  } else if (auto* feedback = std::get_if<FeedbackRecord>(&record)) {
    feedback->origin = origin;
  } else if (auto* search = std::get_if<SearchRecord>(&record)) {
    search->stream = origin.stream;
    search->ordinal = origin.ordinal;
  }
}

// The records of a spool behind the mark, with their origin, without those that
// were forgotten. `mark.end` moves behind them. `*read` counts all of them.
std::vector<Record> ReadWaiting(LogTables& log, const std::string& name, int fd,
                                Mark& mark, size_t* read) {
  std::vector<Record> out;
  *read = 0;
  for (const auto& [end, payload] : Spool::Read(fd, mark.end, &mark.end)) {
    auto record = DecodeRecord(payload);
    if (!record) continue;
    ++*read;
    if (IsForgotten(log, *record)) continue;
    SetOrigin(*record, {Spool::StreamOf(name), end});
    out.push_back(std::move(*record));
  }
  return out;
}

// Writes zeros over the folded bytes of a spool whose shell lives: nobody reads
// them again, and the shell appends behind them.
void Blank(int fd, uint64_t end) {
  const std::string zeros(std::min<uint64_t>(end, 1 << 16), '\0');
  for (uint64_t at = 0; at < end;) {
    ssize_t n =
        pwrite(fd, zeros.data(), std::min<uint64_t>(zeros.size(), end - at),
               static_cast<off_t>(at));
    if (n <= 0) return;
    at += static_cast<uint64_t>(n);
  }
}

}  // namespace

SpoolFolder::SpoolFolder(LogFile& file, const std::string& store)
    : file_(file), directory_(JoinPath(store, "spool")) {}

Result<SpoolFolder::Folded> SpoolFolder::Fold(const std::string& name, int fd,
                                              Whose whose) {
  if (!file_.is_open()) return Status(Code::kUnavailable, "no log");
  Folded folded;
  Status status = file_.Write([&](LogTables& log) -> Status {
    folded = {};
    // Its shell has folded and removed it meanwhile, and the mark is gone.
    if (whose == Whose::kOther && !Spool::IsThere(fd)) {
      return {Code::kNotFound, "the spool is gone"};
    }
    Mark mark = ReadMark(log, name);
    const uint64_t from = mark.end;
    LogAppender into(log);
    for (Record& record : ReadWaiting(log, name, fd, mark, &folded.records)) {
      auto* event = std::get_if<Event>(&record);
      if (event && event->previous == Event::kPreceding) {
        event->previous = mark.last;
      }
      auto added = into.Add(record);
      if (!added.ok()) return added.status();
      if (event) mark.last = folded.last_of[event->session] = *added;
    }
    folded.end = mark.end;
    folded.last = mark.last;
    return mark.end == from ? Status() : WriteMark(log, name, mark);
  });
  if (!status.ok()) return status;
  return folded;
}

std::vector<Record> SpoolFolder::Read(const std::string& name, int fd,
                                      uint64_t* last) {
  std::vector<Record> records;
  (void)file_.Read([&](LogTables& log) {
    Mark mark = ReadMark(log, name);
    *last = mark.last;
    size_t read;
    records = ReadWaiting(log, name, fd, mark, &read);
  });
  return records;
}

Status SpoolFolder::FoldOthers(const std::string& own_name, bool living) {
  if (!file_.is_open()) return {};
  Status first;
  for (const Spool::Found& spool : Spool::Find(directory_, own_name, living)) {
    auto folded = Fold(spool.name, spool.fd, Whose::kOther);
    const bool safe =
        folded.ok() && (spool.orphan || folded->end > 0) && file_.Sync().ok();
    // A text that is forgotten later must not be left in the spool of a shell
    // that lives and may have kept it.
    if (safe && !spool.orphan) Blank(spool.fd, folded->end);
    if (safe && spool.orphan) {
      Spool::Remove(spool);
      if (folded->end > 0) (void)DropMark(spool.name);
    } else {
      Spool::Release(spool);
    }
    bool gone = folded.status().code() == Code::kNotFound;
    if (first.ok() && !folded.ok() && !gone) first = folded.status();
  }
  return first;
}

Status SpoolFolder::DropMark(const std::string& name) {
  return file_.Write([&](LogTables& log) {
    return log.DeleteIn(kLogMetaTable, SpoolKey(name));
  });
}

std::vector<std::pair<uint64_t, uint64_t>> SpoolFolder::Streams() {
  std::vector<std::pair<uint64_t, uint64_t>> out;
  const std::string from = SpoolKey("");
  (void)file_.Read([&](LogTables& log) {
    log.ScanIn(kLogMetaTable, from, [&](std::string_view key, auto value) {
      if (!key.starts_with(from)) return false;
      out.emplace_back(Spool::StreamOf(key.substr(from.size())),
                       ByteReader(value).template Little<uint64_t>());
      return true;
    });
  });
  return out;
}

}  // namespace synapse
