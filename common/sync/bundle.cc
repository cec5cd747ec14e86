#include "sync/bundle.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "command/history.h"
#include "learn/forgetting.h"
#include "store/bytes.h"
#include "store/forgotten.h"
#include "store/log_appender.h"
#include "sync/state.h"
#include "sync/sync.h"

namespace synapse::sync {
namespace {

constexpr size_t kBundleId = 16, kPartHead = 12;
constexpr size_t kSealedNothing = 40;  // bytes: a nonce and a tag

// The end of a bundle has machine 0.
std::string PartBound(const std::string& head, uint64_t number,
                      uint64_t machine) {
  std::string out = head;
  PutBig<uint64_t>(out, number);
  PutBig<uint64_t>(out, machine);
  return out;
}

// A part as bytes.
std::string PartOf(const Key& key, const std::string& head, uint64_t number,
                   uint64_t machine, std::string_view content) {
  const std::string sealed =
      Seal(key, PartBound(head, number, machine), content);
  std::string out;
  PutLittle<uint32_t>(out, static_cast<uint32_t>(sealed.size()));
  PutLittle<uint64_t>(out, machine);
  return out + sealed;
}

struct Placed {
  uint64_t remote = 0, local = 0;  // sequences: at its machine, in this log
};

// All events of the log by their machine, in the order of their sequences there.
std::map<uint64_t, std::vector<Placed>> ByMachine(LogTables& log,
                                                  uint64_t own) {
  std::map<uint64_t, std::vector<Placed>> out;
  log.ScanIn(kEventTable, "", [&](auto key, auto value) {
    const auto e = DecodeEvent(value);
    if (!e) return true;
    const auto sequence = ByteReader(key).template Big<uint64_t>();
    const bool here = e->machine == 0;
    out[here ? own : e->machine].push_back(
        {here ? sequence : e->remote, sequence});
    return true;
  });
  for (auto& [machine, events] : out) {
    std::sort(events.begin(), events.end(),
              [](const auto& a, const auto& b) { return a.remote < b.remote; });
    // A sequence is in a segment once.
    events.erase(std::unique(events.begin(), events.end(),
                             [](const auto& a, const auto& b) {
                               return a.remote == b.remote;
                             }),
                 events.end());
  }
  return out;
}

// Without the host: it is written to the copy on another machine.
uint64_t RunHash(const Event& e) {
  return Hash64(e.command,
                Hash64(e.session, Hash64(std::to_string(e.start_ms))));
}

// The events that the log has already.
struct Present {
  struct Copy {
    uint64_t run = 0, sequence = 0;
  };
  std::unordered_map<uint64_t, Copy> by_id;     // RemoteIdentity
  std::unordered_map<uint64_t, uint32_t> runs;  // how often
  std::unordered_set<uint64_t> own_texts;

  bool Take(uint64_t run) {
    const auto at = runs.find(run);
    if (at == runs.end() || at->second == 0) return false;
    --at->second;
    return true;
  }
};

Present PresentIn(LogTables& log, uint64_t own) {
  Present out;
  log.ScanIn(kEventTable, "", [&](auto key, auto value) {
    const auto e = DecodeEvent(value);
    if (!e) return true;
    const auto sequence = ByteReader(key).template Big<uint64_t>();
    const uint64_t run = RunHash(*e);
    const uint64_t id =
        e->machine != 0 ? EventIdentity(*e) : RemoteIdentity(own, sequence);
    out.by_id[id] = {run, sequence};
    ++out.runs[run];
    if (e->machine == 0) out.own_texts.insert(Hash64(e->command));
    return true;
  });
  return out;
}

// Also when it was forgotten as one run, here or where it ran.
bool IsForgotten(const Event& e, uint64_t id,
                 const std::unordered_set<uint64_t>& forgotten) {
  return !forgotten.empty() &&
         (forgotten.contains(Hash64(e.command)) || forgotten.contains(id) ||
          forgotten.contains(EventIdentity(e.start_ms / 1000, e.command)));
}

// Removes copies from other machines of what was forgotten there, and keeps the
// hashes of what did not run here.
Status TakeInForgotten(Store& store, Learner& learner, const Bundle& bundle,
                       const Present& present, BundleReport& report) {
  std::unordered_set<uint64_t> there, again;
  for (const ForgottenHash& f : bundle.forgotten) there.insert(f.hash);
  for (const BundlePart& part : bundle.parts) {
    for (const SegmentEvent& e : part.segment.events) {
      again.insert(Hash64(e.event.command));
    }
  }
  if (there.empty()) return {};
  ToRemove gone;
  gone.event = [&](uint64_t, const Event& e) {
    const uint64_t text = Hash64(e.command);
    return e.machine != 0 &&
           ((there.contains(text) && !again.contains(text)) ||
            there.contains(EventIdentity(e)) ||
            (e.machine == bundle.machine &&
             there.contains(EventIdentity(e.start_ms / 1000, e.command))));
  };
  gone.afterwards = ToRemove::Afterwards::kMayReturn;
  bool any = false;
  store.log().Visit(1, [&](uint64_t sequence, const Event& e) {
    any = gone.event(sequence, e);
    return !any;
  });
  if (any) {
    auto removed = Forget(store, learner, gone);
    if (!removed.ok()) return removed.status();
    report.removed = *removed;
  }
  const auto here = store.forgotten().Hashes();
  std::vector<ForgottenHash> fresh;
  for (const ForgottenHash& f : bundle.forgotten) {
    if (!here.contains(f.hash) && !again.contains(f.hash) &&
        !present.own_texts.contains(f.hash)) {
      fresh.push_back(f);
    }
  }
  return store.forgotten().Add(fresh);
}

}  // namespace

Result<std::string> MakeBundle(Store& store, const Key& key,
                               const BundleOptions& options,
                               BundleReport& report) {
  uint64_t own = 0;
  Status status = store.log_file().Write([&](LogTables& log) -> Status {
    auto name = NameOfStore(log, options.place);
    if (name.ok()) own = *name;
    return name.status();
  });
  if (!status.ok()) return status;
  const std::string head = std::string(kBundleMagic) + RandomBytes(kBundleId);
  std::string out = head + Seal(key, head, "");
  uint64_t number = 0;
  bool too_large = false;
  const auto put = [&](uint64_t machine, std::string_view content) {
    const std::string part = PartOf(key, head, number++, machine, content);
    too_large |= part.size() > kPartHead + kMaxSegmentFile ||
                 out.size() + part.size() > kMaxBundle;
    if (!too_large) out += part;
  };
  status = store.log_file().Read([&](LogTables& log) {
    report = {};
    const auto hidden = HiddenIn(log);
    const auto all = ByMachine(log, own);
    for (const auto& [machine, events] : all) {
      std::unordered_map<uint64_t, uint64_t> remote;  // of sequences here
      for (const Placed& at : events) remote[at.local] = at.remote;
      Segment segment;
      segment.host =
          machine == own ? options.host : TakenFrom(log, machine).host;
      size_t text = 0;
      const size_t before = report.events;
      for (const Placed& at : events) {
        const auto value = log.GetIn(kEventTable, Big64(at.local));
        auto e = value ? DecodeEvent(*value) : std::nullopt;
        if (!e || e->command.find('\0') != std::string::npos ||
            hidden.contains(Hash64(e->command))) {
          continue;
        }
        if (options.leave_out && options.leave_out(*e)) {
          ++report.left_out;
          continue;
        }
        const auto previous = remote.find(e->previous);
        e->previous = previous != remote.end() && previous->second < at.remote
                          ? previous->second
                          : 0;
        text += e->command.size() + e->cwd.size() / 8 + 8;
        segment.events.push_back({*std::move(e), at.remote, 0});
        ++report.events;
        if (segment.events.size() < kMaxEvents && text < kMaxText) continue;
        put(machine, EncodeSegment(segment));
        segment.events.clear();
        text = 0;
      }
      if (!segment.events.empty()) put(machine, EncodeSegment(segment));
      if (report.events > before) ++report.machines;
    }
    std::string end;
    PutLittle<uint64_t>(end, own);
    for (const ForgottenHash& f : ForgottenIn(log)) {
      PutLittle<uint64_t>(end, f.hash);
      PutLittle<int64_t>(end, f.at_ms);
    }
    put(0, end);
  });
  if (!status.ok()) return status;
  if (too_large) return {Code::kInternal, "the bundle would be too large"};
  return out;
}

Result<Bundle> OpenBundle(std::string_view bytes, const Key& key) {
  const Status damaged(Code::kCorrupt,
                       "the bundle is damaged or cut off; nothing is taken in");
  const size_t head_size = kBundleMagic.size() + kBundleId;
  if (bytes.size() < head_size + kSealedNothing ||
      !bytes.starts_with(kBundleMagic)) {
    return damaged;
  }
  const std::string head(bytes.substr(0, head_size));
  if (!OpenSealed(key, head, bytes.substr(head_size, kSealedNothing))) {
    return {Code::kInvalidArgument,
            "the key is not this bundle's, or its beginning is damaged; "
            "nothing is taken in"};
  }
  bytes.remove_prefix(head_size + kSealedNothing);
  Bundle out;
  for (uint64_t number = 0;; ++number) {
    ByteReader in(bytes);
    const auto size = in.Little<uint32_t>();
    const auto machine = in.Little<uint64_t>();
    if (!in.ok() || size > in.left()) return damaged;
    const auto content = OpenSealed(key, PartBound(head, number, machine),
                                    bytes.substr(kPartHead, size));
    if (!content) return damaged;
    bytes.remove_prefix(kPartHead + size);
    if (machine == 0) {
      ByteReader end(*content);
      out.machine = end.Little<uint64_t>();
      while (end.ok() && end.left() >= 16) {
        const auto hash = end.Little<uint64_t>();
        out.forgotten.push_back({hash, end.Little<int64_t>()});
      }
      if (!end.ok() || end.left() > 0 || !bytes.empty()) return damaged;
      return out;
    }
    auto segment = DecodeSegment(*content);
    if (!segment) {
      return {
          Code::kCorrupt,
          "the bundle has a format of a newer Synapse; nothing is taken in"};
    }
    out.parts.push_back({machine, *std::move(segment)});
  }
}

Status TakeInBundle(Store& store, Learner& learner, Bundle bundle,
                    const BundleOptions& options, BundleReport& report) {
  Present present;
  Status status = store.log_file().Write([&](LogTables& log) -> Status {
    auto own = NameOfStore(log, options.place);
    if (own.ok()) present = PresentIn(log, *own);
    return own.status();
  });
  if (status.ok()) {
    status = TakeInForgotten(store, learner, bundle, present, report);
  }
  if (!status.ok()) return status;
  const auto forgotten = store.forgotten().Hashes();
  // Ids first: a copy without one must not use up a run that has one.
  for (BundlePart& part : bundle.parts) {
    std::erase_if(part.segment.events, [&](const SegmentEvent& e) {
      const auto at =
          present.by_id.find(RemoteIdentity(part.machine, e.sequence));
      const bool known = at != present.by_id.end() &&
                         at->second.run == RunHash(e.event) &&
                         present.Take(at->second.run);
      report.known += known;
      return known;
    });
  }
  std::unordered_set<uint64_t> machines;
  for (BundlePart& part : bundle.parts) {
    std::erase_if(part.segment.events, [&](SegmentEvent& e) {
      Event& event = e.event;
      uint64_t id = RemoteIdentity(part.machine, e.sequence);
      event.machine = part.machine;
      event.remote = e.sequence;
      if (event.host.empty()) event.host = part.segment.host;
      if (IsForgotten(event, id, forgotten)) {
        ++report.forgotten;
      } else if (options.leave_out && options.leave_out(event)) {
        ++report.left_out;
      } else if (present.Take(RunHash(event))) {
        ++report.known;
      } else {
        // A store that was restored gives sequences twice: a name of its own.
        if (present.by_id.contains(id)) event.machine = RunHash(event) | 1;
        return false;
      }
      return true;
    });
    size_t added = 0;
    status = store.log_file().Write([&](LogTables& log) -> Status {
      added = 0;
      LogAppender appender(log);
      for (const SegmentEvent& e : part.segment.events) {
        Event event = e.event;
        const auto previous =
            present.by_id.find(RemoteIdentity(part.machine, event.previous));
        event.previous =
            previous == present.by_id.end() ? 0 : previous->second.sequence;
        auto sequence = appender.Add(event);
        if (!sequence.ok()) return sequence.status();
        present.by_id[EventIdentity(event)] = {RunHash(event), *sequence};
        ++added;
      }
      return {};
    });
    if (!status.ok()) break;
    report.events += added;
    if (added > 0) machines.insert(part.machine);
    part.segment = {};
  }
  report.machines = machines.size();
  // Events that came in before an error are learned too.
  const Status learned = LearnNew(store, learner, report.events);
  return status.ok() ? learned : status;
}

}  // namespace synapse::sync
