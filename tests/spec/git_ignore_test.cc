#include "spec/git_ignore.h"

#include <doctest/doctest.h>

#include "tests/testing.h"

namespace synapse {

TEST_CASE("git ignore: a pattern matches part by part") {
  struct Case {
    const char* pattern;
    const char* path;
    bool matches;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"*.log", "a.log", true},
           {"*.log", "dir/a.log", false},
           {"a*b*c", "axxbyyc", true},
           {"a*b*c", "axxbyy", false},
           {"?.o", "a.o", true},
           {"?.o", "ab.o", false},
           {"[a-c]x", "bx", true},
           {"[!a-c]x", "bx", false},
           {"[]]x", "]x", true},
           {"[a", "[a", true},
           {"\\*", "*", true},
           {"\\*", "a", false},
           {"docs/**/x.pdf", "docs/x.pdf", true},
           {"docs/**/x.pdf", "docs/a/b/x.pdf", true},
           {"docs/**/x.pdf", "docs/a/b/y.pdf", false},
           {"**/build", "a/b/build", true},
           {"**/build", "build", true},
           {"a/**", "a/b/c", true},
           {"a/**", "b/a", false},
           {"**/a/**/b", "x/a/y/a/z/b", true},
           {"", "", true},
           {"*", "", false},
       }) {
    CAPTURE(c.pattern);
    CAPTURE(c.path);
    CHECK(MatchesGlob(c.pattern, c.path) == c.matches);
  }
}

TEST_CASE("git ignore: the last pattern that matches decides") {
  const GitIgnore ignore(
      "# objects\n"
      "*.o\n"
      "!keep.o\n"
      "/target\n"
      "build/\n"
      "docs/*.pdf\n"
      "trailing   \n"
      "\\#notes\n"
      "\n"
      "!\n");
  const auto is = [&](const char* path, bool directory = false) {
    return ignore.Decides(path, directory);
  };
  CHECK(is("a.o") == true);
  CHECK(is("src/a.o") == true);
  CHECK(is("src/keep.o") == false);
  CHECK(is("target") == true);
  CHECK(is("src/target") == std::nullopt);
  CHECK(is("src/build", /*directory=*/true) == true);
  CHECK(is("src/build") == std::nullopt);
  CHECK(is("docs/a.pdf") == true);
  CHECK(is("src/docs/a.pdf") == std::nullopt);
  CHECK(is("trailing") == true);
  CHECK(is("#notes") == true);
}

// Each star is tried at each place once, so that this ends.
TEST_CASE("git ignore: a hostile pattern takes no time") {
  std::string pattern, path(2000, 'a');
  for (int i = 0; i < 500; ++i) pattern += "a*";
  CHECK_FALSE(MatchesGlob(pattern + "b", path));
  std::string stars, parts;
  for (int i = 0; i < 300; ++i) stars += "**/a/", parts += "a/";
  CHECK_FALSE(MatchesGlob(stars + "b", parts + "a"));
}

}  // namespace synapse
