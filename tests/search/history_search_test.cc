#include "search/history_search.h"

#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;

Event Ran(const std::string& command, int64_t second,
          const std::string& cwd = "/a", const std::string& session = "s",
          int exit = 0) {
  Event e;
  e.command = command;
  e.cwd = cwd;
  e.session = session;
  e.repository = cwd == "/repo" ? "/repo" : "";
  e.start_ms = second * 1000;
  e.exit = exit;
  return e;
}

std::vector<std::string> All(HistorySearch& search, SearchScope scope) {
  Budget budget = Budget::Unlimited();
  while (search.ReadOn(budget)) {
  }
  std::vector<std::string> out;
  for (size_t i = 0; i < search.size(); ++i) {
    if (search.In(scope, i)) out.emplace_back(search.Command(i));
  }
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("history search: each command once, the latest first, by scope") {
  TempTree tree;
  for (const std::string& where : {tree.Path("store"), std::string()}) {
    auto store = Store::Open(where);
    REQUIRE(store->log()
                .Append({Ran("one", 1), Ran("two", 2, "/repo"),
                         Ran("three", 3, "/a", "other"), Ran("one", 4, "/b"),
                         Ran("two", 5, "/a", "other", 1)})
                .ok());
    HistorySearch search(*store, {"s", "/a", "/repo"});
    CHECK(All(search, SearchScope::kGlobal) == Lines{"two", "one", "three"});
    CHECK(All(search, SearchScope::kSession) == Lines{"two", "one"});
    CHECK(All(search, SearchScope::kDirectory) == Lines{"two", "one", "three"});
    CHECK(All(search, SearchScope::kRepository) == Lines{"two"});
    // The latest run differs between scopes.
    CHECK(search.Latest(SearchScope::kGlobal, 0)->exit == 1);
    CHECK(search.Latest(SearchScope::kSession, 0)->cwd == "/repo");
    search.Drop(0);
    CHECK(All(search, SearchScope::kGlobal) == Lines{"one", "three"});
  }
}

// The first import takes the newest lines, and the older ones after them.
TEST_CASE("history search: an older run that was appended is not the latest") {
  auto store = Store::Open("");
  REQUIRE(store->log()
              .Append({Ran("build", 10), Ran("test", 11), Ran("build", 1),
                       Ran("old", 2, "/b"), Ran("build", 3, "/b")})
              .ok());
  HistorySearch search(*store, {"s", "/b", ""});
  CHECK(All(search, SearchScope::kGlobal) == Lines{"test", "build", "old"});
  CHECK(search.Latest(SearchScope::kGlobal, 1)->start_ms == 10'000);
  CHECK(search.Latest(SearchScope::kDirectory, 1)->start_ms == 3000);
}

TEST_CASE("history search: what ran on another machine is not of this one") {
  auto store = Store::Open("");
  Event there = Ran("two", 2);
  there.machine = 7;
  // An import of Atuin has the commands of its hosts.
  Event imported[] = {Ran("of here", 3), Ran("of server", 4), Ran("of zsh", 5)};
  for (Event& e : imported) e.imported = true;
  imported[0].host = "laptop:me";
  imported[1].host = "server";
  // Before this machine got its name.
  Event renamed = Ran("one", 1);
  renamed.host = "localhost";
  REQUIRE(store->log()
              .Append({renamed, there, imported[0], imported[1], imported[2]})
              .ok());
  HistorySearch search(*store, {"s", "/a", "", "laptop"});
  CHECK(All(search, SearchScope::kGlobal) ==
        Lines{"of zsh", "of server", "of here", "two", "one"});
  CHECK(All(search, SearchScope::kHost) == Lines{"of zsh", "of here", "one"});
}

TEST_CASE("history search: runs that are not wanted do not count") {
  auto store = Store::Open("");
  REQUIRE(store->log()
              .Append({Ran("good", 1), Ran("bad", 2, "/a", "s", 1),
                       Ran("good", 3, "/a", "s", 2)})
              .ok());
  HistorySearch search(*store, {"s", "/a", ""},
                       [](const Event& e) { return e.exit == 0; });
  CHECK(All(search, SearchScope::kGlobal) == Lines{"good"});
  CHECK(search.Latest(SearchScope::kGlobal, 0)->start_ms == 1000);
  CHECK(All(search, SearchScope::kRepository).empty());
}

// Slices of any size give the same commands. At the end they are in order of
// time, whatever the order of the log.
TEST_CASE("history search: read in slices it is the same") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  std::vector<Event> events;
  std::map<std::string, int64_t> latest;
  for (int i = 0; i < 3000; ++i) {
    std::string command = "command " + std::to_string(random() % 400);
    auto second = static_cast<int64_t>(random() % 1000000 + 1);
    events.push_back(Ran(command, second));
    latest[command] = std::max(latest[command], second);
  }
  REQUIRE(store->log().Append(events).ok());
  HistorySearch search(*store, {"s", "/a", ""});
  int slices = 0;
  for (bool more = true; more; ++slices) {
    Budget spent(0);
    more = search.ReadOn(spent);
  }
  CHECK(slices > 10);
  REQUIRE(search.size() == latest.size());
  int64_t before = INT64_MAX;
  for (size_t i = 0; i < search.size(); ++i) {
    int64_t second = latest[std::string(search.Command(i))];
    REQUIRE(second <= before);
    before = second;
  }
}

TEST_CASE("history search: scopes by name") {
  for (int i = 0; i < kSearchScopes; ++i) {
    auto scope = static_cast<SearchScope>(i);
    CHECK(ParseScope(ScopeName(scope)) == scope);
  }
  CHECK(!ParseScope("everywhere"));
}

TEST_CASE("history search: events that the log lacks come first") {
  TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  REQUIRE(store->log().Append({Ran("old", 1), Ran("both", 2)}).ok());
  HistorySearch search(*store, {.session = "s", .cwd = "/a", .repository = ""});
  search.AddWaiting({Ran("both", 3, "/b"), Ran("new", 4)});
  CHECK(All(search, SearchScope::kGlobal) == Lines{"new", "both", "old"});
  CHECK(search.Latest(SearchScope::kGlobal, 1)->cwd == "/b");
  CHECK(search.Latest(SearchScope::kDirectory, 1)->cwd == "/a");
  CHECK(search.Latest(SearchScope::kGlobal, 0)->start_ms == 4000);
}

}  // namespace synapse
