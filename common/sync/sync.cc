#include "sync/sync.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "learn/forgetting.h"
#include "store/forgotten.h"
#include "store/log_appender.h"

namespace synapse::sync {
namespace {

constexpr size_t kSmallFile = 64 << 10;  // bytes
constexpr size_t kMergedFile = 128 << 10;
constexpr size_t kMaxChecked = 256 << 10;  // bytes of our segments at a pass
// So many files with `least` to `most` entries, and the smaller ones behind them,
// become one: each entry is written a few times, whatever comes.
struct Tier {
  uint64_t least, most;
  size_t files;
};
constexpr Tier kTiers[] = {{0, 11, 12}, {12, 143, 12}, {144, ~uint64_t{0}, 64}};

size_t EntriesOf(const Segment& segment) {
  return segment.events.size() + segment.deletions.size();
}

// Where the events of a machine are in this log, by their sequences there: the
// last ones, for the `previous` of the next.
std::unordered_map<uint64_t, uint64_t> LastOf(LogTables& log,
                                              uint64_t machine) {
  constexpr size_t kMaxRead = 2048;
  std::unordered_map<uint64_t, uint64_t> out;
  size_t read = 0;
  log.ScanBackwardsIn(kEventTable, [&](auto key, auto value) {
    const auto event = DecodeEvent(value);
    if (event && event->machine == machine) {
      out[event->remote] = ByteReader(key).template Big<uint64_t>();
    }
    return ++read < kMaxRead;
  });
  return out;
}

// The event was ours before the store was copied.
bool IsOfThisStore(LogTables& log, const SegmentEvent& e) {
  const auto value = log.GetIn(kEventTable, Big64(e.sequence));
  const auto ours = value ? DecodeEvent(*value) : std::nullopt;
  return ours && ours->machine == 0 && ours->start_ms == e.event.start_ms &&
         ours->command == e.event.command && ours->session == e.event.session;
}

}  // namespace

Status Sync::Step() const {
  if (!options_.step || options_.step()) return {};
  return {Code::kInternal, "ended by the test"};
}

void Sync::Progress(const std::string& text) const {
  if (options_.progress) options_.progress(text);
}

// The folder has an event of ours where this log has another, or none yet: the
// store is that of a backup, and has given sequences a second time.
bool Sync::IsBehind(const Member& member) {
  uint64_t listed = 0;
  if (member.folder == folder_.id()) {
    for (const OwnRange& r : store_.log_file().Get(OwnRanges)) listed = r.last;
  }
  for (const SegmentFile& file : folder_.List()) {
    if (file.name.machine != member.machine || file.name.last <= listed) {
      continue;
    }
    const auto segment = folder_.Read(file.name);
    if (!segment.ok()) continue;
    bool behind = false;
    (void)store_.log_file().Read([&](LogTables& log) {
      const uint64_t next = NextSequence(log);
      for (const SegmentEvent& e : segment->events) {
        const bool there =
            log.GetIn(kEventTable, Big64(e.sequence)).has_value();
        behind |= e.sequence >= next || (there && !IsOfThisStore(log, e));
      }
    });
    if (behind) return true;
  }
  return false;
}

Status Sync::Join() {
  const auto before = store_.log_file().Get(MemberOf);
  const bool same =
      before && before->place == options_.place && !IsBehind(*before);
  const bool known = same && before->folder == folder_.id();
  return store_.log_file().Write([&](LogTables& log) -> Status {
    const auto now = MemberOf(log);
    // Another process of this machine may have joined meanwhile.
    if (now && (known || !before || now->machine != before->machine)) {
      if (now->folder == folder_.id() && now->place == options_.place) {
        member_ = *now;
        deletions_ = DeletionsIn(log);
        return {};
      }
    }
    member_ = {folder_.id(), 0, options_.place, 1};
    // A machine that comes from another folder keeps its name: it may have been
    // in this one before.
    if (same && now && now->machine == before->machine &&
        now->folder != folder_.id()) {
      member_.machine = now->machine;
    }
    while (member_.machine == 0) {
      member_.machine = now ? ByteReader(RandomBytes(8)).Little<uint64_t>()
                            : NameToJoin(log, options_.place);
    }
    Status put;
    if (now && now->folder == folder_.id()) {
      // Events that were written under the old name stay under it.
      const auto ranges = OwnRanges(log);
      const uint64_t last =
          ranges.empty() ? now->first - 1 : ranges.back().last;
      Taken taken = TakenFrom(log, now->machine);
      if (last > 0) taken.Add(1, last);
      taken.host = options_.host;
      put = PutTaken(log, now->machine, taken);
      if (put.ok()) put = PutOwnRanges(log, {});
      member_.first = last + 1;
    }
    if (put.ok()) put = PutMember(log, member_);
    deletions_ = DeletionsIn(log);
    return put;
  });
}

Status Sync::WriteAllAnew() {
  return store_.log_file().Write([&](LogTables& log) {
    auto ranges = OwnRanges(log);
    for (OwnRange& r : ranges) r.size = 0;
    return PutOwnRanges(log, ranges);
  });
}

// Segments that had what was forgotten here are written anew: their numbers of
// entries have changed.
Status Sync::Drain() {
  bool drained = false;
  Status status = Step();
  if (!status.ok()) return status;
  return store_.log_file().Write([&](LogTables& log) -> Status {
    deletions_ = DeletionsIn(log);
    auto done = DrainPending(log, folder_.deletion_key(), deletions_);
    if (!done.ok()) return done.status();
    drained = *done;
    if (!drained) return {};
    auto ranges = OwnRanges(log);
    for (OwnRange& r : ranges) {
      const size_t entries = EntriesOf(SegmentOf(log, r.first, r.last));
      if (entries != r.entries) r.size = 0;
    }
    Status put = PutOwnRanges(log, ranges);
    return put.ok() ? SetMayHaveDeleted(log, true) : put;
  });
}

Status Sync::RemoveDeleted(Report& report) {
  const bool may =
      store_.log_file().Get([](LogTables& log) { return MayHaveDeleted(log); });
  if (!may) return {};
  ToRemove to_remove;
  to_remove.event = [&](uint64_t sequence, const Event& e) {
    return IsDeleted(
        deletions_,
        HashesOf(folder_.deletion_key(), e, member_.machine, sequence),
        sequence);
  };
  Status status = Step();
  if (!status.ok()) return status;
  auto removed = Forget(store_, learner_, to_remove);
  if (!removed.ok()) return removed.status();
  report.deleted += *removed;
  status = Step();
  if (!status.ok()) return status;
  return store_.log_file().Write(
      [](LogTables& log) { return SetMayHaveDeleted(log, false); });
}

Status Sync::Raise(const std::map<std::string, uint64_t>& generations) {
  Status status = Step();
  if (!status.ok() || generations.empty()) return status;
  return store_.log_file().Write([&](LogTables& log) -> Status {
    deletions_ = DeletionsIn(log);
    auto drained = DrainPending(log, folder_.deletion_key(), deletions_);
    if (!drained.ok()) return drained.status();
    auto at = TakeSequence(log);
    if (!at.ok()) return at.status();
    Status put;
    for (const auto& [hash, generation] : generations) {
      Deleted& d = deletions_[hash];
      if (generation <= d.generation) continue;
      d = {generation, *at, /*own=*/false};
      if (put.ok()) put = PutDeleted(log, hash, d);
    }
    std::unordered_set<uint64_t> texts, own;
    log.ScanIn(kEventTable, "", [&](auto key, auto value) {
      const auto e = DecodeEvent(value);
      if (!e) return true;
      const auto sequence = ByteReader(key).template Big<uint64_t>();
      const EventHashes hashes =
          HashesOf(folder_.deletion_key(), *e, member_.machine, sequence);
      if (!IsDeleted(deletions_, hashes, sequence)) return true;
      if (e->machine == 0) own.insert(sequence);
      const auto d = deletions_.find(hashes.text);
      if (d != deletions_.end() && sequence < d->second.at) {
        texts.insert(Hash64(e->command));
      }
      return true;
    });
    for (uint64_t hash : texts) {
      if (put.ok()) put = PutForgottenHere(log, {hash, 0});
    }
    auto ranges = OwnRanges(log);
    for (OwnRange& r : ranges) {
      for (uint64_t sequence : own) {
        if (sequence >= r.first && sequence <= r.last) r.size = 0;
      }
    }
    if (put.ok()) put = PutOwnRanges(log, ranges);
    return put.ok() ? SetMayHaveDeleted(log, true) : put;
  });
}

// All deletions before the first event: none is taken in that is removed again.
Status Sync::ApplyDeletions(const std::vector<SegmentFile>& files,
                            Report& report) {
  std::map<std::string, uint64_t> raised;
  const auto raise = [&](const std::string& hash, uint64_t generation) {
    const auto known = deletions_.find(hash);
    if (known != deletions_.end() && known->second.generation >= generation) {
      return;
    }
    uint64_t& greatest = raised[hash];
    greatest = std::max(greatest, generation);
  };
  for (const SegmentFile& file : files) {
    auto segment = folder_.Read(file.name);
    if (!segment.ok()) {
      report.problems.push_back(segment.status().message());
      continue;
    }
    for (const Deletion& d : segment->deletions) raise(d.hash, d.generation);
    for (const SegmentEvent& e : segment->events) {
      if (e.generation == 0) continue;
      raise(TextHash(folder_.deletion_key(), e.event.command), e.generation);
    }
  }
  Status status = Raise(raised);
  return status.ok() ? RemoveDeleted(report) : status;
}

Status Sync::TakeIn(const SegmentFile& file, Report& report) {
  auto segment = folder_.Read(file.name);
  if (!segment.ok()) return {};  // reported before
  const SegmentName& name = file.name;
  size_t added = 0;
  Status status = Step();
  if (!status.ok()) return status;
  status = store_.log_file().Write([&](LogTables& log) -> Status {
    added = 0;
    deletions_ = DeletionsIn(log);
    auto drained = DrainPending(log, folder_.deletion_key(), deletions_);
    if (!drained.ok()) return drained.status();
    Status put;
    if (*drained) put = SetMayHaveDeleted(log, true);
    Taken taken = TakenFrom(log, name.machine);
    auto known = LastOf(log, name.machine);
    LogAppender appender(log);
    for (SegmentEvent& e : segment->events) {
      if (taken.Has(e.sequence, e.sequence)) continue;
      Event& event = e.event;
      event.machine = name.machine;
      event.remote = e.sequence;
      // The file of a shell's history names no host.
      if (event.host.empty()) event.host = segment->host;
      if (log.GetIn(kIdentityTable, Big64(EventIdentity(event))) ||
          IsOfThisStore(log, e)) {
        continue;
      }
      if (!deletions_.empty() || e.generation != 0) {
        const EventHashes hashes =
            HashesOf(folder_.deletion_key(), event, 0, 0);
        const auto d = deletions_.find(hashes.text);
        const uint64_t now = d == deletions_.end() ? 0 : d->second.generation;
        // The file was replaced since its deletions were read.
        if (e.generation > now) return {Code::kBusy, "a segment has changed"};
        if (e.generation < now || deletions_.contains(hashes.id)) continue;
      }
      const auto previous = known.find(event.previous);
      event.previous = previous == known.end() ? 0 : previous->second;
      auto sequence = appender.Add(event);
      if (!sequence.ok()) return sequence.status();
      // It ran again after it was forgotten, also if it was imported there.
      put = log.DeleteIn(kForgottenTable, Big64(Hash64(event.command)));
      if (!put.ok()) return put;
      known[e.sequence] = *sequence;
      taken.newest_ms = std::max(taken.newest_ms, event.start_ms);
      ++added;
    }
    taken.Add(name.first, name.last);
    taken.events += added;
    taken.host = segment->host;
    return put.ok() ? PutTaken(log, name.machine, taken) : put;
  });
  if (status.ok()) report.taken += added;
  return status;
}

Status LearnNew(Store& store, Learner& learner, size_t added) {
  // With so many new events a rebuild is faster than one by one.
  constexpr size_t kRebuildFrom = 200;
  if (added == 0) return {};
  if (added >= kRebuildFrom && added * 10 > store.log().event_count()) {
    return learner.rebuild().Run(nullptr);
  }
  Budget budget = Budget::Unlimited();
  return learner.CatchUp(budget);
}

Status Sync::Read(Report& report) {
  Status status = Drain();
  if (!status.ok()) return status;
  const auto taken =
      store_.log_file().Get([](LogTables& log) { return AllTaken(log); });
  std::vector<SegmentFile> fresh;
  for (const SegmentFile& file : folder_.List()) {
    if (file.name.machine == member_.machine) continue;
    const auto known = taken.find(file.name.machine);
    if (known != taken.end() &&
        known->second.Has(file.name.first, file.name.last)) {
      continue;
    }
    fresh.push_back(file);
  }
  status = ApplyDeletions(fresh, report);
  const size_t before = report.taken;
  size_t done = 0;
  for (const SegmentFile& file : fresh) {
    if (!status.ok()) break;
    status = TakeIn(file, report);
    Progress("reading " + std::to_string(++done) + " of " +
             std::to_string(fresh.size()) + " segments");
  }
  if (status.ok()) status = RemoveDeleted(report);
  if (!status.ok()) return status;
  return LearnNew(store_, learner_, report.taken - before);
}

bool Sync::MayLeave(const Event& event, uint64_t sequence,
                    uint64_t& generation) const {
  if (event.machine != 0 || event.command.find('\0') != std::string::npos) {
    return false;
  }
  generation = 0;
  if (!deletions_.empty()) {
    const EventHashes hashes =
        HashesOf(folder_.deletion_key(), event, member_.machine, sequence);
    if (IsDeleted(deletions_, hashes, sequence)) return false;
    const auto d = deletions_.find(hashes.text);
    if (d != deletions_.end()) generation = d->second.generation;
  }
  return !options_.keep_here || !options_.keep_here(event);
}

Segment Sync::SegmentOf(LogTables& log, uint64_t first, uint64_t last) const {
  Segment out;
  out.host = options_.host;
  for (const auto& [hash, d] : deletions_) {
    if (d.own && d.at >= first && d.at <= last) {
      out.deletions.push_back({hash, d.generation});
    }
  }
  const auto hidden = HiddenIn(log);
  log.ScanIn(kEventTable, Big64(first), [&](auto key, auto value) {
    SegmentEvent e;
    e.sequence = ByteReader(key).template Big<uint64_t>();
    if (e.sequence > last) return false;
    auto event = DecodeEvent(value);
    if (!event || !MayLeave(*event, e.sequence, e.generation) ||
        hidden.contains(Hash64(event->command))) {
      return true;
    }
    e.event = std::move(*event);
    out.events.push_back(std::move(e));
    return true;
  });
  return out;
}

// Adds ranges for the events and deletions that are in none yet.
std::vector<OwnRange> Sync::WithNewEvents(const std::vector<OwnRange>& ranges) {
  std::vector<OwnRange> out = ranges;
  (void)store_.log_file().Read([&](LogTables& log) {
    const uint64_t end = NextSequence(log) - 1;
    uint64_t first = out.empty() ? member_.first : out.back().last + 1;
    size_t events = 0, text = 0;
    uint64_t generation = 0;
    const auto close = [&](uint64_t last) {
      out.push_back({first, last, 0, 0});
      first = last + 1;
      events = text = 0;
    };
    log.ScanIn(kEventTable, Big64(first), [&](auto key, auto value) {
      const auto sequence = ByteReader(key).template Big<uint64_t>();
      if (sequence > end) return false;
      const auto event = DecodeEvent(value);
      if (!event || !MayLeave(*event, sequence, generation)) return true;
      ++events;
      text += event->command.size() + event->cwd.size() / 8 + 8;
      if (events == kMaxEvents || text > kMaxText) close(sequence);
      return true;
    });
    for (const auto& [hash, d] : deletions_) {
      if (d.own && d.at >= first && d.at <= end) ++events;
    }
    if (events > 0) close(end);
  });
  return out;
}

std::vector<OwnRange> Sync::Merged(std::vector<OwnRange> ranges) {
  for (const Tier& tier : kTiers) {
    size_t from = ranges.size(), files = 0;
    while (from > 0 && ranges[from - 1].size < kSmallFile &&
           ranges[from - 1].entries <= tier.most) {
      files += ranges[--from].entries >= tier.least;
    }
    while (files >= tier.files && ranges.size() - from >= tier.files) {
      OwnRange all{ranges[from].first, 0, 0, 0};
      uint64_t bytes = 0;
      size_t end = from;
      while (end < ranges.size() && bytes < kMergedFile) {
        bytes += ranges[end].size;
        all.entries += ranges[end].entries;
        all.last = ranges[end++].last;
      }
      ranges.erase(ranges.begin() + static_cast<ptrdiff_t>(from + 1),
                   ranges.begin() + static_cast<ptrdiff_t>(end));
      ranges[from++] = all;
    }
  }
  return ranges;
}

// Damage that leaves the size is found by reading: at each pass a part of our
// segments, from a random one on. The others cannot read such a segment, and
// nobody else can write it.
void Sync::ForgetDamaged(std::vector<OwnRange>& ranges) const {
  if (ranges.empty()) return;
  const size_t begin =
      ByteReader(RandomBytes(8)).Little<uint64_t>() % ranges.size();
  uint64_t bytes = 0;
  for (size_t i = 0; i < ranges.size() && bytes < kMaxChecked; ++i) {
    OwnRange& r = ranges[(begin + i) % ranges.size()];
    if (r.size == 0 || r.entries == 0) continue;
    bytes += r.size;
    const auto segment = folder_.Read({member_.machine, r.first, r.last});
    if (!segment.ok() || EntriesOf(*segment) != r.entries) r.size = 0;
  }
}

Status Sync::RemoveStrays(const std::vector<OwnRange>& ranges) {
  for (const SegmentFile& file : folder_.List()) {
    if (file.name.machine != member_.machine) continue;
    const bool ours =
        std::any_of(ranges.begin(), ranges.end(), [&](const OwnRange& r) {
          return r.first == file.name.first && r.last == file.name.last;
        });
    if (ours) continue;
    Status status = Step();
    if (status.ok()) status = folder_.Remove(file.name);
    if (!status.ok()) return status;
  }
  return folder_.RemoveUnfinished(member_.machine);
}

Status Sync::Write(Report& report) {
  Status status = Drain();
  if (!status.ok()) return status;
  const auto before =
      store_.log_file().Get([](LogTables& log) { return OwnRanges(log); });
  auto ranges = Merged(WithNewEvents(before));
  ForgetDamaged(ranges);
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> there;
  for (const SegmentFile& file : folder_.List()) {
    if (file.name.machine != member_.machine) continue;
    there[{file.name.first, file.name.last}] = file.size;
  }
  size_t done = 0;
  bool changed = ranges.size() != before.size();
  for (OwnRange& r : ranges) {
    ++done;
    const auto file = there.find({r.first, r.last});
    const bool whole = file != there.end() && file->second == r.size;
    // A range without entries has no file: `size` 1 says that it is settled.
    if (r.size != 0 && (whole || r.entries == 0)) continue;
    Segment segment;
    status = store_.log_file().Read(
        [&](LogTables& log) { segment = SegmentOf(log, r.first, r.last); });
    if (status.ok()) status = Step();
    if (!status.ok()) return status;
    const SegmentName name{member_.machine, r.first, r.last};
    changed = true;
    r.entries = EntriesOf(segment);
    if (r.entries == 0) {
      status = folder_.Remove(name);
      r.size = 1;
    } else {
      auto size = folder_.Write(name, segment);
      status = size.status();
      if (size.ok()) {
        r.size = *size;
        ++report.written;
      }
    }
    if (!status.ok()) return status;
    Progress("writing " + std::to_string(done) + " of " +
             std::to_string(ranges.size()) + " segments");
  }
  status = Step();
  if (!status.ok()) return status;
  if (changed) {
    status = store_.log_file().Write(
        [&](LogTables& log) { return PutOwnRanges(log, ranges); });
    if (!status.ok()) return status;
  }
  return RemoveStrays(ranges);
}

}  // namespace synapse::sync
