#include "search/associations.h"

#include "base/words.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;

constexpr int64_t kDay = 86'400'000;
constexpr int64_t kNow = 1700000000000;

SearchRecord Outcome(const std::string& query, const std::string& target,
                     int64_t age_ms = 0, double weight = 1,
                     SearchAction action = SearchAction::kFound) {
  SearchRecord r;
  r.action = action;
  r.target = {SearchKind::kFile, target};
  r.query = query;
  r.words = QueryBits(query);
  r.at_ms = kNow - age_ms;
  r.score = static_cast<float>(weight);
  r.repository = "/r";
  return r;
}

std::vector<Association> Of(Store& store, const std::string& query,
                            const std::string& repository = "/r") {
  return AssociationsOf(store, {query, repository, kNow});
}

}  // namespace

TEST_CASE("associations: a like query finds what was learned") {
  TempTree tree;
  for (const std::string& where : {tree.Path("store"), std::string()}) {
    auto store = Store::Open(where);
    REQUIRE(store->log()
                .AppendRecords({Outcome("login button component", "/r/a.tsx"),
                                Outcome("user creation", "/r/users.ts")})
                .ok());
    for (const char* query :
         {"login button", "login button component", "button login", "buttons",
          "lgoin bottun", "where is the login button"}) {
      auto found = Of(*store, query);
      REQUIRE_MESSAGE(found.size() == 1, query);
      CHECK(found[0].target.text == "/r/a.tsx");
      CHECK(found[0].query == "login button component");
    }
    CHECK(Of(*store, "create users")[0].target.text == "/r/users.ts");
    CHECK(Of(*store, "login button")[0].strength >
          Of(*store, "login menu")[0].strength);
    CHECK(Of(*store, "deploy").empty());
    CHECK(Of(*store, "").empty());
    // In another repository the association is weak.
    CHECK(Of(*store, "login button", "/x")[0].strength < 0.3);
    // Scenario 1: 0.89, where the first answer of the seed had 0.42.
    CHECK(Together(0.42, Of(*store, "login button")[0].strength) > 0.85);
  }
}

TEST_CASE("associations: words of the path, where no query is like it") {
  auto store = Store::Open("");
  REQUIRE(store->log()
              .AppendRecords(
                  {Outcome("login button", "/r/src/auth/session_token.ts"),
                   Outcome("user creation", "/r/users.ts")})
              .ok());
  const auto found = Of(*store, "token session");
  REQUIRE(found.size() == 1);
  CHECK(found[0].target.text == "/r/src/auth/session_token.ts");
  // The strength is less than for the query itself.
  CHECK(found[0].strength < Of(*store, "login button")[0].strength);
  // The name of the repository is not a word of the target.
  CHECK(Of(*store, "r").empty());
}

TEST_CASE("associations: a clone is the same repository") {
  auto store = Store::Open("");
  REQUIRE(store->log()
              .AppendRecords({Outcome("login button", "/r/src/a.tsx")})
              .ok());
  const SameRepository same = [](const std::string& one,
                                 const std::string& other) {
    return one == "/r" && other == "/clone";
  };
  auto found = AssociationsOf(*store, {"login button", "/clone", kNow, same});
  REQUIRE(found.size() == 1);
  CHECK(found[0].target.text == "/clone/src/a.tsx");
  CHECK(found[0].strength == Of(*store, "login button")[0].strength);
  found = AssociationsOf(*store, {"login button", "/x", kNow, same});
  REQUIRE(found.size() == 1);
  CHECK(found[0].target.text == "/r/src/a.tsx");
}

TEST_CASE("associations: the strength grows, decays and is taken back") {
  auto store = Store::Open("");
  auto strength = [&](const std::string& target) {
    for (const Association& a : Of(*store, "login")) {
      if (a.target.text == target) return a.strength;
    }
    return 0.0;
  };
  REQUIRE(store->log().AppendRecords({Outcome("login", "/r/a", 0, 0.5)}).ok());
  CHECK(strength("/r/a") == doctest::Approx(0.5));
  REQUIRE(store->log().AppendRecords({Outcome("login", "/r/a", 0, 0.5)}).ok());
  CHECK(strength("/r/a") == doctest::Approx(0.75));
  REQUIRE(
      store->log().AppendRecords({Outcome("login", "/r/old", 30 * kDay)}).ok());
  CHECK(strength("/r/old") == doctest::Approx(0.5));
  REQUIRE(store->log()
              .AppendRecords({Outcome("login", "/r/older", 300 * kDay)})
              .ok());
  CHECK(strength("/r/older") == 0);
  // Two misses, and the other target is first.
  REQUIRE(
      store->log()
          .AppendRecords({Outcome("login", "/r/a", 0, 1, SearchAction::kMissed),
                          Outcome("login", "/r/b", 0, 0.6)})
          .ok());
  CHECK(strength("/r/a") == doctest::Approx(0.375));
  CHECK(Of(*store, "login")[0].target.text == "/r/b");
  // A time in the future, from a wrong clock, counts as now.
  REQUIRE(store->log().AppendRecords({Outcome("login", "/r/c", -kDay)}).ok());
  CHECK(strength("/r/c") == doctest::Approx(1));
}

// A direct match keeps its rank before an associated result.
TEST_CASE("associations: beside a direct score") {
  CHECK(Together(0, 0) == 0);
  CHECK(Together(0.42, 0) == doctest::Approx(0.42));
  CHECK(Together(0, 1) == doctest::Approx(kMaxAssociation));
  CHECK(Together(0.95, 0) > Together(0, 1));
  CHECK(Together(1, 1) == 1);
}

TEST_CASE("associations: of the records only the newest are kept") {
  TempTree tree;
  for (const std::string& where : {tree.Path("store"), std::string()}) {
    auto store = Store::Open(where);
    std::vector<Record> records;
    for (int i = 0; i < 4500; ++i) {
      records.push_back(Outcome("query" + std::to_string(i), "/r/a"));
    }
    REQUIRE(store->log().AppendRecords(records).ok());
    size_t kept = 0;
    uint64_t first = 0;
    store->searches().Visit(1, [&](uint64_t number, const SearchRecord&) {
      if (kept++ == 0) first = number;
      return true;
    });
    CHECK(kept == 4096);
    CHECK(first == 405);
    CHECK(store->searches().last() == 4500);
    CHECK(store->searches().counts().associations == 4500);
  }
}

TEST_CASE("associations: old ones go, and the count goes on") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  REQUIRE(store->log()
              .AppendRecords({Outcome("a", "/r/a", 9 * kDay),
                              Outcome("b", "/r/b", kDay), Outcome("c", "/r/c")})
              .ok());
  auto removed = store->searches().RemoveBefore(kNow - 5 * kDay);
  REQUIRE(removed.ok());
  CHECK(*removed == 1);
  CHECK(*store->searches().RemoveBefore(kNow - 5 * kDay) == 0);
  CHECK(*store->searches().RemoveBefore(kNow + kDay) == 1);  // not the newest
  CHECK(store->searches().last() == 3);
}

}  // namespace synapse
