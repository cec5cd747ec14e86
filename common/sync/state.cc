#include "sync/state.h"

#include <functional>

#include "base/text.h"
#include "store/forgotten.h"

namespace synapse::sync {
namespace {

constexpr std::string_view kOwn = "sync:own", kTaken = "sync:taken:",
                           kDeleted = "sync:deleted:", kKill = "sync:kill",
                           kName = "sync:name", kLeft = "sync:left:";
constexpr size_t kFolderId = 16;

std::string Key64(std::string_view prefix, uint64_t value) {
  return std::string(prefix) + Big64(value);
}

// Calls `visit` with the rest of each key behind the prefix.
void EachOf(
    LogTables& log, std::string_view prefix,
    const std::function<void(std::string_view, std::string_view)>& visit) {
  log.ScanIn(kLogMetaTable, prefix, [&](auto key, auto value) {
    if (!key.starts_with(prefix)) return false;
    visit(key.substr(prefix.size()), value);
    return true;
  });
}

// Moves what is below a prefix below another one; "": removes it.
Status MoveAll(LogTables& log, std::string_view from, std::string_view to) {
  std::vector<std::pair<std::string, std::string>> all;
  EachOf(log, from, [&](auto rest, auto value) {
    all.emplace_back(std::string(rest), std::string(value));
  });
  Status moved;
  for (const auto& [rest, value] : all) {
    if (moved.ok()) {
      moved = log.DeleteIn(kLogMetaTable, std::string(from) + rest);
    }
    if (moved.ok() && !to.empty()) {
      moved = log.PutIn(kLogMetaTable, std::string(to) + rest, value);
    }
  }
  return moved;
}

Taken DecodeTaken(std::string_view bytes) {
  Taken out;
  ByteReader in(bytes);
  out.events = in.Little<uint64_t>();
  out.newest_ms = in.Little<int64_t>();
  out.host = std::string(in.String());
  while (in.ok() && in.left() >= 16) {
    const auto first = in.Little<uint64_t>();
    out.ranges[first] = in.Little<uint64_t>();
  }
  return out;
}

std::string HashOf64(const Key& key, uint64_t hash) {
  return KeyedHash(key, Big64(hash));
}

}  // namespace

bool Taken::Has(uint64_t first, uint64_t last) const {
  auto after = ranges.upper_bound(first);
  return after != ranges.begin() && std::prev(after)->second >= last;
}

void Taken::Add(uint64_t first, uint64_t last) {
  auto at = ranges.upper_bound(first);
  if (at != ranges.begin() && std::prev(at)->second + 1 >= first) --at;
  while (at != ranges.end() && at->first <= last + 1) {
    first = std::min(first, at->first);
    last = std::max(last, at->second);
    at = ranges.erase(at);
  }
  ranges[first] = last;
}

std::optional<Member> MemberOf(LogTables& log) {
  const auto value = log.GetIn(kLogMetaTable, kSyncKey);
  if (!value || value->size() != kFolderId + 24) return std::nullopt;
  ByteReader in(value->substr(kFolderId));
  Member out;
  out.folder = std::string(value->substr(0, kFolderId));
  out.machine = in.Little<uint64_t>();
  out.place = in.Little<uint64_t>();
  out.first = in.Little<uint64_t>();
  return out;
}

Status PutMember(LogTables& log, const Member& member) {
  const auto before = MemberOf(log);
  std::string value = member.folder;
  PutLittle<uint64_t>(value, member.machine);
  PutLittle<uint64_t>(value, member.place);
  PutLittle<uint64_t>(value, member.first);
  Status put = log.PutIn(kLogMetaTable, kSyncKey, value);
  if (!put.ok() || (before && before->folder == member.folder)) return put;
  for (std::string_view prefix : {kOwn, kSyncPending}) {
    if (put.ok()) put = MoveAll(log, prefix, "");
  }
  const std::string left(kLeft);
  if (put.ok() && before) put = MoveAll(log, kDeleted, left + before->folder);
  if (put.ok()) put = MoveAll(log, left + member.folder, kDeleted);
  for (const ForgottenHash& f : ForgottenIn(log)) {
    if (put.ok()) put = PutPendingForgetting(log, f.hash);
  }
  return put;
}

uint64_t NameToJoin(LogTables& log, uint64_t place) {
  ByteReader in(log.GetIn(kLogMetaTable, kName).value_or(std::string_view()));
  uint64_t machine = in.Little<uint64_t>();
  if (in.Little<uint64_t>() != place || !in.ok()) machine = 0;
  while (machine == 0) machine = ByteReader(RandomBytes(8)).Little<uint64_t>();
  return machine;
}

Result<uint64_t> NameOfStore(LogTables& log, uint64_t place) {
  const auto member = MemberOf(log);
  if (member && member->place == place) return member->machine;
  std::string value;
  const uint64_t machine = NameToJoin(log, place);
  PutLittle<uint64_t>(value, machine);
  PutLittle<uint64_t>(value, place);
  Status put = log.PutIn(kLogMetaTable, kName, value);
  if (!put.ok()) return put;
  return machine;
}

std::vector<OwnRange> OwnRanges(LogTables& log) {
  std::vector<OwnRange> out;
  const auto value = log.GetIn(kLogMetaTable, kOwn);
  ByteReader in(value ? *value : std::string_view());
  while (in.left() >= 32) {
    OwnRange r;
    r.first = in.Little<uint64_t>();
    r.last = in.Little<uint64_t>();
    r.size = in.Little<uint64_t>();
    r.entries = in.Little<uint64_t>();
    out.push_back(r);
  }
  return out;
}

Status PutOwnRanges(LogTables& log, const std::vector<OwnRange>& ranges) {
  std::string value;
  for (const OwnRange& r : ranges) {
    for (uint64_t number : {r.first, r.last, r.size, r.entries}) {
      PutLittle<uint64_t>(value, number);
    }
  }
  return log.PutIn(kLogMetaTable, kOwn, value);
}

Taken TakenFrom(LogTables& log, uint64_t machine) {
  const auto value = log.GetIn(kLogMetaTable, Key64(kTaken, machine));
  return value ? DecodeTaken(*value) : Taken();
}

Status PutTaken(LogTables& log, uint64_t machine, const Taken& taken) {
  std::string value;
  PutLittle<uint64_t>(value, taken.events);
  PutLittle<int64_t>(value, taken.newest_ms);
  PutString(value, taken.host);
  for (const auto& [first, last] : taken.ranges) {
    PutLittle<uint64_t>(value, first);
    PutLittle<uint64_t>(value, last);
  }
  return log.PutIn(kLogMetaTable, Key64(kTaken, machine), value);
}

std::map<uint64_t, Taken> AllTaken(LogTables& log) {
  std::map<uint64_t, Taken> out;
  EachOf(log, kTaken, [&](auto rest, auto value) {
    out[ByteReader(rest).Big<uint64_t>()] = DecodeTaken(value);
  });
  return out;
}

Deletions DeletionsIn(LogTables& log) {
  Deletions out;
  EachOf(log, kDeleted, [&](auto rest, auto value) {
    ByteReader in(value);
    Deleted d;
    d.generation = in.Little<uint64_t>();
    d.at = in.Little<uint64_t>();
    d.own = in.Little<uint8_t>() != 0;
    out[std::string(rest)] = d;
  });
  return out;
}

Status PutDeleted(LogTables& log, std::string_view hash,
                  const Deleted& deleted) {
  std::string value;
  PutLittle<uint64_t>(value, deleted.generation);
  PutLittle<uint64_t>(value, deleted.at);
  PutLittle<uint8_t>(value, deleted.own ? 1 : 0);
  return log.PutIn(kLogMetaTable, std::string(kDeleted) + std::string(hash),
                   value);
}

Result<bool> DrainPending(LogTables& log, const Key& key,
                          Deletions& deletions) {
  std::vector<std::pair<uint64_t, uint64_t>> pending;
  EachOf(log, kSyncPending, [&](auto rest, auto value) {
    pending.emplace_back(ByteReader(rest).Big<uint64_t>(),
                         ByteReader(value).Little<uint64_t>());
  });
  for (const auto& [hash, at] : pending) {
    const std::string keyed = HashOf64(key, hash);
    Deleted& d = deletions[keyed];
    d = {d.generation + 1, at, /*own=*/true};
    Status put = PutDeleted(log, keyed, d);
    if (put.ok()) put = log.DeleteIn(kLogMetaTable, Key64(kSyncPending, hash));
    if (!put.ok()) return put;
  }
  return !pending.empty();
}

std::string TextHash(const Key& key, std::string_view text) {
  return HashOf64(key, Hash64(text));
}

EventHashes HashesOf(const Key& key, const Event& event, uint64_t machine,
                     uint64_t sequence) {
  return {TextHash(key, event.command),
          HashOf64(key, event.machine != 0
                            ? RemoteIdentity(event.machine, event.remote)
                            : RemoteIdentity(machine, sequence))};
}

bool IsDeleted(const Deletions& deletions, const EventHashes& hashes,
               uint64_t sequence) {
  for (const std::string* hash : {&hashes.text, &hashes.id}) {
    const auto at = deletions.find(*hash);
    if (at != deletions.end() && sequence < at->second.at) return true;
  }
  return false;
}

bool MayHaveDeleted(LogTables& log) {
  return log.GetIn(kLogMetaTable, kKill).has_value();
}

Status SetMayHaveDeleted(LogTables& log, bool may) {
  return may ? log.PutIn(kLogMetaTable, kKill, "1")
             : log.DeleteIn(kLogMetaTable, kKill);
}

}  // namespace synapse::sync
