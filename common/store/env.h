// Env: one LMDB environment.
//
// Processes: any number; a write first takes an open-file-description lock of
//            our own with try-and-retry, because LMDB's writer lock has no
//            timeout and a stopped process may hold it. kBusy is the answer
//            when it stays taken.
// Files:     descriptors at 64 and above, close-on-exec, so that a user's
//            `exec 3>file` never meets them (docs/internals/rules.md). The user
//            may close them all the same: before each write Env compares
//            them with the files that it opened. Where they differ lost() is
//            true.
// Forks:     never used in a child; LogFile and IndexFile compare pids
//            (base/process_id.h).
// Faults:    a body that meets a damaged or truncated map answers kCorrupt
//            (guard.h). A fault elsewhere (lock.mdb cut short, the body's own)
//            does not show that the file is damaged: the answer is
//            kUnavailable, and lost() is true. In both cases every later call
//            answers the same, and LMDB's environment is never closed, because
//            closing it after a fault crashes. A write first checks the pages
//            that it changes (page_check.h). After a write that faulted, LMDB's
//            writer lock is never released: lock.mdb is removed, and processes
//            that have it open get kBusy until they open it anew.
// Throwing:  a body may throw; its transaction is aborted, and the locks are
//            released.
// Growth:    a full map is doubled; a map that another process grew is taken
//            over. Both retry the transaction, so a write function may run
//            twice and must not keep what the first run gave it.
// Tested by tests/store/env_test.cc and env_damage_test.cc.
#pragma once

#include <lmdb.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/status.h"
#include "store/guard.h"
#include "store/page_check.h"
#include "store/txn.h"

namespace synapse {

class Env {
 public:
  struct Options {
    std::string directory;
    std::vector<std::string> tables;
    bool durable = true;  // false: MDB_NOSYNC, for data that can be rebuilt
    size_t map_bytes = size_t{256} << 20;
    // How long a write waits for other writers. After kMaxWaitsInVain waits in
    // vain in a row, writes do not wait until one of them gets the lock: a
    // stopped process costs a few waits, not one at each command.
    int lock_wait_ms = 5;
    // The newest "schema" (u32) of the table "meta" that is understood;
    // kUnavailable for a newer one, and nothing of it is changed.
    uint32_t newest_schema = UINT32_MAX;
    // Brings a new or an older environment to that schema, in the transaction
    // that creates its missing tables. Without it there is no schema.
    std::function<Status(Txn&)> upgrade = nullptr;
  };

  // Creates the directory (0700) and the files (0600) when they are missing.
  // kCorrupt: the file is not an LMDB environment that can be read.
  static Result<std::unique_ptr<Env>> Open(const Options& options);
  // Removes the files, under its writer lock or in a directory that nobody has
  // open. The lock file is the first: a process that opens the environment
  // meanwhile makes a new one, and a process that has it open holds the lock of
  // the removed one.
  static void Remove(const std::string& directory);
  ~Env();
  Env(const Env&) = delete;
  Env& operator=(const Env&) = delete;

  Status Read(const std::function<void(Txn&)>& read);
  // Commits when `write` answers ok, else aborts.
  Status Write(const std::function<Status(Txn&)>& write);

  // How long the next writes wait for other writers; kForever for bulk work
  // outside a shell.
  static constexpr int kForever = -1;
  // Opening creates tables only once in a store's life.
  static constexpr int kOpenWaitMs = 100;
  void SetLockWait(int ms) { options_.lock_wait_ms = ms; }
  // Every entry can be read.
  bool IsReadable();
  Status Sync();
  // With the writer lock and no transaction: to replace the files.
  Status WithLock(const std::function<void()>& body);

  struct Info {
    size_t map_bytes = 0, used_bytes = 0, page_bytes = 0;
    unsigned readers = 0, max_readers = 0;
  };
  Info info() const;
  int64_t commit_us() const { return commit_us_; }
  const std::string& directory() const { return options_.directory; }
  // Another process removed or replaced data.mdb or lock.mdb.
  bool Replaced() const;
  // The environment must be opened again before it is used, and the file is not
  // known to be damaged.
  bool lost() const {
    return state_ == State::kLost || (state_ == State::kOpen && !HoldsFiles());
  }

 private:
  // A write transaction under our lock. After an exception it is aborted, and
  // the lock is released; a fault jumps over the destructor, see Guarded().
  class Writing {
   public:
    explicit Writing(Env& env) : env_(env), locked_(env.TakeWriteLock()) {}
    ~Writing() {
      if (txn_) (void)End(/*commit=*/false);
      if (locked_.ok()) env_.ReleaseWriteLock();
    }
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;

    const Status& locked() const { return locked_; }
    MDB_txn* txn() const { return txn_; }
    Status Begin() { return env_.BeginWrite(&txn_); }
    int End(bool commit) {
      return env_.EndWrite(std::exchange(txn_, nullptr), commit);
    }

   private:
    Env& env_;
    const Status locked_;
    MDB_txn* txn_ = nullptr;
  };

  explicit Env(Options options) : options_(std::move(options)) {}
  Status OpenFiles();
  Status OpenFilesOnce();
  void NoteDataFile();
  void NoteDescriptors(const std::vector<int>& before);
  bool RemoveCutLock();
  bool HoldsFiles() const;
  bool HoldsLockFile() const;
  Status GiveUp();
  Status OpenTables();
  Status ReadSchema(uint32_t* schema);
  int OpenTable(MDB_txn* txn, const char* name, unsigned flags, MDB_dbi* table);
  int OpenTablesIn(MDB_txn* txn, unsigned flags);
  Status CreateTables();
  Status Guarded(const std::function<Status()>& body);
  // Why no call reaches the files: REQUIRES kDamaged or kLost.
  Status WhyUnusable() const;
  Status ReadOnce(const std::function<void(Txn&)>& read);
  Status WriteOnce(const std::function<Status(Txn&)>& write);
  bool IsWhole() const;
  Status TakeWriteLock();
  Status LockWrites();
  void ReleaseWriteLock();
  int Begin(unsigned flags, MDB_txn** txn);
  Status BeginWrite(MDB_txn** txn);
  int EndWrite(MDB_txn* txn, bool commit);
  bool CheckPages(MDB_txn* txn);
  Status Grow();

  Options options_;
  MDB_env* env_ = nullptr;
  MDB_txn* reader_ = nullptr;  // reset between requests
  std::vector<MDB_dbi> tables_;
  int lock_fd_ = -1;
  static constexpr int kMaxWaitsInVain = 4;
  int waits_in_vain_ = 0, waited_in_vain_ms_ = 0;
  enum class State { kOpen, kDamaged, kLost };
  State state_ = State::kOpen;
  bool in_write_ = false;  // LMDB's own writer lock may be ours
  bool full_ = false;  // the last attempt to create the tables met a full map
  int data_fd_ = -1;
  int64_t commit_us_ = 0;  // of the latest
  mutable FaultGuard guard_;
  PageCheck check_;
  bool checks_pages_ = false;
  // The open descriptors of the environment, LMDB's own too.
  struct Held {
    int fd;
    FileId id;
  };
  std::vector<Held> held_;
  FileId data_id_, lock_id_;
};

}  // namespace synapse
