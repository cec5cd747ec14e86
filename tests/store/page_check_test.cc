#include "store/page_check.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "store/env.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;
using Change = PageCheck::Change;

constexpr size_t kPage = 4096;

// The file of an environment with a tree of several levels, some big values,
// and a list of free pages.
std::string MakeFile(const TempTree& tree) {
  Env::Options options;
  options.directory = tree.Path("env");
  options.tables = {"one", "two"};
  auto env = Env::Open(options);
  REQUIRE(env.ok());
  for (int round = 0; round < 4; ++round) {
    REQUIRE((*env)
                ->Write([&](Txn& txn) {
                  Status status;
                  for (int i = 0; i < 3000 && status.ok(); ++i) {
                    std::string key = "key" + std::to_string(i * 7919 % 3001);
                    std::string value(i % 500 == 0 ? 9000 : 20 + i % 90, 'v');
                    status = i % 5 == round ? txn.DeleteIn(0, key)
                                            : txn.PutIn(0, key, value);
                  }
                  return status;
                })
                .ok());
  }
  std::ifstream in(tree.Path("env/data.mdb"), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// mdb.c: where MDB_meta has mm_txnid and the root of the tree of names.
constexpr size_t kTransaction = 144, kNamesRoot = 128;

uint64_t NumberAt(std::string_view file, size_t at) {
  uint64_t number;
  memcpy(&number, file.data() + at, sizeof number);
  return number;
}

// The transaction of the next writer.
uint64_t NextTransaction(std::string_view file) {
  return 1 + std::max(NumberAt(file, kTransaction),
                      NumberAt(file, kPage + kTransaction));
}

bool Begin(PageCheck* check, std::string_view file) {
  return check->Begin(file.data(), kPage, file.size() / kPage - 1,
                      NextTransaction(file));
}

bool AllPaths(const std::string& file) {
  PageCheck check;
  if (!Begin(&check, file)) return false;
  for (int i = 0; i < 3001; ++i) {
    if (!check.Path("one", "key" + std::to_string(i), Change::kDelete)) {
      return false;
    }
  }
  return check.Path("two", "anything", Change::kDelete);
}

}  // namespace

TEST_CASE("page check: what LMDB wrote is whole") {
  TempTree tree;
  CHECK(AllPaths(MakeFile(tree)));
}

TEST_CASE("page check: offsets and sizes that lead out of a page are seen") {
  TempTree tree;
  const std::string whole = MakeFile(tree);
  // Each page in use, by its flags: a branch (1) or a leaf (2).
  size_t seen = 0, branches = 0;
  for (size_t page = 2; page < whole.size() / kPage; ++page) {
    uint16_t flags, lower;
    memcpy(&flags, whole.data() + page * kPage + 10, 2);
    memcpy(&lower, whole.data() + page * kPage + 12, 2);
    if (flags != 1 && flags != 2) continue;
    auto with = [&](size_t at, uint16_t value) {
      std::string damaged = whole;
      memcpy(damaged.data() + page * kPage + at, &value, 2);
      return AllPaths(damaged);
    };
    // A free page still looks like a page, but no path leads to it.
    bool used = !with(12, 60000);
    if (!used) continue;
    ++seen;
    branches += flags == 1;
    CHECK_FALSE(with(14, 5000));  // upper beyond the page
    CHECK_FALSE(with(14, 8));     // and inside the header
    CHECK_FALSE(with(10, 4));     // another kind of page
    CHECK_FALSE(with(0, 1));      // another page
    CHECK_FALSE(with(16, 4095));  // a node beyond the page
    uint16_t node;
    memcpy(&node, whole.data() + page * kPage + 16, 2);
    CHECK_FALSE(with(node + 6, 600));                  // a key too long
    if (flags == 2) CHECK_FALSE(with(node + 2, 900));  // a value too long
    if (lower < 22) continue;
    std::string swapped = whole;  // keys out of order
    std::swap_ranges(&swapped[page * kPage + 18], &swapped[page * kPage + 20],
                     &swapped[page * kPage + 20]);
    CHECK_FALSE(AllPaths(swapped));
  }
  CHECK(seen > 20);
  CHECK(branches > 0);
}

TEST_CASE("page check: a table that is kept in another way is seen") {
  TempTree tree;
  const std::string whole = MakeFile(tree);
  size_t seen = 0;
  for (size_t at = whole.find("one"); at != std::string::npos;
       at = whole.find("one", at + 1)) {
    std::string damaged = whole;
    damaged[at + 3 + 4] ^= 4;  // mdb.c: MDB_db.md_flags: MDB_DUPSORT
    seen += !AllPaths(damaged);
  }
  CHECK(seen == 1);
  for (size_t tree_flags : {44, 92}) {  // the free pages and the names
    std::string damaged = whole;
    for (size_t meta : {size_t{0}, kPage}) damaged[meta + tree_flags] ^= 4;
    CHECK_FALSE(AllPaths(damaged));
  }
}

TEST_CASE("page check: the writer's own number says where it begins") {
  TempTree tree;
  std::string damaged = MakeFile(tree);
  const uint64_t next = NextTransaction(damaged);
  const size_t latest = ((next - 1) & 1) * kPage, older = kPage - latest;
  uint64_t number = next + 100, nowhere = ~uint64_t{1};
  memcpy(&damaged[older + kTransaction], &number, sizeof number);
  PageCheck check;
  auto may = [&] {
    return check.Begin(damaged.data(), kPage, damaged.size() / kPage - 1,
                       next) &&
           check.Path("one", "key1", Change::kPut);
  };
  CHECK(may());
  memcpy(&damaged[latest + kNamesRoot], &nowhere, sizeof nowhere);
  CHECK_FALSE(may());
}

TEST_CASE("page check: a map that begins elsewhere is none") {
  TempTree tree;
  const std::string whole = MakeFile(tree);
  PageCheck check;
  CHECK_FALSE(check.Begin(whole.data() + kPage, kPage, whole.size() / kPage - 2,
                          NextTransaction(whole)));
}

TEST_CASE(
    "page check: an append goes to the last page, whatever the keys say") {
  TempTree tree;
  const std::string whole = MakeFile(tree);
  auto may = [](const std::string& file, Change change) {
    PageCheck check;
    return Begin(&check, file) && check.Path("one", "zzz", change);
  };
  CHECK(may(whole, Change::kAppend));
  size_t distinguished = 0;
  for (size_t page = 2; page < whole.size() / kPage; ++page) {
    const char* at = whole.data() + page * kPage;
    uint16_t flags, lower, node;
    memcpy(&flags, at + 10, 2);
    memcpy(&lower, at + 12, 2);
    if (flags != 1 || lower < 20) continue;
    memcpy(&node, at + lower - 2, 2);  // the last node
    uint32_t child;
    memcpy(&child, at + node, 4);
    std::string damaged = whole;
    damaged[page * kPage + node + 8] = '\xff';  // its key: above "zzz"
    damaged[child * kPage + 12] = '\1';         // the child page
    distinguished +=
        may(damaged, Change::kPut) && !may(damaged, Change::kAppend);
  }
  CHECK(distinguished > 0);
}

TEST_CASE("page check: any bytes at all are looked at without a fault") {
  TempTree tree;
  const std::string whole = MakeFile(tree);
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 300; ++i) {
    // The copy has the exact size of the file: asan sees a read outside of it.
    std::vector<char> damaged(whole.begin(), whole.end());
    for (size_t n = 1 + random() % 3000; n > 0; --n) {
      damaged[8192 + random() % (damaged.size() - 8192)] =
          static_cast<char>(random());
    }
    PageCheck check;
    if (!Begin(&check, {damaged.data(), damaged.size()})) continue;
    for (int key = 0; key < 100; ++key) {
      (void)check.Path("one", "key" + std::to_string(random() % 3001),
                       static_cast<Change>(random() % 3));
    }
  }
}

}  // namespace synapse
