// Store: everything that is kept, in two environments (index.md).
//
//   events/  the truth: a log of commands, durable
//   index/   everything derived from it: disposable, not synced, knows up to
//            which event it is built
//
// Recovery:  an index that is damaged, of another schema, or that was open
//            when the machine went down (index_state.h) is built again from the
//            events. A damaged log is set aside as events.bad-<time> and a new
//            one is begun.
// Forgetting: an event that is taken out leaves its bytes in LMDB's free pages
//            and in the gaps of others: so the entries are put one by one into
//            a new environment, which takes the old one's place (forget.cc).
//            Whoever has the old one open writes nothing to it any more and
//            takes over the new one at the next prompt. Until that is done the
//            log says that something is left to be forgotten.
// Index:     is built anew in a file of its own, which then takes the old one's
//            place: what was in that leaves no byte, and what was damaged in it
//            is not touched.
// Rejected:  LMDB's compacting copy. It starts a thread, in the user's shell,
//            on which the shell's signals may land.
// No store:  without a directory, or when it cannot be opened, the same tables
//            are kept in memory for this process; why() says why.
// Schemas:   an older one becomes ours (migrate.cc); a newer one is left alone,
//            and the session learns in memory.
// Processes: any number on one directory (env.h).
// Forks:     in a forked child every call answers kUnavailable.
// Tested by tests/store/store_test.cc and tests/store/forget_test.cc.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/status.h"
#include "store/env.h"
#include "store/event.h"
#include "store/fact.h"
#include "store/index_state.h"
#include "store/memory_kv.h"
#include "store/record.h"

namespace synapse {

class Store {
 public:
  // `directory` empty: in memory. Never fails: see why().
  static std::unique_ptr<Store> Open(const std::string& directory);
  ~Store();

  bool persistent() const { return events_ != nullptr; }
  // What was not as it should be, and is now: permissions.
  const std::vector<std::string>& repairs() const { return repairs_; }
  // Why it is in memory, or what was set aside; empty when all is well.
  const std::string& why() const { return why_; }
  const std::string& directory() const { return directory_; }

  // ---- events ----
  // Appends in one transaction; each event's sequence is written back to
  // `sequences` when it is given. kBusy: nothing was written.
  Status Append(const std::vector<Event>& events,
                std::vector<uint64_t>* sequences = nullptr);
  // The same with what else the truth holds; only events have sequences.
  Status AppendRecords(const std::vector<Record>& records,
                       std::vector<uint64_t>* sequences = nullptr);
  // Of the latest commit of the log, in microseconds, without the wait for
  // other writers; 0: none yet.
  int64_t commit_us() const { return events_ ? events_->commit_us() : 0; }

  // Puts what waits in a spool (spool.h) into the log, from where it was
  // folded last, and notes how far, in one transaction: once, whoever folds.
  // `own`: of this shell, also when its file was removed. kNotFound: another's
  // was.
  struct Folded {
    uint64_t end = 0;   // bytes of the spool that the log has
    uint64_t last = 0;  // sequence of the last event among them
    size_t records = 0;
    std::map<std::string, uint64_t> last_of;  // by session, of these records
  };
  Result<Folded> FoldSpool(const std::string& name, int fd, bool own);
  // What the log lacks of another shell's spool, with its origin. `*last`: the
  // sequence of the event before it there; 0: none.
  std::vector<Record> ReadSpool(const std::string& name, int fd,
                                uint64_t* last);
  // Those of shells that are gone, which are then removed; with `living`, also
  // those of other shells that live.
  Status FoldSpools(const std::string& own_name, bool living);
  // What was committed last is on the disk. Without it a power cut takes the
  // newest commit, as a whole.
  Status SyncLog();
  // All of it is folded and the file is gone.
  Status DropSpoolMark(const std::string& name);
  std::string spool_directory() const;
  std::optional<Event> Find(uint64_t sequence);
  uint64_t last_sequence();
  // Of the oldest that is kept; without any, next_sequence().
  uint64_t first_sequence();
  // What the next event gets. A sequence is never given twice.
  uint64_t next_sequence();
  using EventVisitor = std::function<bool(uint64_t, const Event&)>;
  // From sequence `from` upwards; from the last one before `before` downwards.
  // What was forgotten is passed over, also where it is still in the log.
  void Visit(uint64_t from, const EventVisitor& visit);
  void VisitBackwards(const EventVisitor& visit,
                      uint64_t before = UINT64_MAX);
  // An event with that identity (event.h) is in the log.
  bool HasIdentity(uint64_t identity);
  using FeedbackVisitor = std::function<bool(uint64_t, const FeedbackRecord&)>;
  void VisitFeedback(uint64_t from, const FeedbackVisitor& visit);
  uint64_t last_feedback();
  // Of searches (search_record.h), the newest kMaxSearches (log_keys.h). With
  // `words`, only those that share a bit with it; kOutcomes: only what was found
  // or missed. Their count goes on.
  using SearchVisitor = std::function<bool(uint64_t, const SearchRecord&)>;
  enum class Searches { kAll, kOutcomes };
  void VisitSearches(uint64_t from, const SearchVisitor& visit,
                     uint64_t words = UINT64_MAX,
                     Searches which = Searches::kAll);
  uint64_t last_search();
  SearchCounts search_counts();
  std::optional<SessionRecord> FindSession(const std::string& name);
  void VisitSessions(const std::function<bool(const SessionRecord&)>& visit);
  // Streams (event.h) whose spools the log knows of, and how far each is in
  // it: what is not there before that was forgotten.
  std::vector<std::pair<uint64_t, uint64_t>> Streams();

  // ---- what was found by looking back (reflect/) ----
  // Each takes the place of the one with its id.
  Status PutFacts(const std::vector<Fact>& facts,
                  const std::vector<uint64_t>& dropped = {});
  void VisitFacts(const std::function<bool(const Fact&)>& visit);
  // Changes when they do.
  uint64_t fact_stamp();
  // A few bytes under a name, for who reads files of others piece by piece.
  Status PutNote(const std::string& name, std::string_view value);
  std::optional<std::string> FindNote(const std::string& name);

  // ---- forgetting (learn/forgetting.h) ----
  enum class Afterwards { kMayReturn, kStayAway };
  struct ToRemove {
    EventVisitor event;  // may be asked twice
    // Of the feedback that shares nothing with those events; may be empty.
    std::function<bool(const FeedbackRecord&)> feedback = nullptr;
    // The same of searches.
    std::function<bool(const SearchRecord&)> search = nullptr;
    Afterwards afterwards = Afterwards::kMayReturn;
    int64_t now_ms = 0;
  };
  // Takes out the events that are named, in one transaction, and answers how
  // many there were. What stays away is remembered by the hash of its text,
  // where no event with that text is left, and by its identity; and with it
  // go the facts and the feedback that have that text, or a word that no event is left to
  // have, and where a session began when no event is left that ran there. The
  // index is the caller's to build again.
  Result<size_t> Remove(const ToRemove& to_remove);
  // The oldest events go, and the oldest feedback, at most `slice` of each:
  // those before that time, and those beyond the newest `keep`. What they taught
  // stays until the index is built anew (Learner::IsStale). Answers how many
  // went.
  Result<size_t> RemoveOldest(int64_t before_ms, size_t keep, size_t slice);
  // Searches before that time go, and how many is answered.
  Result<size_t> RemoveOldSearches(int64_t before_ms);
  // At the end of a shell that did: a log that is mostly free, and small enough
  // not to be waited for, is written anew.
  void ShrinkAfterRetention();
  // The command is not to come back from a history file, nor from a spool where
  // it waits since before `now_ms`. Its events are left to be taken out.
  Status KeepAway(std::string_view command, int64_t now_ms);
  // It was forgotten, and not run again since.
  bool IsForgotten(std::string_view command);
  // The same; when that was, 0 when nobody knows.
  std::optional<int64_t> ForgottenAt(std::string_view command);
  // What was forgotten is still in some file.
  bool HasLeftToForget();
  Status NothingLeftToForget();
  // Hashes (Hash64) of texts, and identities, that were forgotten and not run
  // again since.
  std::unordered_set<uint64_t> Forgotten();
  // The same with their times, in the order of the hashes.
  std::vector<ForgottenHash> ForgottenHashes();
  // Of another store. Without the mark: nothing of them is in a file of ours,
  // which the caller has made sure of.
  Status AddForgotten(const std::vector<ForgottenHash>& hashes);
  // Writes the log anew without what was taken out.
  Status CompactLog();
  // Another process wrote the log anew since the last Refresh().
  bool LogReplaced() const { return events_ && events_->Replaced(); }
  // More than half of the log's file is free.
  bool MostlyFree();
  // Removes logs that were set aside: damaged ones, and those of older schemas.
  void RemoveSetAside();
  // Changes when events were taken out or the log was replaced: what was read
  // before may be gone.
  uint64_t version() const { return version_; }

  // ---- index ----
  Status ReadIndex(const std::function<void(Kv&)>& read);
  Status WriteIndex(const std::function<Status(Kv&)>& write);
  // The same in memory, ahead of the file, for this process. The next
  // WriteIndex() has it in its transaction; when another process writes to the
  // index before that, all of it is gone, as if it had never been.
  Status WriteIndexAhead(const std::function<Status(Kv&)>& write);
  // True once after that happened.
  bool DropLostAhead();
  // Puts `tables` in the place of the whole index, in a new file.
  Status ReplaceIndex(MemoryKv& tables);
  // Empties it: it is built again from the first event.
  Status ClearIndex();

  // At each prompt: takes over an environment that another process replaced,
  // and replaces one that turned out to be damaged while it was in use.
  void Refresh();

  // How long writes wait for other writers: kPromptWaitMs at a prompt, longer
  // where nobody waits for a prompt, Env::kForever for bulk work.
  static constexpr int kPromptWaitMs = 5;
  // Opening creates tables only once in a store's life.
  static constexpr int kOpenWaitMs = 100;
  // A store that could not be opened is tried again so often.
  static constexpr int64_t kTryAgainUs = 10'000'000;
  void SetLockWait(int ms);
  void SetTryAgain(int64_t us) { try_again_pause_us_ = try_again_us_ = us; }

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
  bool SetLogAside(const std::string& details);
  Status MigrateLog(Txn& txn);
  void RepairModes();
  Env::Options IndexOptions();
  Status CheckIndex();
  void DiscardIndexFile();
  void AppendInMemory(const std::vector<Record>& records,
                      std::vector<uint64_t>* sequences);
  void ReplaceEvents();
  void RebuildIndexFile();
  void DropAhead();
  void TryAgain();
  Env::Options EventsOptions();
  Status RemoveOnDisk(const ToRemove& to_remove, size_t* removed);
  size_t RemoveInMemory(const ToRemove& to_remove);
  Status WriteIndexFile(MemoryKv& tables);
  Status WriteAnew(Txn& from, const std::string& directory);
  void RestoreLog();
  void SweepLeftovers();
  static std::unordered_set<uint64_t> HiddenIn(Txn& txn);
  static Status ChangeFactStamp(Txn& txn);
  bool IsHiddenInMemory(const Event& e) const;
  Status Noted(Env* env, Status status);
  Status ReadEvents(const std::function<void(Txn&)>& read);
  bool Mine() const;

  std::string directory_;
  std::string why_;
  bool busy_ = false;  // could not be opened because of other writers
  bool events_damaged_ = false;
  bool index_damaged_ = false;
  int lock_wait_ms_ = kPromptWaitMs;
  uint64_t version_ = 0;
  std::vector<std::string> repairs_;
  bool removed_oldest_ = false;
  int64_t try_again_pause_us_ = kTryAgainUs;
  int64_t try_again_us_ = 0;  // when a store that did not open is tried again
  pid_t pid_ = 0;
  std::unique_ptr<Env> events_;
  std::unique_ptr<Env> index_;
  std::unique_ptr<IndexState> state_;
  // In their place when nothing can be kept.
  std::vector<Event> memory_events_;
  std::unordered_set<uint64_t> memory_identities_;
  std::unordered_map<uint64_t, int64_t> memory_forgotten_;  // and when
  std::vector<FeedbackRecord> memory_feedback_;
  std::vector<SearchRecord> memory_searches_;
  uint64_t memory_searches_gone_ = 0;
  SearchCounts memory_search_counts_;
  std::map<std::string, SessionRecord> memory_sessions_;
  std::map<uint64_t, Fact> memory_facts_;
  uint64_t memory_fact_stamp_ = 0;
  std::map<std::string, std::string> memory_notes_;
  MemoryKv memory_index_;
  // What is ahead of the index, and the transaction that it is, or was, ahead
  // of.
  MemoryKv ahead_;
  uint64_t ahead_of_ = 0;  // 0: nothing
};

}  // namespace synapse
