// Which directories lead to the kind of file that is wanted, and which come
// first.
#include "source/filesystem.h"
#include "tests/source/source_testing.h"

namespace synapse {

TEST_CASE("filesystem: the directory of a kind, and those that lead nowhere") {
  struct Case {
    const char* line;
    const char* better;
    const char* worse;
  };
  constexpr Case kCases[] = {
      // Both lead to tests.
      {"mix test ", "test/", "installer/"},
      {"pytest ", "tests/", "installer/"},
      // What lies below a directory is searched.
      {"grep -rn word ", "src/", "notes.txt"},
      {"grep -R word ", "src/", "notes.txt"},
      {"chmod -R 755 ", "src/", "notes.txt"},
      // A plan is no must, and none is there.
      {"terraform apply ", "plans/", "src/"},
  };
  testing::Bench b;
  for (const char* file :
       {"installer/test/a_test.exs", "test/blog/b_test.exs",
        "installer/test_a.py", "tests/unit/test_b.py", "tests/__init__.py",
        "src/deep/main.c", "notes.txt", "plans/x.tfplan"}) {
    b.tree.Write(file, "");
  }
  FilesystemSource fs;
  for (const Case& test : kCases) {
    const std::string line = test.line;
    INFO(line);
    CHECK(b.ScoreOf(fs, line, line + test.better) >
          b.ScoreOf(fs, line, line + test.worse) + 0.04);
  }
  CHECK(b.ScoreOf(fs, "grep word ", "grep word src/") <
        b.ScoreOf(fs, "grep -r word ", "grep -r word src/"));
  using Texts = std::vector<std::string>;
  CHECK(b.Texts(fs, "pytest tests/") == Texts{"pytest tests/unit/"});
  CHECK(b.Texts(fs, "pytest tests/unit/") ==
        Texts{"pytest tests/unit/test_b.py"});
}

TEST_CASE("filesystem: a file that keeps a directory for git is no ghost") {
  testing::Bench b;
  b.tree.Write("logs/.gitignore", "");
  b.tree.Write("zsh/.zshrc", "");
  FilesystemSource fs;
  CHECK(b.Ask(fs, "tail -f logs/").at(0).asked_only);
  CHECK_FALSE(b.Ask(fs, "tail -f logs/.").at(0).asked_only);
  CHECK_FALSE(b.Ask(fs, "vim zsh/").at(0).asked_only);
}

}  // namespace synapse
