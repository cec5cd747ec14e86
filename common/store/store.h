// Store: everything that is kept, in two environments (index.md).
//
//   events/  the truth: a log of commands, durable
//   index/   everything derived from it: disposable, not synced, knows up to
//            which event it is built
//
// Recovery:  an index that is damaged, of another schema, or that was open
//            when the machine went down is emptied and built again from the
//            events. A damaged log is set aside as events.bad-<time> and a new
//            one is begun.
// No store:  without a directory, or when it cannot be opened, the same tables
//            are kept in memory for this process; why() says why.
// Processes: any number on one directory (env.h).
// Forks:     in a forked child every call answers kUnavailable.
// Tested by tests/store/store_test.cc.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/status.h"
#include "store/env.h"
#include "store/event.h"
#include "store/memory_kv.h"

namespace synapse {

class Store {
 public:
  // `directory` empty: in memory. Never fails: see why().
  static std::unique_ptr<Store> Open(const std::string& directory);
  ~Store();

  bool persistent() const { return events_ != nullptr; }
  // Why it is in memory, or what was set aside; empty when all is well.
  const std::string& why() const { return why_; }
  const std::string& directory() const { return directory_; }

  // ---- events ----
  // Appends in one transaction; each event's sequence is written back to
  // `sequences` when it is given. kBusy: nothing was written.
  // With `mark`, the same transaction notes that this spool is folded so far.
  struct SpoolMark {
    std::string name;
    uint64_t end;
  };
  Status Append(const std::vector<Event>& events,
                std::vector<uint64_t>* sequences = nullptr,
                const SpoolMark* mark = nullptr);
  // Folds and removes the spools of shells that are gone (spool.h).
  Status AdoptSpools(const std::string& own_name);
  std::string spool_directory() const;
  std::optional<Event> Find(uint64_t sequence);
  uint64_t last_sequence();
  using EventVisitor = std::function<bool(uint64_t, const Event&)>;
  // From sequence `from` upwards; from the last one downwards.
  void Visit(uint64_t from, const EventVisitor& visit);
  void VisitBackwards(const EventVisitor& visit);
  // An event with that identity (event.h) is in the log.
  bool HasIdentity(uint64_t identity);

  // ---- index ----
  Status ReadIndex(const std::function<void(Kv&)>& read);
  Status WriteIndex(const std::function<Status(Kv&)>& write);
  // Puts `tables` in the place of the whole index, in one transaction.
  Status ReplaceIndex(MemoryKv& tables);
  // Empties it: it is built again from the first event.
  Status ClearIndex();

  // At each prompt: takes over an environment that another process replaced,
  // and replaces one that turned out to be damaged while it was in use.
  void Refresh();

  // How long writes wait for other writers: kPromptWaitMs at a prompt, longer
  // where nobody waits for a prompt, Env::kForever for bulk work.
  static constexpr int kPromptWaitMs = 5;
  void SetLockWait(int ms);

  struct Info {
    Env::Info events, index;
    uint64_t event_count = 0;
  };
  Info info();

 private:
  Store() = default;
  void OpenOrExplain();
  Status OpenEnvironments();
  Result<std::unique_ptr<Env>> OpenEvents();
  Result<std::unique_ptr<Env>> OpenIndex();
  Status CheckIndex();
  void ReplaceEvents();
  void RebuildIndexFile();
  void TryAgain();
  Status Noted(Env* env, Status status);
  Status ReadEvents(const std::function<void(Txn&)>& read);
  bool Mine() const;

  std::string directory_;
  std::string why_;
  std::string boot_;
  bool busy_ = false;  // could not be opened because of other writers
  bool events_damaged_ = false;
  bool index_damaged_ = false;
  pid_t pid_ = 0;
  std::unique_ptr<Env> events_;
  std::unique_ptr<Env> index_;
  // In their place when nothing can be kept.
  std::vector<Event> memory_events_;
  std::unordered_set<uint64_t> memory_identities_;
  MemoryKv memory_index_;
};

}  // namespace synapse
