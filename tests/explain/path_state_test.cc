#include "explain/path_state.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/testing.h"

namespace synapse {
namespace {

std::string StateText(const std::string& path) {
  Budget budget = Budget::Unlimited();
  return TextOf(StateOfPath(path, budget));
}

std::string MatchText(const testing::TempTree& tree, std::string_view pattern,
                      bool recursive = false) {
  Budget budget = Budget::Unlimited();
  return TextOf(MatchesOf(pattern, tree.Path(), recursive, budget));
}

}  // namespace

TEST_CASE("path state: what a path is") {
  testing::TempTree tree;
  tree.Write("a", std::string(12'345, 'x'));
  tree.Write("one", "x");
  tree.Write("d/x", "");
  tree.MakeDir("empty");
  REQUIRE(symlink("nothing", tree.Path("broken").c_str()) == 0);
  REQUIRE(mkfifo(tree.Path("pipe").c_str(), 0600) == 0);
  CHECK(StateText(tree.Path("a")) == "a file of 12 KB");
  CHECK(StateText(tree.Path("one")) == "a file of 1 byte");
  CHECK(StateText(tree.Path("d")) == "a directory of 1 entry");
  CHECK(StateText(tree.Path("empty")) == "an empty directory");
  CHECK(StateText(tree.Path("broken")) == "a link to nothing");
  CHECK(StateText(tree.Path("pipe")) == "a device, pipe or socket");
  CHECK(StateText(tree.Path("none")) == "does not exist");
  CHECK(StateText(tree.Path("a/b")) == "does not exist");
}

TEST_CASE("path state: what a pattern matches") {
  testing::TempTree tree;
  for (const char* name : {"b.o", "a.o", ".h.o", "a b.c", "src/x.c",
                           "src/deep/y.c", "lib/x.c", "x*y"}) {
    tree.Write(name, "");
  }
  CHECK(MatchText(tree, "*.o") == "matches 2 now: a.o b.o");
  CHECK(MatchText(tree, ".*.o") == "matches 1 now: .h.o");
  CHECK(MatchText(tree, "?.o") == "matches 2 now: a.o b.o");
  CHECK(MatchText(tree, "[b-c].o") == "matches 1 now: b.o");
  CHECK(MatchText(tree, "a b*") == "matches 1 now: a b.c");
  CHECK(MatchText(tree, "*/x.c") == "matches 2 now: lib/x.c src/x.c");
  CHECK(MatchText(tree, "s*/") == "matches 1 now: src");
  CHECK(MatchText(tree, "x\\*?") == "matches 1 now: x*y");
  CHECK(MatchText(tree, "*.zip") == "matches nothing now");
  CHECK(MatchText(tree, "none/*") == "matches nothing now");
  CHECK(MatchText(tree, tree.Path("l*")) ==
        "matches 1 now: " + tree.Path("lib"));
  CHECK(MatchText(tree, "**/y.c", true) == "matches 1 now: src/deep/y.c");
  CHECK(MatchText(tree, "**/y.c", false) == "matches nothing now");
  CHECK(MatchText(tree, "**/*.c", true) ==
        "matches 4 now: a b.c lib/x.c src/deep/y.c src/x.c");
}

TEST_CASE("path state: counting is bounded") {
  testing::TempTree tree;
  for (size_t i = 0; i < kMaxEntries + 50; ++i) {
    std::ofstream(tree.Path("f" + std::to_string(i)));
  }
  Budget budget = Budget::Unlimited();
  const PatternMatches matches = MatchesOf("f*", tree.Path(), false, budget);
  CHECK(!matches.complete);
  CHECK(matches.count <= kMaxEntries);
  CHECK(matches.first.size() == kMaxShown);
  CHECK(TextOf(matches).starts_with("matches at least "));
  CHECK(TextOf(matches).ends_with(" ..."));
  Budget spent(0);
  CHECK(!MatchesOf("f*", tree.Path(), false, spent).complete);
}

}  // namespace synapse
