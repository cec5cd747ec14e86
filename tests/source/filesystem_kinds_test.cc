// Which directories lead to the kind of file that is wanted, and which come
// first.
#include "source/filesystem.h"
#include "tests/source/source_testing.h"

namespace synapse {

using testing::Bench;
using Texts = std::vector<std::string>;

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
  CHECK(b.Texts(fs, "pytest tests/") == Texts{"pytest tests/unit/"});
  CHECK(b.Texts(fs, "pytest tests/unit/") ==
        Texts{"pytest tests/unit/test_b.py"});
}

// `find .` and `go test ./.` had the ghost .git/.
TEST_CASE("filesystem: the data of git is no ghost") {
  testing::Bench b;
  b.tree.MakeDir(".git");
  b.tree.Write(".github/x", "");
  FilesystemSource fs;
  for (const Candidate& c : b.Ask(fs, "cp x .g")) {
    CHECK(c.asked_only == (c.word == ".git/"));
  }
  CHECK(b.Ask(fs, "cp x .g").size() == 2);
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

// `mysql db < ` listed Cargo.toml first: nothing said what the command reads.
TEST_CASE(
    "filesystem: behind `<` the files that the command reads come first") {
  Bench b;
  b.tree.Write("Cargo.toml", "");
  b.tree.Write("dump.sql", "");
  b.tree.Write("fix.patch", "");
  b.tree.Write("site.tar.gz", "");
  b.tree.Write("log.gz", "");
  FilesystemSource fs;
  for (const char* line : {"mysql db < ", "psql < ", "sudo mariadb shop < ",
                           "docker exec -i db psql -U me < "}) {
    INFO(line);
    CHECK(b.Texts(fs, line) == Texts{line + std::string("dump.sql")});
  }
  CHECK(b.Texts(fs, "patch -p1 < ") == Texts{"patch -p1 < fix.patch"});
  CHECK(b.Texts(fs, "docker load < ") == Texts{"docker load < site.tar.gz"});
  // A command without a kind reads each file, and a here-document none.
  CHECK(b.Texts(fs, "sort < ").size() == 5);
  CHECK(b.Texts(fs, "mysql db > ").size() == 5);
}

// `vim lib/r` had the ghost lib/router/, and `cd ` began with _build/.
TEST_CASE("filesystem: a directory comes behind the file of its name") {
  Bench b;
  b.tree.Write("lib/router.ex", "");
  b.tree.Write("lib/router/x.ex", "");
  FilesystemSource fs;
  const auto file_first = [&](const std::string& line) {
    return b.ScoreOf(fs, line + "r", line + "router.ex") >
           b.ScoreOf(fs, line + "r", line + "router/");
  };
  CHECK(file_first("vim lib/"));
  CHECK(file_first("cat lib/"));
  CHECK_FALSE(file_first("cp x lib/"));
  CHECK_FALSE(file_first("rm -r lib/"));
}

TEST_CASE("filesystem: directories that tools make come last") {
  Bench b;
  b.tree.MakeDir("_build");
  b.tree.MakeDir("src");
  FilesystemSource fs;
  CHECK(b.ScoreOf(fs, "cd ", "cd src/") > b.ScoreOf(fs, "cd ", "cd _build/"));
  CHECK(b.ScoreOf(fs, "cd _", "cd _build/") > 0);
}

// `ansible-vault edit ` listed each YAML file.
TEST_CASE("filesystem: ansible-vault takes files that are encrypted") {
  Bench b;
  b.tree.Write("vars.yml", "a: b\n");
  b.tree.Write("secrets", "$ANSIBLE_VAULT;1.1;AES256\n6162\n");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "ansible-vault edit ") ==
        Texts{"ansible-vault edit secrets"});
  CHECK(b.Texts(fs, "ansible-vault encrypt ") ==
        Texts{"ansible-vault encrypt vars.yml"});
}

// `go build -o ` listed the sources first, unmarked.
TEST_CASE("filesystem: a file that is to be written comes behind directories") {
  Bench b;
  b.tree.Write("main.go", "");
  b.tree.MakeDir("bin");
  FilesystemSource fs;
  for (const char* line : {"go build -o ", "gcc -o ", "pandoc a.md -o "}) {
    INFO(line);
    const std::string before = line;
    CHECK(b.ScoreOf(fs, line, before + "bin/") >
          b.ScoreOf(fs, line, before + "main.go"));
    for (const Candidate& c : b.Ask(fs, line)) {
      if (c.word.ends_with(".go")) CHECK(c.asked_only);
    }
  }
}

}  // namespace synapse
