#include "source/path_use.h"

#include "learn/learner.h"
#include "source/filesystem.h"
#include "tests/source/source_testing.h"

namespace synapse {
namespace {

using testing::Bench;
using testing::kNow;
constexpr int64_t kDayMs = 86'400'000;

struct History {
  std::unique_ptr<Store> store = Store::Open("");
  Learner learner{*store, /*half_life_hours=*/168};

  void Ran(const std::string& cwd, int times, int64_t ms = kNow) {
    Event e;
    e.command = "ls";
    e.cwd = cwd;
    e.session = "s";
    e.start_ms = ms;
    for (int i = 0; i < times; ++i) REQUIRE(learner.Record(e).ok());
  }
};

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

TEST_CASE("worked in: a directory has what ran in it and below") {
  History h;
  h.Ran("/h/code/api/src", 4);
  h.Ran("/h/code-old", 4);
  h.Ran("/h/notes", 4, kNow - 60 * kDayMs);
  WorkedIn worked(*h.store);
  worked.BeginPrompt(kNow);
  const auto of = [&](std::string_view directory, std::string_view name) {
    return WorkedIn::Of(worked.Below(directory), name);
  };
  for (const auto& [directory, name, share] :
       {std::tuple("/h/code/api", "src", 0.5),
        {"/h/code", "api", 0.5},
        {"/h/", "code", 0.5},
        {"/h/notes/../././/", "code", 0.5},
        {"/h", "cod", 0},
        {"/h", "code-old", 0.5},
        {"/h/code/api/src", "deep", 0},
        {"/h", "notes", 0.2},
        {"/", "h", 9. / 13},
        {"/elsewhere", "h", 0}}) {
    CAPTURE(std::string(directory));
    CAPTURE(std::string(name));
    CHECK(of(directory, name) == doctest::Approx(share));
  }
  // A new prompt sees what ran meanwhile.
  h.Ran("/h/music", 1);
  CHECK(of("/h", "music") == 0);
  worked.BeginPrompt(kNow);
  CHECK(of("/h", "music") > 0);
}

// suggestion-algorithm, section Source 2: Filesystem. Directories that the history
// knows are parts of paths for any command; they stood in the order of the alphabet.
TEST_CASE("worked in: the directory on the way to the user's work leads") {
  Bench b;
  for (const char* path : {"archive", "music", "code/api/src", "code/docs"}) {
    b.tree.MakeDir(path);
  }
  for (const char* path :
       {"archive", "music", "code", "code/api", "code/docs"}) {
    b.SetTime(path, b.now_s - 400 * 86400);
  }
  History h;
  h.Ran(b.tree.Path("code/api/src"), 8, b.now_s * 1000);
  WorkedIn worked(*h.store);
  worked.BeginPrompt(b.now_s * 1000);
  FilesystemSource with(&worked), without;
  for (const auto& [line, first, other] :
       {std::tuple("cd ", "cd code/", "cd archive/"),
        {"ls ./", "ls ./code/", "ls ./music/"},
        {"tar -czf x.tgz code/", "tar -czf x.tgz code/api/",
         "tar -czf x.tgz code/docs/"},
        {"frobnicate ./code/", "frobnicate ./code/api/",
         "frobnicate ./code/docs/"}}) {
    CAPTURE(std::string(line));
    CHECK(with.id() == without.id());
    CHECK(b.ScoreOf(with, line, first) > b.ScoreOf(with, line, other));
    CHECK(b.ScoreOf(with, line, other) == b.ScoreOf(without, line, other));
  }
}

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
