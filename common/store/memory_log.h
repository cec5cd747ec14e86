// MemoryLog: the tables of the log in memory.
// Tested by tests/store/store_test.cc.
#pragma once

#include <array>
#include <map>
#include <string>

#include "store/log_keys.h"
#include "store/log_tables.h"

namespace synapse {

class MemoryLog : public LogTables {
 public:
  std::optional<std::string_view> GetIn(size_t table,
                                        std::string_view key) override;
  Status PutIn(size_t table, std::string_view key, std::string_view value,
               unsigned flags = 0) override;
  Status DeleteIn(size_t table, std::string_view key) override;
  void ScanIn(size_t table, std::string_view from,
              const Kv::Visitor& visit) override;
  void ScanBackwardsIn(size_t table, const Kv::Visitor& visit,
                       std::string_view before = {}) override;
  uint64_t EntriesIn(size_t table) override { return tables_[table].size(); }

 private:
  std::array<std::map<std::string, std::string, std::less<>>,
             std::size(kLogTables)>
      tables_;
};

}  // namespace synapse
