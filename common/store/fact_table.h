// FactTable: the facts (fact.h) that were found by looking back (reflect/).
//
// Tested by tests/store/fact_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/status.h"
#include "store/fact.h"
#include "store/log_file.h"

namespace synapse {

class FactTable {
 public:
  explicit FactTable(LogFile& file) : file_(file) {}

  // Each fact takes the place of the one with its id. `dropped`: ids.
  Status Put(const std::vector<Fact>& facts,
             const std::vector<uint64_t>& dropped = {});
  void Visit(const std::function<bool(const Fact&)>& visit);
  // Changes when the facts do.
  uint64_t stamp();

 private:
  LogFile& file_;
};

// In the transaction that changes facts.
Status ChangeFactStamp(LogTables& log);

}  // namespace synapse
