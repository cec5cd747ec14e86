#include "store/env.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "store/lmdb_values.h"

namespace synapse {
namespace {

// The address lies in the map of the file with that name and number, by
// /proc/self/maps.
bool IsInMapOf(const void* address, const std::string& path, const FileId& id) {
  auto maps = ReadFile("/proc/self/maps", size_t{16} << 20);
  if (!maps.ok()) return false;
  const auto at = reinterpret_cast<uintptr_t>(address);
  const std::string tail = JoinPath(BaseName(DirName(path)), BaseName(path));
  for (size_t from = 0, next; from < maps->size(); from = next) {
    next = std::min(maps->find('\n', from), maps->size() - 1) + 1;
    const std::string line = maps->substr(from, next - from);
    unsigned long begin = 0, end = 0, inode = 0;
    if (sscanf(line.c_str(), "%lx-%lx %*s %*s %*s %lu", &begin, &end, &inode) ==
            3 &&
        at >= begin && at < end) {
      // Some layered file systems report another number there.
      return inode == id.inode || line.find(tail) != line.npos;
    }
  }
  return false;
}

}  // namespace

bool Env::HoldsFiles() const {
  return std::all_of(held_.begin(), held_.end(), [](const Held& held) {
    return FileId::Of(held.fd) == held.id;
  });
}

// Where lock.mdb was removed, another process makes a new one, which does not
// guard this environment.
bool Env::HoldsLockFile() const {
  return FileId::Of(options_.directory + "/lock.mdb") == lock_id_;
}

Env::~Env() {
  if (state_ == State::kOpen && HoldsFiles()) {
    if (lock_fd_ >= 0) close(lock_fd_);
    // Closing writes to lock.mdb, which may have been cut short meanwhile.
    (void)guard_.Run([&] {
      if (reader_) mdb_txn_abort(reader_);
      if (env_) mdb_env_close(env_);
    });
    return;
  }
  // The environment leaks (see the header). Its descriptors are closed, but
  // only those that still lead to its files: the user may have reused a number.
  for (const Held& held : held_) {
    if (FileId::Of(held.fd) == held.id) close(held.fd);
  }
}

Status Env::GiveUp() {
  state_ = State::kLost;
  return {Code::kUnavailable,
          options_.directory + ": its descriptors were closed"};
}

Status Env::Guarded(const std::function<Status()>& body) {
  if (state_ == State::kDamaged || state_ == State::kLost) return WhyUnusable();
  Status result;
  if (guard_.Run([&] { result = body(); })) {
    return OrOutOfSpace(std::move(result), options_.directory);
  }
  const FaultGuard::Fault fault = FaultGuard::latest();
  const bool damaged =
      fault.escaped || fault.unchecked ||
      IsInMapOf(fault.address, options_.directory + "/data.mdb", data_id_);
  state_ = damaged ? State::kDamaged : State::kLost;
  if (in_write_ && HoldsLockFile()) {
    unlink((options_.directory + "/lock.mdb").c_str());
  }
  ReleaseWriteLock();
  // It is not damaged: a page of the map that has no blocks faults, too.
  Status why = OrOutOfSpace(WhyUnusable(), options_.directory);
  if (why.code() != Code::kCorrupt) state_ = State::kLost;
  return why;
}

Status Env::WhyUnusable() const {
  if (state_ == State::kDamaged) {
    return {Code::kCorrupt, options_.directory + ": damaged while in use"};
  }
  return {Code::kUnavailable, options_.directory + ": is to be opened anew"};
}

// LMDB would fault inside its lock where the file is shorter than its pages.
bool Env::IsWhole() const {
  struct stat st;
  MDB_envinfo info;
  MDB_stat stat;
  if (fstat(data_fd_, &st) != 0 || mdb_env_info(env_, &info) != MDB_SUCCESS ||
      mdb_env_stat(env_, &stat) != MDB_SUCCESS) {
    return false;
  }
  return static_cast<uint64_t>(st.st_size) >=
         (uint64_t{info.me_last_pgno} + 1) * stat.ms_psize;
}

int Env::Begin(unsigned flags, MDB_txn** txn) {
  *txn = nullptr;
  int rc = mdb_txn_begin(env_, nullptr, flags, txn);
  if ((rc == MDB_MAP_RESIZED || rc == MDB_READERS_FULL) && !HoldsFiles()) {
    return EBADF;
  }
  if (rc == MDB_MAP_RESIZED) {  // another process grew it
    mdb_env_set_mapsize(env_, 0);
    rc = mdb_txn_begin(env_, nullptr, flags, txn);
    if (rc == MDB_MAP_RESIZED &&
        HasDamagedMeta(options_.directory + "/data.mdb")) {
      rc = MDB_CORRUPTED;
    }
  }
  if (rc == MDB_READERS_FULL) {
    int dead = 0;
    mdb_reader_check(env_, &dead);
    rc = mdb_txn_begin(env_, nullptr, flags, txn);
  }
  if (rc != MDB_SUCCESS) *txn = nullptr;
  return rc;
}

// Begins a transaction whose pages are checked.
Status Env::BeginWrite(MDB_txn** txn) {
  *txn = nullptr;
  if (!IsWhole()) {
    return {Code::kCorrupt, options_.directory + ": the file was cut short"};
  }
  in_write_ = true;
  int rc = Begin(0, txn);
  if (rc == MDB_SUCCESS && !CheckPages(*txn)) {
    mdb_txn_abort(std::exchange(*txn, nullptr));
    rc = MDB_CORRUPTED;
  }
  in_write_ = rc == MDB_SUCCESS;
  return FromLmdb(rc, options_.directory);
}

int Env::EndWrite(MDB_txn* txn, bool commit) {
  int rc = MDB_SUCCESS;
  if (commit) {
    rc = mdb_txn_commit(txn);
  } else {
    mdb_txn_abort(txn);
  }
  in_write_ = false;
  return rc;
}

Status Env::Read(const std::function<void(Txn&)>& read) {
  return Guarded([&] { return ReadOnce(read); });
}

Status Env::ReadOnce(const std::function<void(Txn&)>& read) {
  struct Reset {
    MDB_txn* txn = nullptr;
    MDB_txn* nested = nullptr;
    ~Reset() {
      if (txn) mdb_txn_reset(txn);
      if (nested) mdb_txn_abort(nested);
    }
  } reset;
  int rc = MDB_SUCCESS;
  if (reader_) {
    rc = mdb_txn_renew(reader_);
    if (rc == EINVAL) {  // in use: this is a read within a read
      rc = Begin(MDB_RDONLY, &reset.nested);
      if (rc != MDB_SUCCESS) return FromLmdb(rc, options_.directory);
      Txn txn(reset.nested, tables_);
      read(txn);
      return FromLmdb(txn.error(), options_.directory);
    }
    if (rc != MDB_SUCCESS) {
      mdb_txn_abort(reader_);
      reader_ = nullptr;
    }
  }
  if (!reader_) rc = Begin(MDB_RDONLY, &reader_);
  if (rc != MDB_SUCCESS) return FromLmdb(rc, options_.directory);
  reset.txn = reader_;
  Txn txn(reader_, tables_);
  read(txn);
  return FromLmdb(txn.error(), options_.directory);
}

bool Env::IsReadable() {
  Status read = Read([&](Txn& txn) {
    uint64_t sum = 0;
    for (size_t table = 0; table < tables_.size(); ++table) {
      txn.ScanIn(table, "", [&](std::string_view key, std::string_view value) {
        sum += Hash64(key) ^ Hash64(value);
        return true;
      });
    }
    // Keeps the compiler from leaving the reading out.
    asm volatile("" : : "r"(sum));
  });
  return read.ok();
}

Status Env::Write(const std::function<Status(Txn&)>& write) {
  return Guarded([&] { return WriteOnce(write); });
}

Status Env::WriteOnce(const std::function<Status(Txn&)>& write) {
  IgnoreFileSizeSignal ignore;
  for (int attempt = 0; attempt < 8; ++attempt) {
    int rc = MDB_SUCCESS;
    Status result;
    {
      Writing writing(*this);
      if (!writing.locked().ok()) return writing.locked();
      result = writing.Begin();
      if (result.ok()) {
        Txn txn(writing.txn(), tables_, &check_, &options_.tables);
        result = write(txn);
        rc = txn.error();
        const bool commit = rc == MDB_SUCCESS && result.ok();
        int64_t before = Clock::MonotonicUs();
        int ended = writing.End(commit);
        if (commit) {
          rc = ended;
          commit_us_ = Clock::MonotonicUs() - before;
        }
      }
    }
    if (rc == MDB_MAP_FULL) {
      Status grown = Grow();
      if (!grown.ok()) return grown;
      continue;
    }
    if (rc != MDB_SUCCESS) return FromLmdb(rc, options_.directory);
    return result;
  }
  return {Code::kUnavailable, options_.directory + ": the map does not grow"};
}

bool Env::CheckPages(MDB_txn* txn) {
  MDB_envinfo info;
  MDB_stat stat, free;
  MDB_dbi names;
  constexpr MDB_dbi kFreePages = 0;
  if (mdb_env_info(env_, &info) != MDB_SUCCESS ||
      mdb_env_stat(env_, &stat) != MDB_SUCCESS ||
      mdb_stat(txn, kFreePages, &free) != MDB_SUCCESS ||
      OpenTable(txn, nullptr, 0, &names) != MDB_SUCCESS) {
    return false;
  }
  // LMDB does not say where its map is. It is computed from an entry in it,
  // whose page begins with its own number. A wrong number leads to an address
  // where no environment is, which the check notices.
  MDB_cursor* cursor;
  if (mdb_cursor_open(txn, names, &cursor) != MDB_SUCCESS) return false;
  MDB_val key, value = {};
  int rc = mdb_cursor_get(cursor, &key, &value, MDB_FIRST);
  mdb_cursor_close(cursor);
  if (!checks_pages_ || (rc == MDB_NOTFOUND && free.ms_depth == 0)) {
    check_.BeginUnseen();
    return true;
  }
  // A page that says it has keys of one size has no values.
  if (rc != MDB_SUCCESS || !value.mv_data) return false;
  FaultGuard::Unchecked unchecked;
  const uintptr_t page = reinterpret_cast<uintptr_t>(value.mv_data) /
                         stat.ms_psize * stat.ms_psize;
  const uint64_t number = *reinterpret_cast<const uint64_t*>(page);
  if (number > info.me_last_pgno) return false;
  return check_.Begin(
      reinterpret_cast<const char*>(page - number * stat.ms_psize),
      stat.ms_psize, info.me_last_pgno, mdb_txn_id(txn));
}

Status Env::Grow() {
  if (!HoldsFiles()) return GiveUp();
  // No transaction may be open while the map changes.
  if (reader_ && mdb_txn_renew(reader_) == EINVAL) {
    return {Code::kBusy, options_.directory + ": it is read while it grows"};
  }
  if (reader_) mdb_txn_abort(reader_);
  reader_ = nullptr;
  MDB_envinfo info;
  mdb_env_info(env_, &info);
  return FromLmdb(mdb_env_set_mapsize(env_, info.me_mapsize * 2),
                  options_.directory);
}

Status Env::TakeWriteLock() {
  if (!HoldsFiles()) return GiveUp();
  Status locked = LockWrites();
  if (!locked.ok() || HoldsLockFile()) return locked;
  ReleaseWriteLock();
  return {Code::kBusy, options_.directory + ": is being replaced"};
}

Status Env::LockWrites() {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  int wait_ms = options_.lock_wait_ms;
  const bool in_vain = waits_in_vain_ >= kMaxWaitsInVain;
  if (in_vain && wait_ms != kForever && wait_ms <= waited_in_vain_ms_) {
    wait_ms = 0;
  }
  int64_t deadline = Clock::MonotonicUs() + wait_ms * 1000;
  int64_t pause_us = 50;
  while (fcntl(lock_fd_, F_OFD_SETLK, &lock) != 0) {
    if (errno != EAGAIN && errno != EACCES && errno != EINTR) {
      return {Code::kUnavailable,
              options_.directory + "/write.lock: " + strerror(errno)};
    }
    if (wait_ms != kForever && Clock::MonotonicUs() >= deadline) {
      ++waits_in_vain_;
      waited_in_vain_ms_ = std::max(waited_in_vain_ms_, wait_ms);
      return {Code::kBusy, options_.directory + ": another writer is at it"};
    }
    timespec pause = {0, pause_us * 1000};
    nanosleep(&pause, nullptr);
    pause_us = std::min<int64_t>(pause_us * 2, 2000);
  }
  waits_in_vain_ = waited_in_vain_ms_ = 0;
  return {};
}

void Env::ReleaseWriteLock() {
  // Explicitly: a forked child would keep a lock that is only closed.
  struct flock lock = {};
  lock.l_type = F_UNLCK;
  lock.l_whence = SEEK_SET;
  fcntl(lock_fd_, F_OFD_SETLK, &lock);
}

Status Env::WithLock(const std::function<void()>& body) {
  Status locked = TakeWriteLock();
  if (!locked.ok()) return locked;
  struct Release {
    Env& env;
    ~Release() { env.ReleaseWriteLock(); }
  } release{*this};
  body();
  return {};
}

Status Env::Sync() {
  if (!HoldsFiles()) return GiveUp();
  return Guarded(
      [&] { return FromLmdb(mdb_env_sync(env_, 1), options_.directory); });
}

Env::Info Env::info() const {
  Info out;
  MDB_envinfo info;
  MDB_stat stat;
  bool known = false;
  (void)guard_.Run([&] {
    known = state_ == State::kOpen &&
            mdb_env_info(env_, &info) == MDB_SUCCESS &&
            mdb_env_stat(env_, &stat) == MDB_SUCCESS;
  });
  if (known) {
    out.map_bytes = info.me_mapsize;
    out.used_bytes = (info.me_last_pgno + 1) * stat.ms_psize;
    out.page_bytes = stat.ms_psize;
    out.readers = info.me_numreaders;
    out.max_readers = info.me_maxreaders;
  }
  return out;
}

bool Env::Replaced() const {
  return FileId::Of(options_.directory + "/data.mdb") != data_id_ ||
         !HoldsLockFile();
}

}  // namespace synapse
