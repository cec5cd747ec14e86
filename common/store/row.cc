#include "store/row.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

#include "base/bits.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace synapse {
namespace {

constexpr size_t kRowHeader = 8;

struct Entry {
  uint64_t id;
  float weight;
};

// The same bytes as bytes.h writes one by one. Rows are most of the bytes that
// a command writes.
template <class T>
char* ToLittle(char* at, T value) {
  if constexpr (std::endian::native == std::endian::big) {
    std::string bytes;
    PutLittle<T>(bytes, value);
    memcpy(at, bytes.data(), sizeof value);
  } else {
    memcpy(at, &value, sizeof value);
  }
  return at + sizeof value;
}

// The value of a row, written to `bytes`, which have room for it.
std::string_view Encoded(float total, uint32_t events,
                         std::span<const Entry> entries, char* bytes) {
  char* at = ToLittle(bytes, BitCast<uint32_t>(total));
  at = ToLittle(at, events);
  for (const Entry& e : entries) {
    at = ToLittle(at, e.id);
    at = ToLittle(at, BitCast<uint32_t>(e.weight));
  }
  return {bytes, static_cast<size_t>(at - bytes)};
}

}  // namespace

std::string RowKey(RowKind kind, uint64_t context) {
  return KindKey(static_cast<char>(kind), context);
}

RowView::RowView(std::string_view value) {
  ByteReader in(value);
  total_ = in.Float();
  events_ = in.Little<uint32_t>();
  if (!in.ok() || !std::isfinite(total_)) {
    total_ = 0;
    return;
  }
  entries_ = value.substr(kRowHeader);
  entries_ = entries_.substr(0, entries_.size() / kEntry * kEntry);
}

uint64_t RowView::id(size_t i) const {
  return FromLittle<uint64_t>(entries_.data() + i * kEntry);
}

float RowView::weight(size_t i) const {
  return BitCast<float>(FromLittle<uint32_t>(entries_.data() + i * kEntry + 8));
}

float RowView::WeightOf(uint64_t wanted) const {
  for (size_t i = 0; i < size(); ++i) {
    if (id(i) == wanted) return weight(i);
  }
  return 0;
}

RowView ReadRow(Kv& kv, Table table, RowKind kind, uint64_t context) {
  auto value = kv.Get(table, RowKey(kind, context));
  return value ? RowView(*value) : RowView();
}

// A command changes some fifty rows, so nothing here is allocated.
Status AddToRow(Kv& kv, const RowAddress& address, uint64_t id,
                const RowRule& rule) {
  const std::string key = RowKey(address.kind, address.context);
  const auto value = kv.Get(address.table, key);
  const RowView old = value ? RowView(*value) : RowView();
  Entry entries[kMaxRowEntries + 1];
  size_t count = 0;
  float gained = 1;
  // A damaged row may be longer.
  for (size_t i = 0; i < std::min(old.size(), kMaxRowEntries); ++i) {
    Entry e{old.id(i), old.weight(i) * rule.keep};
    if (!std::isfinite(e.weight)) continue;
    if (e.id == id) {
      gained += e.weight;
    } else {
      entries[count++] = e;
    }
  }
  Entry* at =
      std::upper_bound(entries, entries + count, gained,
                       [](float w, const Entry& e) { return w > e.weight; });
  std::move_backward(at, entries + count, entries + count + 1);
  *at = {id, gained};
  ++count;
  if (count > rule.most) {
    // The newcomer itself may be the lightest: then the next one goes.
    if (entries[count - 1].id == id) entries[count - 2] = entries[count - 1];
    --count;
  }
  char bytes[kRowHeader + (kMaxRowEntries + 1) * 12];
  return kv.Put(address.table, key,
                Encoded(old.total() * rule.keep + 1, old.events() + 1,
                        {entries, count}, bytes));
}

Status RemoveFromRow(Kv& kv, Table table, RowKind kind, uint64_t context,
                     uint64_t id) {
  RowView old = ReadRow(kv, table, kind, context);
  std::vector<Entry> entries;
  float removed = 0;
  for (size_t i = 0; i < old.size(); ++i) {
    if (old.id(i) == id) {
      removed += old.weight(i);
    } else {
      entries.push_back({old.id(i), old.weight(i)});
    }
  }
  if (entries.size() == old.size()) return {};
  if (entries.empty()) return kv.Delete(table, RowKey(kind, context));
  std::string bytes(kRowHeader + entries.size() * 12, '\0');
  return kv.Put(table, RowKey(kind, context),
                Encoded(std::max(0.0f, old.total() - removed), old.events(),
                        entries, bytes.data()));
}

}  // namespace synapse
