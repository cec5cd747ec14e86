// MemoryKv: the tables of the index in memory. The two tables that are scanned
// by prefix are always ordered; the others are sorted for each scan.
// Tested by tests/store/prefix_index_test.cc.
#pragma once

#include <array>
#include <map>
#include <unordered_map>

#include "store/kv.h"

namespace synapse {

class MemoryKv : public Kv {
 public:
  std::optional<std::string_view> Get(Table table,
                                      std::string_view key) override;
  Status Put(Table table, std::string_view key,
             std::string_view value) override;
  Status Delete(Table table, std::string_view key) override;
  void Scan(Table table, std::string_view from, const Visitor& visit) override;

  size_t entries() const;

 private:
  using Ordered = std::map<std::string, std::string, std::less<>>;
  // Looked up by std::string: the library of g++ 10 (Debian 11) has no lookup
  // by std::string_view.
  using Hashed = std::unordered_map<std::string, std::string>;
  static bool IsOrdered(Table t) {
    return t == Table::kLine || t == Table::kTop;
  }

  std::array<Ordered, kTables> ordered_;
  std::array<Hashed, kTables> hashed_;
};

}  // namespace synapse
