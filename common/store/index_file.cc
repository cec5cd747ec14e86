#include "store/index_file.h"

#include "base/files.h"
#include "base/text.h"
#include "store/keys.h"
#include "store/memory_kv.h"
#include "store/replacement.h"

namespace synapse {
namespace {

// Changes with every start of the machine; "" where the kernel does not say.
std::string BootId() {
  auto id = ReadFile("/proc/sys/kernel/random/boot_id", 4096);
  return id.ok() ? std::string(Trim(*id)) : "";
}

Status CopyTables(MemoryKv& from, MemoryKv& to) {
  Status status;
  for (int t = 0; t < kTables && status.ok(); ++t) {
    const Table table = static_cast<Table>(t);
    from.Scan(table, "", [&](std::string_view key, std::string_view value) {
      status = to.Put(table, key, value);
      return status.ok();
    });
  }
  return status;
}

}  // namespace

IndexFile::~IndexFile() {
  if (!owner_.IsHere()) {
    // A child must not touch what it inherited: both leak.
    (void)env_.release();
    (void)state_.release();
    return;
  }
  // A clean index costs no rebuild after a restart of the machine.
  if (env_) state_->Close([&] { return env_->Sync().ok(); });
}

std::string IndexFile::Directory() const { return JoinPath(store_, "index"); }

Env::Options IndexFile::Options() const {
  Env::Options options;
  options.directory = Directory();
  options.durable = false;
  options.newest_schema = kSchemaVersion;
  options.lock_wait_ms = Env::kOpenWaitMs;
  options.tables.assign(std::begin(kTableNames), std::end(kTableNames));
  return options;
}

Result<std::unique_ptr<Env>> IndexFile::OpenEnv() {
  const Env::Options options = Options();
  auto env = Env::Open(options);
  if (env.ok() || env.status().code() != Code::kCorrupt) return env;
  Env::Remove(options.directory);
  return Env::Open(options);
}

// REQUIRES: the index is closed.
void IndexFile::HoldState() {
  if (state_ && state_->IsInPlace()) return;
  state_.reset();
  state_ =
      std::make_unique<IndexState>(JoinPath(store_, "index.state"), BootId(),
                                   [this] { Env::Remove(Directory()); });
}

Status IndexFile::Open() {
  HoldState();
  auto env = OpenEnv();
  if (!env.ok()) return env.status();
  env_ = std::move(*env);
  SweepReplacement(*env_);
  Status checked = CheckSchema();
  if (checked.code() != Code::kCorrupt) return checked;
  damaged_ = true;
  return Reopen();
}

void IndexFile::Close() {
  DropAhead();
  env_.reset();
}

// An index of another schema is emptied, in a new file.
Status IndexFile::CheckSchema() {
  bool current = false, empty = true;
  Status read = env_->Read([&](Txn& txn) {
    auto schema = txn.Get(Table::kMeta, kIndexSchemaKey);
    current =
        schema && ByteReader(*schema).Little<uint32_t>() == kSchemaVersion;
    for (size_t t = 0; t < kTables; ++t) empty &= txn.EntriesIn(t) == 0;
  });
  if (!read.ok() || current) return read;
  if (!empty) {
    Discard();
    env_.reset();
    auto fresh = OpenEnv();
    if (!fresh.ok()) return fresh.status();
    env_ = std::move(*fresh);
  }
  return env_->Write([&](Txn& txn) { return PutIndexSchema(txn); });
}

// Another shell may have found the damage first and replaced the file.
void IndexFile::Discard() {
  auto discard = [&] {
    if (!env_->Replaced()) Env::Remove(Directory());
  };
  // A lock that a stopped process holds must not keep a damaged file.
  if (!env_->WithLock(discard).ok()) discard();
}

Status IndexFile::Reopen() {
  if (damaged_) Discard();
  damaged_ = false;
  Close();
  HoldState();
  auto fresh = OpenEnv();
  if (!fresh.ok()) return fresh.status();
  env_ = std::move(*fresh);
  Status checked = CheckSchema();
  return env_ ? Status() : checked;
}

Status IndexFile::Refresh() {
  return damaged_ || env_->lost() || env_->Replaced() ? Reopen() : Status();
}

// A damaged index is replaced at the next prompt, not in the middle of a call.
Status IndexFile::Noted(Status status) {
  if (status.code() == Code::kCorrupt) damaged_ = true;
  return status;
}

Status IndexFile::Read(const std::function<void(Kv&)>& read) {
  if (!owner_.IsHere()) return Owner::Forked();
  if (!env_) {
    read(memory_);
    return {};
  }
  return Noted(env_->Read([&](Txn& txn) {
    if (txn.id() != ahead_of_) return read(txn);
    OverlayKv kv(txn, ahead_);
    read(kv);
  }));
}

Status IndexFile::WriteAhead(const std::function<Status(Kv&)>& write) {
  if (!owner_.IsHere()) return Owner::Forked();
  if (!env_) return write(memory_);
  Status written;
  Status read = Noted(env_->Read([&](Txn& txn) {
    if (txn.id() != ahead_of_) {
      DropAhead();
      ahead_of_ = txn.id();
    }
    OverlayKv kv(txn, ahead_);
    written = write(kv);
  }));
  if (read.ok() && written.ok()) return {};
  // Half of the changes may be there.
  DropAhead();
  return read.ok() ? written : read;
}

void IndexFile::DropAhead() {
  if (ahead_of_ == 0) return;
  ahead_ = MemoryKv();
  ahead_of_ = 0;
}

Status IndexFile::Write(const std::function<Status(Kv&)>& write) {
  if (!owner_.IsHere()) return Owner::Forked();
  if (!env_) return write(memory_);
  Status open = state_->BeforeWrite();
  if (!open.ok()) return open;
  bool kept = false;
  Status status = Noted(env_->Write([&](Txn& txn) {
    Status put;
    kept = ahead_of_ != 0 && txn.id() == ahead_of_ + 1;
    if (kept) put = PutChanges(ahead_, txn);
    return put.ok() ? write(txn) : put;
  }));
  if (status.ok()) {
    // A loss stays known until DropLostAhead().
    if (kept) ahead_of_ = 0;
    ahead_ = MemoryKv();
  }
  return status;
}

bool IndexFile::DropLostAhead() {
  if (!owner_.IsHere() || !env_ || ahead_of_ == 0) return false;
  bool lost = false;
  (void)Noted(env_->Read([&](Txn& txn) { lost = txn.id() != ahead_of_; }));
  if (lost) DropAhead();
  return lost;
}

Status IndexFile::WriteFile(MemoryKv& tables, const std::string& directory) {
  Env::Options options = Options();
  options.directory = directory;
  auto env = Env::Open(options);
  if (!env.ok()) return env.status();
  // One transaction for each table: LMDB keeps the pages of one in memory.
  // Nobody reads this directory until the file is whole.
  Status status;
  for (int t = 0; t < kTables && status.ok(); ++t) {
    status = (*env)->Write([&](Txn& txn) {
      Status put;
      tables.Scan(static_cast<Table>(t), "", [&](auto key, auto value) {
        put = txn.PutIn(static_cast<size_t>(t), key, value, MDB_APPEND);
        return put.ok();
      });
      return put;
    });
  }
  if (!status.ok()) return status;
  return (*env)->Write([](Txn& txn) { return PutIndexSchema(txn); });
}

Status IndexFile::Replace(MemoryKv& tables) {
  if (!owner_.IsHere()) return Owner::Forked();
  if (!env_) {
    memory_ = MemoryKv();
    return CopyTables(tables, memory_);
  }
  Status open = state_->BeforeWrite();
  if (!open.ok()) return open;
  // One process at a time. Other processes write again what they write to the
  // old file meanwhile (learn/learner.h).
  Status replaced(Code::kBusy, "the index is being replaced");
  Status locked = env_->WithLock([&] {
    if (env_->Replaced()) return;
    replaced = ReplaceEnvironment(Directory(), [&](const std::string& fresh) {
      return WriteFile(tables, fresh);
    });
  });
  if (!locked.ok()) return locked;
  return replaced.ok() ? Reopen() : replaced;
}

}  // namespace synapse
