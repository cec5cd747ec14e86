// OverlayKv: tables together with changes that are kept apart from them, in
// memory.
//
// Changes: entries of a MemoryKv by their keys: a byte 1 and the value, or a
//          byte 0 where the entry is gone.
// Tested by tests/store/overlay_kv_test.cc.
#pragma once

#include "store/kv.h"
#include "store/memory_kv.h"

namespace synapse {

class OverlayKv : public Kv {
 public:
  // Put() and Delete() change `changes`, and never `base`.
  OverlayKv(Kv& base, MemoryKv& changes) : base_(base), changes_(changes) {}

  std::optional<std::string_view> Get(Table table,
                                      std::string_view key) override;
  Status Put(Table table, std::string_view key,
             std::string_view value) override;
  Status Delete(Table table, std::string_view key) override;
  void Scan(Table table, std::string_view from, const Visitor& visit) override;

 private:
  Kv& base_;
  MemoryKv& changes_;
};

// Makes the changes in `base`, each table in the order of its keys.
Status PutChanges(MemoryKv& changes, Kv& base);

}  // namespace synapse
