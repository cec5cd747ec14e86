#include "store/memory_log.h"

#include <iterator>

namespace synapse {

std::optional<std::string_view> MemoryLog::GetIn(size_t table,
                                                 std::string_view key) {
  auto at = tables_[table].find(key);
  if (at == tables_[table].end()) return std::nullopt;
  return at->second;
}

Status MemoryLog::PutIn(size_t table, std::string_view key,
                        std::string_view value, unsigned) {
  tables_[table].insert_or_assign(std::string(key), std::string(value));
  return {};
}

Status MemoryLog::DeleteIn(size_t table, std::string_view key) {
  tables_[table].erase(std::string(key));
  return {};
}

void MemoryLog::ScanIn(size_t table, std::string_view from,
                       const Kv::Visitor& visit) {
  const auto& entries = tables_[table];
  for (auto at = entries.lower_bound(from);
       at != entries.end() && visit(at->first, at->second); ++at) {
  }
}

void MemoryLog::ScanBackwardsIn(size_t table, const Kv::Visitor& visit,
                                std::string_view before) {
  const auto& entries = tables_[table];
  auto end = before.empty() ? entries.end() : entries.lower_bound(before);
  for (auto at = std::make_reverse_iterator(end);
       at != entries.rend() && visit(at->first, at->second); ++at) {
  }
}

}  // namespace synapse
