#include "store/env.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>

#include "base/clock.h"
#include "base/files.h"
#include "store/bytes.h"
#include "store/lmdb_values.h"

namespace synapse {
namespace {

constexpr int kFirstDescriptor = 64;
constexpr unsigned kMaxReaders = 1024;

// A size of pages that is none, or a page number far behind the end of the file:
// LMDB believes both, and what it then asks of the system is refused.
bool HasDamagedMeta(const std::string& file) {
  // mdb.c: MDB_page, MDB_meta.mm_psize and mm_last_pg.
  constexpr off_t kPageSize = 40, kLastPage = 136;
  constexpr uint64_t kMostGrowth = 1 << 20;
  int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return false;
  const uint64_t page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  struct stat st;
  uint32_t size = 0;
  bool damaged = pread(fd, &size, sizeof size, kPageSize) == sizeof size &&
                 (!std::has_single_bit(size) || size < 512 || size > 1 << 16);
  for (uint64_t meta : {uint64_t{0}, page}) {
    uint64_t last = 0;
    ssize_t n = pread(fd, &last, sizeof last,
                      static_cast<off_t>(meta) + kLastPage);
    damaged = damaged || (fstat(fd, &st) == 0 && n == sizeof last &&
                          last > static_cast<uint64_t>(st.st_size) / page +
                                     kMostGrowth);
  }
  close(fd);
  return damaged;
}

bool HasName(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

// Occupies the descriptors below kFirstDescriptor while it lives, so that what
// is opened meanwhile lands above them.
class DescriptorFillers {
 public:
  DescriptorFillers() {
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && fd < kFirstDescriptor) {
      fds_.push_back(fd);
      fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    }
    if (fd >= 0) close(fd);
  }
  ~DescriptorFillers() { Release(); }
  void Release() {
    for (int fd : fds_) close(fd);
    fds_.clear();
  }

 private:
  std::vector<int> fds_;
};

}  // namespace

Result<std::unique_ptr<Env>> Env::Open(const Options& options) {
  Status made = MakePrivateDirs(options.directory);
  if (!made.ok()) return made;
  std::unique_ptr<Env> env(new Env(options));
  Status opened = env->OpenFiles();
  if (opened.ok()) {
    opened = env->Guarded([&] { return env->OpenTables(); });
  }
  if (!opened.ok()) return opened;
  return env;
}

void Env::Remove(const std::string& directory) {
  for (const char* name : {"/write.lock", "/data.mdb", "/lock.mdb"}) {
    unlink((directory + name).c_str());
  }
}

// A lock that was taken away while the rest was opened guards other files.
Status Env::OpenFiles() {
  constexpr int kMostAttempts = 8;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    Status opened = OpenFilesOnce();
    if (!opened.ok() || HasName(lock_fd_)) return opened;
    mdb_env_close(env_);
    env_ = nullptr;
    close(lock_fd_);
    lock_fd_ = -1;
  }
  return {Code::kBusy, options_.directory + ": is being replaced"};
}

Status Env::OpenFilesOnce() {
  DescriptorFillers fillers;
  const std::string& dir = options_.directory;
  for (const char* name : {"/data.mdb", "/lock.mdb"}) {
    struct stat st;
    if (lstat((dir + name).c_str(), &st) != 0) continue;
    if (!S_ISREG(st.st_mode) || st.st_uid != geteuid()) {
      return {Code::kUnavailable,
              dir + name + ": is a link, or belongs to another user"};
    }
  }
  lock_fd_ = open((dir + "/write.lock").c_str(),
                  O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock_fd_ < 0 && errno == EMFILE) {
    fillers.Release();
    lock_fd_ = open((dir + "/write.lock").c_str(),
                    O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  }
  if (lock_fd_ < 0) {
    return {Code::kUnavailable, dir + "/write.lock: " + strerror(errno)};
  }
  unsigned flags = MDB_NOTLS | MDB_NORDAHEAD;
  flags |= options_.durable ? MDB_NOMETASYNC : MDB_NOSYNC;
  for (int attempt = 0;; ++attempt) {
    int rc = mdb_env_create(&env_);
    if (rc == MDB_SUCCESS) {
      mdb_env_set_maxdbs(env_, static_cast<MDB_dbi>(options_.tables.size()));
      mdb_env_set_maxreaders(env_, kMaxReaders);
      mdb_env_set_mapsize(env_, options_.map_bytes);
      mdb_env_set_assert(env_, [](MDB_env*, const char*) {
        FaultGuard::Escape();
      });
      if (!guard_.Run(
              [&] { rc = mdb_env_open(env_, dir.c_str(), flags, 0600); })) {
        faulted_ = true;
        return {Code::kCorrupt, dir + ": damaged"};
      }
    }
    if (rc == MDB_SUCCESS) break;
    mdb_env_close(env_);
    env_ = nullptr;
    // Under a low RLIMIT_NOFILE the fillers take what LMDB needs; under a low
    // RLIMIT_AS the map does.
    bool again = attempt < 4 && (rc == EMFILE || rc == ENOMEM);
    if ((rc == ENOMEM || rc == EINVAL) && HasDamagedMeta(dir + "/data.mdb")) {
      return {Code::kCorrupt, dir + ": damaged"};
    }
    if (!again) return FromLmdb(rc, dir);
    fillers.Release();
    if (rc == ENOMEM) options_.map_bytes /= 4;
  }
  int fd = -1;
  if (mdb_env_get_fd(env_, &fd) == MDB_SUCCESS) {
    // LMDB 0.9.24 leaves its data descriptor open across exec.
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    data_fd_ = fd;
    struct stat st;
    if (fstat(fd, &st) == 0) {
      device_ = st.st_dev;
      inode_ = st.st_ino;
    }
    char head[PageCheck::kFormatBytes];
    checks_pages_ = pread(fd, head, sizeof head, 0) == sizeof head &&
                    PageCheck::Knows(head);
  }
  int dead = 0;
  mdb_reader_check(env_, &dead);
  return {};
}

Status Env::ReadSchema(uint32_t* schema) {
  MDB_txn* txn;
  int rc = Begin(MDB_RDONLY, &txn);
  if (rc != MDB_SUCCESS) return FromLmdb(rc, options_.directory);
  MDB_dbi names, meta;
  MDB_val key = ToVal("schema"), value = {};
  *schema = 0;
  rc = OpenTable(txn, nullptr, 0, &names);
  if (rc == MDB_SUCCESS) rc = OpenTable(txn, "meta", 0, &meta);
  if (rc == MDB_SUCCESS) rc = mdb_get(txn, meta, &key, &value);
  if (rc == MDB_SUCCESS) {
    ByteReader in(FromVal(value));
    *schema = in.Little<uint32_t>();
    // Not those that were made before it was written twice.
    if (in.left() >= sizeof *schema && in.Little<uint32_t>() != ~*schema) {
      rc = MDB_CORRUPTED;
    }
  }
  mdb_txn_abort(txn);
  return FromLmdb(rc == MDB_NOTFOUND ? MDB_SUCCESS : rc, options_.directory);
}

Status Env::OpenTables() {
  uint32_t schema;
  Status read = ReadSchema(&schema);
  if (!read.ok()) return read;
  if (schema > options_.newest_schema) {
    return {Code::kUnavailable,
            options_.directory + ": written by a newer Synapse (schema " +
                std::to_string(schema) + "; this one knows " +
                std::to_string(options_.newest_schema) +
                "); restart this shell with the newer one"};
  }
  // Existing tables need no write transaction, and no lock.
  if (!options_.upgrade || schema == options_.newest_schema) {
    MDB_txn* txn;
    int rc = Begin(MDB_RDONLY, &txn);
    if (rc == MDB_SUCCESS) rc = OpenTablesIn(txn, 0);
    if (rc == MDB_SUCCESS) rc = mdb_txn_commit(txn);
    else if (txn) mdb_txn_abort(txn);
    if (rc != MDB_NOTFOUND) return FromLmdb(rc, options_.directory);
  }
  for (int attempt = 0; attempt < 8; ++attempt) {
    Status locked = TakeWriteLock();
    if (!locked.ok()) return locked;
    Status made = CreateTables();
    ReleaseWriteLock();
    if (made.ok() || !full_) return made;
    Status grown = Grow();
    if (!grown.ok()) return grown;
  }
  return {Code::kUnavailable, options_.directory + ": the map does not grow"};
}

// Where no name is given: that of the names themselves.
int Env::OpenTable(MDB_txn* txn, const char* name, unsigned flags,
                   MDB_dbi* table) {
  int rc = mdb_dbi_open(txn, name, flags, table);
  if (rc == MDB_SUCCESS) rc = mdb_set_compare(txn, *table, CompareKeys);
  return rc;
}

int Env::OpenTablesIn(MDB_txn* txn, unsigned flags) {
  tables_.clear();
  for (const std::string& name : options_.tables) {
    MDB_dbi dbi;
    if (flags & MDB_CREATE && !check_.Name(name)) return MDB_CORRUPTED;
    int rc = OpenTable(txn, name.c_str(), flags, &dbi);
    if (rc != MDB_SUCCESS) return rc;
    tables_.push_back(dbi);
  }
  return MDB_SUCCESS;
}

// With what makes it ours, in one transaction.
Status Env::CreateTables() {
  IgnoreFileSizeSignal ignore;
  MDB_txn* handle;
  full_ = false;
  Status upgraded = BeginWrite(&handle);
  if (!upgraded.ok()) return upgraded;
  int rc = OpenTablesIn(handle, MDB_CREATE);
  if (rc == MDB_SUCCESS && options_.upgrade) {
    Txn txn(handle, tables_, &check_, &options_.tables);
    upgraded = options_.upgrade(txn);
    rc = txn.error();
  }
  int ended = EndWrite(handle, rc == MDB_SUCCESS && upgraded.ok());
  if (rc == MDB_SUCCESS) rc = ended;
  full_ = rc == MDB_MAP_FULL;
  return rc == MDB_SUCCESS ? upgraded : FromLmdb(rc, options_.directory);
}

Env::~Env() {
  if (lock_fd_ >= 0 && !stuck_) close(lock_fd_);
  if (faulted_) return;  // leaked: see the header
  if (reader_) mdb_txn_abort(reader_);
  if (env_) mdb_env_close(env_);
}

Status Env::Guarded(const std::function<Status()>& body) {
  Status corrupt(Code::kCorrupt, options_.directory + ": damaged while in use");
  if (faulted_) return corrupt;
  Status result;
  if (guard_.Run([&] { result = body(); })) return result;
  faulted_ = true;
  stuck_ = in_write_;
  if (!stuck_) ReleaseWriteLock();
  return corrupt;
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

// A transaction of which it is known what it may change.
Status Env::BeginWrite(MDB_txn** txn) {
  *txn = nullptr;
  if (!IsWhole()) {
    return {Code::kCorrupt, options_.directory + ": the file was cut short"};
  }
  in_write_ = true;
  int rc = Begin(0, txn);
  if (rc == MDB_SUCCESS && !CheckPages(*txn)) {
    mdb_txn_abort(*txn);
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
  int rc = MDB_SUCCESS;
  if (reader_) {
    rc = mdb_txn_renew(reader_);
    if (rc != MDB_SUCCESS) {
      mdb_txn_abort(reader_);
      reader_ = nullptr;
    }
  }
  if (!reader_) rc = Begin(MDB_RDONLY, &reader_);
  if (rc != MDB_SUCCESS) return FromLmdb(rc, options_.directory);
  Txn txn(reader_, tables_);
  read(txn);
  mdb_txn_reset(reader_);
  return FromLmdb(txn.error(), options_.directory);
}

Status Env::Write(const std::function<Status(Txn&)>& write) {
  return Guarded([&] { return WriteOnce(write); });
}

Status Env::WriteOnce(const std::function<Status(Txn&)>& write) {
  IgnoreFileSizeSignal ignore;
  for (int attempt = 0; attempt < 8; ++attempt) {
    Status locked = TakeWriteLock();
    if (!locked.ok()) return locked;
    MDB_txn* handle;
    int rc = MDB_SUCCESS;
    Status result = BeginWrite(&handle);
    if (result.ok()) {
      Txn txn(handle, tables_, &check_, &options_.tables);
      result = write(txn);
      rc = txn.error();
      const bool commit = rc == MDB_SUCCESS && result.ok();
      int64_t before = Clock::MonotonicUs();
      int ended = EndWrite(handle, commit);
      if (commit) {
        rc = ended;
        commit_us_ = Clock::MonotonicUs() - before;
      }
    }
    ReleaseWriteLock();
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
  // LMDB does not say where its map is: found from an entry in it, whose page
  // begins with its own number; a wrong one leads to where no environment is.
  MDB_cursor* cursor;
  if (mdb_cursor_open(txn, names, &cursor) != MDB_SUCCESS) return false;
  MDB_val key, value = {};
  int rc = mdb_cursor_get(cursor, &key, &value, MDB_FIRST);
  mdb_cursor_close(cursor);
  if (!checks_pages_ || (rc == MDB_NOTFOUND && free.ms_depth == 0)) {
    check_.BeginUnseen();
    return true;
  }
  if (rc != MDB_SUCCESS) return false;
  const uintptr_t page = reinterpret_cast<uintptr_t>(value.mv_data) /
                         stat.ms_psize * stat.ms_psize;
  const uint64_t number = *reinterpret_cast<const uint64_t*>(page);
  if (number > info.me_last_pgno) return false;
  return check_.Begin(
      reinterpret_cast<const char*>(page - number * stat.ms_psize),
      stat.ms_psize, info.me_last_pgno, mdb_txn_id(txn));
}

Status Env::Grow() {
  // No transaction may be open while the map changes.
  if (reader_) mdb_txn_abort(reader_);
  reader_ = nullptr;
  MDB_envinfo info;
  mdb_env_info(env_, &info);
  return FromLmdb(mdb_env_set_mapsize(env_, info.me_mapsize * 2),
                  options_.directory);
}

Status Env::TakeWriteLock() {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  int wait_ms = options_.lock_wait_ms;
  const bool in_vain = waits_in_vain_ >= kMostWaitsInVain;
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
  if (stuck_) return;
  // Explicitly: a forked child would keep a lock that is only closed.
  struct flock lock = {};
  lock.l_type = F_UNLCK;
  lock.l_whence = SEEK_SET;
  fcntl(lock_fd_, F_OFD_SETLK, &lock);
}

Status Env::WithLock(const std::function<void()>& body) {
  Status locked = TakeWriteLock();
  if (!locked.ok()) return locked;
  body();
  ReleaseWriteLock();
  return {};
}

Status Env::Sync() {
  return FromLmdb(mdb_env_sync(env_, 1), options_.directory);
}

Env::Info Env::info() const {
  Info out;
  MDB_envinfo info;
  MDB_stat stat;
  if (mdb_env_info(env_, &info) == MDB_SUCCESS &&
      mdb_env_stat(env_, &stat) == MDB_SUCCESS) {
    out.map_bytes = info.me_mapsize;
    out.used_bytes = (info.me_last_pgno + 1) * stat.ms_psize;
    out.page_bytes = stat.ms_psize;
    out.readers = info.me_numreaders;
    out.max_readers = info.me_maxreaders;
  }
  return out;
}

bool Env::Replaced() const {
  struct stat st;
  if (stat((options_.directory + "/data.mdb").c_str(), &st) != 0) return true;
  return st.st_dev != device_ || st.st_ino != inode_;
}

}  // namespace synapse
