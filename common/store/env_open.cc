// The parts of Env that open the files and the tables.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/files.h"
#include "base/memory.h"
#include "store/bytes.h"
#include "store/env.h"
#include "store/lmdb_values.h"

namespace synapse {
namespace {

constexpr int kFirstDescriptor = 64;
constexpr unsigned kMaxReaders = 1024;

bool HasName(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

// Occupies the descriptors below kFirstDescriptor while it lives, so that files
// that are opened meanwhile get higher ones.
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

// Descriptors of the environment's files. LMDB has two of data.mdb and one of
// lock.mdb, and names only one of them. An opened file gets the lowest free
// descriptor, so all of them are below the first free one.
std::vector<int> DescriptorsOf(const std::string& directory) {
  const auto data = FileId::Of(directory + "/data.mdb");
  const auto lock = FileId::Of(directory + "/lock.mdb");
  const int any = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int free = any < 0 ? -1 : fcntl(any, F_DUPFD_CLOEXEC, kFirstDescriptor);
  if (free >= 0) close(free);
  if (any >= 0) close(any);
  std::vector<int> out;
  for (int fd = 0; fd < (free < 0 ? 1024 : free); ++fd) {
    auto id = FileId::Of(fd);
    if (id && (id == data || id == lock)) out.push_back(fd);
  }
  return out;
}

// A child of the shell touches none of the store, and its limits (ulimit -v in a
// subshell) must not count the maps. REQUIRES: the file is open.
void KeepMapsFromChildren(const FileId& id) {
  auto maps = ReadFile("/proc/self/maps", size_t{16} << 20);
  if (!maps.ok()) return;
  for (size_t from = 0, next; from < maps->size(); from = next) {
    next = std::min(maps->find('\n', from), maps->size() - 1) + 1;
    const std::string line = maps->substr(from, next - from);
    unsigned long begin = 0, end = 0, inode = 0;
    if (line.find("/data.mdb") != line.npos &&
        sscanf(line.c_str(), "%lx-%lx %*s %*s %*s %lu", &begin, &end, &inode) ==
            3 &&
        inode == id.inode) {
      (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTFORK);
    }
  }
}

// Closes the descriptors of the environment's files that are not in `kept`.
void CloseOthers(const std::string& directory, const std::vector<int>& kept) {
  for (int fd : DescriptorsOf(directory)) {
    if (std::find(kept.begin(), kept.end(), fd) == kept.end()) close(fd);
  }
}

// -1, and errno, when it cannot be opened.
// Why a file of that kind is none of ours; empty if it is.
std::string WhyNotOurs(const struct stat& st) {
  const char* kind = S_ISREG(st.st_mode)    ? nullptr
                     : S_ISLNK(st.st_mode)  ? "a link"
                     : S_ISDIR(st.st_mode)  ? "a directory"
                     : S_ISFIFO(st.st_mode) ? "a pipe"
                     : S_ISSOCK(st.st_mode) ? "a socket"
                                            : "a device";
  if (kind) return std::string("is ") + kind + ", not a file of the store";
  return st.st_uid == geteuid() ? "" : "belongs to another user";
}

int OpenLock(const std::string& path, DescriptorFillers& fillers) {
  constexpr int kFlags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
  const int fd = open(path.c_str(), kFlags, 0600);
  if (fd >= 0 || errno != EMFILE) return fd;
  fillers.Release();
  return open(path.c_str(), kFlags, 0600);
}

// LMDB's own lock of lock.mdb belongs to the process: a second handle in the
// same process takes itself for the only one, begins the file anew when it
// opens, and since 0.9.25 destroys its mutexes when it closes. The lock that is
// taken here belongs to the descriptor and ends with it.
void ShareLockFile(int fd) {
  struct flock lock = {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  (void)fcntl(fd, F_OFD_SETLK, &lock);
}

}  // namespace

Result<std::unique_ptr<Env>> Env::Open(const Options& options) {
  Status made = MakePrivateDirs(options.directory);
  if (!made.ok()) return made;
  // A lock.mdb that is cut short meanwhile faults once. A second fault outside
  // of our maps is caused by a damaged page.
  for (int attempt = 0; attempt < 2; ++attempt) {
    std::unique_ptr<Env> env(new Env(options));
    Status opened = env->OpenFiles();
    if (opened.ok()) {
      opened = env->Guarded([&] { return env->OpenTables(); });
    }
    if (opened.ok()) {
      KeepMapsFromChildren(env->data_id_);
      return env;
    }
    opened = OrOutOfSpace(std::move(opened), options.directory);
    if (!env->lost()) return opened;
  }
  return Status(Code::kCorrupt, options.directory + ": damaged");
}

void Env::Remove(const std::string& directory) {
  for (const char* name : {"/write.lock", "/data.mdb", "/lock.mdb"}) {
    unlink((directory + name).c_str());
  }
}

// A lock file that was removed while the other files were opened does not guard
// them: then all are opened again.
Status Env::OpenFiles() {
  constexpr int kMaxAttempts = 8;
  const std::vector<int> before = DescriptorsOf(options_.directory);
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    Status opened = OpenFilesOnce();
    if (!opened.ok()) {
      // After a jump out of LMDB: its lock of lock.mdb would hold up every other
      // process.
      if (state_ == State::kDamaged) CloseOthers(options_.directory, before);
      if (lock_fd_ >= 0) close(std::exchange(lock_fd_, -1));
      return opened;
    }
    if (HasName(lock_fd_)) {
      NoteDescriptors(before);
      return {};
    }
    mdb_env_close(env_);
    env_ = nullptr;
    close(lock_fd_);
    lock_fd_ = -1;
  }
  return {Code::kBusy, options_.directory + ": is being replaced"};
}

void Env::NoteDataFile() {
  int fd = -1;
  if (mdb_env_get_fd(env_, &fd) == MDB_SUCCESS) {
    // LMDB 0.9.24 leaves its data descriptor open across exec.
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    data_fd_ = fd;
    char head[PageCheck::kFormatBytes];
    checks_pages_ = pread(fd, head, sizeof head, 0) == sizeof head &&
                    PageCheck::Knows(head);
  }
}

Status Env::OpenFilesOnce() {
  DescriptorFillers fillers;
  IgnoreFileSizeSignal ignore;
  const std::string& dir = options_.directory;
  for (const char* name : {"/data.mdb", "/lock.mdb", "/write.lock"}) {
    struct stat st;
    if (lstat((dir + name).c_str(), &st) != 0) continue;
    if (const std::string why = WhyNotOurs(st); !why.empty()) {
      return {Code::kUnavailable, dir + name + ": " + why};
    }
  }
  const std::string lock = dir + "/write.lock";
  lock_fd_ = OpenLock(lock, fillers);
  if (lock_fd_ < 0) return {Code::kUnavailable, lock + ": " + strerror(errno)};
  // Under a low RLIMIT_AS the map leaves address space for the shell.
  constexpr uint64_t kLeastMap = 1 << 20;
  while (options_.map_bytes > std::max(AddressSpaceLeft() / 4, kLeastMap)) {
    options_.map_bytes /= 4;
  }
  unsigned flags = MDB_NOTLS | MDB_NORDAHEAD;
  flags |= options_.durable ? MDB_NOMETASYNC : MDB_NOSYNC;
  for (int attempt = 0;; ++attempt) {
    int rc = mdb_env_create(&env_);
    if (rc == MDB_SUCCESS) {
      mdb_env_set_maxdbs(env_, static_cast<MDB_dbi>(options_.tables.size()));
      mdb_env_set_maxreaders(env_, kMaxReaders);
      mdb_env_set_mapsize(env_, options_.map_bytes);
      mdb_env_set_assert(env_,
                         [](MDB_env*, const char*) { FaultGuard::Escape(); });
      if (!guard_.Run(
              [&] { rc = mdb_env_open(env_, dir.c_str(), flags, 0600); })) {
        state_ = State::kDamaged;
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
    if (attempt < 4 && RemoveCutLock()) continue;
    if (!again) return FromLmdb(rc, dir);
    fillers.Release();
    if (rc == ENOMEM) options_.map_bytes /= 4;
  }
  NoteDataFile();
  int dead = 0;
  mdb_reader_check(env_, &dead);
  return {};
}

// LMDB makes a lock.mdb that was cut short anew only while nobody has it open.
// Shells that have it open meet a fault in it, and then open the new one. True:
// the file was removed.
bool Env::RemoveCutLock() {
  constexpr off_t kLeast = 4096;  // it begins with a page
  const std::string path = options_.directory + "/lock.mdb";
  auto is_cut = [&] {
    auto st = StatFile(path);
    return st && st->st_size < kLeast;
  };
  if (!is_cut() || !LockWrites().ok()) return false;
  const bool removed = is_cut() && unlink(path.c_str()) == 0;
  ReleaseWriteLock();
  return removed;
}

// `before`: the descriptors of another handle in this process.
void Env::NoteDescriptors(const std::vector<int>& before) {
  data_id_ = FileId::Of(data_fd_).value_or(FileId());
  lock_id_ = FileId::Of(options_.directory + "/lock.mdb").value_or(FileId());
  held_.clear();
  std::vector<int> ours = DescriptorsOf(options_.directory);
  std::erase_if(ours, [&](int fd) {
    return std::find(before.begin(), before.end(), fd) != before.end();
  });
  ours.push_back(lock_fd_);
  for (int fd : ours) {
    auto id = FileId::Of(fd);
    if (!id) continue;
    held_.push_back({fd, *id});
    if (*id == lock_id_) ShareLockFile(fd);
  }
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
    // Older environments have it once (EncodeSchema() in bytes.h).
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
    if (rc == MDB_SUCCESS)
      rc = mdb_txn_commit(txn);
    else if (txn)
      mdb_txn_abort(txn);
    if (rc != MDB_NOTFOUND) return FromLmdb(rc, options_.directory);
  }
  for (int attempt = 0; attempt < 8; ++attempt) {
    Status made = CreateTables();
    if (made.ok() || !full_) return made;
    Status grown = Grow();
    if (!grown.ok()) return grown;
  }
  return {Code::kUnavailable, options_.directory + ": the map does not grow"};
}

// Without a name it opens the table of the names.
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

// Creates the tables and writes the schema, in one transaction.
Status Env::CreateTables() {
  IgnoreFileSizeSignal ignore;
  full_ = false;
  Writing writing(*this);
  if (!writing.locked().ok()) return writing.locked();
  Status upgraded = writing.Begin();
  if (!upgraded.ok()) return upgraded;
  int rc = OpenTablesIn(writing.txn(), MDB_CREATE);
  if (rc == MDB_SUCCESS && options_.upgrade) {
    Txn txn(writing.txn(), tables_, &check_, &options_.tables);
    upgraded = options_.upgrade(txn);
    rc = txn.error();
  }
  int ended = writing.End(rc == MDB_SUCCESS && upgraded.ok());
  if (rc == MDB_SUCCESS) rc = ended;
  full_ = rc == MDB_MAP_FULL;
  return rc == MDB_SUCCESS ? upgraded : FromLmdb(rc, options_.directory);
}

}  // namespace synapse
