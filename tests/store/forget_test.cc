// Store: events that are taken out, and their bytes.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/text.h"
#include "store/keys.h"
#include "store/store.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::RandomSeed;
using testing::TempTree;
using Lines = std::vector<std::string>;

constexpr int64_t kStart = 1700000000000;

Event Ran(const std::string& command, int64_t ms = kStart,
          uint64_t previous = 0) {
  Event e;
  e.command = command;
  e.start_ms = ms;
  e.previous = previous;
  return e;
}

Lines All(Store& store) {
  Lines out;
  store.Visit(1, [&](uint64_t, const Event& e) {
    out.push_back(e.command);
    return true;
  });
  return out;
}

size_t Forget(Store& store, const std::string& command,
              Store::Afterwards afterwards = Store::Afterwards::kStayAway) {
  auto removed = store.Remove(
      [&](uint64_t, const Event& e) { return e.command == command; },
      afterwards);
  REQUIRE(removed.ok());
  return *removed;
}

// Files below `directory` that hold `text`.
Lines FilesWith(const std::string& directory, const std::string& text) {
  Lines out;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    auto bytes = ReadFile(entry.path(), size_t{1} << 30);
    REQUIRE(bytes.ok());
    if (bytes->find(text) != std::string::npos) out.push_back(entry.path());
  }
  return out;
}

void CheckForgets(Store& store) {
  std::vector<uint64_t> at;
  REQUIRE(store.Append({Ran("a"), Ran("b", kStart + 1000, 1),
                        Ran("c", kStart + 2000, 2), Ran("b", kStart + 3000, 3)},
                       &at)
              .ok());
  uint64_t version = store.version();
  CHECK(Forget(store, "b") == 2);
  CHECK(store.version() != version);
  CHECK(All(store) == Lines{"a", "c"});
  // The chain of the session closes.
  store.Visit(1, [&](uint64_t, const Event& e) {
    if (e.command == "c") CHECK(e.previous == 1);
    return true;
  });
  uint64_t identity = EventIdentity(kStart / 1000 + 1, "b");
  CHECK_FALSE(store.HasIdentity(identity));
  CHECK(store.HasIdentity(EventIdentity(kStart / 1000, "a")));
  CHECK(store.Forgotten().contains(Hash64("b")));
  CHECK(store.Forgotten().contains(identity));
  CHECK_FALSE(store.Forgotten().contains(Hash64("a")));
  CHECK(Forget(store, "b") == 0);

  // An import does not take it off the list, a run does.
  Event imported = Ran("b");
  imported.imported = true;
  REQUIRE(store.Append({imported}).ok());
  CHECK(store.Forgotten().contains(Hash64("b")));
  REQUIRE(store.Append({Ran("b", kStart + 9000)}).ok());
  CHECK_FALSE(store.Forgotten().contains(Hash64("b")));
  CHECK(store.Forgotten().contains(identity));

  CHECK(Forget(store, "a", Store::Afterwards::kMayReturn) == 1);
  CHECK_FALSE(store.Forgotten().contains(Hash64("a")));
  REQUIRE(store.KeepAway("never run").ok());
  CHECK(store.Forgotten().contains(Hash64("never run")));
  CHECK(store.Compact().ok());
  CHECK(All(store) == Lines{"c", "b", "b"});
}

}  // namespace

TEST_CASE("store: what is forgotten is gone, on disk") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  REQUIRE(store->persistent());
  CheckForgets(*store);
  store.reset();
  store = Store::Open(tree.Path("store"));
  CHECK(store->Forgotten().contains(Hash64("never run")));
  CHECK(store->info().event_count == 3);
}

TEST_CASE("store: what is forgotten is gone, in memory") {
  auto store = Store::Open("");
  CheckForgets(*store);
}

TEST_CASE("store: one of several runs leaves the text known") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  // Two of them share the second, and with it the identity.
  REQUIRE(store->Append({Ran("ls", kStart), Ran("ls", kStart + 10),
                         Ran("ls", kStart + 5000)})
              .ok());
  auto removed = store->Remove(
      [](uint64_t sequence, const Event&) { return sequence != 1; },
      Store::Afterwards::kStayAway);
  CHECK(*removed == 2);
  CHECK(store->HasIdentity(EventIdentity(kStart / 1000, "ls")));
  CHECK_FALSE(store->Forgotten().contains(Hash64("ls")));
  CHECK(store->Forgotten().contains(EventIdentity(kStart / 1000 + 5, "ls")));
}

TEST_CASE("store: a sequence is not given twice") {
  // Another shell may know the forgotten event by it.
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  REQUIRE(store->Append({Ran("a"), Ran("b")}).ok());
  CHECK(Forget(*store, "b") == 1);
  CHECK(store->last_sequence() == 1);
  CHECK(store->next_sequence() == 3);
  CHECK(store->Compact().ok());
  std::vector<uint64_t> at;
  REQUIRE(store->Append({Ran("c")}, &at).ok());
  CHECK(at == std::vector<uint64_t>{3});
}

TEST_CASE("store: no byte of what is forgotten is left in any file") {
  const uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  TempTree tree;
  const std::string secret = "hunter2-correct-horse";
  auto store = Store::Open(tree.Path("store"));
  // Between others, split pages, and on overflow pages of its own.
  for (int i = 0; i < 300; ++i) {
    std::string text = "echo " + std::to_string(i) + " " +
                       std::string(random() % 300, 'x');
    if (random() % 3 == 0) text += secret;
    if (i == 150) text += std::string(20000, 'y') + secret;
    REQUIRE(store->Append({Ran(text, kStart + i * 1000)}).ok());
    REQUIRE(store
                ->WriteIndex([&](Kv& kv) {
                  return kv.Put(Table::kText, text.substr(0, 200), text);
                })
                .ok());
  }
  auto holds = [&](const Event& e) {
    return e.command.find(secret) != std::string::npos;
  };
  CHECK(FilesWith(tree.Path("store"), secret).size() == 2);
  size_t kept = 0;
  for (const std::string& line : All(*store)) {
    kept += line.find(secret) == std::string::npos;
  }
  REQUIRE(store
              ->Remove([&](uint64_t, const Event& e) { return holds(e); },
                       Store::Afterwards::kStayAway)
              .ok());
  REQUIRE(store->Compact().ok());
  CHECK(FilesWith(tree.Path("store"), secret) == Lines{});
  CHECK(All(*store).size() == kept);
  // The files are as private as the ones before.
  for (const char* name : {"events/data.mdb", "events/write.lock"}) {
    CHECK((StatFile(tree.Path(std::string("store/") + name))->st_mode & 0777) ==
          0600);
  }
}

TEST_CASE("store: another shell takes over a log that was written anew") {
  TempTree tree;
  auto mine = Store::Open(tree.Path("store"));
  auto other = Store::Open(tree.Path("store"));
  REQUIRE(mine->Append({Ran("a"), Ran("b")}).ok());
  CHECK(All(*other) == Lines{"a", "b"});
  uint64_t version = other->version();
  CHECK(Forget(*mine, "a") == 1);
  REQUIRE(mine->Compact().ok());
  // Nothing goes into the file that nobody will read again.
  CHECK(other->Append({Ran("c")}).code() == Code::kBusy);
  CHECK(other->Remove([](auto, auto&) { return true; },
                      Store::Afterwards::kMayReturn)
            .status()
            .code() == Code::kBusy);
  CHECK(other->Compact().code() == Code::kBusy);
  other->Refresh();
  CHECK(other->version() != version);
  REQUIRE(other->Append({Ran("c")}).ok());
  CHECK(All(*mine) == Lines{"b", "c"});
  CHECK(other->WriteIndex([](Kv& kv) {
    return kv.Put(Table::kMeta, "x", "1");
  }).ok());
}

TEST_CASE("store: leftovers of a compaction that was cut short are removed") {
  TempTree tree;
  std::string path = tree.Path("store");
  REQUIRE(Store::Open(path)->Append({Ran("a")}).ok());
  // Died before the exchange, or behind it.
  tree.Write("store/events.new/data.mdb", "half");
  tree.Write("store/events.old/data.mdb", "old");
  tree.Write("store/index.old/data.mdb", "old");
  CHECK(All(*Store::Open(path)) == Lines{"a"});
  for (const char* name : {"events.new", "events.old", "index.old"}) {
    CHECK_FALSE(StatFile(JoinPath(path, name)));
  }
  // Died between the two renames of a file system without exchange.
  REQUIRE(rename(JoinPath(path, "events").c_str(),
                 JoinPath(path, "events.old").c_str()) == 0);
  CHECK(All(*Store::Open(path)) == Lines{"a"});
}

TEST_CASE("store: damaged logs that were set aside go with the rest") {
  TempTree tree;
  std::string path = tree.Path("store");
  auto store = Store::Open(path);
  tree.Write("store/events.bad-1700000000/data.mdb", "secret");
  store->RemoveSetAside();
  CHECK_FALSE(StatFile(JoinPath(path, "events.bad-1700000000")));
  CHECK(StatFile(JoinPath(path, "events")));
}

TEST_CASE("store: a log that is mostly free is known, and shrinks") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  CHECK_FALSE(store->MostlyFree());
  std::vector<Event> events;
  for (int i = 0; i < 5000; ++i) {
    events.push_back(Ran("echo " + std::to_string(i) + std::string(100, 'x')));
  }
  REQUIRE(store->Append(events).ok());
  CHECK_FALSE(store->MostlyFree());
  REQUIRE(store
              ->Remove([](uint64_t sequence, auto&) { return sequence < 4900; },
                       Store::Afterwards::kMayReturn)
              .ok());
  CHECK(store->MostlyFree());
  size_t before = store->info().events.used_bytes;
  REQUIRE(store->Compact().ok());
  CHECK_FALSE(store->MostlyFree());
  CHECK(store->info().events.used_bytes < before / 10);
  CHECK(All(*store).size() == 101);
}

}  // namespace synapse
