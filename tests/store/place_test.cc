// Where a store lies: whose it is, what its modes are, and one that cannot be
// there now.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "store/store.h"
#include "learn/import.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;
using testing::TempTree;

Event Ran(const std::string& command) {
  Event e;
  e.command = command;
  e.start_ms = 1700000000000;
  return e;
}

EngineOptions KeepingFifty(const Session& s) {
  EngineOptions options = s.engine->options();
  options.config = Config::Load(
      "", [](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_HISTORY_MAX_EVENTS") return "50";
        if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "5000";
        return std::nullopt;
      });
  return options;
}

mode_t ModeOf(const std::string& path) {
  return StatFile(path)->st_mode & 07777;
}

}  // namespace

TEST_CASE("place: modes that others could read are repaired and reported") {
  TempTree tree;
  std::string path = tree.Path("s");
  { REQUIRE(Store::Open(path)->repairs().empty()); }
  for (const char* name : {"", "/events", "/index"}) {
    chmod((path + name).c_str(), 0755);
  }
  chmod((path + "/events/data.mdb").c_str(), 0644);
  auto store = Store::Open(path);
  REQUIRE(store->persistent());
  CHECK(store->repairs().size() == 4);
  for (const char* name : {"", "/events", "/index"}) {
    CHECK(ModeOf(path + name) == 0700);
  }
  CHECK(ModeOf(path + "/events/data.mdb") == 0600);
}

TEST_CASE("place: every file of a store is its owner's alone") {
  Session s(true, "0");
  s.Run("ls one");
  s.engine->NewPrompt();
  for (auto& entry : std::filesystem::recursive_directory_iterator(
           s.tree.Path("store"))) {
    CHECK_MESSAGE((ModeOf(entry.path()) & 077) == 0, entry.path().string());
  }
}

TEST_CASE("place: a link in the place of a file is not followed") {
  for (const char* name : {"events/data.mdb", "events/lock.mdb",
                           "events/write.lock", "index/data.mdb"}) {
    CAPTURE(name);
    TempTree tree;
    std::string path = tree.Path("s"), victim = tree.Write("victim", "theirs");
    { REQUIRE(Store::Open(path)->persistent()); }
    std::filesystem::remove(path + "/" + name);
    std::filesystem::create_symlink(victim, path + "/" + name);
    auto store = Store::Open(path);
    CHECK_FALSE(store->persistent());
    CHECK_FALSE(store->why().empty());
    store.reset();
    CHECK(*ReadFile(victim) == "theirs");
  }
}

// As in `sudo -E zsh`: root, with the user's HOME.
TEST_CASE("place: nothing is made in somebody else's home") {
  if (geteuid() != 0) return;  // only root can give a directory away
  TempTree tree;
  std::string home = tree.MakeDir("home");
  REQUIRE(chown(home.c_str(), 12345, 12345) == 0);
  auto store = Store::Open(home + "/.local/share/synapse/store");
  CHECK_FALSE(store->persistent());
  CHECK(store->why().find("belongs to another user") != std::string::npos);
  CHECK(std::filesystem::is_empty(home));
  // Nor is one of theirs written to.
  std::string theirs = tree.MakeDir("theirs");
  REQUIRE(chown(theirs.c_str(), 12345, 12345) == 0);
  CHECK_FALSE(Store::Open(theirs)->persistent());
  CHECK(std::filesystem::is_empty(theirs));
  // A link of theirs, in a directory that all write to, leads to one of ours.
  std::string ours = tree.MakeDir("ours"), shared = tree.MakeDir("shared");
  REQUIRE(symlink(ours.c_str(), (shared + "/l").c_str()) == 0);
  CHECK(Store::Open(shared + "/l/own")->persistent());
  std::filesystem::remove_all(ours + "/own");
  REQUIRE(lchown((shared + "/l").c_str(), 12345, 12345) == 0);
  for (const char* path : {"/l", "/l/", "/l/deeper/store"}) {
    auto planted = Store::Open(shared + path);
    CHECK_FALSE(planted->persistent());
    CHECK(planted->why().find("is a link of another user") != std::string::npos);
  }
  CHECK(std::filesystem::is_empty(ours));
}

TEST_CASE("place: what was learned meanwhile is written when there is a place") {
  TempTree tree;
  tree.Write("in-the-way", "a file");
  auto store = Store::Open(tree.Path("in-the-way/store"));
  CHECK_FALSE(store->persistent());
  CHECK_FALSE(store->why().empty());
  REQUIRE(store->Append({Ran("one"), Ran("two")}).ok());
  store->Refresh();  // too early to try again
  CHECK_FALSE(store->persistent());
  std::filesystem::remove(tree.Path("in-the-way"));
  store->SetTryAgain(0);
  store->Refresh();
  REQUIRE(store->persistent());
  CHECK(store->why().empty());
  CHECK(store->Find(2)->command == "two");
  CHECK(store->Append({Ran("three")}).ok());
  CHECK(Store::Open(tree.Path("in-the-way/store"))->last_sequence() == 3);
}

TEST_CASE("place: the oldest go in slices, and sequences go on") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  std::vector<Event> events;
  for (int i = 0; i < 100; ++i) {
    events.push_back(Ran("n" + std::to_string(i)));
    events.back().start_ms = 1000 * i;
  }
  REQUIRE(store->Append(events).ok());
  auto removed = store->RemoveOldest(INT64_MIN, 70, 20);
  REQUIRE(removed.ok());
  CHECK(*removed == 20);
  CHECK(*store->RemoveOldest(INT64_MIN, 70, 20) == 10);
  CHECK(*store->RemoveOldest(INT64_MIN, 70, 20) == 0);
  CHECK(store->info().event_count == 70);
  CHECK(*store->RemoveOldest(40'000, 1000, 50) == 10);  // by age
  CHECK(*store->RemoveOldest(40'000, 1000, 50) == 0);
  CHECK_FALSE(store->Find(40));
  CHECK(store->Find(41)->command == "n40");
  CHECK_FALSE(store->HasIdentity(EventIdentity(3, "n3")));
  REQUIRE(store->Append({Ran("next")}).ok());
  CHECK(store->last_sequence() == 101);
}

TEST_CASE("place: the oldest feedback goes likewise, and its count goes on") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  std::vector<Record> records;
  for (int i = 1; i <= 50; ++i) {
    FeedbackRecord f;
    f.at_ms = 1000 * i;
    f.suggestion = "n" + std::to_string(i);
    records.push_back(f);
  }
  REQUIRE(store->AppendRecords(records).ok());
  auto kept = [&] {
    std::vector<uint64_t> out;
    store->VisitFeedback(1, [&](uint64_t n, const FeedbackRecord&) {
      out.push_back(n);
      return true;
    });
    return out;
  };
  CHECK(*store->RemoveOldest(INT64_MIN, 30, 15) == 15);
  CHECK(*store->RemoveOldest(INT64_MIN, 30, 15) == 5);
  CHECK(*store->RemoveOldest(INT64_MIN, 30, 15) == 0);
  CHECK(kept().front() == 21);
  CHECK(*store->RemoveOldest(25'000, 1000, 100) == 4);
  CHECK(kept().front() == 25);
  CHECK(*store->RemoveOldest(INT64_MAX, 1000, 100) == 25);
  CHECK(kept() == std::vector<uint64_t>{50});
  uint64_t version = store->version();
  CHECK(*store->RemoveOldest(INT64_MAX, 0, 100) == 0);
  CHECK(store->version() == version);
  REQUIRE(store->AppendRecords({records[0]}).ok());
  CHECK(store->last_feedback() == 51);
}

TEST_CASE("place: a shell keeps to history.max_events, and the file shrinks") {
  Session s;
  EngineOptions options = KeepingFifty(s);
  std::vector<Event> events;
  for (int i = 0; i < 3000; ++i) {
    events.push_back(Ran("echo " + std::to_string(i) + std::string(200, 'x')));
    events.back().start_ms += i * 1000;
  }
  REQUIRE(ImportEvents(s.engine->learner(), std::move(events), nullptr).ok());
  s.engine.reset();
  size_t before = std::filesystem::file_size(s.tree.Path("store/events/data.mdb"));
  {
    Engine engine(options);
    for (int i = 0; i < 30; ++i) engine.NewPrompt();
    CHECK(engine.store().info().event_count == 50);
  }
  size_t after = std::filesystem::file_size(s.tree.Path("store/events/data.mdb"));
  CHECK(after * 4 < before);
  Engine engine(options);
  CHECK(engine.store().info().event_count == 50);
  CHECK(engine.store().last_sequence() == 3000);
}

TEST_CASE("place: one shell renews the index when retention took much of it") {
  Session s;
  s.Run("frob ancient", 60);
  s.Run("frob recent", 60);
  s.engine->NewPrompt();
  CHECK_FALSE(s.engine->TakeRenewal());
  EngineOptions options = KeepingFifty(s);
  s.engine = std::make_unique<Engine>(options);
  Engine other(options);
  s.engine->NewPrompt();
  other.NewPrompt();
  CHECK(s.engine->store().info().event_count == 50);
  CHECK(s.Texts("frob ").size() == 2);
  CHECK(s.engine->TakeRenewal());
  CHECK_FALSE(s.engine->TakeRenewal());
  CHECK_FALSE(other.TakeRenewal());
  // As another process does it, in the background.
  REQUIRE(Engine(options).RenewIndex().ok());
  s.engine->NewPrompt();
  CHECK(s.Texts("frob ") == std::vector<std::string>{"frob recent"});
}

}  // namespace synapse
