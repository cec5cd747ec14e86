#include "store/txn.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "store/env.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;

// An environment with one page of keys, which then claims to be one of keys
// without values, and of so many that no search and no scan ends.
std::unique_ptr<Env> OpenEndless(const TempTree& tree) {
  Env::Options options;
  options.directory = tree.Path("e");
  options.tables = {"a"};
  auto env = Env::Open(options);
  REQUIRE(env.ok());
  REQUIRE((*env)
              ->Write([](Txn& txn) {
                for (const char* key : {"k1", "k2", "k3"}) {
                  (void)txn.PutIn(0, key, "value");
                }
                return Status();
              })
              .ok());
  constexpr size_t kPage = 4096;
  const std::string path = tree.Path("e/data.mdb");
  int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  for (size_t page = 2; page < std::filesystem::file_size(path) / kPage;
       ++page) {
    // mdb.c: struct MDB_page: mp_flags and mp_lower.
    uint16_t head[2];
    const auto at = static_cast<off_t>(page * kPage + 10);
    REQUIRE(pread(fd, head, sizeof head, at) == sizeof head);
    constexpr uint16_t kLeaf = 2, kThreeKeys = 16 + 3 * 2;
    if (head[0] != kLeaf || head[1] != kThreeKeys) continue;
    head[0] = 0x22;  // P_LEAF | P_LEAF2
    head[1] = 14;
    (void)!pwrite(fd, head, sizeof head, at);
  }
  close(fd);
  return std::move(*env);
}

}  // namespace

TEST_CASE("txn: a search in a damaged page ends") {
  TempTree tree;
  auto env = OpenEndless(tree);
  Status read = env->Read([](Txn& txn) { (void)txn.GetIn(0, "k4"); });
  CHECK(read.code() == Code::kCorrupt);
}

TEST_CASE("txn: a scan of a damaged page ends") {
  TempTree tree;
  for (bool backwards : {false, true}) {
    CAPTURE(backwards);
    auto env = OpenEndless(tree);
    int visited = 0;
    Status read = env->Read([&](Txn& txn) {
      auto visit = [&](auto, auto) { return ++visited < 1'000'000; };
      if (backwards) {
        txn.ScanBackwardsIn(0, visit);
      } else {
        txn.ScanIn(0, "", visit);
      }
    });
    CHECK(visited <= 3);
    CHECK(read.code() == Code::kCorrupt);
    std::filesystem::remove_all(tree.Path("e"));
  }
}

TEST_CASE("txn: keys are in the order of LMDB's own") {
  auto order = [](std::string a, std::string b) {
    MDB_val x{a.size(), a.data()}, y{b.size(), b.data()};
    int rc = CompareKeys(&x, &y);
    return (rc > 0) - (rc < 0);
  };
  CHECK(order("a", "b") < 0);
  CHECK(order("b", "a") > 0);
  CHECK(order("a", "a") == 0);
  CHECK(order("a", "ab") < 0);
  CHECK(order("ab", "a") > 0);
  CHECK(order("\x7f", "\x80") < 0);
  CHECK(order("", "") == 0);
  // Keys of eight bytes and more.
  CHECK(order("12345678", "12345678") == 0);
  CHECK(order("12345678", "12345679") < 0);
  CHECK(order("\x7f"
              "2345678",
              "\x80"
              "1234567") < 0);
  CHECK(order("a1234567", "b0000000") < 0);
  CHECK(order("12345678", "123456789") < 0);
  CHECK(order("12345678b", "12345678a") > 0);
  CHECK(order("1234567", "12345678") < 0);
  CHECK(order("2", "12345678") > 0);
}

}  // namespace synapse
