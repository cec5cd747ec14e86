#include "learn/correction.h"

#include "tests/engine/engine_testing.h"

namespace synapse {

using testing::Session;

TEST_CASE("correction: one word, by a typo") {
  auto word = [](const char* wrong, const char* right) {
    auto at = CorrectedWord(MakeLine(wrong), MakeLine(right));
    return at ? static_cast<int>(*at) : -1;
  };
  CHECK(word("git stauts", "git status") == 1);
  CHECK(word("gti status", "git status") == 0);
  CHECK(word("git status", "git status") == -1);
  CHECK(word("gti stauts", "git status") == -1);  // two words
  CHECK(word("git status", "git push") == -1);    // another word
  CHECK(word("git stauts", "git status -s") == -1);
}

TEST_CASE("correction: a corrected line is not offered again") {
  Session s;
  for (int i = 0; i < 3; ++i) {
    s.Run("git stauts", 1, 1);
    s.Run("ls");
  }
  CHECK(s.First("git stau") == "git stauts");  // nothing shows that it is wrong
  s.Run("git stauts", 1, 1);
  s.Run("git status");
  for (const char* line : {"ls", "make", "ls -a"}) s.Run(line);
  CHECK(s.First("git stau") != "git stauts");
  CHECK(s.First("git sta") == "git status");
  // A word that succeeded before was meant.
  s.Run("make a1");
  s.Run("make a1", 1, 2);
  s.Run("make a2");
  bool offered = false;
  for (const auto& text : s.Texts("make ", 10)) offered |= text == "make a1";
  CHECK(offered);
}

// `mkdir a/b` came back on the empty line of the next shell.
TEST_CASE("correction: a line that lacked an option") {
  auto lacks = [](const char* wrong, const char* right) {
    return LacksOption(MakeLine(wrong), MakeLine(right));
  };
  CHECK(lacks("mkdir a/b", "mkdir -p a/b"));
  CHECK(lacks("cp a b", "cp -r -v a b"));
  CHECK(lacks("cp -v a b", "cp -v -r a b"));
  CHECK_FALSE(lacks("make", "make -k"));  // no argument
  CHECK_FALSE(lacks("mkdir a/b", "mkdir a/b"));
  CHECK_FALSE(lacks("mkdir a/b", "mkdir -p a/c"));
  CHECK_FALSE(lacks("mkdir -p a/b", "mkdir a/b"));
  CHECK_FALSE(lacks("mkdir a/b", "sudo mkdir a/b"));

  Session s;
  for (int i = 0; i < 3; ++i) {
    s.Run("ls");
    s.Run("mkdir a/b", 1, 1);
  }
  s.Run("ls");
  CHECK(s.First("mkdir a") == "mkdir a/b");
  s.Run("mkdir a/b", 1, 1);
  s.Run("mkdir -p a/b");
  s.session = "s2";
  auto texts = s.Texts("", 10);
  CHECK_FALSE(texts.empty());
  for (const auto& text : texts) CHECK(text != "mkdir a/b");
}

TEST_CASE("correction: into a line that succeeded before") {
  Session s;
  s.Run("make test");
  s.Run("make tset", 3, 2);
  s.Run("make test", 1, 2);  // a test fails
  s.session = "s2";
  const auto texts = s.Texts("make t", 10);
  CHECK_FALSE(texts.empty());
  for (const auto& text : texts) CHECK(text != "make tset");
  s.Run("make a1", 2, 2);
  s.Run("make a2", 1, 2);  // it never succeeded
  bool offered = false;
  for (const auto& text : s.Texts("make ", 10)) offered |= text == "make a1";
  CHECK(offered);
}

TEST_CASE("transitions: after a failure another step follows") {
  Session s;
  s.tree.Write("w/src/lib.rs", "");
  for (int i = 0; i < 6; ++i) {
    s.Run("cargo test", 1, i % 2 ? 101 : 0);
    s.Run(i % 2 ? "vim src/lib.rs" : "git commit -a");
    s.Run("ls");
  }
  s.Run("cargo test", 1, 101);
  CHECK(s.First("") == "vim src/lib.rs");
  s.Run("ls");
  s.Run("cargo test", 1, 0);
  CHECK(s.First("") == "git commit -a");
}

}  // namespace synapse
