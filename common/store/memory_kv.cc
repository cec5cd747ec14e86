#include "store/memory_kv.h"

#include <algorithm>
#include <vector>

namespace synapse {

std::optional<std::string_view> MemoryKv::Get(Table table,
                                              std::string_view key) {
  int t = static_cast<int>(table);
  if (IsOrdered(table)) {
    auto at = ordered_[t].find(key);
    if (at == ordered_[t].end()) return std::nullopt;
    return at->second;
  }
  auto at = hashed_[t].find(std::string(key));
  if (at == hashed_[t].end()) return std::nullopt;
  return at->second;
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
  auto at = hashed_[t].find(std::string(key));
  if (at != hashed_[t].end()) {
    at->second.assign(value);
  } else {
    hashed_[t].emplace(key, value);
  }
  return {};
}

Status MemoryKv::Delete(Table table, std::string_view key) {
  int t = static_cast<int>(table);
  if (IsOrdered(table)) {
    ordered_[t].erase(std::string(key));
  } else {
    hashed_[t].erase(std::string(key));
  }
  return {};
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
  std::vector<const Hashed::value_type*> sorted;
  for (const auto& entry : hashed_[t]) {
    if (entry.first >= from) sorted.push_back(&entry);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](auto* a, auto* b) { return a->first < b->first; });
  for (auto* entry : sorted) {
    if (!visit(entry->first, entry->second)) return;
  }
}

size_t MemoryKv::entries() const {
  size_t n = 0;
  for (const auto& table : ordered_) n += table.size();
  for (const auto& table : hashed_) n += table.size();
  return n;
}

}  // namespace synapse
