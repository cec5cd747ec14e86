#include "store/row.h"

#include <cmath>

#include "store/bytes.h"
#include "store/memory_kv.h"
#include "tests/testing.h"

namespace synapse {
namespace {

constexpr RowKind kKind = RowKind::kAfterOne;

RowView Row(MemoryKv& kv) { return ReadRow(kv, Table::kTransition, kKind, 1); }

Status Add(MemoryKv& kv, uint64_t id, size_t most = 64, float keep = 0.9f) {
  return AddToRow(kv, {Table::kTransition, kKind, 1}, id, {keep, most});
}

}  // namespace

TEST_CASE("row: weights decay by events, the one that occurred gains 1") {
  MemoryKv kv;
  CHECK(Row(kv).empty());
  CHECK(Add(kv, 7).ok());
  CHECK(Add(kv, 8).ok());
  CHECK(Add(kv, 7).ok());
  RowView row = Row(kv);
  REQUIRE(row.size() == 2);
  CHECK(row.events() == 3);
  CHECK(row.id(0) == 7);
  CHECK(row.WeightOf(7) == doctest::Approx(0.81 + 1));
  CHECK(row.WeightOf(8) == doctest::Approx(0.9));
  CHECK(row.WeightOf(9) == 0);
  CHECK(row.total() == doctest::Approx(0.81 + 0.9 + 1));
}

TEST_CASE("row: the lightest is dropped, the newcomer stays") {
  MemoryKv kv;
  for (uint64_t id : {1, 1, 2, 2, 3}) CHECK(Add(kv, id, 2, 1.0f).ok());
  RowView row = Row(kv);
  REQUIRE(row.size() == 2);
  CHECK(row.WeightOf(3) == 1);
  CHECK(row.total() == 5);  // a dropped entry still counts
  // The order is by weight, descending.
  for (size_t i = 1; i < row.size(); ++i) {
    CHECK(row.weight(i - 1) >= row.weight(i));
  }
}

TEST_CASE("row: a long random series agrees with exact sums") {
  uint64_t seed = testing::RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  MemoryKv kv;
  std::map<uint64_t, double> exact;
  for (int i = 0; i < 500; ++i) {
    uint64_t id = random() % 10;
    for (auto& [key, w] : exact) w *= 0.98;
    exact[id] += 1;
    REQUIRE(Add(kv, id, 64, 0.98f).ok());
  }
  RowView row = Row(kv);
  CHECK(row.size() == exact.size());
  for (const auto& [id, w] : exact) {
    CHECK(row.WeightOf(id) == doctest::Approx(w).epsilon(1e-3));
  }
}

TEST_CASE("row: hostile bytes read as an empty row") {
  CHECK(RowView("").empty());
  CHECK(RowView("abc").empty());
  std::string bytes;
  PutFloat(bytes, NAN);
  PutLittle<uint32_t>(bytes, 1);
  bytes += std::string(12, '\1');
  CHECK(RowView(bytes).empty());
  // Half an entry at the end is ignored.
  bytes.clear();
  PutFloat(bytes, 1);
  PutLittle<uint32_t>(bytes, 1);
  bytes += std::string(18, '\1');
  CHECK(RowView(bytes).size() == 1);
}

}  // namespace synapse
