// history.max_events removes the oldest events and the oldest feedback.
#include "learn/import.h"
#include "store/store.h"
#include "tests/engine/engine_testing.h"
#include "tests/store/store_testing.h"

namespace synapse {
namespace {

using testing::Ran;
using testing::Session;
using testing::TempTree;

EngineOptions Keeping(const Session& s, const std::string& setting,
                      const std::string& value) {
  EngineOptions options = s.engine->options();
  options.config = Config::Load(
      "", [&](std::string_view name) -> std::optional<std::string> {
        if (name == setting) return value;
        if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "5000";
        return std::nullopt;
      });
  return options;
}

EngineOptions KeepingFifty(const Session& s) {
  return Keeping(s, "SYNAPSE_HISTORY_MAX_EVENTS", "50");
}

}  // namespace

TEST_CASE("retention: the oldest go in slices, and sequences go on") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  std::vector<Event> events;
  for (int i = 0; i < 100; ++i) {
    events.push_back(Ran("n" + std::to_string(i)));
    events.back().start_ms = 1000 * i;
  }
  REQUIRE(store->log().Append(events).ok());
  auto removed = store->retention().RemoveSlice(30'000, 1000, 20);
  REQUIRE(removed.ok());
  CHECK(*removed == 20);
  CHECK(*store->retention().RemoveSlice(30'000, 1000, 20) == 10);
  CHECK(*store->retention().RemoveSlice(30'000, 1000, 20) == 0);
  CHECK(store->info().event_count == 70);
  CHECK(*store->retention().RemoveAll(INT64_MIN, 60) == 10);
  CHECK(*store->retention().RemoveAll(INT64_MIN, 60) == 0);
  CHECK_FALSE(store->log().Find(40));
  CHECK(store->log().Find(41)->command == "n40");
  CHECK_FALSE(store->log().HasIdentity(EventIdentity(3, "n3")));
  REQUIRE(store->log().Append({Ran("next")}).ok());
  CHECK(store->log().last_sequence() == 101);
}

TEST_CASE(
    "retention: the oldest feedback goes likewise, and its count goes on") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  std::vector<Record> records;
  for (int i = 1; i <= 50; ++i) {
    FeedbackRecord f;
    f.at_ms = 1000 * i;
    f.suggestion = "n" + std::to_string(i);
    records.push_back(f);
  }
  REQUIRE(store->log().AppendRecords(records).ok());
  auto kept = [&] {
    std::vector<uint64_t> out;
    store->log().VisitFeedback(1, [&](uint64_t n, const FeedbackRecord&) {
      out.push_back(n);
      return true;
    });
    return out;
  };
  CHECK(*store->retention().RemoveSlice(INT64_MIN, 30, 15) == 15);
  CHECK(*store->retention().RemoveSlice(INT64_MIN, 30, 15) == 5);
  CHECK(*store->retention().RemoveSlice(INT64_MIN, 30, 15) == 0);
  CHECK(kept().front() == 21);
  CHECK(*store->retention().RemoveSlice(25'000, 1000, 100) == 4);
  CHECK(kept().front() == 25);
  CHECK(*store->retention().RemoveSlice(INT64_MAX, 1000, 100) == 25);
  CHECK(kept() == std::vector<uint64_t>{50});
  uint64_t version = store->log_file().version();
  CHECK(*store->retention().RemoveSlice(INT64_MAX, 0, 100) == 0);
  CHECK(store->log_file().version() == version);
  REQUIRE(store->log().AppendRecords({records[0]}).ok());
  CHECK(store->log().last_feedback() == 51);
}

TEST_CASE("retention: what is old goes also behind what is younger") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  std::vector<Event> events;
  // Own commands, then an import; the clock was ahead for one of them.
  for (int64_t ms :
       {90'000, 95'000, 9'000'000, 10'000, 80'000, 20'000, 96'000}) {
    events.push_back(Ran("at " + std::to_string(ms), ms));
  }
  REQUIRE(store->log().Append(events).ok());
  CHECK(*store->retention().RemoveSlice(50'000, 1000, 50) == 2);
  CHECK_FALSE(store->log().Find(4));
  CHECK_FALSE(store->log().Find(6));
  CHECK(*store->retention().RemoveAll(INT64_MIN, 4) == 1);
  CHECK_FALSE(store->log().Find(5));
  CHECK(store->info().event_count == 4);
}

TEST_CASE("retention: a clock that is far ahead removes nothing by age") {
  constexpr int64_t kDay = 86'400'000;
  Session s;
  s.Run("old", 30);
  s.now_ms += 40 * kDay;
  s.Run("young", 30);
  Engine engine(Keeping(s, "SYNAPSE_HISTORY_MAX_DAYS", "30"));
  engine.clock().Fix(s.now_ms + 20'000 * kDay);
  engine.NewPrompt();
  CHECK(engine.store().info().event_count == 60);
  engine.clock().Fix(s.now_ms);
  engine.NewPrompt();
  CHECK(engine.store().info().event_count == 30);
}

TEST_CASE("retention: after a long absence age counts again") {
  constexpr int64_t kDay = 86'400'000;
  Session s;
  s.Run("old", 30);
  s.now_ms += 400 * kDay;
  s.Run("young", 70);
  Engine engine(Keeping(s, "SYNAPSE_HISTORY_MAX_DAYS", "30"));
  engine.clock().Fix(s.now_ms);
  engine.NewPrompt();
  CHECK(engine.store().info().event_count == 70);
}

TEST_CASE(
    "retention: a shell keeps to history.max_events, and the file shrinks") {
  Session s;
  EngineOptions options = KeepingFifty(s);
  std::vector<Event> events;
  for (int i = 0; i < 3000; ++i) {
    events.push_back(Ran("echo " + std::to_string(i) + std::string(200, 'x')));
    events.back().start_ms += i * 1000;
  }
  REQUIRE(ImportEvents(s.engine->learner(), std::move(events), nullptr).ok());
  s.engine.reset();
  size_t before =
      std::filesystem::file_size(s.tree.Path("store/events/data.mdb"));
  {
    Engine engine(options);
    engine.NewPrompt();
    CHECK(engine.upkeep().TakeRenewal());
    REQUIRE(engine.RenewIndex().ok());
    CHECK(engine.store().info().event_count == 50);
  }
  size_t after =
      std::filesystem::file_size(s.tree.Path("store/events/data.mdb"));
  CHECK(after * 4 < before);
  Engine engine(options);
  CHECK(engine.store().info().event_count == 50);
  CHECK(engine.store().log().last_sequence() == 3000);
}

TEST_CASE(
    "retention: one shell renews the index when retention took much of it") {
  Session s;
  s.Run("frob ancient", 60);
  s.Run("frob recent", 60);
  s.engine->NewPrompt();
  CHECK_FALSE(s.engine->upkeep().TakeRenewal());
  EngineOptions options = KeepingFifty(s);
  s.engine = std::make_unique<Engine>(options);
  Engine other(options);
  s.engine->NewPrompt();
  other.NewPrompt();
  CHECK(s.Texts("frob ").size() == 2);
  CHECK(s.engine->upkeep().TakeRenewal());
  CHECK_FALSE(s.engine->upkeep().TakeRenewal());
  CHECK_FALSE(other.upkeep().TakeRenewal());
  // Another process does this in the background.
  REQUIRE(Engine(options).RenewIndex().ok());
  s.engine->NewPrompt();
  CHECK(s.engine->store().info().event_count == 50);
  CHECK(s.Texts("frob ") == std::vector<std::string>{"frob recent"});
}

}  // namespace synapse
