#include "learn/learner.h"

#include <sys/wait.h>
#include <unistd.h>

#include "learn/history_file.h"
#include "learn/import.h"
#include "store/prefix_index.h"
#include "tests/store/clear_index.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::kNow;
using testing::RandomSeed;
using testing::TempTree;

constexpr double kHalfLife = 168;

Event Ran(const std::string& command, int64_t ms,
          const std::string& session = "s", int exit = 0) {
  Event e;
  e.command = command;
  e.cwd = "/w";
  e.session = session;
  e.start_ms = ms;
  e.exit = exit;
  return e;
}

// Every entry of the index, except those of the boot.
std::map<std::string, std::string> Dump(Store& store) {
  std::map<std::string, std::string> out;
  REQUIRE(store.index()
              .Read([&](Kv& kv) {
                for (int t = 0; t < kTables; ++t) {
                  kv.Scan(static_cast<Table>(t), "", [&](auto k, auto v) {
                    out[std::to_string(t) + ":" + std::string(k)] =
                        std::string(v);
                    return true;
                  });
                }
              })
              .ok());
  for (const char* key : {"0:schema", "0:boot", "0:clean"}) out.erase(key);
  return out;
}

uint32_t CountOf(Store& store, std::string_view line) {
  uint32_t count = 0;
  (void)store.index().Read([&](Kv& kv) {
    if (auto stat = ReadStat(kv, IdOf(line))) count = stat->count;
  });
  return count;
}

uint64_t Events(Store& store) { return store.info().event_count; }

std::vector<std::string> SomeCommands(uint64_t seed, int n) {
  static const std::vector<std::string> kPool = {
      "git status",      "git add .",     "git commit -m \"x y\"",
      "git push",        "ls -l",         "cd src",
      "vim a.cc",        "make test",     "cat a.cc | grep x",
      "sudo apt update", "mkdir new",     "cd new",
      "no-such-command", "echo 'a b' > f"};
  std::mt19937_64 random(seed);
  std::vector<std::string> out;
  for (int i = 0; i < n; ++i) out.push_back(kPool[random() % kPool.size()]);
  return out;
}

}  // namespace

TEST_CASE("learner: a command that ran is in the log and in the index") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  Learner learner(*store, kHalfLife);
  auto first = learner.Record(Ran("git add .", kNow));
  auto second = learner.Record(Ran("git commit", kNow + 1000));
  REQUIRE(first.ok());
  REQUIRE(second.ok());
  CHECK(learner.Behind() == 0);
  CHECK(store->log().Find(*second)->previous == *first);
  CHECK(CountOf(*store, "git add .") == 1);
  LineContext context = learner.sessions().ContextOf("s", "/w", kNow + 2000);
  REQUIRE(context.previous.size() == 2);
  CHECK(context.previous[0]->text == "git commit");
  CHECK(context.previous[1]->text == "git add .");
  CHECK(learner.sessions().ContextOf("other", "/w", kNow).previous.empty());
}

TEST_CASE("learner: sessions do not follow each other") {
  auto store = Store::Open("");
  Learner learner(*store, kHalfLife);
  auto a = learner.Record(Ran("a", kNow, "one"));
  auto b = learner.Record(Ran("b", kNow + 1, "two"));
  auto c = learner.Record(Ran("c", kNow + 2, "one"));
  CHECK(store->log().Find(*b)->previous == 0);
  CHECK(store->log().Find(*c)->previous == *a);
}

// engine-v2, section 16: the half-life in hours is a setting. More lines begin
// with "b" than the index keeps, each newer than the line that ran ten times.
TEST_CASE("learner: the half-life says how long many runs outweigh a new one") {
  for (const auto& [hours, kept] : {std::pair(168.0, true), {24.0, false}}) {
    CAPTURE(hours);
    auto store = Store::Open("");
    Learner learner(*store, hours);
    constexpr int64_t kDayMs = 86'400'000;
    for (int i = 0; i < 10; ++i) {
      REQUIRE(learner.Record(Ran("b old", kNow - 7 * kDayMs)).ok());
    }
    for (size_t i = 0; i <= kSparse; ++i) {
      REQUIRE(learner.Record(Ran("b" + std::to_string(i), kNow)).ok());
    }
    std::vector<ScoredLine> best;
    (void)store->index().Read(
        [&](Kv& kv) { best = BestLines(kv, kGlobalScope, "b"); });
    CHECK(best.size() == kTopLines);
    CHECK(std::any_of(best.begin(), best.end(), [](const ScoredLine& line) {
            return line.id == IdOf("b old");
          }) == kept);
  }
}

TEST_CASE("learner: a long pause keeps only the line right before it") {
  auto store = Store::Open("");
  Learner learner(*store, kHalfLife);
  for (const char* line : {"a1", "a2", "a3"}) {
    CHECK(learner.Record(Ran(line, kNow)).ok());
  }
  CHECK(learner.sessions()
            .ContextOf("s", "/w", kNow + kSessionGapMs)
            .previous.size() == 3);
  auto after =
      learner.sessions().ContextOf("s", "/w", kNow + kSessionGapMs + 1);
  REQUIRE(after.previous.size() == 1);
  CHECK(after.previous[0]->text == "a3");
}

TEST_CASE("learner: built again, the index is the same bytes") {
  uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  TempTree tree;
  for (const char* where : {"", "s"}) {
    auto store = Store::Open(*where ? tree.Path(where) : "");
    Learner learner(*store, kHalfLife);
    int64_t ms = kNow;
    std::mt19937_64 random(seed);
    for (const std::string& command : SomeCommands(seed, 400)) {
      ms += static_cast<int64_t>(random() % 900) * 1000 + 1000;
      int exit = command == "no-such-command" ? 127 : random() % 5 == 0;
      REQUIRE(learner.Record(Ran(command, ms, random() % 3 ? "s" : "t", exit))
                  .ok());
    }
    Budget budget = Budget::Unlimited();
    REQUIRE(learner.CatchUp(budget).ok());
    auto incremental = Dump(*store);
    CHECK(incremental.size() > 50);
    Learner fresh(*store, kHalfLife);
    REQUIRE(fresh.rebuild().Run(nullptr).ok());
    CHECK(fresh.Behind() == 0);
    auto rebuilt = Dump(*store);
    CHECK(rebuilt.size() == incremental.size());
    CHECK(rebuilt == incremental);
  }
}

// The tables of an index that learned the events of `of` only.
std::map<std::string, std::string> DumpOfFresh(Store& of) {
  std::vector<Event> events;
  const uint64_t first = of.log().first_sequence();
  of.log().Visit(1, [&](uint64_t, const Event& event) {
    events.push_back(event);
    uint64_t& previous = events.back().previous;
    previous = previous >= first ? previous - first + 1 : 0;
    return true;
  });
  auto store = Store::Open("");
  REQUIRE(store->log().Append(events).ok());
  Learner learner(*store, kHalfLife);
  Budget budget = Budget::Unlimited();
  REQUIRE(learner.CatchUp(budget).ok());
  return Dump(*store);
}

TEST_CASE("learner: the index loses what retention dropped from the log") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  Learner learner(*store, kHalfLife);
  int64_t ms = kNow;
  for (int i = 0; i < 40; ++i) {
    REQUIRE(learner.Record(Ran("old " + std::to_string(i), ms += 1000)).ok());
  }
  for (const std::string& command : SomeCommands(11, 260)) {
    REQUIRE(learner.Record(Ran(command, ms += 1000)).ok());
  }
  Budget budget = Budget::Unlimited();
  REQUIRE(learner.CatchUp(budget).ok());
  CHECK_FALSE(learner.rebuild().IsStale());
  // The index may keep a few removed events for a while.
  CHECK(*store->retention().RemoveAll(INT64_MIN, 295) == 5);
  CHECK_FALSE(learner.rebuild().IsStale());
  CHECK(*store->retention().RemoveAll(INT64_MIN, 200) == 95);
  CHECK(learner.rebuild().IsStale());
  CHECK(CountOf(*store, "old 7") == 1);

  CHECK(learner.rebuild().Claim(ms));
  CHECK_FALSE(learner.rebuild().Claim(ms + 1000));  // another shell's
  REQUIRE(learner.rebuild().Run(nullptr).ok());
  CHECK_FALSE(learner.rebuild().IsStale());
  CHECK(CountOf(*store, "old 7") == 0);
  auto renewed = Dump(*store), fresh = DumpOfFresh(*store);
  CHECK(renewed.erase("0:gone") == 1);
  CHECK(renewed.erase("0:built") == 1);
  CHECK(fresh.erase("0:built") == 1);
  CHECK(renewed == fresh);
  // A rebuild that was interrupted begins again.
  CHECK(learner.rebuild().Claim(ms));
  CHECK(learner.rebuild().Claim(ms + 600'000));
}

TEST_CASE("learner: an index that was lost is caught up from the events") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  Learner learner(*store, kHalfLife);
  int64_t ms = kNow;
  for (const std::string& command : SomeCommands(7, 150)) {
    REQUIRE(learner.Record(Ran(command, ms += 1000)).ok());
  }
  Budget budget = Budget::Unlimited();
  REQUIRE(learner.CatchUp(budget).ok());
  auto before = Dump(*store);
  REQUIRE(testing::ClearIndex(*store).ok());
  CHECK(learner.Behind() == 150);
  // Without a budget it still makes progress, one step at a time.
  Budget spent(0);
  REQUIRE(learner.CatchUp(spent).ok());
  CHECK(learner.Behind() == 149);
  REQUIRE(learner.CatchUp(budget).ok());
  CHECK(learner.Behind() == 0);
  CHECK(Dump(*store) == before);
}

TEST_CASE("learner: commands of another process are read once") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  Learner learner(*store, kHalfLife);
  REQUIRE(learner.Record(Ran("mine", kNow)).ok());
  pid_t child = fork();
  if (child == 0) {
    auto own = Store::Open(tree.Path("s"));
    // The event is appended and not indexed, as if the shell was killed then.
    bool right = own->log().Append({Ran("theirs", kNow + 1, "t")}).ok();
    own.reset();
    _exit(right ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(learner.Behind() == 1);
  Budget budget = Budget::Unlimited();
  CHECK(learner.CatchUp(budget).ok());
  CHECK(learner.CatchUp(budget).ok());
  CHECK(CountOf(*store, "theirs") == 1);
  CHECK(CountOf(*store, "mine") == 1);
}

TEST_CASE("learner: a file is imported twice without doubling") {
  std::string timed, untimed;
  int64_t s = 1600000000;
  for (const std::string& command : SomeCommands(3, 300)) {
    timed += ": " + std::to_string(s += 7) + ":0;" + command + "\n";
    untimed += command + "\n";
  }
  for (const std::string& text : {timed, untimed}) {
    TempTree tree;
    auto store = Store::Open(tree.Path("s"));
    auto import = [&](const std::string& file, int64_t now) {
      Learner learner(*store, kHalfLife);
      auto done = ImportEvents(
          learner, ParseHistory(file, HistoryFormat::kZsh, now), nullptr);
      REQUIRE(done.ok());
      return *done;
    };
    auto first = import(text, kNow);
    CHECK(first.added == 300);
    CHECK(first.known == 0);
    auto dump = Dump(*store);
    auto second = import(text, kNow + 3600000);
    CHECK(second.added == 0);
    CHECK(second.known == 300);
    CHECK(Events(*store) == 300);
    CHECK(Dump(*store) == dump);
    // An import reads lines that were added to the file.
    std::string more =
        text + (text == timed ? ": 1700000000:0;new one\n" : "new one\n");
    CHECK(import(more, kNow).added == 1);
    CHECK(CountOf(*store, "new one") == 1);
  }
}

TEST_CASE("learner: a full log takes no events that are older than its own") {
  auto store = Store::Open("");
  Learner learner(*store, kHalfLife);
  const auto import = [&](std::vector<Event> events) {
    auto done = ImportEvents(learner, std::move(events), nullptr,
                             ImportMatch::kHistory, 4);
    REQUIRE(done.ok());
    return *done;
  };
  auto first = import({Ran("e", kNow + 5), Ran("f", kNow + 6)});
  CHECK(first.added == 2);
  auto second = import({Ran("a", 1000), Ran("c", 3000), Ran("b", 2000),
                        Ran("d", 4000), Ran("d", 4000)});
  CHECK(second.added == 2);
  CHECK(second.older == 3);
  CHECK(CountOf(*store, "d") == 2);
  // These are younger than some of the log, which lose their places.
  auto third = import({Ran("g", kNow + 70'000), Ran("h", kNow + 80'000)});
  CHECK(third.added == 2);
  CHECK(third.older == 0);
}

TEST_CASE("learner: a recorded command is not imported again") {
  auto store = Store::Open("");
  Learner learner(*store, kHalfLife);
  REQUIRE(learner.Record(Ran("make test", 1600000000900)).ok());
  auto done = ImportEvents(
      learner,
      ParseHistory(": 1600000001:0;make test\n: 1600000009:0;make test\n",
                   HistoryFormat::kZsh, kNow),
      nullptr);
  REQUIRE(done.ok());
  CHECK(done->known == 1);
  CHECK(done->added == 1);
}

TEST_CASE("learner: many imported lines give the index that single ones do") {
  std::vector<Event> events;
  int64_t ms = kNow;
  for (const std::string& command : SomeCommands(11, 250)) {
    Event e = Ran(command, ms += 60000, "");
    e.cwd.clear();
    e.imported = true;
    events.push_back(e);
  }
  auto bulk = Store::Open(""), single = Store::Open("");
  Learner one(*bulk, kHalfLife), two(*single, kHalfLife);
  REQUIRE(ImportEvents(one, events, nullptr).ok());
  for (const Event& e : events) REQUIRE(two.Record(e).ok());
  Budget budget = Budget::Unlimited();
  REQUIRE(two.CatchUp(budget).ok());
  CHECK(Dump(*bulk) == Dump(*single));
}

TEST_CASE("learner: a command that was not found is never proposed") {
  auto store = Store::Open("");
  Learner learner(*store, kHalfLife);
  REQUIRE(learner.Record(Ran("gti status", kNow, "s", 127)).ok());
  REQUIRE(learner.Record(Ran("git status", kNow + 1)).ok());
  REQUIRE(store->index()
              .Read([](Kv& kv) {
                CHECK(BestLines(kv, kGlobalScope, "gt").empty());
                CHECK(BestLines(kv, kGlobalScope, "gi").size() == 1);
              })
              .ok());
  CHECK(CountOf(*store, "gti status") == 1);  // but remembered as such
}

TEST_CASE("learner: the first line of a history file begins no session") {
  // Symptom: every new session was offered the first line of an imported file.
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  Learner learner(*store, 168);
  std::vector<Event> events(3);
  const char* lines[] = {"make build", "make test", "make test"};
  for (int i = 0; i < 3; ++i) {
    events[i].command = lines[i];
    events[i].start_ms = 1600000000000 + i * 60000;
    events[i].imported = true;
  }
  REQUIRE(ImportEvents(learner, events, nullptr).ok());
  LineContext fresh = learner.sessions().ContextOf("new", "/", 1700000000000);
  CHECK(fresh.previous.empty());
  (void)store->index().Read(
      [&](Kv& kv) { CHECK(ReadTransitions(kv, fresh).rows[1].empty()); });
}

TEST_CASE("learner: a forgotten line does not come back by an import") {
  auto store = Store::Open("");
  Learner learner(*store, kHalfLife);
  REQUIRE(learner.Record(Ran("secret one", kNow)).ok());
  REQUIRE(learner.Record(Ran("ls", kNow + 60000)).ok());
  REQUIRE(learner.Record(Ran("ls", kNow + 120000)).ok());
  auto removed = store->Remove({.event =
                                    [](uint64_t, const Event& e) {
                                      return e.command == "secret one" ||
                                             e.start_ms == kNow + 120000;
                                    },
                                .afterwards = ToRemove::Afterwards::kStayAway});
  CHECK(*removed == 2);
  learner.sessions().ForgetAll();
  REQUIRE(learner.rebuild().Run(nullptr).ok());
  CHECK_FALSE(learner.rebuild().IsPartial());
  CHECK(CountOf(*store, "secret one") == 0);
  CHECK(CountOf(*store, "ls") == 1);
  // The file has times in seconds, and one line without a time.
  std::vector<Event> file = {Ran("secret one", kNow + 999),
                             Ran("ls", kNow + 60000), Ran("ls", kNow + 120000),
                             Ran("other", kNow + 5000)};
  file.push_back(Ran("secret one", kNow));
  file.back().estimated_time = true;
  for (Event& e : file) e.imported = true;
  for (auto match : {ImportMatch::kHistory, ImportMatch::kExport}) {
    auto imported = ImportEvents(learner, file, nullptr, match);
    REQUIRE(imported.ok());
    CHECK(imported->forgotten == 3);
  }
  CHECK(CountOf(*store, "secret one") == 0);
  CHECK(CountOf(*store, "ls") >= 1);
  // A forgotten command that runs again is like any other.
  REQUIRE(learner.Record(Ran("secret one", kNow + 600000)).ok());
  CHECK(CountOf(*store, "secret one") == 1);
}

TEST_CASE("learner: events of an export are known by time, text and session") {
  auto store = Store::Open("");
  Learner learner(*store, kHalfLife);
  REQUIRE(learner.Record(Ran("ls", kNow, "s1")).ok());
  std::vector<Event> file = {
      Ran("ls", kNow, "s1"),      // present
      Ran("ls", kNow + 1, "s1"),  // another
      Ran("ls", kNow, "s2"),      // another
      Ran("ls", kNow + 2, "s2"),  // after it
  };
  auto imported = ImportEvents(learner, file, nullptr, ImportMatch::kExport);
  REQUIRE(imported.ok());
  CHECK(imported->added == 3);
  CHECK(imported->known == 1);
  std::vector<uint64_t> previous;
  store->log().Visit(1, [&](uint64_t, const Event& e) {
    previous.push_back(e.previous);
    return true;
  });
  CHECK(previous == std::vector<uint64_t>{0, 0, 0, 3});
  imported = ImportEvents(learner, file, nullptr, ImportMatch::kExport);
  CHECK(imported->known == 4);
}

}  // namespace synapse
