// Forgetting: the parts of Store that take something out for good, and those
// that put a new file in the place of one.
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>

#include "base/files.h"
#include "base/text.h"
#include "store/gone.h"
#include "store/keys.h"
#include "store/log_keys.h"
#include "store/store.h"

namespace synapse {
namespace {

constexpr const char* kNewLog = "events.new";
constexpr const char* kOldLog = "events.old";
constexpr const char* kNewIndex = "index.new";
constexpr const char* kOldIndex = "index.old";
constexpr std::string_view kSetAside[] = {"events.bad-", "events.v"};

// With the mark that something is left to be taken out of the files.
Status PutForgotten(Txn& txn, uint64_t hash, int64_t now_ms) {
  std::string when;
  PutLittle<int64_t>(when, now_ms);
  Status put = txn.PutIn(kForgottenTable, Big64(hash), when);
  return put.ok() ? txn.PutIn(kLogMetaTable, kLeftKey, "1") : put;
}

// The keys of feedback that goes too.
std::vector<std::string> FeedbackOf(Txn& txn, const Gone& gone,
                                    const Store::ToRemove& to_remove) {
  std::vector<std::string> keys;
  txn.ScanIn(kFeedbackTable, "", [&](auto key, auto value) {
    auto f = DecodeFeedback(value);
    if (f && (gone.Has(*f) || (to_remove.feedback && to_remove.feedback(*f)))) {
      keys.emplace_back(key);
    }
    return true;
  });
  return keys;
}

// The keys of facts that go too.
std::vector<std::string> FactsOf(Txn& txn, const Gone& gone) {
  std::vector<std::string> keys;
  txn.ScanIn(kFactTable, "", [&](auto key, auto value) {
    auto fact = DecodeFact(value);
    if (!fact || gone.Has(*fact)) keys.emplace_back(key);
    return true;
  });
  return keys;
}

// The same of searches.
std::vector<std::string> SearchesOf(Txn& txn, const Gone& gone,
                                    const Store::ToRemove& to_remove) {
  std::vector<std::string> keys;
  txn.ScanIn(kSearchTable, "", [&](auto key, auto value) {
    auto s = DecodeSearch(value);
    if (s && (gone.Has(*s) || (to_remove.search && to_remove.search(*s)))) {
      keys.emplace_back(key);
    }
    return true;
  });
  return keys;
}

// Takes what goes out of what was suggested for a command that stays; false:
// nothing of it was.
bool HideGone(Event& event, const Gone& gone,
              const Store::ToRemove& to_remove) {
  bool changed = false;
  if (!event.suggestion) return changed;
  for (std::string& text : event.suggestion->suggestions) {
    FeedbackRecord as_feedback;
    as_feedback.suggestion = text;
    if (!gone.Has(as_feedback) &&
        !(to_remove.feedback && to_remove.feedback(as_feedback))) {
      continue;
    }
    text.clear();
    changed = true;
  }
  return changed;
}

// Sessions that began in a directory of which nothing else is left.
std::vector<std::pair<std::string, SessionRecord>> SessionsOf(
    Txn& txn, const Gone& gone) {
  std::vector<std::pair<std::string, SessionRecord>> sessions;
  txn.ScanIn(kSessionTable, "", [&](auto key, auto value) {
    auto session = DecodeSession(value);
    if (session && gone.Has(*session)) sessions.emplace_back(key, *session);
    return true;
  });
  return sessions;
}

template <class Visit>
void EachEvent(Txn& txn, const Visit& visit) {
  txn.ScanIn(kEventTable, "", [&](auto key, auto value) {
    auto event = DecodeEvent(value);
    if (event) visit(ByteReader(key).template Big<uint64_t>(), *event);
    return true;
  });
}

// Events that stay, without what goes: those before them, and what was suggested
// for them.
std::map<uint64_t, Event> ChangedBy(Txn& txn, Gone& gone,
                                    const Store::ToRemove& to_remove) {
  std::map<uint64_t, Event> changed;
  if (!gone.previous.empty()) {
    EachEvent(txn, [&](uint64_t sequence, const Event& e) {
      if (gone.previous.contains(sequence)) return;
      gone.Spare(e);
      if (!gone.previous.contains(e.previous)) return;
      changed[sequence] = e;
      changed[sequence].previous = gone.Before(e.previous);
    });
  }
  // All that is spared is known only now.
  EachEvent(txn, [&](uint64_t sequence, const Event& e) {
    if (!e.suggestion || gone.previous.contains(sequence)) return;
    auto at = changed.find(sequence);
    Event event = at == changed.end() ? e : at->second;
    if (HideGone(event, gone, to_remove)) changed[sequence] = std::move(event);
  });
  return changed;
}

struct Removal {
  std::map<uint64_t, Event> changed;  // by sequence
  std::vector<std::string> feedback;  // keys
  std::vector<std::pair<std::string, SessionRecord>> sessions;  // by key
  std::vector<std::string> searches, facts;  // keys
};
Status WriteRemoval(Txn& txn, const Gone& gone, const Removal& removal) {
  std::string next;
  PutLittle<uint64_t>(next, NextSequence(txn));
  Status status = txn.PutIn(kLogMetaTable, kNextKey, next);
  auto remove = [&](LogTable table, std::string_view key) {
    if (status.ok()) status = txn.DeleteIn(table, key);
  };
  for (const auto& [sequence, before] : gone.previous) {
    remove(kEventTable, Big64(sequence));
  }
  for (const std::string& key : removal.feedback) remove(kFeedbackTable, key);
  for (const std::string& key : removal.facts) remove(kFactTable, key);
  if (status.ok()) status = RemoveSearches(txn, removal.searches);
  for (uint64_t identity : gone.identities) {
    remove(kIdentityTable, Big64(identity));
  }
  for (const auto& [sequence, e] : removal.changed) {
    if (!status.ok()) break;
    status = txn.PutIn(kEventTable, Big64(sequence), EncodeEvent(e));
  }
  for (const auto& [key, session] : removal.sessions) {
    SessionRecord kept = session;
    kept.cwd.clear();
    if (!status.ok()) break;
    status = txn.PutIn(kSessionTable, key, EncodeSession(kept));
  }
  return status;
}

// Only what an environment consists of: nothing else is ever removed.
void RemoveEnvironmentDirectory(const std::string& directory) {
  Env::Remove(directory);
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

Result<size_t> Store::Remove(const ToRemove& to_remove) {
  if (!Mine()) return Status(Code::kUnavailable, "a forked child");
  size_t removed = 0;
  if (!events_) {
    removed = RemoveInMemory(to_remove);
  } else {
    Status status = Noted(events_.get(), RemoveOnDisk(to_remove, &removed));
    if (!status.ok()) return status;
  }
  ++version_;
  return removed;
}

Status Store::RemoveOnDisk(const ToRemove& to_remove, size_t* removed) {
  return events_->Write([&](Txn& txn) -> Status {
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    Gone gone;
    EachEvent(txn, [&](uint64_t sequence, const Event& e) {
      if (to_remove.event(sequence, e)) gone.Add(sequence, e);
    });
    *removed = gone.previous.size();
    const Removal removal{.changed = ChangedBy(txn, gone, to_remove),
                          .feedback = FeedbackOf(txn, gone, to_remove),
                          .sessions = SessionsOf(txn, gone),
                          .searches = SearchesOf(txn, gone, to_remove),
                          .facts = FactsOf(txn, gone)};
    if (*removed == 0 && removal.feedback.empty() && removal.changed.empty() &&
        removal.searches.empty() && removal.facts.empty()) {
      return {};
    }
    Status status = WriteRemoval(txn, gone, removal);
    if (status.ok() && !removal.facts.empty()) status = ChangeFactStamp(txn);
    if (to_remove.afterwards == Afterwards::kMayReturn) return status;
    for (const auto* hashes : {&gone.identities, &gone.texts}) {
      for (uint64_t hash : *hashes) {
        if (status.ok()) status = PutForgotten(txn, hash, to_remove.now_ms);
      }
    }
    return status;
  });
}

// The sequences of what stays close up.
size_t Store::RemoveInMemory(const ToRemove& to_remove) {
  Gone gone;
  std::vector<Event> kept;
  std::unordered_map<uint64_t, uint64_t> moved;
  for (uint64_t i = 1; i <= memory_events_.size(); ++i) {
    const Event& e = memory_events_[i - 1];
    if (to_remove.event(i, e)) {
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
  for (Event& e : kept) (void)HideGone(e, gone, to_remove);
  memory_events_ = std::move(kept);
  std::erase_if(memory_feedback_, [&](const FeedbackRecord& f) {
    return gone.Has(f) || (to_remove.feedback && to_remove.feedback(f));
  });
  std::erase_if(memory_facts_,
                [&](const auto& fact) { return gone.Has(fact.second); });
  ++memory_fact_stamp_;
  for (SearchRecord& s : memory_searches_) {
    if (gone.Has(s) || (to_remove.search && to_remove.search(s))) s = {};
  }
  for (auto& [name, session] : memory_sessions_) {
    if (gone.Has(session)) session.cwd.clear();
  }
  for (uint64_t identity : gone.identities) memory_identities_.erase(identity);
  if (to_remove.afterwards == Afterwards::kStayAway) {
    for (const auto* hashes : {&gone.identities, &gone.texts}) {
      for (uint64_t hash : *hashes) memory_forgotten_[hash] = to_remove.now_ms;
    }
  }
  return gone.previous.size();
}

Status Store::KeepAway(std::string_view command, int64_t now_ms) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  ++version_;
  if (!events_) {
    memory_forgotten_[Hash64(command)] = now_ms;
    return {};
  }
  return Noted(events_.get(), events_->Write([&](Txn& txn) -> Status {
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    return PutForgotten(txn, Hash64(command), now_ms);
  }));
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

Env::Options Store::IndexOptions() {
  Env::Options options;
  options.directory = JoinPath(directory_, "index");
  options.durable = false;
  options.newest_schema = kSchemaVersion;
  options.lock_wait_ms = kOpenWaitMs;
  for (const char* name : kTableNames) options.tables.push_back(name);
  return options;
}

Status Store::WriteIndexFile(MemoryKv& tables) {
  std::string current = JoinPath(directory_, "index");
  std::string fresh = JoinPath(directory_, kNewIndex);
  std::string old = JoinPath(directory_, kOldIndex);
  RemoveEnvironmentDirectory(fresh);
  RemoveEnvironmentDirectory(old);
  Env::Options options = IndexOptions();
  options.directory = fresh;
  Status written;
  {
    auto env = Env::Open(options);
    if (!env.ok()) return env.status();
    written = (*env)->Write([&](Txn& txn) {
      Status status;
      for (int t = 0; t < kTables && status.ok(); ++t) {
        tables.Scan(static_cast<Table>(t), "", [&](auto key, auto value) {
          status = txn.PutIn(static_cast<size_t>(t), key, value, MDB_APPEND);
          return status.ok();
        });
      }
      return status.ok() ? PutIndexSchema(txn) : status;
    });
  }
  if (written.ok()) written = Exchange(fresh, current, old);
  RemoveEnvironmentDirectory(fresh);  // holds the old one after the exchange
  RemoveEnvironmentDirectory(old);
  return written;
}

Status Store::ReplaceIndex(MemoryKv& tables) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  if (!index_) {
    memory_index_ = std::move(tables);
    return {};
  }
  Status open = state_->BeforeWrite();
  if (!open.ok()) return open;
  // One at a time; and what others write to the old one meanwhile, they write
  // again (learn/learner.h).
  Status replaced;
  Status locked = index_->WithLock([&] {
    replaced = index_->Replaced()
                   ? Status(Code::kBusy, "the index is being replaced")
                   : WriteIndexFile(tables);
  });
  if (!locked.ok() || !replaced.ok()) return locked.ok() ? replaced : locked;
  SyncDirectory(directory_);
  RebuildIndexFile();
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

// Of a replacement that was cut short. The locks say that none is under way.
void Store::SweepLeftovers() {
  auto sweep = [&](Env* env, std::initializer_list<const char*> names) {
    bool any = false;
    for (const char* name : names) {
      any = any || IsDirectory(JoinPath(directory_, name));
    }
    if (!any || !env) return;
    (void)env->WithLock([&] {
      for (const char* name : names) {
        RemoveEnvironmentDirectory(JoinPath(directory_, name));
      }
    });
  };
  sweep(events_.get(), {kNewLog, kOldLog});
  sweep(index_.get(), {kNewIndex, kOldIndex});
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
