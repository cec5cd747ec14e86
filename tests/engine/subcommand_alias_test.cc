// Aliases of git's configuration.
#include "tests/engine/engine_testing.h"

namespace synapse {

using testing::Session;

namespace {

void WriteRepositoryWithAliases(Session& s) {
  const std::string sha = std::string(40, 'a') + "\n";
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/main", sha);
  s.tree.Write("w/.git/refs/heads/feature/login", sha);
  s.tree.Write("w/.git/config",
               "[alias]\n\tco = checkout\n\tnuke = reset --hard\n"
               "\twipe = !rm -rf build\n\tloop = loop\n\tadd = commit\n");
}

}  // namespace

// `git co f` had no ghost, and `git co ` had words of other subcommands.
TEST_CASE("engine: behind an alias of git are the words of its subcommand") {
  Session s;
  WriteRepositoryWithAliases(s);
  CHECK(s.First("git co f") == "git co feature/login");
  CHECK(s.First("git nuke --so") == "git nuke --soft");
  const auto named = s.Suggest("git c", 20);
  const auto co = std::ranges::find(named, "git co", &Suggestion::text);
  REQUIRE(co != named.end());
  CHECK(co->description == "checkout");
  // A subcommand is no alias, and one that names itself ends.
  CHECK(s.Texts("git add -", 50) != s.Texts("git commit -", 50));
  CHECK(s.Texts("git loop x").empty());
  // Outside of the repository there is none.
  s.cwd = s.tree.MakeDir("elsewhere");
  CHECK(s.Texts("git co feat").empty());
}

TEST_CASE("engine: the risk of an alias of git is that of its text") {
  Session s;
  WriteRepositoryWithAliases(s);
  s.Run("git nuke HEAD~1");
  s.Run("git wipe now");
  s.Run("git co feature/login");
  for (const char* line : {"git nuke H", "git wipe n", "git co f"}) {
    CAPTURE(std::string(line));
    const auto all = s.Suggest(line, 20);
    REQUIRE(!all.empty());
    CHECK(all[0].risk.any() == (line[4] != 'c'));
  }
}

}  // namespace synapse
