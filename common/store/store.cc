#include "store/store.h"

#include <sys/stat.h>

#include <cstdio>

#include "base/clock.h"
#include "base/files.h"

namespace synapse {

Store::Store(const std::string& directory)
    : directory_(directory), log_file_(directory), index_(directory) {}

std::unique_ptr<Store> Store::Open(const std::string& directory) {
  std::unique_ptr<Store> store(new Store(directory));
  if (!directory.empty()) store->OpenOrExplain();
  return store;
}

void Store::OpenOrExplain() {
  Status opened = OpenFiles();
  busy_ = opened.code() == Code::kBusy;
  if (opened.ok()) {
    SetLockWait(kPromptWaitMs);
    return;
  }
  CloseFiles(opened);
  try_again_us_ = Clock::MonotonicUs() + try_again_pause_us_;
}

Status Store::OpenFiles() {
  if (OnSlowMount(directory_)) {
    return {
        Code::kUnavailable,
        directory_ + ": on a network mount, which cannot lock or map safely"};
  }
  Status status = CheckOwner(directory_);
  if (status.ok()) status = MakePrivateDirs(directory_);
  if (!status.ok()) return status;
  RepairModes();
  status = log_file_.Open();
  return status.ok() ? index_.Open() : status;
}

// The store is in memory then.
void Store::CloseFiles(const Status& why) {
  why_ = why.message();
  log_file_.Close();
  index_.Close();
}

// Twenty terminals that are opened at once create one store. A shell that could
// not wait long enough opens it at a later prompt, and appends what it kept in
// memory.
void Store::TryAgain() {
  why_.clear();
  OpenOrExplain();
  if (!persistent()) return;
  Status moved = log_.MoveFromMemory();
  if (!moved.ok()) {
    // Still busy: kept in memory a little longer.
    CloseFiles(moved);
    busy_ = true;
    return;
  }
  index_.DropMemory();
}

void Store::RepairModes() {
  auto repair = [&](const std::string& path, mode_t mode) {
    struct stat st;
    if (lstat(path.c_str(), &st) != 0 || S_ISLNK(st.st_mode)) return;
    if ((st.st_mode & 077) == 0 || chmod(path.c_str(), mode) != 0) return;
    char was[16];
    snprintf(was, sizeof was, "%04o", st.st_mode & 07777);
    repairs_.push_back(path + " was " + was);
  };
  repair(directory_, 0700);
  for (const char* name : {"events", "index"}) {
    std::string directory = JoinPath(directory_, name);
    repair(directory, 0700);
    for (const char* file : {"data.mdb", "lock.mdb", "write.lock"}) {
      repair(JoinPath(directory, file), 0600);
    }
  }
}

Status Store::CompactLog() {
  Status compacted = log_file_.Compact();
  if (!compacted.ok()) return compacted;
  Refresh();  // opens the new log
  return persistent() ? Status() : Status(Code::kUnavailable, why_);
}

Status Store::ReplaceIndex(MemoryKv& tables) {
  Status replaced = index_.Replace(tables);
  if (persistent() && !index_.is_open()) CloseFiles(replaced);
  return replaced;
}

void Store::Refresh() {
  if (!owner_.IsHere()) return;
  bool failed = !persistent() && !directory_.empty();
  if (failed && (busy_ || Clock::MonotonicUs() >= try_again_us_)) TryAgain();
  if (!persistent()) return;
  Status refreshed = log_file_.Refresh();
  if (refreshed.ok()) refreshed = index_.Refresh();
  if (!refreshed.ok()) CloseFiles(refreshed);
  SetLockWait(lock_wait_ms_);
}

void Store::SetLockWait(int ms) {
  lock_wait_ms_ = ms;
  log_file_.SetLockWait(ms);
  index_.SetLockWait(ms);
}

Store::Info Store::info() {
  return {log_file_.info(), index_.info(), log_.event_count()};
}

}  // namespace synapse
