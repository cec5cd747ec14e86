#include "store/memory_kv.h"

#include <map>

#include "tests/testing.h"

namespace synapse {
namespace {

using OrderedMap = std::map<std::string, std::string>;

OrderedMap OrderedFrom(MemoryKv& kv, Table table, const std::string& from) {
  OrderedMap out;
  std::string before;
  kv.Scan(table, from, [&](std::string_view key, std::string_view value) {
    CHECK((out.empty() || before < key));
    before = std::string(key);
    out.emplace(key, value);
    return true;
  });
  return out;
}

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

TEST_CASE("memory: tables agree with ordered maps, however they are used") {
  const uint64_t seed = testing::RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  for (const auto use : {MemoryKv::Use::kScanned, MemoryKv::Use::kWrittenOut}) {
    for (const Table table : {Table::kLine, Table::kWord}) {
      MemoryKv kv(use);
      OrderedMap oracle;
      CHECK_FALSE(kv.Get(table, "k"));
      CHECK(kv.Delete(table, "k").ok());
      for (int i = 0; i < 3000; ++i) {
        // Keys that share their first bytes, and values that grow and shrink.
        std::string key(random() % 12, 'k');
        key += std::to_string(random() % 200);
        if (random() % 5 == 0) {
          REQUIRE(kv.Delete(table, key).ok());
          oracle.erase(key);
        } else {
          const std::string value(random() % 90, static_cast<char>(random()));
          REQUIRE(kv.Put(table, key, value).ok());
          oracle[key] = value;
        }
        const auto found = kv.Get(table, key);
        REQUIRE(found.has_value() == oracle.contains(key));
        if (found) REQUIRE(*found == oracle[key]);
      }
      CHECK(kv.entries() == oracle.size());
      CHECK(OrderedFrom(kv, table, "") == oracle);
      CHECK(OrderedFrom(kv, table, "kkk") ==
            OrderedMap(oracle.lower_bound("kkk"), oracle.end()));
    }
  }
}

// It was given the value from before the scan, if the new one needed more room.
TEST_CASE("memory: a visitor is given what an entry has when its turn comes") {
  for (const Table table : {Table::kLine, Table::kWord}) {
    MemoryKv kv;
    for (const char* key : {"a", "b", "c"})
      REQUIRE(kv.Put(table, key, "1").ok());
    OrderedMap seen;
    kv.Scan(table, "", [&](std::string_view key, std::string_view value) {
      seen.emplace(key, value);
      REQUIRE(kv.Put(table, "c", "longer than before").ok());
      REQUIRE(kv.Put(table, "b", "2").ok());
      return true;
    });
    const OrderedMap expected = {
        {"a", "1"}, {"b", "2"}, {"c", "longer than before"}};
    CHECK(seen == expected);
  }
}

TEST_CASE("memory: a value that is read may be written to another key") {
  MemoryKv kv;
  REQUIRE(kv.Put(Table::kWord, "a", std::string(100, 'x')).ok());
  for (int i = 0; i < 50; ++i) {
    const auto value = kv.Get(Table::kWord, i ? std::to_string(i - 1) : "a");
    REQUIRE(value);
    REQUIRE(kv.Put(Table::kWord, std::to_string(i), *value).ok());
  }
  CHECK(kv.Get(Table::kWord, "49") == std::string(100, 'x'));
  // A part of itself.
  REQUIRE(kv.Put(Table::kWord, "a", kv.Get(Table::kWord, "a")->substr(1)).ok());
  CHECK(kv.Get(Table::kWord, "a") == std::string(99, 'x'));
}

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
