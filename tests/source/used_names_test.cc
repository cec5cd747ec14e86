#include "source/used_names.h"

#include "source/filesystem.h"
#include "tests/source/source_testing.h"

namespace synapse {
namespace {

using testing::Bench;
using testing::kNow;

struct Arguments {
  std::unique_ptr<Store> store = Store::Open("");
  Learner learner{*store, /*half_life_hours=*/168};
  LineHistory history{*store, learner};

  void Ran(const std::string& command) {
    Event e;
    e.command = command;
    e.cwd = "/elsewhere";
    e.session = "s";
    e.start_ms = kNow;
    REQUIRE(learner.Record(e).ok());
    history.BeginPrompt("s", "/w", kNow);
  }
};

}  // namespace

TEST_CASE("used names: the last component of the latest arguments") {
  Arguments past;
  past.Ran("vim src/app.ts");
  for (int i = 0; i < 40; ++i) past.Ran("cat n" + std::to_string(i));
  past.Ran("ls ~/code/webshop/");
  UsedNames used(past.history);
  used.BeginPrompt();
  CHECK(used.Of("webshop") == 1);
  CHECK(used.Of("app.ts") < 0.5);
  CHECK(used.Of("app.ts") > 0.4);
  CHECK(used.Of("src") == 0);
  CHECK(used.Of("vim") == 0);
  past.Ran("less app.ts");
  CHECK(used.Of("app.ts") < 0.5);  // of the same prompt
  used.BeginPrompt();
  CHECK(used.Of("app.ts") == 1);
  for (const char* written :
       {"less docs/my\\ report.pdf", "less 'docs/my report.pdf'",
        "less \"docs/my report.pdf\""}) {
    past.Ran(written);
    used.BeginPrompt();
    CHECK(used.Of("my report.pdf") > 0.9);
    past.Ran("less other.txt");
  }
}

// suggestion-algorithm, section Source 2: Filesystem: the last component alone
// is learned too.
TEST_CASE("used names: a file that was used by another path comes first") {
  Bench b;
  for (const char* name : {"src/api.ts", "src/app.ts"}) b.tree.Write(name, "");
  Arguments past;
  UsedNames used(past.history);
  FilesystemSource fs(nullptr, &used);
  const auto lead = [&] {
    used.BeginPrompt();
    return b.ScoreOf(fs, "cat src/a", "cat src/app.ts") -
           b.ScoreOf(fs, "cat src/a", "cat src/api.ts");
  };
  past.Ran("ls");
  CHECK(lead() == 0);
  past.Ran("vim ~/project/src/app.ts");
  CHECK(lead() > 0.2);
}

}  // namespace synapse
