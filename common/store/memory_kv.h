// MemoryKv: the tables of the index in memory. Most are looked up by key, and
// sorted for each scan. The two tables that are scanned by prefix are ordered,
// unless the tables are built to be written out once.
//
// Memory: keys and values are bytes of one arena, each value behind its key. A
//         value that outgrows its room is written anew with half as much room
//         again, and the arena keeps the earlier bytes until the tables go. A
//         slot of the hash table has eight bytes, because a build from a long
//         history waits for them more than for all else.
// Scan: a visitor may put into the table that it visits, and is given the value
//       that an entry has when its turn comes; it does not delete.
// Tested by tests/store/memory_kv_test.cc and tests/store/prefix_index_test.cc.
#pragma once

#include <array>
#include <map>
#include <memory>
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
  void Expect(Table table, std::span<const std::string> keys) override;
  void Scan(Table table, std::string_view from, const Visitor& visit) override;

  size_t entries() const;

 private:
  using Ordered = std::map<std::string, std::string, std::less<>>;
  // In the arena; key and value follow.
  struct Entry {
    uint32_t value_size, room;
    uint16_t key_size;  // a key has 511 bytes at most
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
    uint32_t hash;
    uint32_t entry;  // 0: the slot is free
  };
  struct Hashed {
    std::vector<Slot> slots;  // a power of two, or none
    size_t used = 0, gone = 0;
  };
  // Blocks of entries. An entry has a number: that of its block, and its distance
  // from the beginning, in units of its alignment.
  class Arena {
   public:
    // The number of a new entry; 0 when there is no number left.
    uint32_t Add(size_t bytes);
    Entry* At(uint32_t number) const {
      return reinterpret_cast<Entry*>(blocks_[number >> kBits].get() +
                                      (number & kMask) * alignof(Entry));
    }

   private:
    static constexpr int kBits = 18;  // blocks of 1 MiB, and 16,383 of them
    static constexpr uint32_t kMask = (1U << kBits) - 1;

    std::vector<std::unique_ptr<char[]>> blocks_;
    size_t used_ = 0, size_ = 0;  // of the last block, in units
  };
  bool IsOrdered(Table t) const {
    return use_ == Use::kScanned && (t == Table::kLine || t == Table::kTop);
  }
  // The slot of the key, or the free one where it belongs. REQUIRES: slots.
  Slot& SlotOf(Hashed& table, uint32_t hash, std::string_view key) const;
  static void Grow(Hashed& table);
  // 0 when the arena is full.
  uint32_t NewEntry(std::string_view key, std::string_view value, size_t room);

  Use use_;
  std::array<Ordered, kTables> ordered_;
  std::array<Hashed, kTables> hashed_;
  Arena arena_;
};

// OverlayKv: tables together with changes that are kept apart from them, in
// memory.
//
// Changes: entries of a MemoryKv by their keys: a byte 1 and the value, or a
//          byte 0 where the entry is gone.
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
