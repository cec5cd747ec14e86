// IndexFile: the environment that holds the index (keys.h), or memory in its
// place.
//
// Disposable: not synced. An index that is damaged, of another schema, or that
//             was open when the machine went down (index_state.h) is emptied,
//             and is built again from the log. A newer schema is left alone.
// Replace():  makes a file of its own, which then takes the place of the old
//             one: the old file leaves no byte, and what is damaged in it is
//             not touched.
// Ahead:      changes in memory for this process only. The next Write() has
//             them in its transaction. When another process writes first, all
//             of them are lost, as if they had never been.
// Forks:      in a forked child every call answers kUnavailable.
// Tested by tests/store/store_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/process_id.h"
#include "base/status.h"
#include "store/env.h"
#include "store/index_state.h"
#include "store/memory_kv.h"

namespace synapse {

class IndexFile {
 public:
  // `store`: the directory of the store.
  explicit IndexFile(std::string store) : store_(std::move(store)) {}
  ~IndexFile();
  IndexFile(const IndexFile&) = delete;
  IndexFile& operator=(const IndexFile&) = delete;

  Status Open();
  void Close();
  bool is_open() const { return env_ != nullptr; }
  // Opens an index that another process put in the place of this one, and
  // replaces a damaged one. An error: the index is closed.
  // REQUIRES: is_open().
  Status Refresh();

  Status Read(const std::function<void(Kv&)>& read);
  // Commits when `write` answers ok. It may run twice, see env.h.
  Status Write(const std::function<Status(Kv&)>& write);
  Status WriteAhead(const std::function<Status(Kv&)>& write);
  // True once after changes ahead were lost.
  bool DropLostAhead();
  // Puts `tables` in the place of the whole index, in a new file. An error may
  // leave the index closed.
  Status Replace(MemoryKv& tables);
  // Drops what was kept in memory while the file was not open.
  void DropMemory() { memory_ = MemoryKv(); }

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
  void HoldState();
  Status CheckSchema();
  void Discard();
  Status Reopen();
  void DropAhead();
  Status WriteFile(MemoryKv& tables, const std::string& directory);
  Status Noted(Status status);

  const Owner owner_;
  const std::string store_;
  bool damaged_ = false;
  std::unique_ptr<Env> env_;
  std::unique_ptr<IndexState> state_;
  MemoryKv memory_;
  MemoryKv ahead_;
  // The transaction that the changes ahead follow; 0: there are none.
  uint64_t ahead_of_ = 0;
};

}  // namespace synapse
