// Many shells at once: a burst of commands, and three hundred open shells.
#include <sys/time.h>

#include "tests/safety/safety.h"

namespace synapse {

using namespace testing;

TEST_CASE("safety: 10,000 commands in a burst from 20 shells") {
  constexpr int kShells = 20, kEach = 500;
  for (By by : {By::kCommit, By::kSpool}) {
    TempTree tree;
    std::string store = tree.Path("store");
    int64_t start = Clock::MonotonicUs();
    std::vector<pid_t> shells;
    for (int n = 0; n < kShells; ++n) {
      shells.push_back(Fork([&] {
        Engine engine(OptionsOver(store, by));
        for (int i = 0; i < kEach; ++i) {
          RunHooks(engine, "burst" + std::to_string(n),
                   "burst " + std::to_string(n) + " " + std::to_string(i),
                   1700000000000 + i);
        }
        return 0;
      }));
    }
    for (pid_t shell : shells) CHECK(WaitFor(shell) == 0);
    int64_t took = (Clock::MonotonicUs() - start) / 1000;
    std::set<std::string> all;
    for (int n = 0; n < kShells; ++n) {
      for (int i = 0; i < kEach; ++i) {
        all.insert("burst " + std::to_string(n) + " " + std::to_string(i));
      }
    }
    CheckOnce(store, all);
    // Shells that ended leave no spool.
    CHECK(std::filesystem::is_empty(std::filesystem::exists(store + "/spool")
                                        ? store + "/spool"
                                        : tree.MakeDir("none")));
    Say("%d commands from %d shells, %s: %ld ms", kShells * kEach, kShells,
        by == By::kSpool ? "by spool" : "at once", static_cast<long>(took));
  }
}

TEST_CASE("safety: three hundred shells at once") {
  constexpr int kShells = 300;
  TempTree tree;
  std::string store = tree.Path("store");
  { Engine first(OptionsOver(store, By::kCommit)); }
  int ready[2], go[2];
  REQUIRE(pipe2(ready, O_CLOEXEC) == 0);
  REQUIRE(pipe2(go, O_CLOEXEC) == 0);
  std::vector<pid_t> shells;
  for (int n = 0; n < kShells; ++n) {
    shells.push_back(Fork([&] {
      close(go[1]);
      Engine engine(OptionsOver(store, n % 2 ? By::kSpool : By::kCommit));
      std::string session = "crowd" + std::to_string(n);
      RunHooks(engine, session, "first " + std::to_string(n), 1700000000000);
      (void)Ask(engine, session, "fi", 1700000001000);
      bool kept = engine.store().persistent();
      (void)!write(ready[1], kept ? "y" : "n", 1);
      char byte;
      (void)!read(go[0], &byte, 1);  // until all shells are open
      RunHooks(engine, session, "second " + std::to_string(n), 1700000002000);
      return Ask(engine, session, "sec", 1700000003000).empty() ? 1 : 0;
    }));
  }
  close(ready[1]);
  int kept = 0, there = 0;
  for (char byte; there < kShells && read(ready[0], &byte, 1) == 1; ++there) {
    kept += byte == 'y';
  }
  close(ready[0]);
  unsigned readers = 0;
  {
    Engine one_more(OptionsOver(store, By::kCommit));
    one_more.NewPrompt();
    readers = one_more.store().info().index.readers;
  }
  close(go[1]);
  close(go[0]);
  int well = 0;
  for (pid_t shell : shells) well += WaitFor(shell) == 0;
  CHECK(there == kShells);
  CHECK(well == kShells);
  CHECK(readers >= static_cast<unsigned>(kShells));
  std::set<std::string> all;
  for (int n = 0; n < kShells; ++n) {
    all.insert("first " + std::to_string(n));
    all.insert("second " + std::to_string(n));
  }
  CheckOnce(store, all);
  // Their entries among the readers are free again.
  Engine after(OptionsOver(store, By::kCommit));
  CHECK(after.store().info().index.readers < readers);
  Say("%d shells open at once, %d of them on disk at the first prompt, "
      "%u readers",
      kShells, kept, readers);
}

}  // namespace synapse
