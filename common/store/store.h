// Store: everything that is kept, in one directory.
//
//   events/  the truth: the log, durable (log_file.h)
//   index/   everything derived from it: disposable, knows up to which event it
//            is built (index_file.h)
//   spool/   records that the log has not taken yet (spool.h)
//
// Parts:     the store owns the two files and the classes that read and write
//            the log. It opens the files together and closes them together.
// No store:  without a directory, or when a file cannot be opened, the same
//            tables are kept in memory for this process; why() says why.
// Processes: any number on one directory (env.h).
// Forks:     in a forked child every call answers kUnavailable.
// Tested by tests/store/store_test.cc and tests/store/forget_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/process_id.h"
#include "base/status.h"
#include "store/event_log.h"
#include "store/fact_table.h"
#include "store/forgotten.h"
#include "store/index_file.h"
#include "store/log_file.h"
#include "store/notes.h"
#include "store/removal.h"
#include "store/search_log.h"
#include "store/spool_folder.h"

namespace synapse {

class Store {
 public:
  // `directory` empty: in memory. Never fails: see why().
  static std::unique_ptr<Store> Open(const std::string& directory);

  bool persistent() const { return log_file_.is_open(); }
  const std::string& directory() const { return directory_; }
  // Why the store is in memory, or what was set aside; empty when all is well.
  const std::string& why() const {
    return why_.empty() ? log_file_.why() : why_;
  }
  // Permissions that were wrong and are repaired.
  const std::vector<std::string>& repairs() const { return repairs_; }

  LogFile& log_file() { return log_file_; }
  EventLog& log() { return log_; }
  SearchLog& searches() { return searches_; }
  FactTable& facts() { return facts_; }
  Notes& notes() { return notes_; }
  Forgotten& forgotten() { return forgotten_; }
  Retention& retention() { return retention_; }
  SpoolFolder& spools() { return spools_; }
  IndexFile& index() { return index_; }

  Result<size_t> Remove(const ToRemove& to_remove) {
    return RemoveEvents(log_file_, to_remove);
  }
  // Writes the log anew without entries that were taken out.
  Status CompactLog();
  // Puts `tables` in the place of the whole index, in a new file.
  Status ReplaceIndex(MemoryKv& tables);

  // At each prompt: opens a file that another process replaced, and replaces a
  // file that turned out to be damaged while it was in use.
  void Refresh();
  // Before a shell ends: a store that could not be opened is tried at once.
  void TryLast() {
    try_again_us_ = 0;
    Refresh();
  }

  // How long writes wait for other writers: kPromptWaitMs at a prompt, longer
  // where nobody waits for a prompt, Env::kForever for bulk work.
  static constexpr int kPromptWaitMs = 5;
  void SetLockWait(int ms);
  // The pause before a store that could not be opened is tried again.
  static constexpr int64_t kTryAgainUs = 10'000'000;
  void SetTryAgain(int64_t us) { try_again_pause_us_ = try_again_us_ = us; }

  struct Info {
    Env::Info events, index;
    uint64_t event_count = 0;
  };
  Info info();

 private:
  explicit Store(const std::string& directory);
  void OpenOrExplain();
  Status OpenFiles();
  void CloseFiles(const Status& why);
  void TryAgain();
  void RepairModes();

  const Owner owner_;
  const std::string directory_;
  std::string why_;
  bool busy_ = false;  // could not be opened because of other writers
  int lock_wait_ms_ = kPromptWaitMs;
  std::vector<std::string> repairs_;
  int64_t try_again_pause_us_ = kTryAgainUs;
  int64_t try_again_us_ = 0;  // when a store that did not open is tried again
  LogFile log_file_;
  IndexFile index_;
  EventLog log_{log_file_};
  SearchLog searches_{log_file_};
  FactTable facts_{log_file_};
  Notes notes_{log_file_};
  Forgotten forgotten_{log_file_};
  Retention retention_{log_file_};
  SpoolFolder spools_{log_file_, directory_};
};

// While it lives, writes wait for other writers of the store without
// a limit, and not only as long as a prompt may wait.
class UnlimitedLockWait {
 public:
  explicit UnlimitedLockWait(Store& store) : store_(store) {
    store_.SetLockWait(Env::kForever);
  }
  ~UnlimitedLockWait() { store_.SetLockWait(Store::kPromptWaitMs); }
  UnlimitedLockWait(const UnlimitedLockWait&) = delete;
  UnlimitedLockWait& operator=(const UnlimitedLockWait&) = delete;

 private:
  Store& store_;
};

}  // namespace synapse
