// A quota is used up: no file can grow, and the error is EDQUOT.
#include <cerrno>

#include "tests/safety/recorder.h"
#include "tests/safety/safety.h"

namespace synapse {
namespace {

using testing::By;
using testing::FailWrites;

// The number of reports that contain `what`.
size_t Reported(Engine& engine, const std::string& what) {
  size_t n = 0;
  for (const std::string& report : engine.reports()) {
    n += report.find(what) != std::string::npos;
  }
  return n;
}

struct UsedUp {
  UsedUp() { FailWrites(EDQUOT); }
  ~UsedUp() { FailWrites(0); }
};

}  // namespace

TEST_CASE("safety: a quota that is used up loses no command") {
  constexpr int kLines = 100;
  for (By by : {By::kCommit, By::kSpool}) {
    INFO("by spool: " << (by == By::kSpool));
    testing::TempTree tree;
    const std::string store = tree.Path("store");
    std::set<std::string> lines;
    {
      Engine engine(testing::OptionsOver(store, by));
      int64_t ms = 1700000000000;
      auto run = [&](const std::string& line) {
        testing::RunHooks(engine, "s", line, ms += 1000);
        lines.insert(line);
      };
      run("frob before");
      {
        UsedUp used_up;
        for (int i = 0; i < kLines; ++i)
          run("frob meanwhile " + std::to_string(i));
        CHECK(engine.event_writer().held() == kLines);
        CHECK(engine.event_writer().dropped() == 0);
        // Old lines and new lines are suggested.
        for (const char* typed : {"frob b", "frob meanwhile 99"}) {
          auto offered = testing::Ask(
              engine, "s",
              std::string(typed, std::string_view(typed).size() - 1), ms);
          REQUIRE_FALSE(offered.empty());
          CHECK(lines.contains(offered[0].text));
        }
        CHECK(Reported(engine, "quota") >= 1);
        CHECK(engine.reports().size() <= 4);  // not one for each command
      }
      run("frob after");
      engine.CatchUpFully();
      CHECK(engine.event_writer().held() == 0);
    }
    testing::CheckOnce(store, lines);
  }
}

TEST_CASE("safety: a shell that starts without quota works in memory") {
  testing::TempTree tree;
  const std::string store = tree.Path("store");
  std::set<std::string> lines = {"frob early", "frob late"};
  {
    auto used_up = std::make_unique<UsedUp>();
    Engine engine(testing::OptionsOver(store, By::kCommit));
    engine.store().SetTryAgain(0);
    CHECK_FALSE(engine.store().persistent());
    testing::RunHooks(engine, "s", "frob early", 1700000000000);
    auto offered = testing::Ask(engine, "s", "frob ", 1700000001000);
    REQUIRE(offered.size() == 1);
    CHECK(offered[0].text == "frob early");
    CHECK(Reported(engine, "quota") == 1);
    used_up.reset();
    testing::RunHooks(engine, "s", "frob late", 1700000002000);
    CHECK(engine.store().persistent());
  }
  testing::CheckOnce(store, lines);
}

}  // namespace synapse
