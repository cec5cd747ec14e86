// PageCheck: whether the pages that a write is about to change can be trusted.
//
// LMDB copies a page into its own memory before it changes the page, and trusts
// the offsets and sizes in it. In a damaged page they lead it out of that
// memory, into other data of the shell. A fault can be caught (guard.h), such a
// write cannot. So the pages from the root to the leaf of each key that is
// written are checked first, once a page and transaction.
//
// Reads need no check: they write nowhere.
// Format: LMDB 0.9 on 64-bit machines of this byte order (data version 1).
// Tested by tests/store/page_check_test.cc and tests/safety/damage_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

// The first pages of the file name a page size that is not possible, or a page
// far behind the file's end. LMDB trusts both, and its request to the system
// then fails.
bool HasDamagedMeta(const std::string& file);

class PageCheck {
 public:
  // The write `transaction` (mdb_txn_id) begins on these pages; they live until
  // it ends. False when they are not the pages of an environment, or its roots
  // or its list of free pages are damaged.
  bool Begin(const char* map, size_t page_bytes, uint64_t last_page,
             uint64_t transaction);
  // Begins a write whose pages are not checked: there are none yet, or their
  // format is not known.
  void BeginUnseen() { off_ = true; }
  // The first bytes of a file show that it has the format above.
  static constexpr size_t kFormatBytes = 24;
  static bool Knows(const char* file);
  // The table `name` can be made, or be there already.
  bool Name(std::string_view name);
  // The way to `key` in the table `name` can be changed.
  enum class Change {
    kPut,
    kAppend,  // MDB_APPEND: the way to the last key
    kDelete,  // also the pages beside it, with which one may merge
  };
  bool Path(std::string_view name, std::string_view key, Change change);

 private:
  const char* PageAt(uint64_t number) const;
  enum class Keys { kInOrder, kNumbers };
  bool IsWhole(uint64_t number, Keys keys = Keys::kInOrder);
  bool HasKeysInOrder(const char* page) const;
  bool HasWholeNodes(const char* page, size_t lower, size_t upper, bool leaf);
  bool IsWholeNode(const char* node, size_t room, bool leaf) const;
  bool IsWholeOverflow(const char* node) const;
  bool Walk(uint64_t root, std::string_view key, Change change,
            const char** leaf);
  bool IsWholeToFirstLeaf(uint64_t number);
  bool FreeListIsWhole(uint64_t root);
  size_t EntryOf(uint64_t number) const;

  const char* map_ = nullptr;
  size_t page_bytes_ = 0;
  uint64_t last_page_ = 0;
  bool off_ = true;
  uint64_t main_root_ = 0;
  std::vector<uint64_t> known_;  // pages found whole: a hash table
  size_t known_count_ = 0;
  struct Named {
    std::string_view name;
    uint64_t root;
  };
  std::vector<Named> roots_;
};

}  // namespace synapse
