// MemoryKv: the tables of the index in memory. Most are looked up by key, and
// sorted for each scan. The two tables that are scanned by prefix are ordered,
// unless the tables are built to be written out once.
//
// Memory: keys and values are bytes of one arena, each value behind its key. A
//         value that outgrows its room is written anew with half as much room
//         again, and the arena keeps the earlier bytes until the tables go.
// Scan: a visitor may put into the table that it visits, and is given the value
//       that an entry has when its turn comes; it does not delete.
// Tested by tests/store/memory_kv_test.cc and tests/store/prefix_index_test.cc.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <memory_resource>
#include <vector>

#include "store/kv.h"

namespace synapse {

class MemoryKv : public Kv {
 public:
  enum class Use { kScanned, kWrittenOut };
  explicit MemoryKv(Use use = Use::kScanned) : use_(use) {}

  std::optional<std::string_view> Get(Table table,
                                      std::string_view key) override;
  Status Put(Table table, std::string_view key,
             std::string_view value) override;
  Status Delete(Table table, std::string_view key) override;
  void Scan(Table table, std::string_view from, const Visitor& visit) override;

  size_t entries() const;

 private:
  using Ordered = std::map<std::string, std::string, std::less<>>;
  // In the arena; key and value follow.
  struct Entry {
    uint32_t key_size, value_size, room;
    bool gone;

    const char* bytes() const {
      return reinterpret_cast<const char*>(this + 1);
    }
    char* bytes() { return reinterpret_cast<char*>(this + 1); }
    std::string_view key() const { return {bytes(), key_size}; }
    std::string_view value() const { return {bytes() + key_size, value_size}; }
  };
  // Open addressing: a lookup reads a slot and an entry.
  struct Slot {
    uint64_t hash;
    Entry* entry;  // null: the slot is free
  };
  struct Hashed {
    std::vector<Slot> slots;  // a power of two, or none
    size_t used = 0, gone = 0;
  };
  bool IsOrdered(Table t) const {
    return use_ == Use::kScanned && (t == Table::kLine || t == Table::kTop);
  }
  // The slot of the key, or the free one where it belongs. REQUIRES: slots.
  static Slot& SlotOf(Hashed& table, uint64_t hash, std::string_view key);
  static void Grow(Hashed& table);
  Entry* NewEntry(std::string_view key, std::string_view value, size_t room);

  Use use_;
  std::array<Ordered, kTables> ordered_;
  std::array<Hashed, kTables> hashed_;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
};

}  // namespace synapse
