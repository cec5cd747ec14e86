#include "store/store.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "store/keys.h"
#include "store/log_keys.h"
#include "store/overlay_kv.h"

namespace synapse {
namespace {

// Changes with every start of the machine; "" where the kernel does not say.
std::string BootId() {
  auto id = ReadFile("/proc/sys/kernel/random/boot_id", 4096);
  return id.ok() ? std::string(Trim(*id)) : "";
}

}  // namespace

std::unique_ptr<Store> Store::Open(const std::string& directory) {
  std::unique_ptr<Store> store(new Store);
  store->directory_ = directory;
  store->pid_ = getpid();
  if (directory.empty()) return store;
  store->OpenOrExplain();
  return store;
}

void Store::OpenOrExplain() {
  Status opened = OpenEnvironments();
  busy_ = opened.code() == Code::kBusy;
  if (opened.ok()) {
    SetLockWait(kPromptWaitMs);
    return;
  }
  why_ = opened.message();
  try_again_us_ = Clock::MonotonicUs() + try_again_pause_us_;
  events_.reset();
  index_.reset();
}

// Twenty terminals opened at once create one store: who could not wait long
// enough opens it at a later prompt, and brings what it kept in memory.
void Store::TryAgain() {
  why_.clear();
  OpenOrExplain();
  if (!persistent()) return;
  std::vector<Record> kept;
  uint64_t number = 0;
  for (const auto& [name, session] : memory_sessions_) kept.push_back(session);
  for (const Event& event : memory_events_) {
    kept.push_back(event);
    Event& moved = std::get<Event>(kept.back());
    ++number;
    // So many before it: another shell may write in front of them all.
    if (moved.previous > 0) {
      moved.previous = Event::Preceding(number - moved.previous);
    }
  }
  for (const FeedbackRecord& f : memory_feedback_) kept.push_back(f);
  for (const SearchRecord& s : memory_searches_) kept.push_back(s);
  if (!kept.empty() && !AppendRecords(kept).ok()) {
    // Still busy: kept in memory a little longer.
    events_.reset();
    index_.reset();
    busy_ = true;
    return;
  }
  memory_sessions_.clear();
  memory_events_.clear();
  memory_feedback_.clear();
  memory_searches_.clear();
  memory_identities_.clear();
  memory_index_ = MemoryKv();
}

Store::~Store() {
  if (!Mine()) {
    // A child must not touch what it inherited: leak it.
    (void)events_.release();
    (void)index_.release();
    (void)state_.release();
    return;
  }
  if (!index_) return;
  // Synced and called clean: a restart of the machine then costs no rebuild.
  if (state_) state_->Close([&] { return index_->Sync().ok(); });
}

bool Store::Mine() const { return getpid() == pid_; }

Status Store::OpenEnvironments() {
  if (OnSlowMount(directory_)) {
    return {Code::kUnavailable,
            directory_ + ": on a network mount, which cannot lock or map safely"};
  }
  Status owned = CheckOwner(directory_);
  if (!owned.ok()) return owned;
  Status made = MakePrivateDirs(directory_);
  if (!made.ok()) return made;
  RepairModes();
  RestoreLog();
  auto events = OpenEvents();
  if (!events.ok()) return events.status();
  events_ = std::move(*events);
  if (!state_) {
    state_ = std::make_unique<IndexState>(
        JoinPath(directory_, "index.state"), BootId(),
        [this] { Env::Remove(JoinPath(directory_, "index")); });
  }
  auto index = OpenIndex();
  if (!index.ok()) return index.status();
  index_ = std::move(*index);
  SweepLeftovers();
  Status checked = CheckIndex();
  if (checked.code() != Code::kCorrupt) return checked;
  index_damaged_ = true;
  RebuildIndexFile();
  return index_ ? Status() : checked;
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

Env::Options Store::EventsOptions() {
  Env::Options options;
  options.directory = JoinPath(directory_, "events");
  for (const char* name : kLogTables) options.tables.push_back(name);
  options.newest_schema = kLogSchema;
  options.upgrade = [this](Txn& txn) { return MigrateLog(txn); };
  options.lock_wait_ms = kOpenWaitMs;
  return options;
}

Result<std::unique_ptr<Env>> Store::OpenEvents() {
  Env::Options options = EventsOptions();
  auto env = Env::Open(options);
  if (env.ok() || env.status().code() != Code::kCorrupt) return env;
  return SetLogAside(env.status().message()) ? Env::Open(options)
                                             : std::move(env);
}

bool Store::SetLogAside(const std::string& details) {
  const std::string directory = JoinPath(directory_, "events");
  std::string aside = directory + ".bad-" + std::to_string(time(nullptr));
  if (rename(directory.c_str(), aside.c_str()) != 0) return false;
  why_ = "the event log was damaged" +
         (details.empty() ? "" : " (" + details + ")") +
         "; it was set aside as " + aside;
  return true;
}

Result<std::unique_ptr<Env>> Store::OpenIndex() {
  Env::Options options = IndexOptions();
  auto env = Env::Open(options);
  if (env.ok() || env.status().code() != Code::kCorrupt) return env;
  Env::Remove(options.directory);
  return Env::Open(options);
}

// One of another schema is built from the first event, in a new file.
Status Store::CheckIndex() {
  bool current = false, empty = true;
  Status read = index_->Read([&](Txn& txn) {
    auto schema = txn.Get(Table::kMeta, kIndexSchemaKey);
    current = schema && ByteReader(*schema).Little<uint32_t>() ==
                            kSchemaVersion;
    for (size_t t = 0; t < kTables; ++t) empty &= txn.EntriesIn(t) == 0;
  });
  if (!read.ok() || current) return read;
  if (!empty) {
    DiscardIndexFile();
    index_.reset();
    auto fresh = OpenIndex();
    if (!fresh.ok()) return fresh.status();
    index_ = std::move(*fresh);
  }
  return index_->Write([&](Txn& txn) { return PutIndexSchema(txn); });
}

Status Store::ClearIndex() {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  MemoryKv nothing;
  return ReplaceIndex(nothing);
}

bool Store::IsHiddenInMemory(const Event& e) const {
  return !memory_forgotten_.empty() &&
         memory_forgotten_.contains(Hash64(e.command));
}

std::optional<Event> Store::Find(uint64_t sequence) {
  std::optional<Event> found;
  if (!Mine() || sequence == 0) return found;
  if (!events_) {
    if (sequence <= memory_events_.size()) found = memory_events_[sequence - 1];
    if (found && IsHiddenInMemory(*found)) found.reset();
    return found;
  }
  (void)ReadEvents([&](Txn& txn) {
    auto record = txn.GetIn(kEventTable, Big64(sequence));
    if (record) found = DecodeEvent(*record);
    if (found && HiddenIn(txn).contains(Hash64(found->command))) found.reset();
  });
  return found;
}

uint64_t Store::last_sequence() {
  uint64_t last = 0;
  if (!Mine()) return 0;
  if (!events_) return memory_events_.size();
  (void)ReadEvents([&](Txn& txn) {
    txn.ScanBackwardsIn(kEventTable, [&](std::string_view key, auto) {
      last = ByteReader(key).Big<uint64_t>();
      return false;
    });
  });
  return last;
}

uint64_t Store::first_sequence() {
  uint64_t first = 1;
  if (!Mine() || !events_) return first;
  (void)ReadEvents([&](Txn& txn) {
    first = NextSequence(txn);
    txn.ScanIn(kEventTable, "", [&](std::string_view key, auto) {
      first = ByteReader(key).Big<uint64_t>();
      return false;
    });
  });
  return first;
}

uint64_t Store::next_sequence() {
  uint64_t next = 1;
  if (!Mine()) return next;
  if (!events_) return memory_events_.size() + 1;
  (void)ReadEvents([&](Txn& txn) {
    next = NextSequence(txn);
  });
  return next;
}

void Store::Visit(uint64_t from, const EventVisitor& visit) {
  if (!Mine()) return;
  if (!events_) {
    for (uint64_t i = std::max<uint64_t>(from, 1); i <= memory_events_.size();
         ++i) {
      if (IsHiddenInMemory(memory_events_[i - 1])) continue;
      if (!visit(i, memory_events_[i - 1])) return;
    }
    return;
  }
  (void)ReadEvents([&](Txn& txn) {
    const auto hidden = HiddenIn(txn);
    txn.ScanIn(kEventTable, Big64(from), [&](auto key, auto value) {
      auto event = DecodeEvent(value);
      if (event && !hidden.empty() && hidden.contains(Hash64(event->command))) {
        return true;
      }
      return !event || visit(ByteReader(key).Big<uint64_t>(), *event);
    });
  });
}

void Store::VisitBackwards(const EventVisitor& visit, uint64_t before) {
  if (!Mine() || before == 0) return;
  if (!events_) {
    for (uint64_t i = std::min<uint64_t>(memory_events_.size(), before - 1);
         i > 0; --i) {
      if (IsHiddenInMemory(memory_events_[i - 1])) continue;
      if (!visit(i, memory_events_[i - 1])) return;
    }
    return;
  }
  (void)ReadEvents([&](Txn& txn) {
    const auto hidden = HiddenIn(txn);
    txn.ScanBackwardsIn(kEventTable, [&](auto key, auto value) {
      auto event = DecodeEvent(value);
      if (event && !hidden.empty() && hidden.contains(Hash64(event->command))) {
        return true;
      }
      return !event || visit(ByteReader(key).Big<uint64_t>(), *event);
    }, Big64(before));
  });
}

bool Store::HasIdentity(uint64_t identity) {
  if (!Mine()) return false;
  if (!events_) return memory_identities_.contains(identity);
  bool found = false;
  (void)ReadEvents([&](Txn& txn) {
    found = txn.GetIn(kIdentityTable, Big64(identity)).has_value();
  });
  return found;
}

Status Store::ReadIndex(const std::function<void(Kv&)>& read) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  if (index_) {
    return Noted(index_.get(), index_->Read([&](Txn& txn) {
      if (txn.id() != ahead_of_) return read(txn);
      OverlayKv kv(txn, ahead_);
      read(kv);
    }));
  }
  read(memory_index_);
  return {};
}

Status Store::WriteIndexAhead(const std::function<Status(Kv&)>& write) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  if (!index_) return write(memory_index_);
  Status written;
  Status read = Noted(index_.get(), index_->Read([&](Txn& txn) {
    if (txn.id() != ahead_of_) {
      DropAhead();
      ahead_of_ = txn.id();
    }
    OverlayKv kv(txn, ahead_);
    written = write(kv);
  }));
  if (read.ok() && written.ok()) return {};
  // Half of it may be there.
  DropAhead();
  return read.ok() ? written : read;
}

void Store::DropAhead() {
  if (ahead_of_ == 0) return;
  ahead_ = MemoryKv();
  ahead_of_ = 0;
}

Status Store::WriteIndex(const std::function<Status(Kv&)>& write) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  if (!index_) return write(memory_index_);
  Status open = state_->BeforeWrite();
  if (!open.ok()) return open;
  bool kept = false;
  Status status = Noted(index_.get(), index_->Write([&](Txn& txn) {
    Status put;
    kept = ahead_of_ != 0 && txn.id() == ahead_of_ + 1;
    if (kept) put = PutChanges(ahead_, txn);
    return put.ok() ? write(txn) : put;
  }));
  if (status.ok()) {
    // What was lost is still known to be.
    if (kept) ahead_of_ = 0;
    ahead_ = MemoryKv();
  }
  return status;
}

bool Store::DropLostAhead() {
  if (!Mine() || !index_ || ahead_of_ == 0) return false;
  bool lost = false;
  (void)Noted(index_.get(), index_->Read([&](Txn& txn) {
    lost = txn.id() != ahead_of_;
  }));
  if (lost) DropAhead();
  return lost;
}

Status Store::ReadEvents(const std::function<void(Txn&)>& read) {
  return Noted(events_.get(), events_->Read(read));
}

// Damage is mended at the next prompt, not in the middle of a call.
Status Store::Noted(Env* env, Status status) {
  if (status.code() == Code::kCorrupt) {
    (env == events_.get() ? events_damaged_ : index_damaged_) = true;
  }
  return status;
}

void Store::Refresh() {
  if (!Mine()) return;
  bool failed = !persistent() && !directory_.empty();
  if (failed && (busy_ || Clock::MonotonicUs() >= try_again_us_)) TryAgain();
  if (!events_) return;
  if (events_damaged_ || events_->lost() || events_->Replaced()) {
    ReplaceEvents();
  }
  if (events_ && (index_damaged_ || index_->lost() || index_->Replaced())) {
    RebuildIndexFile();
  }
  SetLockWait(lock_wait_ms_);
}

void Store::ReplaceEvents() {
  const std::string directory = JoinPath(directory_, "events");
  const bool lost = events_->lost();
  if (events_damaged_ && !events_->Replaced()) SetLogAside("while in use");
  events_damaged_ = false;
  ++version_;
  events_.reset();
  auto fresh = OpenEvents();
  // A fault that was not in its map may have come from it all the same.
  if (fresh.ok() && lost && !(*fresh)->IsReadable()) {
    SetLogAside("");
    fresh = OpenEvents();
  }
  if (fresh.ok()) {
    events_ = std::move(*fresh);
  } else {
    why_ = fresh.status().message();
    DropAhead();
    index_.reset();
  }
}

void Store::RebuildIndexFile() {
  std::string directory = JoinPath(directory_, "index");
  if (index_damaged_) DiscardIndexFile();
  index_damaged_ = false;
  DropAhead();
  index_.reset();
  auto fresh = OpenIndex();
  if (fresh.ok()) {
    index_ = std::move(*fresh);
    (void)CheckIndex();
  } else {
    why_ = fresh.status().message();
    events_.reset();
  }
}

// Another shell may have found it damaged too, and be faster.
void Store::DiscardIndexFile() {
  std::string directory = JoinPath(directory_, "index");
  auto discard = [&] {
    if (!index_->Replaced()) Env::Remove(directory);
  };
  // A lock that is taken by a stopped process must not keep a damaged file.
  if (!index_->WithLock(discard).ok()) discard();
}

void Store::SetLockWait(int ms) {
  lock_wait_ms_ = ms;
  if (events_) events_->SetLockWait(ms);
  if (index_) index_->SetLockWait(ms);
}

Store::Info Store::info() {
  Info out;
  out.event_count = memory_events_.size();
  if (!Mine() || !events_) return out;
  out.events = events_->info();
  out.index = index_->info();
  (void)ReadEvents(
      [&](Txn& txn) { out.event_count = txn.EntriesIn(kEventTable); });
  return out;
}

}  // namespace synapse
