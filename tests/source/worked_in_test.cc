#include "source/worked_in.h"

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

}  // namespace synapse
