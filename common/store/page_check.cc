#include "store/page_check.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace synapse {
namespace {

// mdb.c: struct MDB_page, MDB_node, MDB_meta, MDB_db.
constexpr uint32_t kMagic = 0xBEEFC0DE, kLmdbVersion = 1;
constexpr size_t kPageHeader = 16, kNodeHeader = 8, kMaxKey = 511;
constexpr uint16_t kBranch = 1, kLeaf = 2, kOverflow = 4;
constexpr uint16_t kBigData = 1, kSubData = 2;
constexpr size_t kMetaRoots = kPageHeader + 24, kTreeBytes = 48, kTreeRoot = 40;
constexpr size_t kTreeFlags = 4;
constexpr uint16_t kNumberKeys = 8;  // of the list of free pages
constexpr size_t kMetaLastPage = kMetaRoots + 2 * kTreeBytes;
constexpr uint64_t kNoPage = ~uint64_t{0};
constexpr int kMaxTreeDepth = 32;
constexpr size_t kMaxFreeRecords = 64;
constexpr size_t kEntries = 4096;

template <class T>
T Field(const char* at) {
  T value;
  memcpy(&value, at, sizeof value);
  return value;
}

size_t Count(const char* page) {
  return (Field<uint16_t>(page + 12) - kPageHeader) / 2;
}
const char* NodeAt(const char* page, size_t i) {
  return page + Field<uint16_t>(page + kPageHeader + 2 * i);
}
size_t KeySize(const char* node) { return Field<uint16_t>(node + 6); }
std::string_view KeyOf(const char* node) {
  return {node + kNodeHeader, KeySize(node)};
}
uint64_t ChildOf(const char* node) {
  return Field<uint32_t>(node) |
         static_cast<uint64_t>(Field<uint16_t>(node + 4)) << 32;
}
size_t DataSize(const char* node) { return Field<uint32_t>(node); }
uint16_t FlagsOf(const char* node) { return Field<uint16_t>(node + 4); }
const char* DataOf(const char* node) {
  return node + kNodeHeader + KeySize(node);
}

}  // namespace

bool HasDamagedMeta(const std::string& file) {
  // mdb.c: MDB_page, MDB_meta.mm_psize and mm_last_pg.
  constexpr off_t kPageSize = 40, kLastPage = 136;
  constexpr uint64_t kMaxGrowth = 1 << 20;
  int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return false;
  const uint64_t page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  struct stat st;
  uint32_t size = 0;
  bool damaged = pread(fd, &size, sizeof size, kPageSize) == sizeof size &&
                 (!std::has_single_bit(size) || size < 512 || size > 1 << 16);
  for (uint64_t meta : {uint64_t{0}, page}) {
    uint64_t last = 0;
    ssize_t n =
        pread(fd, &last, sizeof last, static_cast<off_t>(meta) + kLastPage);
    damaged = damaged ||
              (fstat(fd, &st) == 0 && n == sizeof last &&
               last > static_cast<uint64_t>(st.st_size) / page + kMaxGrowth);
  }
  close(fd);
  return damaged;
}

bool PageCheck::Knows(const char* file) {
  return Field<uint32_t>(file + kPageHeader) == kMagic &&
         Field<uint32_t>(file + kPageHeader + 4) == kLmdbVersion;
}

bool PageCheck::Begin(const char* map, size_t page_bytes, uint64_t last_page,
                      uint64_t transaction) {
  map_ = map;
  page_bytes_ = page_bytes;
  known_.assign(kEntries, 0);
  known_count_ = 0;
  roots_.clear();
  off_ = false;
  if (!Knows(map) || !Knows(map + page_bytes)) return false;
  // A writer begins at the number of the latest transaction, which is kept in
  // lock.mdb, and not at the numbers in the file itself.
  const char* meta = map + ((transaction - 1) & 1) * page_bytes;
  const char* trees = meta + kMetaRoots;
  last_page_ = std::min(last_page, Field<uint64_t>(meta + kMetaLastPage));
  main_root_ = Field<uint64_t>(trees + kTreeBytes + kTreeRoot);
  if (Field<uint16_t>(trees + kTreeFlags) != kNumberKeys ||
      Field<uint16_t>(trees + kTreeBytes + kTreeFlags) != 0) {
    return false;
  }
  return FreeListIsWhole(Field<uint64_t>(trees + kTreeRoot));
}

size_t PageCheck::EntryOf(uint64_t number) const {
  size_t at = number * 0x9E3779B97F4A7C15ull >> 52;
  while (known_[at] != 0 && known_[at] != number) at = (at + 1) % kEntries;
  return at;
}

const char* PageCheck::PageAt(uint64_t number) const {
  return map_ + number * page_bytes_;
}

bool PageCheck::IsWhole(uint64_t number, Keys keys) {
  if (number < 2 || number > last_page_) return false;
  size_t entry = EntryOf(number);
  if (known_[entry] == number) return true;
  const char* page = PageAt(number);
  uint16_t flags = Field<uint16_t>(page + 10);
  size_t lower = Field<uint16_t>(page + 12), upper = Field<uint16_t>(page + 14);
  bool whole = Field<uint64_t>(page) == number &&
               (flags == kBranch || flags == kLeaf) && lower > kPageHeader &&
               lower % 2 == 0 && lower <= upper && upper <= page_bytes_ &&
               HasWholeNodes(page, lower, upper, flags == kLeaf) &&
               (keys == Keys::kNumbers || HasKeysInOrder(page));
  // Nearly full: pages are then checked again, which is right and only slower.
  if (whole && known_count_ <= kEntries / 2) {
    known_[entry] = number;
    ++known_count_;
  }
  return whole;
}

bool PageCheck::HasWholeNodes(const char* page, size_t lower, size_t upper,
                              bool leaf) {
  size_t used = 0;
  for (size_t i = 0; i < (lower - kPageHeader) / 2; ++i) {
    size_t at = Field<uint16_t>(page + kPageHeader + 2 * i);
    if (at < upper || at + kNodeHeader > page_bytes_ || at % 2 != 0) {
      return false;
    }
    const char* node = page + at;
    if (!IsWholeNode(node, page_bytes_ - at, leaf)) return false;
    size_t data = !leaf                      ? 0
                  : FlagsOf(node) & kBigData ? sizeof(uint64_t)
                                             : DataSize(node);
    used += (kNodeHeader + KeySize(node) + data + 1) & ~size_t{1};
  }
  return used <= page_bytes_ - upper;
}

// Keys must be in order: otherwise LMDB's search and ours may end in different
// pages.
bool PageCheck::HasKeysInOrder(const char* page) const {
  bool branch = Field<uint16_t>(page + 10) == kBranch;
  for (size_t i = branch ? 2 : 1; i < Count(page); ++i) {
    if (KeyOf(NodeAt(page, i - 1)) >= KeyOf(NodeAt(page, i))) return false;
  }
  return true;
}

bool PageCheck::IsWholeNode(const char* node, size_t room, bool leaf) const {
  size_t key = KeySize(node);
  if (key > kMaxKey || kNodeHeader + key > room) return false;
  if (!leaf) {
    uint64_t child = ChildOf(node);
    return child >= 2 && child <= last_page_;
  }
  uint16_t flags = FlagsOf(node);
  room -= kNodeHeader + key;
  if (flags & ~(kBigData | kSubData)) return false;
  if (flags & kBigData) {
    return room >= sizeof(uint64_t) && IsWholeOverflow(node);
  }
  if (flags & kSubData && DataSize(node) != kTreeBytes) return false;
  return DataSize(node) <= room;
}

bool PageCheck::IsWholeOverflow(const char* node) const {
  uint64_t number = Field<uint64_t>(DataOf(node));
  if (number < 2 || number > last_page_) return false;
  const char* page = PageAt(number);
  uint64_t pages = Field<uint32_t>(page + 12);
  return Field<uint64_t>(page) == number &&
         Field<uint16_t>(page + 10) == kOverflow && pages > 0 &&
         number + pages - 1 <= last_page_ &&
         kPageHeader + DataSize(node) <= pages * page_bytes_;
}

bool PageCheck::Walk(uint64_t root, std::string_view key, Change change,
                     const char** leaf) {
  bool neighbours = change == Change::kDelete;
  uint64_t number = root;
  for (int depth = 0; depth < kMaxTreeDepth; ++depth) {
    if (!IsWhole(number)) return false;
    const char* page = PageAt(number);
    if (Field<uint16_t>(page + 10) == kLeaf) {
      *leaf = page;
      return true;
    }
    // The last child whose key is not above; the first has none of its own.
    size_t low = 0, high = Count(page);
    if (change == Change::kAppend) low = high - 1;
    while (high - low > 1) {
      size_t middle = (low + high) / 2;
      (KeyOf(NodeAt(page, middle)) <= key ? low : high) = middle;
    }
    number = ChildOf(NodeAt(page, low));
    if (!neighbours) continue;
    if (low > 0 && !IsWhole(ChildOf(NodeAt(page, low - 1)))) return false;
    // A branch that merges asks its first leaf for the key it stands under.
    if (!IsWholeToFirstLeaf(number)) return false;
    if (low + 1 < Count(page) &&
        !IsWholeToFirstLeaf(ChildOf(NodeAt(page, low + 1)))) {
      return false;
    }
  }
  return false;
}

bool PageCheck::IsWholeToFirstLeaf(uint64_t number) {
  for (int depth = 0; depth < kMaxTreeDepth && IsWhole(number); ++depth) {
    const char* page = PageAt(number);
    if (Field<uint16_t>(page + 10) == kLeaf) return true;
    number = ChildOf(NodeAt(page, 0));
  }
  return false;
}

// Checks the oldest records of the list, which are used first, and the pages to
// the newest record.
bool PageCheck::FreeListIsWhole(uint64_t root) {
  if (root == kNoPage) return true;
  const char* leaf;
  uint64_t number = root;
  // Its keys are numbers, not bytes in order: the way is by position.
  for (bool newest : {false, true}) {
    number = root;
    for (int depth = 0;; ++depth) {
      if (depth == kMaxTreeDepth || !IsWhole(number, Keys::kNumbers)) {
        return false;
      }
      leaf = PageAt(number);
      if (Field<uint16_t>(leaf + 10) == kLeaf) break;
      number = ChildOf(NodeAt(leaf, newest ? Count(leaf) - 1 : 0));
    }
    for (size_t i = 0; i < std::min(Count(leaf), kMaxFreeRecords); ++i) {
      const char* node = NodeAt(leaf, i);
      if (KeySize(node) != sizeof(uint64_t)) return false;
      const char* list =
          FlagsOf(node) & kBigData
              ? PageAt(Field<uint64_t>(DataOf(node))) + kPageHeader
              : DataOf(node);
      size_t size = DataSize(node);
      if (size < 8 || size % 8 != 0) return false;
      uint64_t count = Field<uint64_t>(list), above = last_page_ + 1;
      if (count > size / 8 - 1) return false;
      // Page numbers are in descending order, each once.
      for (uint64_t n = 0; n < count; ++n) {
        uint64_t page = Field<uint64_t>(list + 8 + 8 * n);
        if (page < 2 || page >= above) return false;
        above = page;
      }
    }
  }
  return true;
}

bool PageCheck::Name(std::string_view name) {
  const char* leaf;
  return off_ || main_root_ == kNoPage ||
         Walk(main_root_, name, Change::kPut, &leaf);
}

bool PageCheck::Path(std::string_view name, std::string_view key,
                     Change change) {
  if (off_) return true;
  const char* leaf;
  auto known = std::find_if(roots_.begin(), roots_.end(),
                            [&](const Named& n) { return n.name == name; });
  if (known == roots_.end()) {
    if (main_root_ == kNoPage) return true;
    if (!Walk(main_root_, name, Change::kPut, &leaf)) return false;
    uint64_t root = kNoPage;
    for (size_t i = 0; i < Count(leaf); ++i) {
      const char* node = NodeAt(leaf, i);
      if (KeyOf(node) == name && FlagsOf(node) & kSubData) {
        // With others, LMDB would order and keep its entries in another way.
        if (Field<uint16_t>(DataOf(node) + kTreeFlags) != 0) return false;
        root = Field<uint64_t>(DataOf(node) + kTreeRoot);
      }
    }
    roots_.push_back({name, root});
    known = roots_.end() - 1;
  }
  // An empty table, as of the beginning.
  if (known->root == kNoPage) return true;
  return Walk(known->root, key, change, &leaf);
}

}  // namespace synapse
