#include "source/project.h"

#include "tests/source/source_testing.h"

namespace synapse {
namespace {

using testing::Bench;
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("project: the tasks of each kind of file, word by word") {
  struct {
    std::string file, content, line;
    Texts texts;
  } const kCases[] = {
      {"Makefile",
       "test: build\nbuild:\n\techo\ntidy:\n.PHONY: test\n",
       "make t",
       {"make test", "make tidy"}},
      {"package.json",
       R"({"scripts": {"build": "x", "bundle": "y"}})",
       "npm run b",
       {"npm run build", "npm run bundle"}},
      {"package.json", R"({"scripts": {"build": "x"}})", "npm r", {"npm run"}},
      {"justfile", "deploy target:\n  echo\n", "just d", {"just deploy"}},
      {"Cargo.toml", "[package]\nname = \"x\"\n", "cargo t", {"cargo test"}},
      {"pyproject.toml",
       "[project.scripts]\nmytool = \"a:b\"\n",
       "my",
       {"mytool"}},
      {"docker-compose.yml",
       "services:\n  postgres:\n    image: x\n",
       "docker compose up p",
       {"docker compose up postgres"}},
      {"Makefile", "test:\n", "ma", {"make test"}},
  };
  for (const auto& c : kCases) {
    INFO(c.file << ": " << c.line);
    Bench b;
    b.tree.Write(c.file, c.content);
    ProjectSource project;
    Texts got = b.Texts(project, c.line);
    got.erase(std::unique(got.begin(), got.end()), got.end());
    CHECK(got == c.texts);
    for (const Candidate& candidate : b.Ask(project, c.line)) {
      CHECK(candidate.evidence[0].score <= 1);
      CHECK(candidate.evidence[0].reason == c.file);
    }
  }
}

TEST_CASE("project: a task is a command of this machine, and no variable") {
  Bench b;
  b.tree.Write("Makefile", "test:\n");
  ProjectSource project;
  CHECK(b.Texts(project, "sudo ") == Texts{"sudo make test"});
  CHECK(b.Texts(project, "ssh host ").empty());
  // xargs and find give it more arguments. One that is begun is meant.
  CHECK(b.Texts(project, "ls | xargs ").empty());
  CHECK(b.Texts(project, "find . -exec ").empty());
  CHECK(b.Texts(project, "ls | xargs m") == Texts{"ls | xargs make test"});
  CHECK(b.Texts(project, "echo $").empty());
  CHECK(b.Texts(project, "echo \"$").empty());
}

TEST_CASE("project: what a file names is quoted, and not run") {
  struct {
    std::string file, content, line;
    Texts texts;
  } const kCases[] = {
      // `npm`, Right, Enter ran the second line.
      {"package.json",
       R"({"scripts": {"start\ntouch PWNED #": "x"}})",
       "npm",
       {}},
      {"package.json",
       R"({"scripts": {"a;touch PWNED": "x"}})",
       "npm",
       {"npm run a\\;touch\\ PWNED"}},
      {"package.json",
       R"({"scripts": {"a;touch PWNED": "x"}})",
       "npm run ",
       {"npm run a\\;touch\\ PWNED"}},
      {"package.json",
       R"({"scripts": {"a;b": "x"}})",
       "npm run 'a",
       {"npm run 'a;b'"}},
      {"package.json",
       R"({"scripts": {"a$b": "x"}})",
       "x=`npm run ",
       {"x=`npm run a\\\\\\$b"}},
      {"pyproject.toml",
       "[project.scripts]\n\"ls -la;touch PWNED\" = \"a:b\"\n",
       "ls",
       {}},
      {"justfile", "lint;touch${IFS}PWNED:\n  x\n", "just ", {}},
      {"pyproject.toml",
       "[tool.poe.tasks]\nlint = \"x\"\n",
       "po",
       {"poe lint"}},
      {"pyproject.toml",
       "[tool.pdm.scripts]\nlint = \"x\"\n",
       "pdm r",
       {"pdm run"}},
      {"pyproject.toml", "[tool.poe.tasks]\nlint = \"x\"\n", "li", {}},
  };
  for (const auto& c : kCases) {
    INFO(c.file << ": " << c.content << c.line);
    Bench b;
    b.tree.Write(c.file, c.content);
    ProjectSource project;
    CHECK(b.Texts(project, c.line) == c.texts);
  }
}

TEST_CASE("project: a task is there as soon as the next prompt") {
  Bench b;
  b.tree.Write("Makefile", "old:\n");
  ProjectSource project;
  CHECK(b.Texts(project, "make ") == Texts{"make old"});
  b.tree.Write("Makefile", "older:\nnew:\n");
  project.CommandRan();
  CHECK(b.Texts(project, "make ") == Texts{"make new", "make older"});
}

TEST_CASE("project: why tasks are missing") {
  Bench b;
  b.tree.Write("package.json", "{\"scripts\":\n {\"build\": }}");
  b.tree.Write("Makefile", "test:\n");
  auto problems = ProjectProblems(b.cwd);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].find("package.json:2: ") != std::string::npos);
  b.tree.Write("package.json", "{}");
  CHECK(ProjectProblems(b.cwd).empty());
  b.tree.Write("Makefile", std::string(2 << 20, '#'));
  problems = ProjectProblems(b.cwd);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].find("Makefile: ") != std::string::npos);
}

TEST_CASE("project: upward to the root of the repository, not beyond") {
  Bench b;
  b.tree.Write("justfile", "outside:\n");
  b.tree.MakeDir("repo/.git");
  b.tree.Write("repo/justfile", "inside:\n");
  b.tree.Write("repo/Makefile", "above:\n");
  b.cwd = b.tree.MakeDir("repo/a/b");
  ProjectSource project;
  CHECK(b.Texts(project, "just ") == Texts{"just inside"});
  // make itself reads the directory only.
  CHECK(b.Texts(project, "make ").empty());
  CHECK(ProjectDirectories(b.cwd).size() == 3);
  // Outside of a repository the source reads the directory only.
  b.cwd = b.tree.MakeDir("plain/x");
  ProjectSource other;
  CHECK(b.Texts(other, "make ").empty());
  CHECK(ProjectDirectories(b.cwd) == Texts{b.cwd});
  CHECK(ProjectDirectories("relative").empty());
}

TEST_CASE("project: the lock file says which tool runs the scripts") {
  struct {
    const char* lock;
    std::string line;
  } const kCases[] = {{"yarn.lock", "yarn build"},
                      {"pnpm-lock.yaml", "pnpm run build"},
                      {"bun.lockb", "bun run build"},
                      {"package-lock.json", "npm run build"}};
  for (const auto& c : kCases) {
    Bench b;
    b.tree.Write("package.json", R"({"scripts": {"build": "x"}})");
    b.tree.Write(c.lock, "");
    ProjectSource project;
    CHECK(b.Texts(project, "") == Texts{c.line});
    // A workspace has one lock file, at its root.
    b.tree.MakeDir(".git");
    b.tree.Write("packages/a/package.json", R"({"scripts": {"build": "x"}})");
    b.cwd = b.tree.Path("packages/a");
    ProjectSource below;
    CHECK(b.Texts(below, "") == Texts{c.line, c.line});
  }
}

}  // namespace synapse
