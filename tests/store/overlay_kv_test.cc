#include "store/overlay_kv.h"

#include "tests/testing.h"

namespace synapse {
namespace {

using testing::RandomSeed;
using Entries = std::vector<std::pair<std::string, std::string>>;

Entries All(Kv& kv, Table table, const std::string& from) {
  Entries out;
  kv.Scan(table, from, [&](std::string_view key, std::string_view value) {
    out.emplace_back(key, value);
    return true;
  });
  return out;
}

}  // namespace

TEST_CASE("overlay: reads as if the changes were made, and makes them") {
  const uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  for (Table table : {Table::kLine, Table::kWord}) {
    for (int round = 0; round < 100; ++round) {
      MemoryKv base, changes, oracle;
      OverlayKv kv(base, changes);
      auto key = [&] {
        return std::string(random() % 3, 'k') + std::to_string(random() % 20);
      };
      for (int i = 0; i < 30; ++i) {
        const std::string k = key(), v = std::to_string(random());
        REQUIRE(base.Put(table, k, v).ok());
        REQUIRE(oracle.Put(table, k, v).ok());
      }
      const Entries before = All(base, table, "");
      for (int i = 0; i < 30; ++i) {
        const std::string k = key(), v = random() % 8 ? std::to_string(i) : "";
        const bool put = random() % 2;
        REQUIRE((put ? kv.Put(table, k, v) : kv.Delete(table, k)).ok());
        REQUIRE((put ? oracle.Put(table, k, v) : oracle.Delete(table, k)).ok());
        const std::string other = key();
        CHECK(kv.Get(table, other) == oracle.Get(table, other));
        CHECK(All(kv, table, other) == All(oracle, table, other));
      }
      CHECK(All(base, table, "") == before);
      REQUIRE(PutChanges(changes, base).ok());
      CHECK(All(base, table, "") == All(oracle, table, ""));
    }
  }
}

TEST_CASE("overlay: a scan ends where its visitor says so") {
  MemoryKv base, changes;
  OverlayKv kv(base, changes);
  for (const char* k : {"b", "d"}) REQUIRE(base.Put(Table::kLine, k, "").ok());
  for (const char* k : {"a", "c", "e"})
    REQUIRE(kv.Put(Table::kLine, k, "").ok());
  for (size_t most = 1; most <= 5; ++most) {
    std::string seen;
    kv.Scan(Table::kLine, "", [&](std::string_view key, std::string_view) {
      seen += key;
      return seen.size() < most;
    });
    CHECK(seen == std::string("abcde").substr(0, most));
  }
}

}  // namespace synapse
