// Store: events are removed, and so are their bytes.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/text.h"
#include "store/keys.h"
#include "store/spool.h"
#include "store/store.h"
#include "tests/store/store_testing.h"

namespace synapse {
namespace {

using testing::CommandsIn;
using testing::FilesWith;
using testing::kNow;
using testing::Ran;
using testing::RandomSeed;
using testing::TempTree;
using Lines = std::vector<std::string>;

size_t Forget(
    Store& store, const std::string& command,
    ToRemove::Afterwards afterwards = ToRemove::Afterwards::kStayAway) {
  auto removed = store.Remove(
      {.event = [&](uint64_t, const Event& e) { return e.command == command; },
       .afterwards = afterwards,
       .now_ms = kNow + 5000});
  REQUIRE(removed.ok());
  return *removed;
}

void CheckForgets(Store& store) {
  std::vector<uint64_t> at;
  REQUIRE(store.log()
              .Append({Ran("a"), Ran("b", kNow + 1000, 1),
                       Ran("c", kNow + 2000, 2), Ran("b", kNow + 3000, 3)},
                      &at)
              .ok());
  uint64_t version = store.log_file().version();
  CHECK(Forget(store, "b") == 2);
  CHECK(store.log_file().version() != version);
  CHECK(CommandsIn(store) == Lines{"a", "c"});
  // The chain of the session skips the removed event.
  store.log().Visit(1, [&](uint64_t, const Event& e) {
    if (e.command == "c") CHECK(e.previous == 1);
    return true;
  });
  uint64_t identity = EventIdentity(kNow / 1000 + 1, "b");
  CHECK_FALSE(store.log().HasIdentity(identity));
  CHECK(store.log().HasIdentity(EventIdentity(kNow / 1000, "a")));
  CHECK(store.forgotten().Hashes().contains(Hash64("b")));
  CHECK(store.forgotten().Hashes().contains(identity));
  CHECK_FALSE(store.forgotten().Hashes().contains(Hash64("a")));
  CHECK(Forget(store, "b") == 0);

  // A run takes the line off the list, an import does not.
  Event imported = Ran("b");
  imported.imported = true;
  REQUIRE(store.log().Append({imported}).ok());
  CHECK(store.forgotten().Hashes().contains(Hash64("b")));
  REQUIRE(store.log().Append({Ran("b", kNow + 9000)}).ok());
  CHECK_FALSE(store.forgotten().Hashes().contains(Hash64("b")));
  CHECK(store.forgotten().Hashes().contains(identity));

  CHECK(Forget(store, "a", ToRemove::Afterwards::kMayReturn) == 1);
  CHECK_FALSE(store.forgotten().Hashes().contains(Hash64("a")));
  REQUIRE(store.forgotten().KeepAway("never run", kNow).ok());
  CHECK(store.forgotten().Hashes().contains(Hash64("never run")));
  CHECK(store.forgotten().At("never run") == kNow);
  CHECK_FALSE(store.forgotten().Contains("b"));
  CHECK(CommandsIn(store) == Lines{"c", "b", "b"});
}

FeedbackRecord Shown(const std::string& buffer, const std::string& suggestion,
                     const std::string& executed) {
  FeedbackRecord f;
  f.at_ms = kNow;
  f.buffer = buffer;
  f.suggestion = suggestion;
  f.executed = executed;
  return f;
}

// The feedback on suggestions from removed events is removed, too.
void CheckForgetsFeedback(Store& store) {
  SessionRecord there, elsewhere;
  there.session = "s1";
  there.cwd = "/secret/place";
  elsewhere.session = "s2";
  elsewhere.cwd = "/w";
  Event gone = Ran("frob --key hunter2horse now"), kept = Ran("frob now");
  gone.cwd = "/secret/place";
  kept.cwd = "/w";
  REQUIRE(
      store.log()
          .AppendRecords({there, elsewhere, gone, kept,
                          Shown("fr", "frob --key hunter2horse now", ""),
                          Shown("frob --k", "frob --key hunter2horse", ""),
                          Shown("fr", "frob", "frob --key hunter2horse now"),
                          Shown("frob --key hunter2horse", "", ""),
                          Shown("f", "frob now", "frob now"),
                          Shown("z", "zap matched", "")})
          .ok());
  auto removed =
      store.Remove({.event =
                        [](uint64_t, const Event& e) {
                          return e.command.find("hunter") != e.command.npos;
                        },
                    .feedback =
                        [](const FeedbackRecord& f) {
                          return f.suggestion == "zap matched";
                        },
                    .afterwards = ToRemove::Afterwards::kStayAway});
  CHECK(*removed == 1);
  Lines left;
  store.log().VisitFeedback(1, [&](uint64_t, const FeedbackRecord& f) {
    left.push_back(f.suggestion);
    return true;
  });
  CHECK(left == Lines{"frob now"});
  CHECK(store.log().FindSession("s1")->cwd.empty());
  CHECK(store.log().FindSession("s2")->cwd == "/w");
}

}  // namespace

TEST_CASE("store: what is forgotten is gone, on disk") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  REQUIRE(store->persistent());
  CheckForgets(*store);
  store.reset();
  store = Store::Open(tree.Path("store"));
  CHECK(store->forgotten().Hashes().contains(Hash64("never run")));
  CHECK(store->info().event_count == 3);
}

TEST_CASE("store: what is forgotten is gone, in memory") {
  auto store = Store::Open("");
  CheckForgets(*store);
}

TEST_CASE("store: the feedback of what is forgotten goes with it") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  CheckForgetsFeedback(*store);
  REQUIRE(store->CompactLog().ok());
  store.reset();
  for (const char* secret : {"hunter", "secret/place", "zap"}) {
    CHECK(FilesWith(tree.Path("store"), secret) == Lines{});
  }
  auto memory = Store::Open("");
  CheckForgetsFeedback(*memory);
}

TEST_CASE("store: what is hidden is in no answer, and comes from no spool") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  REQUIRE(store->log().Append({Ran("a"), Ran("secret"), Ran("b")}).ok());
  CHECK_FALSE(store->forgotten().HasLeft());
  REQUIRE(store->forgotten().KeepAway("secret", kNow + 1).ok());
  CHECK(store->forgotten().HasLeft());
  CHECK(CommandsIn(*store) == Lines{"a", "b"});
  CHECK_FALSE(store->log().Find(2));
  Lines backwards;
  store->log().VisitBackwards([&](uint64_t, const Event& e) {
    backwards.push_back(e.command);
    return true;
  });
  CHECK(backwards == Lines{"b", "a"});
  // The line ran before and waited in the spool; then it runs again.
  Spool spool(store->spools().directory(), "1-1");
  for (int64_t ms : {kNow, kNow + 2}) {
    REQUIRE(spool.Append(EncodeRecord(Shown("", "secret", ""))).ok());
    REQUIRE(spool.Append(EncodeRecord(Ran("secret", ms))).ok());
    REQUIRE(store->spools().FoldOwn("1-1", spool.fd()).ok());
    CHECK(store->forgotten().Contains("secret") == (ms == kNow));
  }
  CHECK(store->log().last_feedback() == 0);
  CHECK(CommandsIn(*store) == Lines{"a", "secret", "b", "secret"});
  REQUIRE(store->forgotten().NothingLeft().ok());
  CHECK_FALSE(store->forgotten().HasLeft());
}

TEST_CASE("store: one of several runs leaves the text known") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  // Two of them have the same second, and so the same identity.
  REQUIRE(store->log()
              .Append({Ran("ls", kNow), Ran("ls", kNow + 10),
                       Ran("ls", kNow + 5000)})
              .ok());
  auto removed = store->Remove(
      {.event = [](uint64_t sequence, const Event&) { return sequence != 1; },
       .afterwards = ToRemove::Afterwards::kStayAway});
  CHECK(*removed == 2);
  CHECK(store->log().HasIdentity(EventIdentity(kNow / 1000, "ls")));
  CHECK_FALSE(store->forgotten().Hashes().contains(Hash64("ls")));
  CHECK(store->forgotten().Hashes().contains(
      EventIdentity(kNow / 1000 + 5, "ls")));
}

TEST_CASE("store: a sequence is not given twice") {
  // Another shell may know the forgotten event by its sequence.
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  REQUIRE(store->log().Append({Ran("a"), Ran("b")}).ok());
  CHECK(Forget(*store, "b") == 1);
  CHECK(store->log().last_sequence() == 1);
  CHECK(store->log().next_sequence() == 3);
  CHECK(store->CompactLog().ok());
  std::vector<uint64_t> at;
  REQUIRE(store->log().Append({Ran("c")}, &at).ok());
  CHECK(at == std::vector<uint64_t>{3});
}

TEST_CASE("store: no byte of what is forgotten is left in any file") {
  const uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  TempTree tree;
  const std::string secret = "hunter2-correct-horse";
  auto store = Store::Open(tree.Path("store"));
  // The events are among others, on split pages and on overflow pages.
  for (int i = 0; i < 300; ++i) {
    std::string text =
        "echo " + std::to_string(i) + " " + std::string(random() % 300, 'x');
    if (random() % 3 == 0) text += secret;
    if (i == 150) text += std::string(20000, 'y') + secret;
    REQUIRE(store->log().Append({Ran(text, kNow + i * 1000)}).ok());
    REQUIRE(store->index()
                .Write([&](Kv& kv) {
                  return kv.Put(Table::kText, text.substr(0, 200), text);
                })
                .ok());
  }
  auto holds = [&](const Event& e) {
    return e.command.find(secret) != std::string::npos;
  };
  CHECK(FilesWith(tree.Path("store"), secret).size() == 2);
  size_t kept = 0;
  for (const std::string& line : CommandsIn(*store)) {
    kept += line.find(secret) == std::string::npos;
  }
  REQUIRE(store
              ->Remove(
                  {.event = [&](uint64_t, const Event& e) { return holds(e); }})
              .ok());
  REQUIRE(store->CompactLog().ok());
  MemoryKv nothing;
  REQUIRE(store->ReplaceIndex(nothing).ok());
  CHECK(FilesWith(tree.Path("store"), secret) == Lines{});
  CHECK(CommandsIn(*store).size() == kept);
  // The new files are as private as the old ones.
  for (const char* name : {"events/data.mdb", "events/write.lock"}) {
    CHECK((StatFile(tree.Path(std::string("store/") + name))->st_mode & 0777) ==
          0600);
  }
}

TEST_CASE("store: another shell takes over a log that was written anew") {
  TempTree tree;
  auto mine = Store::Open(tree.Path("store"));
  auto other = Store::Open(tree.Path("store"));
  REQUIRE(mine->log().Append({Ran("a"), Ran("b")}).ok());
  CHECK(CommandsIn(*other) == Lines{"a", "b"});
  uint64_t version = other->log_file().version();
  CHECK(Forget(*mine, "a") == 1);
  REQUIRE(mine->CompactLog().ok());
  REQUIRE(testing::ClearIndex(*mine).ok());
  // No write goes into the file that was replaced.
  CHECK(other->log().Append({Ran("c")}).code() == Code::kBusy);
  CHECK(other->log_file().Replaced());
  CHECK(other->Remove({.event = [](auto, auto&) { return true; }})
            .status()
            .code() == Code::kBusy);
  CHECK(other->CompactLog().code() == Code::kBusy);
  CHECK(other->forgotten().KeepAway("b", 1).code() == Code::kBusy);
  MemoryKv nothing;
  CHECK(other->ReplaceIndex(nothing).code() == Code::kBusy);
  other->Refresh();
  CHECK(other->log_file().version() != version);
  REQUIRE(other->log().Append({Ran("c")}).ok());
  CHECK(CommandsIn(*mine) == Lines{"b", "c"});
  CHECK(other->index()
            .Write([](Kv& kv) { return kv.Put(Table::kMeta, "x", "1"); })
            .ok());
}

TEST_CASE("store: leftovers of a compaction that was cut short are removed") {
  TempTree tree;
  std::string path = tree.Path("store");
  REQUIRE(Store::Open(path)->log().Append({Ran("a")}).ok());
  // The process died before or after the exchange.
  tree.Write("store/events.new/data.mdb", "half");
  tree.Write("store/events.old/data.mdb", "old");
  tree.Write("store/index.old/data.mdb", "old");
  tree.Write("store/index.new/data.mdb", "half");
  CHECK(CommandsIn(*Store::Open(path)) == Lines{"a"});
  for (const char* name :
       {"events.new", "events.old", "index.old", "index.new"}) {
    CHECK_FALSE(StatFile(JoinPath(path, name)));
  }
  // The process died between the two renames of a file system without exchange.
  REQUIRE(rename(JoinPath(path, "events").c_str(),
                 JoinPath(path, "events.old").c_str()) == 0);
  CHECK(CommandsIn(*Store::Open(path)) == Lines{"a"});
}

TEST_CASE("store: damaged logs that were set aside go with the rest") {
  TempTree tree;
  std::string path = tree.Path("store");
  auto store = Store::Open(path);
  tree.Write("store/events.bad-1700000000/data.mdb", "secret");
  store->log_file().RemoveSetAside();
  CHECK_FALSE(StatFile(JoinPath(path, "events.bad-1700000000")));
  CHECK(StatFile(JoinPath(path, "events")));
}

TEST_CASE("store: a log that is mostly free is known, and shrinks") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  CHECK_FALSE(store->log_file().MostlyFree());
  std::vector<Event> events;
  for (int i = 0; i < 5000; ++i) {
    events.push_back(Ran("echo " + std::to_string(i) + std::string(100, 'x')));
  }
  REQUIRE(store->log().Append(events).ok());
  CHECK_FALSE(store->log_file().MostlyFree());
  REQUIRE(store
              ->Remove({.event = [](uint64_t sequence,
                                    auto&) { return sequence < 4900; }})
              .ok());
  CHECK(store->log_file().MostlyFree());
  size_t before = store->info().events.used_bytes;
  REQUIRE(store->CompactLog().ok());
  CHECK_FALSE(store->log_file().MostlyFree());
  CHECK(store->info().events.used_bytes < before / 10);
  CHECK(CommandsIn(*store).size() == 101);
}

}  // namespace synapse
