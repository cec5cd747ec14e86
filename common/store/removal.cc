#include "store/removal.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "store/fact_table.h"
#include "store/forgotten.h"
#include "store/log_keys.h"
#include "store/record.h"
#include "store/removed_events.h"
#include "store/search_log.h"

namespace synapse {
namespace {

// The keys of a table whose values `leaves`.
template <class Leaves>
std::vector<std::string> KeysIn(LogTables& log, LogTable table,
                                const Leaves& leaves) {
  std::vector<std::string> keys;
  log.ScanIn(table, "", [&](auto key, auto value) {
    if (leaves(value)) keys.emplace_back(key);
    return true;
  });
  return keys;
}

bool Leaves(const FeedbackRecord& feedback, const RemovedEvents& gone,
            const ToRemove& to_remove) {
  return gone.Has(feedback) ||
         (to_remove.feedback && to_remove.feedback(feedback));
}

bool Leaves(const SearchRecord& search, const RemovedEvents& gone,
            const ToRemove& to_remove) {
  return gone.Has(search) || (to_remove.search && to_remove.search(search));
}

// Clears the suggestions of a kept event that leave; false: none does.
bool HideRemoved(Event& event, const RemovedEvents& gone,
                 const ToRemove& to_remove) {
  bool changed = false;
  if (!event.suggestion) return changed;
  for (std::string& text : event.suggestion->suggestions) {
    FeedbackRecord as_feedback;
    as_feedback.suggestion = text;
    if (!Leaves(as_feedback, gone, to_remove)) continue;
    text.clear();
    changed = true;
  }
  return changed;
}

// Sessions that began in a directory where no kept event ran.
std::vector<std::pair<std::string, SessionRecord>> SessionsOf(
    LogTables& log, const RemovedEvents& gone) {
  std::vector<std::pair<std::string, SessionRecord>> sessions;
  log.ScanIn(kSessionTable, "", [&](auto key, auto value) {
    auto session = DecodeSession(value);
    if (session && gone.Has(*session)) sessions.emplace_back(key, *session);
    return true;
  });
  return sessions;
}

template <class Visit>
void EachEvent(LogTables& log, const Visit& visit) {
  log.ScanIn(kEventTable, "", [&](auto key, auto value) {
    auto event = DecodeEvent(value);
    if (event) visit(ByteReader(key).template Big<uint64_t>(), *event);
    return true;
  });
}

// Kept events that change: the event before them leaves, or a suggestion that
// was on show for them.
std::map<uint64_t, Event> ChangedBy(LogTables& log, RemovedEvents& gone,
                                    const ToRemove& to_remove) {
  std::map<uint64_t, Event> changed;
  if (!gone.previous.empty()) {
    EachEvent(log, [&](uint64_t sequence, const Event& e) {
      if (gone.previous.contains(sequence)) return;
      gone.Spare(e);
      if (!gone.previous.contains(e.previous)) return;
      changed[sequence] = e;
      changed[sequence].previous = gone.Before(e.previous);
    });
  }
  // Everything that is spared is known only now.
  EachEvent(log, [&](uint64_t sequence, const Event& e) {
    if (!e.suggestion || gone.previous.contains(sequence)) return;
    auto at = changed.find(sequence);
    Event event = at == changed.end() ? e : at->second;
    if (HideRemoved(event, gone, to_remove))
      changed[sequence] = std::move(event);
  });
  return changed;
}

struct Changes {
  std::map<uint64_t, Event> changed;                            // by sequence
  std::vector<std::string> feedback;                            // keys
  std::vector<std::pair<std::string, SessionRecord>> sessions;  // by key
  std::vector<std::string> searches, facts;                     // keys
};

Changes ChangesOf(LogTables& log, RemovedEvents& gone,
                  const ToRemove& to_remove) {
  Changes out;
  out.changed = ChangedBy(log, gone, to_remove);  // spares what is shared
  out.feedback = KeysIn(log, kFeedbackTable, [&](auto value) {
    auto feedback = DecodeFeedback(value);
    return feedback && Leaves(*feedback, gone, to_remove);
  });
  out.sessions = SessionsOf(log, gone);
  out.searches = KeysIn(log, kSearchTable, [&](auto value) {
    auto search = DecodeSearch(value);
    return search && Leaves(*search, gone, to_remove);
  });
  out.facts = KeysIn(log, kFactTable, [&](auto value) {
    auto fact = DecodeFact(value);
    return !fact || gone.Has(*fact);
  });
  return out;
}

// An event that is gone, as other machines know it.
struct RemovedId {
  uint64_t id, text;
};

// The forgotten texts stay away here, and on the machines of a sync folder. An
// id is not needed where the text is gone altogether.
Status KeepAwayAll(LogTables& log, const RemovedEvents& gone,
                   const std::vector<RemovedId>& ids, int64_t now_ms) {
  Status kept;
  for (uint64_t hash : gone.identities) {
    if (kept.ok()) kept = PutForgottenHere(log, {hash, now_ms});
  }
  for (uint64_t hash : gone.texts) {
    if (kept.ok()) kept = PutForgotten(log, {hash, now_ms});
  }
  for (const RemovedId& removed : ids) {
    if (!kept.ok() || gone.texts.contains(removed.text)) continue;
    kept = PutPendingForgetting(log, removed.id);
  }
  return kept;
}

Status Write(LogTables& log, const RemovedEvents& gone,
             const Changes& changes) {
  Status status = PutNextSequence(log);
  auto remove = [&](LogTable table, std::string_view key) {
    if (status.ok()) status = log.DeleteIn(table, key);
  };
  for (const auto& [sequence, before] : gone.previous) {
    remove(kEventTable, Big64(sequence));
  }
  for (const std::string& key : changes.feedback) remove(kFeedbackTable, key);
  for (const std::string& key : changes.facts) remove(kFactTable, key);
  if (status.ok()) status = RemoveSearches(log, changes.searches);
  for (uint64_t identity : gone.identities) {
    remove(kIdentityTable, Big64(identity));
  }
  for (const auto& [sequence, e] : changes.changed) {
    if (!status.ok()) break;
    status = log.PutIn(kEventTable, Big64(sequence), EncodeEvent(e));
  }
  for (const auto& [key, session] : changes.sessions) {
    SessionRecord kept = session;
    kept.cwd.clear();
    if (!status.ok()) break;
    status = log.PutIn(kSessionTable, key, EncodeSession(kept));
  }
  if (!status.ok() || changes.facts.empty()) return status;
  return ChangeFactStamp(log);
}

struct Slice {
  int64_t before_ms;
  size_t keep;
  size_t most;
};

// Keys and identities. A younger event may stand before older ones: they were
// imported after it, or the clock was ahead when it ran.
std::vector<std::pair<std::string, uint64_t>> OldEvents(LogTables& log,
                                                        const Slice& wanted) {
  constexpr size_t kMaxYounger = 4096;
  size_t younger = 0;
  std::vector<std::pair<std::string, uint64_t>> gone;
  if (wanted.before_ms == INT64_MIN) return gone;
  log.ScanIn(kEventTable, "", [&](std::string_view key, auto value) {
    if (gone.size() >= wanted.most) return false;
    auto event = DecodeEvent(value);
    if (!event || event->start_ms >= wanted.before_ms) {
      return ++younger < kMaxYounger;
    }
    gone.emplace_back(key, EventIdentity(*event));
    return true;
  });
  return gone;
}

// The sequences of the events that started before `before_ms`, and of those
// beyond the newest `keep`.
std::unordered_set<uint64_t> OutdatedEvents(LogTables& log, int64_t before_ms,
                                            size_t keep) {
  std::unordered_set<uint64_t> out;
  std::vector<std::pair<int64_t, uint64_t>> left;
  EachEvent(log, [&](uint64_t sequence, const Event& e) {
    if (e.start_ms < before_ms) {
      out.insert(sequence);
    } else {
      left.emplace_back(e.start_ms, sequence);
    }
  });
  if (left.size() <= keep) return out;
  const auto cut = left.end() - static_cast<ptrdiff_t>(keep);
  if (cut != left.end()) std::nth_element(left.begin(), cut, left.end());
  for (auto at = left.begin(); at != cut; ++at) out.insert(at->second);
  return out;
}

// The newest stays: its number gives the number of the next one.
std::vector<std::string> OldFeedback(LogTables& log, const Slice& wanted) {
  const uint64_t shown = log.EntriesIn(kFeedbackTable);
  std::vector<std::string> gone;
  log.ScanIn(kFeedbackTable, "", [&](std::string_view key, auto value) {
    auto f = DecodeFeedback(value);
    bool old = f && f->at_ms < wanted.before_ms;
    const uint64_t left = shown - gone.size();
    if (gone.size() >= wanted.most || left <= 1 ||
        (!old && left <= wanted.keep)) {
      return false;
    }
    gone.emplace_back(key);
    return true;
  });
  return gone;
}

}  // namespace

Result<size_t> RemoveEvents(LogFile& file, const ToRemove& to_remove) {
  size_t removed = 0;
  Status status = file.Write([&](LogTables& log) -> Status {
    RemovedEvents gone;
    std::vector<RemovedId> ids;
    const uint64_t here = SyncMachine(log);
    EachEvent(log, [&](uint64_t sequence, const Event& e) {
      if (!to_remove.event(sequence, e)) return;
      gone.Add(sequence, e);
      if (here == 0) return;
      ids.push_back(
          {e.machine != 0 ? EventIdentity(e) : RemoteIdentity(here, sequence),
           Hash64(e.command)});
    });
    removed = gone.previous.size();
    const Changes changes = ChangesOf(log, gone, to_remove);
    if (removed == 0 && changes.feedback.empty() && changes.changed.empty() &&
        changes.searches.empty() && changes.facts.empty()) {
      return {};
    }
    Status written = Write(log, gone, changes);
    if (to_remove.afterwards == ToRemove::Afterwards::kMayReturn) {
      return written;
    }
    if (written.ok()) written = KeepAwayAll(log, gone, ids, to_remove.now_ms);
    return written;
  });
  if (!status.ok()) return status;
  file.ChangeVersion();
  return removed;
}

Result<size_t> Retention::RemoveSlice(int64_t before_ms, size_t keep,
                                      size_t slice) {
  size_t removed = 0;
  if (!file_.is_open()) return removed;
  // A prompt writes nothing where there is nothing to remove.
  const bool any = file_.Get([&](LogTables& log) {
    const Slice one{before_ms, keep, 1};
    return !OldEvents(log, one).empty() || !OldFeedback(log, one).empty();
  });
  if (!any) return removed;
  Status status = file_.Write([&](LogTables& log) {
    const Slice wanted{before_ms, keep, slice};
    const auto gone = OldEvents(log, wanted);
    const auto feedback = OldFeedback(log, wanted);
    removed = std::max(gone.size(), feedback.size());
    Status put = PutNextSequence(log);
    for (const auto& [key, identity] : gone) {
      if (put.ok()) put = log.DeleteIn(kEventTable, key);
      if (put.ok()) put = log.DeleteIn(kIdentityTable, Big64(identity));
    }
    for (const std::string& key : feedback) {
      if (put.ok()) put = log.DeleteIn(kFeedbackTable, key);
    }
    return put;
  });
  if (!status.ok()) return status;
  removed_ = removed_ || removed > 0;
  return removed;
}

Result<size_t> Retention::RemoveAll(int64_t before_ms, size_t keep) {
  std::unordered_set<uint64_t> outdated;
  file_.Get([&](LogTables& log) {
    outdated = OutdatedEvents(log, before_ms, keep);
    return true;
  });
  if (outdated.empty()) return size_t{0};
  auto removed = RemoveEvents(
      file_,
      {.event = [&](uint64_t sequence,
                    const Event&) { return outdated.contains(sequence); },
       .feedback =
           [&](const FeedbackRecord& f) { return f.at_ms < before_ms; }});
  removed_ = removed_ || removed.ok();
  return removed;
}

bool Retention::WantsCompaction() {
  constexpr size_t kMaxBytes = 32 << 20;
  return removed_ && file_.MostlyFree() && file_.info().used_bytes <= kMaxBytes;
}

}  // namespace synapse
