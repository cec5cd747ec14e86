#include "store/log_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iterator>
#include <map>
#include <vector>

#include "base/files.h"
#include "store/log_keys.h"
#include "store/record.h"
#include "store/recovery.h"
#include "store/replacement.h"

namespace synapse {
namespace {

constexpr std::string_view kSetAside[] = {kDamagedLog, kReadLog, "events.v"};

// Copies the whole file and syncs it; after an error there is no file `to`.
Status CopyFile(const std::string& from, const std::string& to) {
  int in = open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  int out = open(to.c_str(),
                 O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  bool copied = in >= 0 && out >= 0;
  std::string buffer(1 << 18, '\0');
  while (copied) {
    ssize_t n = read(in, buffer.data(), buffer.size());
    if (n == 0) break;
    copied = n > 0 && write(out, buffer.data(), static_cast<size_t>(n)) == n;
  }
  copied = copied && fsync(out) == 0;
  Status status;
  if (!copied) status = {Code::kUnavailable, to + ": " + strerror(errno)};
  if (in >= 0) close(in);
  if (out >= 0) close(out);
  if (!copied) unlink(to.c_str());
  return status;
}

// Writes the sessions that the events name.
Status DeriveSessions(LogTables& log) {
  std::map<std::string, SessionRecord> sessions;
  log.ScanIn(kEventTable, "", [&](auto, auto value) {
    auto e = DecodeEvent(value);
    if (!e || e->session.empty() || e->imported) return true;
    auto [at, first] =
        sessions.try_emplace(e->session.substr(0, kMaxSessionName));
    SessionRecord& s = at->second;
    if (first) {
      s.session = e->session;
      s.host = e->host;
      s.shell = e->shell;
      s.cwd = e->cwd;
      s.start_ms = e->start_ms;
    }
    s.end_ms =
        std::max(s.end_ms, e->start_ms + std::max<int64_t>(e->duration_ms, 0));
    return true;
  });
  Status status;
  for (const auto& [name, session] : sessions) {
    if (status.ok()) {
      status = log.PutIn(kSessionTable, name, EncodeSession(session));
    }
  }
  return status;
}

// 0: that of an older log, or of none.
uint32_t SchemaOf(LogTables& log) {
  auto schema = log.GetIn(kLogMetaTable, "schema");
  return schema ? ByteReader(*schema).Little<uint32_t>() : 0;
}

Status IsNewer() {
  return {Code::kUnavailable, "the log was taken over by a newer Synapse"};
}

// A log of an older schema becomes one of this schema, in one transaction. A
// copy of the older file stays in the store's directory as events.v1. The file
// has nothing of the transaction before its commit.
Status MigrateLog(LogTables& log, const std::string& directory) {
  const uint32_t schema = SchemaOf(log);
  if (schema == kLogSchema) return {};  // another shell was faster
  if (schema > kLogSchema) return IsNewer();
  if (log.EntriesIn(kEventTable) > 0) {
    const std::string old = JoinPath(directory, "events.v1");
    Status kept = MakePrivateDirs(old);
    if (kept.ok()) {
      kept = CopyFile(JoinPath(directory, "events/data.mdb"),
                      JoinPath(old, "data.mdb"));
    }
    if (kept.ok()) kept = DeriveSessions(log);
    if (!kept.ok()) return kept;
  }
  return log.PutIn(kLogMetaTable, "schema", EncodeSchema(kLogSchema));
}

}  // namespace

LogFile::~LogFile() {
  // A child must not touch what it inherited: the environment leaks.
  if (!owner_.IsHere()) (void)env_.release();
}

std::string LogFile::Directory() const { return JoinPath(store_, "events"); }

Env::Options LogFile::Options() const {
  Env::Options options;
  options.directory = Directory();
  options.tables.assign(std::begin(kLogTables), std::end(kLogTables));
  options.newest_schema = kLogSchema;
  options.upgrade = [this](Txn& txn) { return MigrateLog(txn, store_); };
  options.lock_wait_ms = Env::kOpenWaitMs;
  return options;
}

Result<std::unique_ptr<Env>> LogFile::OpenEnv() {
  const Env::Options options = Options();
  auto env = Env::Open(options);
  if (env.ok() || env.status().code() != Code::kCorrupt) return env;
  return SetAside(env.status().message()) ? Env::Open(options) : std::move(env);
}

bool LogFile::SetAside(const std::string& details) {
  const std::string directory = Directory();
  std::string aside = directory + ".bad-" + std::to_string(time(nullptr));
  if (rename(directory.c_str(), aside.c_str()) != 0) return false;
  why_ = "the event log was damaged" +
         (details.empty() ? "" : " (" + details + ")") +
         "; it was set aside as " + aside;
  return true;
}

Status LogFile::Open() {
  why_.clear();
  RestoreReplaced(Directory());
  auto env = OpenEnv();
  if (!env.ok()) return env.status();
  env_ = std::move(*env);
  SweepReplacement(*env_);
  const std::vector<std::string> damaged = SetAsideLogs(store_);
  if (why_.empty() && !damaged.empty()) {
    why_ = "the event log was damaged; it was set aside as " + damaged.back();
  }
  return {};
}

Status LogFile::Refresh() {
  const bool lost = env_->lost(), replaced = env_->Replaced();
  if (!damaged_ && !newer_ && !lost && !replaced) return {};
  if (damaged_ && !replaced) SetAside("while in use");
  damaged_ = newer_ = false;
  ++version_;
  env_.reset();
  auto fresh = OpenEnv();
  // A fault outside the map may have been caused by damage in it.
  if (fresh.ok() && lost && !(*fresh)->IsReadable()) {
    SetAside("");
    fresh = OpenEnv();
  }
  if (fresh.ok()) env_ = std::move(*fresh);
  return fresh.status();
}

// A damaged log is replaced at the next prompt, not in the middle of a call.
Status LogFile::Noted(Status status) {
  if (status.code() == Code::kCorrupt) damaged_ = true;
  return status;
}

Status LogFile::Read(const std::function<void(LogTables&)>& read) {
  if (!owner_.IsHere()) return Owner::Forked();
  if (env_) return Noted(env_->Read(read));
  read(memory_);
  return {};
}

Status LogFile::Write(const std::function<Status(LogTables&)>& write) {
  if (!owner_.IsHere()) return Owner::Forked();
  if (!env_) return write(memory_);
  return Noted(env_->Write([&](Txn& txn) -> Status {
    // Another process wrote the log anew: nobody reads this one any more.
    if (env_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    newer_ = SchemaOf(txn) > kLogSchema;
    return newer_ ? IsNewer() : write(txn);
  }));
}

Status LogFile::Sync() {
  if (!owner_.IsHere() || !env_) return {};
  return Noted(env_->Sync());
}

// Copies entry by entry into a new environment: free pages, and the gaps in
// others, keep the bytes of entries that were deleted.
Status LogFile::Copy(Txn& from, const std::string& directory) {
  Env::Options options = Options();
  options.directory = directory;
  options.upgrade = nullptr;
  options.map_bytes = env_->info().map_bytes;
  auto fresh = Env::Open(options);
  if (!fresh.ok()) return fresh.status();
  Status written = (*fresh)->Write([&](Txn& into) {
    Status status;
    for (size_t table = 0; table < std::size(kLogTables); ++table) {
      from.ScanIn(table, "", [&](auto key, auto value) {
        status = into.PutIn(table, key, value, MDB_APPEND);
        return status.ok();
      });
      if (!status.ok()) break;
    }
    return status;
  });
  if (written.ok() && from.error() != MDB_SUCCESS) {
    return {Code::kCorrupt, "the log cannot be read to its end"};
  }
  return written.ok() ? (*fresh)->Sync() : written;
}

Status LogFile::Compact() {
  if (!owner_.IsHere() || !env_) return {Code::kUnavailable, "no log"};
  // Under the writer lock: no process appends to the log that is replaced.
  return Noted(env_->Write([&](Txn& txn) -> Status {
    if (env_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    return ReplaceEnvironment(Directory(), [&](const std::string& fresh) {
      return Copy(txn, fresh);
    });
  }));
}

bool LogFile::MostlyFree() {
  if (!owner_.IsHere() || !env_) return false;
  uint64_t live = 0;
  (void)Noted(env_->Read([&](Txn& txn) {
    for (size_t table = 0; table < std::size(kLogTables); ++table) {
      live += txn.PagesIn(table);
    }
  }));
  // An empty log has a handful of pages of its own.
  constexpr uint64_t kOwnPages = 16;
  const Env::Info info = env_->info();
  const uint64_t all = info.used_bytes / std::max<size_t>(info.page_bytes, 1);
  return all > 2 * (live + kOwnPages);
}

void LogFile::RemoveSetAside() {
  if (!owner_.IsHere() || store_.empty()) return;
  std::vector<std::string> names;
  DIR* dir = opendir(store_.c_str());
  while (dirent* entry = dir ? readdir(dir) : nullptr) {
    std::string_view name = entry->d_name;
    for (std::string_view start : kSetAside) {
      if (name.starts_with(start)) names.emplace_back(name);
    }
  }
  if (dir) closedir(dir);
  for (const std::string& name : names) {
    RemoveEnvironment(JoinPath(store_, name));
  }
  why_.clear();
}

std::optional<std::string_view> MemoryLog::GetIn(size_t table,
                                                 std::string_view key) {
  auto at = tables_[table].find(key);
  if (at == tables_[table].end()) return std::nullopt;
  return at->second;
}

Status MemoryLog::PutIn(size_t table, std::string_view key,
                        std::string_view value, unsigned) {
  tables_[table].insert_or_assign(std::string(key), std::string(value));
  return {};
}

Status MemoryLog::DeleteIn(size_t table, std::string_view key) {
  tables_[table].erase(std::string(key));
  return {};
}

void MemoryLog::ScanIn(size_t table, std::string_view from,
                       const Kv::Visitor& visit) {
  const auto& entries = tables_[table];
  for (auto at = entries.lower_bound(from);
       at != entries.end() && visit(at->first, at->second); ++at) {
  }
}

void MemoryLog::ScanBackwardsIn(size_t table, const Kv::Visitor& visit,
                                std::string_view before) {
  const auto& entries = tables_[table];
  auto end = before.empty() ? entries.end() : entries.lower_bound(before);
  for (auto at = std::make_reverse_iterator(end);
       at != entries.rend() && visit(at->first, at->second); ++at) {
  }
}

}  // namespace synapse
