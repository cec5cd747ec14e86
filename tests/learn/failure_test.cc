#include "learn/failure.h"

#include <map>
#include <string>

#include "learn/transition.h"
#include "store/store.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;

// A store, and the runs of lines in it.
struct Runs {
  TempTree tree;
  std::unique_ptr<Store> store = Store::Open(tree.Path("s"));
  std::map<std::string, LineStat> stats;
  ArgumentTypeFinder types;
  FailureReader failures;

  void Run(const std::string& line, int exit, int times = 1) {
    for (int i = 0; i < times; ++i) {
      LineStat& stat = stats[line];
      REQUIRE(
          store->index()
              .Write([&](Kv& kv) {
                return LearnFailure(kv, line, stat, exit, {types, failures});
              })
              .ok());
      ++stat.count;
      stat.last_exit = exit;
      if (exit == 0) ++stat.successes;
      if (IsFailure(exit)) ++stat.failures;
    }
  }
  bool FailedEachTime(const std::string& line) {
    bool failed = false;
    REQUIRE(store->index()
                .Read([&](Kv& kv) {
                  failed = ::synapse::FailedEachTime(kv, line, stats[line],
                                                     {types, failures});
                })
                .ok());
    return failed;
  }
};

}  // namespace

TEST_CASE("failures: a line that failed each time, until it succeeds") {
  Runs runs;
  runs.Run("ssh bastoin", 255);
  CHECK_FALSE(runs.FailedEachTime("ssh bastoin"));
  runs.Run("ssh bastoin", 255);
  CHECK(runs.FailedEachTime("ssh bastoin"));
  runs.Run("ssh bastoin", 0);
  CHECK_FALSE(runs.FailedEachTime("ssh bastoin"));
}

TEST_CASE("failures: a run that a key ended is none") {
  Runs runs;
  runs.Run("serve site", 130, 5);
  CHECK_FALSE(runs.FailedEachTime("serve site"));
  for (int exit : {0, -1, 130, 143, 137}) CHECK_FALSE(IsFailure(exit));
  for (int exit : {1, 2, 127, 128, 129, 255}) CHECK(IsFailure(exit));
}

TEST_CASE("failures: they do not count if lines of the command succeed later") {
  Runs runs;
  for (const char* line : {"try a", "try b", "try c"}) {
    runs.Run(line, 1);
    runs.Run(line, 0);
    runs.Run(line, 1);
  }
  runs.Run("try d", 1, 5);
  CHECK_FALSE(runs.FailedEachTime("try d"));
  // Of another command it is not known.
  runs.Run("send d", 1, 5);
  CHECK(runs.FailedEachTime("send d"));
}

TEST_CASE("failures: they are counted for each subcommand") {
  Runs runs;
  runs.types = [](std::span<const std::string> words) {
    ArgumentType type;
    type.subcommands = words.size() > 1;
    return type;
  };
  for (const char* line : {"git sync a", "git sync b", "git sync c"}) {
    runs.Run(line, 1, 2);
    runs.Run(line, 0);
    runs.Run(line, 1);
  }
  runs.Run("git sync d", 1, 3);
  runs.Run("git visit d", 1, 3);
  CHECK_FALSE(runs.FailedEachTime("git sync d"));
  CHECK(runs.FailedEachTime("git visit d"));
}

}  // namespace synapse
