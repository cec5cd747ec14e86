// Txn: a transaction of an LMDB environment (env.h).
//
// Ends:   in a damaged page LMDB's search, and its step to the next key, may
//         never end. A search that takes more steps than any tree has leaves
//         the guarded body (guard.h). A scan that meets more keys than the
//         table has ends. Both are damage.
// Tested by tests/store/txn_test.cc.
#pragma once

#include <lmdb.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "store/kv.h"
#include "store/log_tables.h"
#include "store/page_check.h"

namespace synapse {

// Compares keys as LMDB does by default, and counts the steps of a search.
int CompareKeys(const MDB_val* a, const MDB_val* b);

// An open transaction; lives as long as the function it is handed to.
class Txn final : public Kv, public LogTables {
 public:
  std::optional<std::string_view> Get(Table table,
                                      std::string_view key) override;
  Status Put(Table table, std::string_view key,
             std::string_view value) override;
  Status Delete(Table table, std::string_view key) override;
  void Scan(Table table, std::string_view from, const Visitor& visit) override;

  // The same on a table by its number in Env::Options::tables.
  std::optional<std::string_view> GetIn(size_t table,
                                        std::string_view key) override;
  Status PutIn(size_t table, std::string_view key, std::string_view value,
               unsigned flags = 0) override;
  Status DeleteIn(size_t table, std::string_view key) override;
  void ScanIn(size_t table, std::string_view from,
              const Kv::Visitor& visit) override;
  void ScanBackwardsIn(size_t table, const Kv::Visitor& visit,
                       std::string_view before = {}) override;
  uint64_t EntriesIn(size_t table) override;
  // Pages that hold entries.
  uint64_t PagesIn(size_t table);
  // A reader has the id of the latest write that it sees; a writer has the next
  // one.
  uint64_t id() const { return mdb_txn_id(txn_); }
  // The first error that an operation met; MDB_SUCCESS when none.
  int error() const { return error_; }

 private:
  friend class Env;
  Txn(MDB_txn* txn, const std::vector<MDB_dbi>& tables,
      PageCheck* check = nullptr,
      const std::vector<std::string>* names = nullptr)
      : txn_(txn), tables_(tables), check_(check), names_(names) {}
  Status Fail(int rc);

  // Goes step by step from where `seek` puts the cursor.
  using Seek =
      std::function<int(MDB_cursor* cursor, MDB_val* key, MDB_val* value)>;
  void Walk(size_t table, const Seek& seek, MDB_cursor_op step,
            const Kv::Visitor& visit);

  // The pages that a change of `key` touches can be trusted.
  bool MayChange(size_t table, std::string_view key, PageCheck::Change change);

  MDB_txn* txn_;
  const std::vector<MDB_dbi>& tables_;
  PageCheck* check_;  // of a write
  const std::vector<std::string>* names_;
  int error_ = 0;
};

}  // namespace synapse
