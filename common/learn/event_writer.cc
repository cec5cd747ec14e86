#include "learn/event_writer.h"

#include <unistd.h>

#include <algorithm>

#include "base/clock.h"

namespace synapse {
namespace {

// No two spools have the same name: a mark in the log belongs to one file.
std::string NewSpoolName() {
  static unsigned count = 0;
  return std::to_string(getpid()) + "-" + std::to_string(Clock::MonotonicUs()) +
         "-" + std::to_string(++count);
}

// In the spool an event names the one before it there by kPreceding.
Record ForSpool(Record record, const std::vector<Learner::Waiting>& waiting) {
  auto* event = std::get_if<Event>(&record);
  if (!event || event->previous < Sessions::kProvisional) return record;
  uint64_t last = 0;
  for (const Learner::Waiting& w : waiting) {
    if (w.provisional) last = w.provisional;
  }
  // An event of another session than the one before begins anew.
  event->previous = event->previous == last ? Event::kPreceding : 0;
  return record;
}

// The user has removed the store whole: the log is another one, and the spool
// has no name. Compacting and damage replace the log, but leave the spool.
bool IsStoreRemoved(const LogFile& log, Spool& spool) {
  if (log.version() == 0 && !log.Replaced()) return false;
  const int fd = spool.fd();
  return fd >= 0 && !Spool::IsThere(fd);
}

}  // namespace

EventWriter::EventWriter(Store& store, Learner& learner, int64_t slow_commit_us)
    : store_(store),
      learner_(learner),
      slow_us_(slow_commit_us),
      spool_name_(NewSpoolName()) {}

EventWriter::~EventWriter() {
  // The last chance for unwritten records: nobody waits for a prompt.
  constexpr int kLastWaitMs = 500;
  store_.SetLockWait(kLastWaitMs);
  (void)WriteUnwritten();
  (void)FoldOwn(Afterwards::kRemove);
  (void)learner_.WriteAhead();
  store_.SetLockWait(Store::kPromptWaitMs);
}

void EventWriter::NoteCommit() {
  int64_t us = store_.log_file().commit_us();
  commit_us_ = commit_us_ == 0 ? us : (commit_us_ * 3 + us) / 4;
}

Status EventWriter::Add(Record record) {
  Status unwritten = WriteUnwritten();
  if (!store_.persistent() || (waiting() == 0 && !by_spool())) {
    Status added = AddAtOnce(record);
    if (added.ok() || !store_.persistent()) return added;
  }
  bool wanted = by_spool() || !waiting_.empty();
  Status spooled = unwritten;
  if (spooled.ok()) spooled = AddSomewhere(record);
  if (spooled.ok()) {
    if (!wanted && !waiting_.empty()) ++held_;
    return {};
  }
  if (unwritten_.size() >= kMaxInMemory) {
    ++dropped_;
  } else {
    unwritten_.push_back(std::move(record));
  }
  return spooled;
}

// Into the spool. If it cannot be written (its directory is a file, or of
// another user), the log takes the record at the cost of a commit.
Status EventWriter::AddSomewhere(const Record& record) {
  Status spooled = AddToSpool(record);
  if (spooled.ok() || !waiting_.empty()) return spooled;
  return AddAtOnce(record).ok() ? Status() : spooled;
}

Status EventWriter::AddAtOnce(const Record& record) {
  if (auto* event = std::get_if<Event>(&record)) {
    auto recorded = learner_.Record(*event);
    if (recorded.ok()) NoteCommit();
    return recorded.status();
  }
  Status recorded = learner_.RecordAll({record});
  if (recorded.ok()) NoteCommit();
  return recorded;
}

Status EventWriter::AddToSpool(Record record) {
  if (!spool_) {
    spool_ = std::make_unique<Spool>(store_.spools().directory(), spool_name_);
  }
  Learner::Waiting waiting;
  auto* event = std::get_if<Event>(&record);
  if (event) event->previous = learner_.sessions().LastOf(event->session);
  Status written = spool_->Append(EncodeRecord(ForSpool(record, waiting_)));
  if (written.code() == Code::kNotFound) {
    Status left = LeaveSpool();
    return left.ok() ? AddToSpool(std::move(record)) : left;
  }
  if (!written.ok()) return written;
  spool_name_ = spool_->name();
  const Origin origin{Spool::StreamOf(spool_name_), spool_->end()};
  if (event) {
    event->origin = origin;
    waiting.provisional = provisional_++;
    learner_.RememberWaiting(waiting.provisional, *event);
  } else if (auto* feedback = std::get_if<FeedbackRecord>(&record)) {
    feedback->origin = origin;
  }
  waiting.end = spool_->end();
  if (waiting_.empty()) since_ms_ = Clock::MonotonicUs() / 1000;
  waiting.record = std::move(record);
  waiting_.push_back(std::move(waiting));
  // Applies all waiting records: the index may have been built anew without the
  // earlier ones. A record that cannot be applied now is applied at the next
  // prompt.
  index_lags_ = !learner_.ApplyWaiting(waiting_).ok();
  return {};
}

// Writes them in their order, before any later record. Drops what waits in the
// spool of a store that was removed.
Status EventWriter::WriteUnwritten() {
  if (!waiting_.empty() && IsStoreRemoved(store_.log_file(), *spool_)) {
    waiting_.clear();
    held_ = 0;
    index_lags_ = false;
    learner_.Settle({});
    spool_.reset();
    spool_name_ = NewSpoolName();
  }
  if (unwritten_.empty() || !store_.persistent()) return {};
  std::vector<Record> records = std::move(unwritten_);
  unwritten_.clear();
  for (size_t i = 0; i < records.size(); ++i) {
    Status written = AddSomewhere(records[i]);
    if (written.ok()) continue;
    unwritten_.assign(std::make_move_iterator(records.begin() + i),
                      std::make_move_iterator(records.end()));
    return written;
  }
  return {};
}

Status EventWriter::Prompt() {
  Status status = WriteUnwritten();
  Status kept_up = KeepUp();
  if (status.ok() && kept_up.code() != Code::kBusy) status = kept_up;
  bool due = held_ > 0 || waiting_.size() >= kMaxWaiting || !by_spool() ||
             Clock::MonotonicUs() / 1000 - since_ms_ >= kMaxWaitMs;
  if (!waiting_.empty() && due) {
    Status folded = FoldOwn(Afterwards::kKeep);
    if (status.ok() && folded.code() != Code::kBusy) status = folded;
  }
  if (!others_folded_) {
    Status others = store_.spools().FoldOthers(spool_name_, /*living=*/false);
    others_folded_ = others.code() != Code::kBusy;
    if (status.ok() && others_folded_) status = others;
  }
  return status;
}

Status EventWriter::KeepUp() {
  Status status = ReadOthers();
  // The index also lacks them when another shell built it anew from the log.
  if (index_lags_ || learner_.Lacks(waiting_)) {
    Status applied = learner_.ApplyWaiting(waiting_);
    index_lags_ = !applied.ok();
    if (status.ok()) status = applied;
  }
  return status;
}

Status EventWriter::ReadOthers() {
  if (!store_.persistent()) return {};
  Budget budget(Learner::kSliceUs);
  const std::string directory = store_.spools().directory();
  std::map<std::string, Seen> seen;
  Status status;
  for (const auto& [name, size] : Spool::List(directory, spool_name_)) {
    const uint64_t stream = Spool::StreamOf(name);
    StreamMark mark = learner_.MarkOf(stream);
    auto last = seen_.find(name);
    if (last != seen_.end() && last->second.size == size &&
        last->second.mark == mark) {
      seen.insert(*last);
      continue;
    }
    if (!status.ok() || budget.SpentNow()) continue;
    int fd = Spool::OpenToRead(directory, name);
    if (fd < 0) continue;
    uint64_t before = 0;
    auto records = store_.spools().Read(name, fd, &before);
    status = learner_.ApplyOthers(std::move(records), before,
                                  [fd] { return Spool::IsThere(fd); });
    close(fd);
    if (status.ok()) seen[name] = {size, learner_.MarkOf(stream)};
  }
  seen_ = std::move(seen);
  return status;
}

void EventWriter::EachWaiting(Budget& budget,
                              const std::function<void(const Record&)>& visit) {
  for (const Learner::Waiting& w : waiting_) visit(w.record);
  for (const Record& record : unwritten_) visit(record);
  if (!store_.persistent()) return;
  const std::string directory = store_.spools().directory();
  for (const auto& [name, size] : Spool::List(directory, spool_name_)) {
    if (budget.SpentNow()) break;
    const int fd = Spool::OpenToRead(directory, name);
    if (fd < 0) continue;
    uint64_t before = 0;
    for (const Record& r : store_.spools().Read(name, fd, &before)) visit(r);
    close(fd);
  }
}

std::vector<SearchRecord> EventWriter::WaitingSearches(Budget& budget) {
  std::vector<SearchRecord> searches;
  EachWaiting(budget, [&](const Record& record) {
    const auto* search = std::get_if<SearchRecord>(&record);
    if (!search) return;
    for (const std::string* text : {&search->query, &search->target.text}) {
      const auto forgotten = store_.forgotten().At(*text);
      if (forgotten && search->at_ms <= *forgotten) return;
    }
    searches.push_back(*search);
  });
  std::stable_sort(searches.begin(), searches.end(),
                   [](const SearchRecord& a, const SearchRecord& b) {
                     return a.at_ms < b.at_ms;
                   });
  return searches;
}

std::vector<Event> EventWriter::WaitingEvents(Budget& budget) {
  std::vector<Event> events;
  EachWaiting(budget, [&](const Record& record) {
    const auto* event = std::get_if<Event>(&record);
    if (!event) return;
    const auto forgotten = store_.forgotten().At(event->command);
    if (forgotten && event->start_ms <= *forgotten) return;
    events.push_back(*event);
  });
  std::stable_sort(
      events.begin(), events.end(),
      [](const Event& a, const Event& b) { return a.start_ms < b.start_ms; });
  return events;
}

Status EventWriter::FoldAll(bool living) {
  Status status = WriteUnwritten();
  if (status.ok()) status = FoldOwn(Afterwards::kRemove);
  Status others = store_.spools().FoldOthers(spool_name_, living);
  return status.ok() ? others : status;
}

// Appends the records that are damaged or cut off in the spool.
Status EventWriter::AppendUnread(SpoolFolder::Folded& folded) {
  std::vector<Record> records;
  std::vector<std::string> sessions;
  for (const Learner::Waiting& w : waiting_) {
    if (w.end <= folded.end) continue;
    records.push_back(w.record);
    auto* event = std::get_if<Event>(&records.back());
    if (!event) continue;
    // Provisional numbers mean nothing to the log.
    event->previous = sessions.empty() ? folded.last : Event::kPreceding;
    sessions.push_back(event->session);
  }
  std::vector<uint64_t> sequences;
  Status appended = store_.log().AppendRecords(records, &sequences);
  if (!appended.ok()) return appended;
  for (size_t i = 0; i < sequences.size(); ++i) {
    folded.last = folded.last_of[sessions[i]] = sequences[i];
  }
  return {};
}

// Our spool was closed, and another shell took it for the spool of a dead
// shell. Records that the other shell did not find (the user removed the file)
// are appended here.
Status EventWriter::LeaveSpool() {
  SpoolFolder::Folded folded;
  std::erase_if(waiting_, [&](const Learner::Waiting& w) {
    auto* event = std::get_if<Event>(&w.record);
    return event && store_.log().HasIdentity(EventIdentity(*event));
  });
  Status appended = AppendUnread(folded);
  if (!appended.ok()) return appended;
  learner_.Settle(folded.last_of);
  waiting_.clear();
  held_ = 0;
  spool_.reset();
  spool_name_ = NewSpoolName();
  return {};
}

Status EventWriter::FoldOwn(Afterwards afterwards) {
  if (!spool_ || !store_.persistent()) return {};
  const int fd = spool_->fd();
  if (fd < 0) return waiting_.empty() ? Status() : LeaveSpool();
  int64_t start = Clock::MonotonicUs();
  auto folded = store_.spools().FoldOwn(spool_name_, fd);
  if (!folded.ok()) return folded.status();
  fold_us_ = Clock::MonotonicUs() - start;
  if (folded->records > 0) NoteCommit();
  const bool whole = folded->end >= spool_->end();
  if (!whole) {
    Status appended = AppendUnread(*folded);
    if (!appended.ok()) return appended;
  }
  std::map<std::string, uint64_t> last_of;
  for (const Learner::Waiting& w : waiting_) {
    auto* event = std::get_if<Event>(&w.record);
    if (!event) continue;
    auto at = folded->last_of.find(event->session);
    last_of[event->session] =
        at != folded->last_of.end() ? at->second : folded->last;
  }
  learner_.Settle(last_of);
  waiting_.clear();
  held_ = 0;
  index_lags_ = false;
  Budget budget(Learner::kSliceUs);
  (void)learner_.CatchUp(budget);
  spool_->Folded();
  if (afterwards == Afterwards::kKeep && whole && spool_->end() < kMaxSpool) {
    return {};
  }
  // The spool is removed after the log, with the page that names its newest
  // state, is on the disk.
  Status synced = store_.log_file().Sync();
  if (!synced.ok()) return synced;
  spool_.reset();
  Status dropped = store_.spools().DropMark(spool_name_);
  (void)learner_.DropStream(Spool::StreamOf(spool_name_));
  spool_name_ = NewSpoolName();
  return dropped;
}

}  // namespace synapse
