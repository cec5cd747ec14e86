#include "store/memory_kv.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace synapse {
namespace {

// Most keys are a kind and a number: a hash of a text already.
uint32_t HashOf(std::string_view key) {
  constexpr uint64_t kMixer = 0x9E3779B97F4A7C15;
  uint64_t front, back;
  if (key.size() < sizeof(front) || key.size() > 2 * sizeof(front)) {
    return static_cast<uint32_t>(std::hash<std::string_view>()(key));
  }
  memcpy(&front, key.data(), sizeof(front));
  memcpy(&back, key.data() + key.size() - sizeof(back), sizeof(back));
  const uint64_t mixed = (front * kMixer ^ back) * kMixer;
  return static_cast<uint32_t>(mixed ^ mixed >> 32);
}

// The first eight bytes as a number that sorts as they do.
uint64_t FrontOf(std::string_view key) {
  uint64_t front = 0;
  for (size_t i = 0; i < sizeof(front); ++i) {
    const auto byte = static_cast<unsigned char>(i < key.size() ? key[i] : 0);
    front = front << 8 | byte;
  }
  return front;
}

constexpr char kGone = 0, kThere = 1;

bool IsThere(std::string_view change) { return change[0] == kThere; }

Status Full() { return {Code::kUnavailable, "the index in memory is full"}; }

}  // namespace

uint32_t MemoryKv::Arena::Add(size_t bytes) {
  constexpr size_t kFirst = 4096 / alignof(Entry), kLargest = kMask + 1;
  constexpr size_t kMaxBlocks = size_t{1} << (32 - kBits);
  const size_t units = (bytes + alignof(Entry) - 1) / alignof(Entry);
  if (units > size_ - used_) {
    if (blocks_.size() == kMaxBlocks) return 0;
    size_ = std::max(units, std::min(std::max(kFirst, 2 * size_), kLargest));
    blocks_.emplace_back(new char[size_ * alignof(Entry)]);
    // No entry has the number 0.
    used_ = blocks_.size() == 1 ? 1 : 0;
    if (units > size_ - used_) return Add(bytes);
  }
  const auto number =
      static_cast<uint32_t>((blocks_.size() - 1) << kBits | used_);
  used_ += units;
  return number;
}

MemoryKv::Slot& MemoryKv::SlotOf(Hashed& table, uint32_t hash,
                                 std::string_view key) const {
  const size_t mask = table.slots.size() - 1;
  for (size_t at = hash & mask;; at = (at + 1) & mask) {
    Slot& slot = table.slots[at];
    if (slot.entry == 0 ||
        (slot.hash == hash && arena_.At(slot.entry)->key() == key)) {
      return slot;
    }
  }
}

void MemoryKv::Grow(Hashed& table) {
  constexpr size_t kFirst = 16;
  std::vector<Slot> old(std::max(kFirst, table.slots.size() * 2));
  old.swap(table.slots);
  const size_t mask = table.slots.size() - 1;
  for (const Slot& slot : old) {
    if (slot.entry == 0) continue;
    size_t at = slot.hash & mask;
    while (table.slots[at].entry != 0) at = (at + 1) & mask;
    table.slots[at] = slot;
  }
}

uint32_t MemoryKv::NewEntry(std::string_view key, std::string_view value,
                            size_t room) {
  const uint32_t number = arena_.Add(sizeof(Entry) + key.size() + room);
  if (number == 0) return 0;
  auto* entry = new (arena_.At(number))
      Entry{static_cast<uint32_t>(value.size()), static_cast<uint32_t>(room),
            static_cast<uint16_t>(key.size()), /*gone=*/false};
  memcpy(entry->bytes(), key.data(), key.size());
  if (!value.empty()) {
    memcpy(entry->bytes() + key.size(), value.data(), value.size());
  }
  return number;
}

std::optional<std::string_view> MemoryKv::Get(Table table,
                                              std::string_view key) {
  int t = static_cast<int>(table);
  if (IsOrdered(table)) {
    auto at = ordered_[t].find(key);
    if (at == ordered_[t].end()) return std::nullopt;
    return at->second;
  }
  Hashed& hashed = hashed_[t];
  if (hashed.slots.empty()) return std::nullopt;
  const uint32_t number = SlotOf(hashed, HashOf(key), key).entry;
  const Entry* entry = number != 0 ? arena_.At(number) : nullptr;
  if (!entry || entry->gone) return std::nullopt;
  return entry->value();
}

Status MemoryKv::Put(Table table, std::string_view key,
                     std::string_view value) {
  int t = static_cast<int>(table);
  if (IsOrdered(table)) {
    auto at = ordered_[t].lower_bound(key);
    if (at != ordered_[t].end() && at->first == key) {
      at->second.assign(value);
    } else {
      ordered_[t].emplace_hint(at, key, value);
    }
    return {};
  }
  constexpr size_t kLongest = std::numeric_limits<uint16_t>::max();
  if (key.size() > kLongest) {
    return {Code::kInvalidArgument, "a key of the index is too long"};
  }
  Hashed& hashed = hashed_[t];
  // Three of four slots are in use at most.
  if (hashed.used * 4 >= hashed.slots.size() * 3) Grow(hashed);
  const uint32_t hash = HashOf(key);
  Slot& slot = SlotOf(hashed, hash, key);
  if (slot.entry == 0) {
    const uint32_t number = NewEntry(key, value, value.size());
    if (number == 0) return Full();
    slot = {hash, number};
    ++hashed.used;
    return {};
  }
  Entry* entry = arena_.At(slot.entry);
  if (value.size() > entry->room) {
    const uint32_t number = NewEntry(key, value, 2 * value.size());
    if (number == 0) return Full();
    if (entry->gone) --hashed.gone;
    // A scan that is under way has the earlier entry.
    entry->gone = true;
    slot.entry = number;
    return {};
  }
  if (entry->gone) --hashed.gone;
  entry->gone = false;
  entry->value_size = static_cast<uint32_t>(value.size());
  if (!value.empty()) {
    memmove(entry->bytes() + entry->key_size, value.data(), value.size());
  }
  return {};
}

Status MemoryKv::Delete(Table table, std::string_view key) {
  int t = static_cast<int>(table);
  if (IsOrdered(table)) {
    ordered_[t].erase(std::string(key));
    return {};
  }
  Hashed& hashed = hashed_[t];
  if (hashed.slots.empty()) return {};
  const uint32_t number = SlotOf(hashed, HashOf(key), key).entry;
  Entry* entry = number != 0 ? arena_.At(number) : nullptr;
  if (!entry || entry->gone) return {};
  entry->gone = true;
  ++hashed.gone;
  return {};
}

// A slot, and then its entry, are read from memory that no cache has when the
// history is long.
void MemoryKv::Expect(Table table, std::span<const std::string> keys) {
  const Hashed& hashed = hashed_[static_cast<int>(table)];
  if (hashed.slots.empty()) return;
  const size_t mask = hashed.slots.size() - 1;
  constexpr size_t kAtOnce = 64;
  for (size_t from = 0; from < keys.size(); from += kAtOnce) {
    const Slot* slots[kAtOnce];
    const size_t count = std::min(kAtOnce, keys.size() - from);
    for (size_t i = 0; i < count; ++i) {
      slots[i] = &hashed.slots[HashOf(keys[from + i]) & mask];
      __builtin_prefetch(slots[i]);
    }
    for (size_t i = 0; i < count; ++i) {
      if (slots[i]->entry != 0) __builtin_prefetch(arena_.At(slots[i]->entry));
    }
  }
}

void MemoryKv::Scan(Table table, std::string_view from, const Visitor& visit) {
  int t = static_cast<int>(table);
  if (IsOrdered(table)) {
    for (auto at = ordered_[t].lower_bound(from); at != ordered_[t].end();
         ++at) {
      if (!visit(at->first, at->second)) return;
    }
    return;
  }
  struct Sorted {
    uint64_t front;
    const Entry* entry;
  };
  std::vector<Sorted> sorted;
  constexpr size_t kAhead = 8;
  const std::vector<Slot>& slots = hashed_[t].slots;
  for (size_t i = 0; i < slots.size(); ++i) {
    const uint32_t next = slots[std::min(i + kAhead, slots.size() - 1)].entry;
    if (next != 0) __builtin_prefetch(arena_.At(next));
    if (slots[i].entry == 0) continue;
    const Entry* entry = arena_.At(slots[i].entry);
    if (entry->gone || entry->key() < from) continue;
    sorted.push_back({FrontOf(entry->key()), entry});
  }
  std::sort(sorted.begin(), sorted.end(), [](const Sorted& a, const Sorted& b) {
    return a.front != b.front ? a.front < b.front
                              : a.entry->key() < b.entry->key();
  });
  for (size_t i = 0; i < sorted.size(); ++i) {
    __builtin_prefetch(sorted[std::min(i + kAhead, sorted.size() - 1)].entry);
    const Entry* entry = sorted[i].entry;
    const std::string_view key = entry->key();
    const auto value = entry->gone ? Get(table, key) : entry->value();
    if (value && !visit(key, *value)) return;
  }
}

size_t MemoryKv::entries() const {
  size_t n = 0;
  for (const auto& table : ordered_) n += table.size();
  for (const auto& table : hashed_) n += table.used - table.gone;
  return n;
}

std::optional<std::string_view> OverlayKv::Get(Table table,
                                               std::string_view key) {
  auto change = changes_.Get(table, key);
  if (!change) return base_.Get(table, key);
  if (!IsThere(*change)) return std::nullopt;
  return change->substr(1);
}

// The value may lie in a map that faults, so it is copied before anything
// changes.
Status OverlayKv::Put(Table table, std::string_view key,
                      std::string_view value) {
  std::string change;
  change.reserve(value.size() + 1);
  change += kThere;
  change += value;
  return changes_.Put(table, key, change);
}

Status OverlayKv::Delete(Table table, std::string_view key) {
  return changes_.Put(table, key, std::string_view(&kGone, 1));
}

void OverlayKv::Scan(Table table, std::string_view from, const Visitor& visit) {
  std::vector<std::pair<std::string_view, std::string_view>> changed;
  changes_.Scan(table, from,
                [&](std::string_view key, std::string_view change) {
                  changed.emplace_back(key, change);
                  return true;
                });
  auto at = changed.begin();
  bool more = true;
  auto visit_changed = [&] {
    if (IsThere(at->second)) more = visit(at->first, at->second.substr(1));
    ++at;
  };
  base_.Scan(table, from, [&](std::string_view key, std::string_view value) {
    while (more && at != changed.end() && at->first < key) visit_changed();
    if (!more) return false;
    if (at != changed.end() && at->first == key) {
      visit_changed();
    } else {
      more = visit(key, value);
    }
    return more;
  });
  while (more && at != changed.end()) visit_changed();
}

Status PutChanges(MemoryKv& changes, Kv& base) {
  Status status;
  for (int t = 0; t < kTables && status.ok(); ++t) {
    const Table table = static_cast<Table>(t);
    changes.Scan(table, "", [&](std::string_view key, std::string_view change) {
      status = IsThere(change) ? base.Put(table, key, change.substr(1))
                               : base.Delete(table, key);
      return status.ok();
    });
  }
  return status;
}

}  // namespace synapse
