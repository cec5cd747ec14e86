// LogFile: the environment that holds the log (log_keys.h), or memory in its
// place.
//
// Memory:   without a directory, and while the file is not open, the same
//           tables are kept in memory for this process.
// Damage:   a damaged log is set aside as events.bad-<time>, and a new one is
//           begun. A log that turned out to be damaged during a call is
//           replaced by the next Refresh().
// Replaced: another process may write the log anew (Compact()). A write then
//           answers kBusy, and the next Refresh() opens the new log.
// Schemas:  an older log is migrated; a newer one is not opened, and not
//           written once a newer Synapse has migrated it beside this process.
// Forks:    in a forked child every call answers kUnavailable.
// Tested by tests/store/store_test.cc, tests/store/forget_test.cc and
// tests/store/migrate_test.cc.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/process_id.h"
#include "base/status.h"
#include "store/env.h"
#include "store/log_keys.h"
#include "store/log_tables.h"

namespace synapse {

// MemoryLog: the tables of the log in memory.
class MemoryLog : public LogTables {
 public:
  std::optional<std::string_view> GetIn(size_t table,
                                        std::string_view key) override;
  Status PutIn(size_t table, std::string_view key, std::string_view value,
               unsigned flags = 0) override;
  Status DeleteIn(size_t table, std::string_view key) override;
  void ScanIn(size_t table, std::string_view from,
              const Kv::Visitor& visit) override;
  void ScanBackwardsIn(size_t table, const Kv::Visitor& visit,
                       std::string_view before = {}) override;
  uint64_t EntriesIn(size_t table) override { return tables_[table].size(); }

 private:
  std::array<std::map<std::string, std::string, std::less<>>,
             std::size(kLogTables)>
      tables_;
};

class LogFile {
 public:
  // `store`: the directory of the store.
  explicit LogFile(std::string store) : store_(std::move(store)) {}
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  Status Open();
  void Close() { env_.reset(); }
  bool is_open() const { return env_ != nullptr; }
  // Opens a log that another process put in the place of this one, and replaces
  // a damaged one. An error: the log is closed. REQUIRES: is_open().
  Status Refresh();
  // The next Refresh() sets this log aside: a reader found damage in it.
  void MarkDamaged() { damaged_ = true; }
  // Why a log was set aside; empty when none was.
  const std::string& why() const { return why_; }

  Status Read(const std::function<void(LogTables&)>& read);
  // The answer of `read`; a value of its type without content where it cannot
  // be read.
  template <class Function>
  auto Get(const Function& read) {
    decltype(read(memory_)) out{};
    (void)Read([&](LogTables& log) { out = read(log); });
    return out;
  }
  // Commits when `write` answers ok. It may run twice, see env.h.
  Status Write(const std::function<Status(LogTables&)>& write);
  // The tables that are used while the file is not open.
  MemoryLog& memory() { return memory_; }
  // After ok the newest commit is on the disk. Without it a power cut takes the
  // newest commit, as a whole.
  Status Sync();

  // Writes the log anew without the bytes of entries that were taken out, in a
  // new file. The caller refreshes.
  Status Compact();
  // More than half of the file is free.
  bool MostlyFree();
  // Removes logs that were set aside: damaged ones, and older schemas.
  void RemoveSetAside();
  // Another process wrote the log anew since the last Refresh().
  bool Replaced() const { return env_ && env_->Replaced(); }
  // Changes when events were taken out or the log was replaced: an event that
  // was read before may be gone.
  uint64_t version() const { return version_; }
  void ChangeVersion() { ++version_; }

  // The time of the latest commit, in microseconds, without the wait for
  // writers; 0: none yet.
  int64_t commit_us() const { return env_ ? env_->commit_us() : 0; }
  void SetLockWait(int ms) {
    if (env_) env_->SetLockWait(ms);
  }
  Env::Info info() const {
    return env_ && owner_.IsHere() ? env_->info() : Env::Info();
  }

 private:
  std::string Directory() const;
  Env::Options Options() const;
  Result<std::unique_ptr<Env>> OpenEnv();
  bool SetAside(const std::string& details);
  Status Copy(Txn& from, const std::string& directory);
  Status Noted(Status status);

  const Owner owner_;
  const std::string store_;
  std::string why_;
  bool damaged_ = false;
  bool newer_ = false;  // a write found a newer schema
  uint64_t version_ = 0;
  std::unique_ptr<Env> env_;
  MemoryLog memory_;
};

}  // namespace synapse
