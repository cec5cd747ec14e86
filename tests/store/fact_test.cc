#include "store/fact.h"

#include "store/store.h"
#include "tests/testing.h"

namespace synapse {
namespace {

Fact SomeFact() {
  Fact f;
  f.category = FactCategory::kGotcha;
  f.confidence = FactConfidence::kHigh;
  f.fact = std::string("a\0b", 3);
  f.recommendation = "r";
  f.subject = "s";
  f.replacement = "p";
  f.directory = "/d";
  f.source = "shell";
  f.exit = 7;
  f.runs = 3;
  f.first_ms = 1;
  f.last_ms = 2;
  f.found_ms = 3;
  f.tags = {"t", ""};
  f.steps = {"x"};
  f.traces = {"event:1"};
  f.usage = 4;
  f.helpful = 5;
  f.outdated = 6;
  f.reported = 7;
  return f;
}

}  // namespace

TEST_CASE("fact: what is written is read") {
  const std::string bytes = EncodeFact(SomeFact());
  const auto read = DecodeFact(bytes);
  REQUIRE(read);
  CHECK(EncodeFact(*read) == bytes);
  CHECK(read->exit == 7);
  CHECK(read->tags == SomeFact().tags);
  CHECK(read->outdated_reports() == 13);
  // The known part of a newer record is read.
  CHECK(DecodeFact(bytes + "more"));
  for (size_t n = 0; n < bytes.size(); ++n) {
    CHECK_FALSE(DecodeFact(bytes.substr(0, n)));
  }
  std::string other = bytes;
  other[1] = 99;  // no category
  CHECK_FALSE(DecodeFact(other));
}

TEST_CASE("fact: a store keeps one of each, and says when they change") {
  testing::TempTree tree;
  for (const std::string& directory : {std::string(), tree.Path("store")}) {
    CAPTURE(directory);
    auto store = Store::Open(directory);
    const uint64_t before = store->facts().stamp();
    Fact fact = SomeFact();
    REQUIRE(store->facts().Put({fact}).ok());
    fact.runs = 9;  // the same finding
    REQUIRE(store->facts().Put({fact}).ok());
    CHECK(store->facts().stamp() != before);
    std::vector<uint32_t> runs;
    auto read = [&] {
      runs.clear();
      store->facts().Visit([&](const Fact& f) {
        runs.push_back(f.runs);
        return true;
      });
      return runs;
    };
    CHECK(read() == std::vector<uint32_t>{9});
    if (!directory.empty()) store = Store::Open(directory);
    CHECK(read().size() == 1);
    REQUIRE(store->facts().Put({}, {fact.id()}).ok());
    CHECK(read().empty());
    REQUIRE(store->notes().Put("a", "b").ok());
    CHECK(store->notes().Find("a") == "b");
    CHECK_FALSE(store->notes().Find("c"));
  }
}

}  // namespace synapse
