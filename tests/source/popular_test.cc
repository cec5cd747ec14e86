#include "source/popular.h"

#include "tests/engine/engine_testing.h"

namespace synapse {

using testing::Session;

TEST_CASE("popular: what is commonly written behind a command") {
  auto next = PopularNext({"lsof"});
  REQUIRE(next.size() > 2);
  CHECK(next[0] == "-i");
  CHECK(PopularNext({"usermod", "-aG"})[0] == "docker");
  // Behind what nobody knows, the command's own; a quoted word is one.
  CHECK(PopularNext({"lsof", "-x"})[0] == "-i");
  CHECK(PopularNext({"awk"})[0] == "'{print $1}'");
  for (auto next : PopularNext({"lsof", "-i"})) CHECK(next != "-i");
  CHECK(PopularNext({"lsof", "-x"}, false).empty());
  CHECK(PopularNext({"no-such-command"}).empty());
  CHECK(PopularNext({}).empty());
}

TEST_CASE("popular: what is commonest comes first, also beside a spec") {
  CHECK(PopularNext({"chmod"})[0] == "+x");
  CHECK(PopularNext({"curl"})[0] == "-s");
  CHECK(PopularNext({"sed"})[0] == "-i");
  for (auto next : PopularNext({"chmod"})) CHECK(next != "777");
}

TEST_CASE("popular: a prior, which the user's own words outweigh") {
  Session s;
  CHECK(s.First("grep -") == "grep -r");
  for (int i = 0; i < 3; ++i) s.Run("grep -w word" + std::to_string(i));
  CHECK(s.First("grep -").starts_with("grep -w"));
}

TEST_CASE("popular: a path only where it leads somewhere") {
  Session s;
  CHECK(s.First("cat READ").empty());
  CHECK(s.First("touch READ") == "touch README.md");  // makes what it names
  CHECK(s.First("mkdir bui") == "mkdir build");
  s.tree.Write("w/README.md", "");
  CHECK(s.First("cat READ") == "cat README.md");
  // What cannot be looked at is believed.
  s.cwd = s.tree.Path("gone");
  CHECK(s.First("cat Makef") == "cat Makefile");
}

}  // namespace synapse
