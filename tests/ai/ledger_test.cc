#include "ai/ledger.h"

#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

constexpr int64_t kNoon = 1'700'049'600'000, kMinute = 60'000;

}  // namespace

TEST_CASE("ledger: tokens are those of the day, saved or not") {
  auto store = Store::Open("");
  AiLedger ledger(*store);
  ledger.Spend(100, kNoon);
  CHECK(ledger.SpentTokens(kNoon) == 100);
  REQUIRE(ledger.Save().ok());
  CHECK_FALSE(ledger.unsaved());
  ledger.Spend(20, kNoon + kMinute);
  CHECK(ledger.SpentTokens(kNoon + kMinute) == 120);
  CHECK(ledger.SpentTokens(kNoon + 24 * 60 * kMinute) == 0);
  // A shell stays open over midnight.
  ledger.Spend(7, kNoon + 24 * 60 * kMinute);
  CHECK(ledger.SpentTokens(kNoon + 24 * 60 * kMinute) == 7);
  // A wrong clock reduces nothing.
  ledger.Spend(-1000, kNoon + 24 * 60 * kMinute);
  CHECK(ledger.SpentTokens(kNoon + 24 * 60 * kMinute) == 7);
}

TEST_CASE("ledger: two shells add up, and an answer of one is the other's") {
  auto store = Store::Open("");
  AiLedger one(*store), other(*store);
  one.Spend(100, kNoon);
  other.Spend(50, kNoon);
  one.Keep(11, "make all", kNoon);
  CHECK_FALSE(other.Find(11, kNoon).has_value());
  REQUIRE(one.Save().ok());
  REQUIRE(other.Save().ok());
  CHECK(one.SpentTokens(kNoon) == 150);
  CHECK(other.Find(11, kNoon).value_or("none") == "make all");
  // 75 shares the entry of 11 and is another question.
  CHECK_FALSE(other.Find(11 + 64, kNoon).has_value());
  CHECK_FALSE(other.Find(11, kNoon + AiLedger::kKeptMs + 1).has_value());
  CHECK_FALSE(other.Find(11, kNoon - 1).has_value());
}

TEST_CASE("ledger: memory holds so many answers and no more") {
  auto store = Store::Open("");
  AiLedger ledger(*store);
  for (uint64_t i = 0; i < AiLedger::kMaxUnsaved + 1; ++i) {
    ledger.Keep(i, "line " + std::to_string(i), kNoon);
  }
  CHECK_FALSE(ledger.Find(0, kNoon).has_value());
  CHECK(ledger.Find(1, kNoon).value_or("none") == "line 1");
  ledger.Keep(99, std::string(2000, 'a'), kNoon);
  CHECK_FALSE(ledger.Find(99, kNoon).has_value());
  ledger.DropAnswers();
  CHECK_FALSE(ledger.Find(1, kNoon).has_value());
}

TEST_CASE("ledger: what became of answers is counted by prompt, and fades") {
  auto store = Store::Open("");
  AiLedger one(*store), other(*store);
  for (int i = 0; i < 10; ++i) one.CountShown("complete-1", i < 4);
  CHECK(one.ShownOf("complete-1").times == 10);
  CHECK(other.ShownOf("complete-1").times == 0);
  REQUIRE(one.Save().ok());
  other.CountShown("complete-1", true);
  CHECK(other.ShownOf("complete-1").times == 11);
  CHECK(other.ShownOf("complete-1").accepted == 5);
  CHECK(other.ShownOf("fix-1").times == 0);
  for (int i = 0; i < 1000; ++i) other.CountShown("complete-1", true);
  CHECK(other.ShownOf("complete-1").times < AiLedger::kMaxShown);
  REQUIRE(other.Save().ok());
  CHECK(one.ShownOf("complete-1").times < AiLedger::kMaxShown);
  // Versions come from the users' files.
  for (int i = 0; i < 100; ++i) one.CountShown("v" + std::to_string(i), true);
  one.CountShown(std::string(100, 'v'), true);
  REQUIRE(one.Save().ok());
  CHECK(one.ShownOf("v99").times == 0);
  CHECK(one.ShownOf(std::string(1000, 'v')).times == 0);
}

// The table was written ahead of the index's file, and lost with the shell.
TEST_CASE("ledger: what a shell spent and was answered outlives it") {
  Session s;
  s.engine->ai().desk().ledger().Spend(100, s.now_ms);
  s.engine->ai().desk().ledger().Keep(5, "make all", s.now_ms);
  SUBCASE("by the end of the shell") {}
  SUBCASE("by the next prompt, and then it is killed") {
    s.engine->NewPrompt();
    CHECK_FALSE(s.engine->ai().desk().ledger().unsaved());
  }
  SUBCASE("while another shell writes to the index") {
    auto other = Store::Open(s.tree.Path("store"));
    for (int i = 0; i < 3; ++i) {
      REQUIRE(
          other->index()
              .Write([](Kv& kv) { return kv.Put(Table::kMeta, "test", "x"); })
              .ok());
      s.engine->NewPrompt();
    }
  }
  s.engine.reset();
  s.Open();
  AiLedger& ledger = s.engine->ai().desk().ledger();
  CHECK(ledger.SpentTokens(s.now_ms) == 100);
  CHECK(ledger.Find(5, s.now_ms).value_or("none") == "make all");
}

TEST_CASE("ledger: a shell that is incognito writes nothing of it") {
  Session s;
  s.engine->SetIncognito(Incognito::kEphemeral);
  s.engine->ai().desk().ledger().Keep(5, "make all", s.now_ms);
  s.engine->NewPrompt();
  CHECK(s.engine->ai().desk().ledger().unsaved());
  s.engine.reset();
  s.Open();
  CHECK_FALSE(s.engine->ai().desk().ledger().Find(5, s.now_ms).has_value());
}

}  // namespace synapse
