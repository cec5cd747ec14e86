#include "store/row.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "store/bytes.h"
#include "store/keys.h"

namespace synapse {
namespace {

constexpr size_t kRowHeader = 8, kRowEntry = 12;

void WriteHeader(char* at, float total, uint32_t events) {
  ToLittle(ToLittle(at, BitCast<uint32_t>(total)), events);
}
void WriteEntry(char* at, uint64_t id, float weight) {
  ToLittle(ToLittle(at, id), BitCast<uint32_t>(weight));
}
float WeightAt(const char* entry) {
  return BitCast<float>(FromLittle<uint32_t>(entry + sizeof(uint64_t)));
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

namespace {

// A command changes some fifty rows, so nothing here is allocated, and the
// entries are changed as the bytes that are written.
Status AddToRow(Kv& kv, Table table, const std::string& key, uint64_t id,
                const RowRule& rule) {
  const auto value = kv.Get(table, key);
  const RowView old = value ? RowView(*value) : RowView();
  char bytes[kRowHeader + (kMaxRowEntries + 1) * kRowEntry];
  const auto entry = [&](size_t i) {
    return bytes + kRowHeader + i * kRowEntry;
  };
  size_t count = 0;
  float gained = 1;
  // A damaged row may be longer.
  for (size_t i = 0; i < std::min(old.size(), kMaxRowEntries); ++i) {
    const uint64_t its = old.id(i);
    const float weight = old.weight(i) * rule.keep;
    if (!std::isfinite(weight)) continue;
    if (its == id) {
      gained += weight;
    } else {
      WriteEntry(entry(count++), its, weight);
    }
  }
  // Behind the entries that weigh as much.
  size_t at = 0;
  for (size_t end = count; at < end;) {
    const size_t middle = at + (end - at) / 2;
    if (gained > WeightAt(entry(middle))) {
      end = middle;
    } else {
      at = middle + 1;
    }
  }
  memmove(entry(at + 1), entry(at), (count - at) * kRowEntry);
  WriteEntry(entry(at), id, gained);
  ++count;
  if (count > rule.most) {
    // The newcomer itself may be the lightest: then the next one goes.
    if (at == count - 1) memcpy(entry(at - 1), entry(at), kRowEntry);
    --count;
  }
  WriteHeader(bytes, old.total() * rule.keep + 1, old.events() + 1);
  return kv.Put(table, key, {bytes, kRowHeader + count * kRowEntry});
}

}  // namespace

Status AddToRow(Kv& kv, const RowAddress& address, uint64_t id,
                const RowRule& rule) {
  return AddToRow(kv, address.table, RowKey(address.kind, address.context), id,
                  rule);
}

Status AddToRows(Kv& kv, Table table, std::span<const std::string> keys,
                 std::span<const uint64_t> ids, const RowRule& rule) {
  kv.Expect(table, keys);
  Status status;
  for (size_t i = 0; i < keys.size() && status.ok(); ++i) {
    status = AddToRow(kv, table, keys[i], ids[i], rule);
  }
  return status;
}

Status RemoveFromRow(Kv& kv, Table table, RowKind kind, uint64_t context,
                     uint64_t id) {
  RowView old = ReadRow(kv, table, kind, context);
  std::string bytes(kRowHeader + old.size() * kRowEntry, '\0');
  size_t kept = 0;
  float removed = 0;
  for (size_t i = 0; i < old.size(); ++i) {
    if (old.id(i) == id) {
      removed += old.weight(i);
    } else {
      WriteEntry(bytes.data() + kRowHeader + kept++ * kRowEntry, old.id(i),
                 old.weight(i));
    }
  }
  if (kept == old.size()) return {};
  if (kept == 0) return kv.Delete(table, RowKey(kind, context));
  bytes.resize(kRowHeader + kept * kRowEntry);
  WriteHeader(bytes.data(), std::max(0.0f, old.total() - removed),
              old.events());
  return kv.Put(table, RowKey(kind, context), bytes);
}

}  // namespace synapse
