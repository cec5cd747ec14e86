// Forgetting: the parts of Store that take events out for good.
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unordered_map>

#include "base/files.h"
#include "base/text.h"
#include "store/log_keys.h"
#include "store/store.h"

namespace synapse {
namespace {

constexpr const char* kNewLog = "events.new";
constexpr const char* kOldLog = "events.old";
constexpr const char* kOldIndex = "index.old";
constexpr std::string_view kSetAside[] = {"events.bad-", "events.v"};

uint64_t IdentityOf(const Event& e) {
  return EventIdentity(e.start_ms / 1000, e.command);
}

// What goes, and what of it is shared with what stays.
struct Doomed {
  std::unordered_map<uint64_t, uint64_t> previous;  // by sequence
  std::unordered_set<uint64_t> identities, texts;

  void Add(uint64_t sequence, const Event& e) {
    previous[sequence] = e.previous;
    identities.insert(IdentityOf(e));
    texts.insert(Hash64(e.command));
  }
  void Spare(const Event& kept) {
    identities.erase(IdentityOf(kept));
    texts.erase(Hash64(kept.command));
  }
  // The nearest event before that stays. Ends: a hostile chain may not.
  uint64_t Before(uint64_t sequence) const {
    for (size_t steps = 0; steps <= previous.size(); ++steps) {
      auto at = previous.find(sequence);
      if (at == previous.end()) return sequence;
      sequence = at->second;
    }
    return 0;
  }
};

// Only what an environment consists of: nothing else is ever removed.
void RemoveEnvironmentDirectory(const std::string& directory) {
  for (const char* name : {"data.mdb", "lock.mdb", "write.lock"}) {
    unlink(JoinPath(directory, name).c_str());
  }
  rmdir(directory.c_str());
}

void SyncDirectory(const std::string& directory) {
  int fd = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  (void)fsync(fd);
  close(fd);
}

// In one step where the file system can, so that there is always a log.
Status Exchange(const std::string& fresh, const std::string& current,
                const std::string& old) {
  if (renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, current.c_str(),
                RENAME_EXCHANGE) == 0) {
    return {};
  }
  if (rename(current.c_str(), old.c_str()) == 0) {
    if (rename(fresh.c_str(), current.c_str()) == 0) return {};
    (void)rename(old.c_str(), current.c_str());
  }
  return {Code::kUnavailable, current + ": " + strerror(errno)};
}

}  // namespace

Result<size_t> Store::Remove(const EventVisitor& doomed,
                             Afterwards afterwards) {
  if (!Mine()) return Status(Code::kUnavailable, "a forked child");
  bool stay_away = afterwards == Afterwards::kStayAway;
  size_t removed = 0;
  if (!events_) {
    removed = RemoveInMemory(doomed, stay_away);
  } else {
    Status status =
        Noted(events_.get(), RemoveOnDisk(doomed, stay_away, &removed));
    if (!status.ok()) return status;
  }
  if (removed > 0) ++version_;
  return removed;
}

Status Store::RemoveOnDisk(const EventVisitor& doomed, bool stay_away,
                           size_t* removed) {
  return events_->Write([&](Txn& txn) -> Status {
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    Doomed gone;
    auto each = [&](auto&& visit) {
      txn.ScanIn(kEventTable, "", [&](auto key, auto value) {
        auto event = DecodeEvent(value);
        if (event) visit(ByteReader(key).template Big<uint64_t>(), *event);
        return true;
      });
    };
    each([&](uint64_t sequence, const Event& e) {
      if (doomed(sequence, e)) gone.Add(sequence, e);
    });
    *removed = gone.previous.size();
    if (gone.previous.empty()) return {};
    std::vector<std::pair<uint64_t, Event>> relinked;
    each([&](uint64_t sequence, const Event& e) {
      if (gone.previous.contains(sequence)) return;
      gone.Spare(e);
      if (!gone.previous.contains(e.previous)) return;
      relinked.emplace_back(sequence, e);
      relinked.back().second.previous = gone.Before(e.previous);
    });
    std::string next;
    PutLittle<uint64_t>(next,
                        NextSequence(txn));
    Status status = txn.PutIn(kLogMetaTable, kNextKey, next);
    for (const auto& [sequence, before] : gone.previous) {
      if (status.ok()) status = txn.DeleteIn(kEventTable, Big64(sequence));
    }
    for (const auto& [sequence, e] : relinked) {
      if (!status.ok()) break;
      status = txn.PutIn(kEventTable, Big64(sequence), EncodeEvent(e));
    }
    for (uint64_t identity : gone.identities) {
      if (status.ok()) status = txn.DeleteIn(kIdentityTable, Big64(identity));
    }
    if (!stay_away) return status;
    for (const auto* hashes : {&gone.identities, &gone.texts}) {
      for (uint64_t hash : *hashes) {
        if (status.ok()) status = txn.PutIn(kForgottenTable, Big64(hash), "");
      }
    }
    return status;
  });
}

// The sequences of what stays close up.
size_t Store::RemoveInMemory(const EventVisitor& doomed, bool stay_away) {
  Doomed gone;
  std::vector<Event> kept;
  std::unordered_map<uint64_t, uint64_t> moved;
  for (uint64_t i = 1; i <= memory_events_.size(); ++i) {
    const Event& e = memory_events_[i - 1];
    if (doomed(i, e)) {
      gone.Add(i, e);
    } else {
      kept.push_back(e);
      moved[i] = kept.size();
    }
  }
  for (Event& e : kept) {
    gone.Spare(e);
    auto at = moved.find(gone.Before(e.previous));
    e.previous = at == moved.end() ? 0 : at->second;
  }
  memory_events_ = std::move(kept);
  for (uint64_t identity : gone.identities) memory_identities_.erase(identity);
  if (stay_away) {
    memory_forgotten_.insert(gone.identities.begin(), gone.identities.end());
    memory_forgotten_.insert(gone.texts.begin(), gone.texts.end());
  }
  return gone.previous.size();
}

Result<size_t> Store::RemoveOldest(int64_t before_ms, size_t keep,
                                   size_t slice) {
  if (!Mine()) return Status(Code::kUnavailable, "a forked child");
  size_t removed = 0;
  if (!events_) return removed;
  // Looked at first: a prompt writes nothing when there is nothing to do.
  bool any = false;
  (void)ReadEvents([&](Txn& txn) {
    any = txn.EntriesIn(kEventTable) > keep;
    txn.ScanIn(kEventTable, "", [&](auto, auto value) {
      auto event = DecodeEvent(value);
      any = any || (event && event->start_ms < before_ms);
      return false;
    });
  });
  if (!any) return removed;
  Status status = Noted(events_.get(), events_->Write([&](Txn& txn) -> Status {
    removed = 0;
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    uint64_t count = txn.EntriesIn(kEventTable);
    std::vector<std::pair<std::string, uint64_t>> gone;  // key, identity
    txn.ScanIn(kEventTable, "", [&](std::string_view key, auto value) {
      auto event = DecodeEvent(value);
      bool old = event && event->start_ms < before_ms;
      if (gone.size() >= slice || (!old && count - gone.size() <= keep)) {
        return false;
      }
      gone.emplace_back(key, event ? IdentityOf(*event) : 0);
      return true;
    });
    std::string next;
    PutLittle<uint64_t>(next, NextSequence(txn));
    Status put = txn.PutIn(kLogMetaTable, kNextKey, next);
    for (const auto& [key, identity] : gone) {
      if (put.ok()) put = txn.DeleteIn(kEventTable, key);
      if (put.ok()) put = txn.DeleteIn(kIdentityTable, Big64(identity));
    }
    if (put.ok()) removed = gone.size();
    return put;
  }));
  if (!status.ok()) return status;
  removed_oldest_ = removed_oldest_ || removed > 0;
  return removed;
}

void Store::ShrinkAfterRetention() {
  constexpr size_t kMostBytes = 32 << 20;
  if (!removed_oldest_ || !MostlyFree()) return;
  if (events_->info().used_bytes <= kMostBytes) (void)CompactLog();
}

Status Store::KeepAway(std::string_view command) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  ++version_;
  if (!events_) {
    memory_forgotten_.insert(Hash64(command));
    return {};
  }
  return Noted(events_.get(), events_->Write([&](Txn& txn) {
    return txn.PutIn(kForgottenTable, Big64(Hash64(command)), "");
  }));
}

std::unordered_set<uint64_t> Store::Forgotten() {
  if (!Mine()) return {};
  if (!events_) return memory_forgotten_;
  std::unordered_set<uint64_t> out;
  (void)ReadEvents([&](Txn& txn) {
    txn.ScanIn(kForgottenTable, "", [&](std::string_view key, auto) {
      out.insert(ByteReader(key).Big<uint64_t>());
      return true;
    });
  });
  return out;
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

Status Store::WriteAnew(Txn& from, const std::string& directory) {
  Env::Options options = EventsOptions();
  options.directory = directory;
  options.upgrade = nullptr;
  options.map_bytes = events_->info().map_bytes;
  auto fresh = Env::Open(options);
  if (!fresh.ok()) return fresh.status();
  size_t tables = options.tables.size();
  Status written = (*fresh)->Write([&](Txn& into) {
    Status status;
    for (size_t table = 0; table < tables && status.ok(); ++table) {
      from.ScanIn(table, "", [&](auto key, auto value) {
        status = into.PutIn(table, key, value, MDB_APPEND);
        return status.ok();
      });
    }
    return status;
  });
  if (written.ok() && from.error() != MDB_SUCCESS) {
    return {Code::kCorrupt, "the log cannot be read to its end"};
  }
  return written.ok() ? (*fresh)->Sync() : written;
}

Status Store::CompactLog() {
  if (!Mine() || !events_) return {Code::kUnavailable, "no log"};
  std::string current = JoinPath(directory_, "events");
  std::string fresh = JoinPath(directory_, kNewLog);
  std::string old = JoinPath(directory_, kOldLog);
  // Under the writer lock: nobody appends to what is about to be left behind.
  Status status = Noted(events_.get(), events_->Write([&](Txn& txn) -> Status {
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    RemoveEnvironmentDirectory(fresh);
    RemoveEnvironmentDirectory(old);
    Status written = WriteAnew(txn, fresh);
    if (written.ok()) written = Exchange(fresh, current, old);
    if (!written.ok()) RemoveEnvironmentDirectory(fresh);
    return written;
  }));
  if (!status.ok()) return status;
  RemoveEnvironmentDirectory(fresh);  // holds the old log after the exchange
  RemoveEnvironmentDirectory(old);
  SyncDirectory(directory_);
  Refresh();  // meets it as replaced
  return persistent() ? Status() : Status(Code::kUnavailable, why_);
}

Status Store::Compact() {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  if (!events_) return ClearIndex();
  Status compacted = CompactLog();
  if (!compacted.ok()) return compacted;
  std::string index = JoinPath(directory_, "index");
  std::string old_index = JoinPath(directory_, kOldIndex);
  RemoveEnvironmentDirectory(old_index);
  if (rename(index.c_str(), old_index.c_str()) != 0) {
    return {Code::kUnavailable, index + ": " + strerror(errno)};
  }
  RemoveEnvironmentDirectory(old_index);
  SyncDirectory(directory_);
  Refresh();
  return persistent() ? Status() : Status(Code::kUnavailable, why_);
}

// A file system without exchange, cut short between its two renames.
void Store::RestoreLog() {
  std::string current = JoinPath(directory_, "events");
  std::string old = JoinPath(directory_, kOldLog);
  if (!StatFile(current) && IsDirectory(old)) {
    (void)rename(old.c_str(), current.c_str());
  }
}

// Of a compaction that was cut short. The log's own lock says that none is
// under way.
void Store::SweepLeftovers() {
  bool any = false;
  for (const char* name : {kNewLog, kOldLog, kOldIndex}) {
    any = any || IsDirectory(JoinPath(directory_, name));
  }
  if (!any) return;
  (void)events_->Write([&](Txn&) {
    for (const char* name : {kNewLog, kOldLog, kOldIndex}) {
      RemoveEnvironmentDirectory(JoinPath(directory_, name));
    }
    return Status();
  });
}

void Store::RemoveSetAside() {
  if (!Mine() || directory_.empty()) return;
  std::vector<std::string> names;
  DIR* dir = opendir(directory_.c_str());
  while (dirent* entry = dir ? readdir(dir) : nullptr) {
    std::string_view name = entry->d_name;
    for (std::string_view start : kSetAside) {
      if (name.starts_with(start)) names.emplace_back(name);
    }
  }
  if (dir) closedir(dir);
  for (const std::string& name : names) {
    RemoveEnvironmentDirectory(JoinPath(directory_, name));
  }
}

}  // namespace synapse
