// LogTables: the tables of the log (log_keys.h) inside one transaction. Two
// implementations: an LMDB transaction (txn.h), and memory (log_file.h), for a
// session without a store.
//
// A view that GetIn() or a scan hands out is valid until the next write to the
// same table or the end of the transaction.
//
// Tested by tests/store/store_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/status.h"
#include "store/kv.h"

namespace synapse {

class LogTables {
 public:
  virtual ~LogTables() = default;
  virtual std::optional<std::string_view> GetIn(size_t table,
                                                std::string_view key) = 0;
  // `flags`: MDB_APPEND where the key sorts behind all others of the table.
  virtual Status PutIn(size_t table, std::string_view key,
                       std::string_view value, unsigned flags = 0) = 0;
  virtual Status DeleteIn(size_t table, std::string_view key) = 0;
  // Calls `visit` with each entry, until it answers false: from the first key
  // (`from` empty) or the first key >= `from` on, upwards.
  virtual void ScanIn(size_t table, std::string_view from,
                      const Kv::Visitor& visit) = 0;
  // The same downwards: from the last key, or from the last one before
  // `before`.
  virtual void ScanBackwardsIn(size_t table, const Kv::Visitor& visit,
                               std::string_view before = {}) = 0;
  virtual uint64_t EntriesIn(size_t table) = 0;
};

}  // namespace synapse
