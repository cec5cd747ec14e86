#include "source/workflow.h"

#include <unistd.h>

#include <csignal>

#include "tests/source/source_testing.h"

namespace synapse {

using testing::Bench;

TEST_CASE("workflow: what usually follows") {
  struct {
    std::string before;
    int exit;
    std::string next;  // "" for nothing
  } const kCases[] = {
      {"git add .", 0, "git commit -m \"\""},
      {"git add src/a.cc", 0, "git commit -m \"\""},
      {"git commit -m x", 0, "git push"},
      {"mkdir -p new", 0, "cd new"},
      {"mkdir 'a b'", 0, "cd 'a b'"},
      {"cd src", 0, "ls"},
      {"cargo build", 101, "cargo build"},
      {"cargo build", 0, "cargo run"},
      {"make -j4 all", 2, "make -j4 all"},
      {"git clone https://h/u/repo.git", 0, "cd repo"},
      {"git clone git@h:u/repo dir", 0, "cd dir"},
      {"cargo new --bin app", 0, "cd app"},
      {"python3 -m venv .venv", 0, "source .venv/bin/activate"},
      {"python3 -m http.server", 0, ""},
      {"./configure --prefix=/opt", 0, "make"},
      {"sudo systemctl restart nginx", 0, "sudo systemctl status nginx"},
      {"systemctl restart nginx", 0, "systemctl status nginx"},
      {"systemctl --user restart syncd", 0, "systemctl --user status syncd"},
      {"sudo systemctl -H web restart nginx", 0,
       "sudo systemctl -H web status nginx"},
      {"git -C 'a b' add .", 0, "git -C 'a b' commit -m \"\""},
      {"docker compose -f dev.yml up -d", 0, "docker compose -f dev.yml ps"},
      {"sudo make install", 0, ""},
      {"sudo apt update", 0, "sudo apt upgrade"},
      {"apt update", 0, "apt upgrade"},
      {"git stash pop", 0, "git pull"},
      {"docker compose up -d", 0, "docker compose ps"},
      // The last command of a line is the latest one.
      {"cd src && make", 0, "make test"},
      {"vim src/file.rs", 0, "cargo test"},
      {"nano x.py", 0, "python3 x.py"},
      {"vim notes", 0, ""},
      {"vim ~/.zshrc", 0, "source ~/.zshrc"},
      {"nvim src/Makefile", 0, "make"},
      {"code lib/x.rb", 0, "ruby lib/x.rb"},
      {"gh repo clone u/repo", 0, "cd repo"},
      {"npm install -g x", 0, ""},
      {"gcc -O2 -o prog main.c", 0, "./prog"},
      {"gcc -o bin/prog main.c", 0, "bin/prog"},
      {"g++ main.cc", 0, "./a.out"},
      {"cmake -S . -B out -G Ninja", 0, "cmake --build out"},
      {"cmake --build out", 0, "ctest --test-dir out"},
      {"cmake ..", 0, ""},
      {"rustc src/main.rs", 0, "./main"},
      {"chmod +x run.sh", 0, "./run.sh"},
      {"chmod +x ./run.sh", 0, "./run.sh"},
      {"chmod 644 run.sh", 0, ""},
      {"tar -xzf ../x-1.0.tar.gz", 0, "cd x-1.0"},
      {"tar czf x.tar.gz 'a b'/", 0, "ls"},
      {"unzip 'my photos.zip'", 0, "cd my\\ photos"},
      {"curl -LO https://h/x.tar.gz", 0, "tar xf x.tar.gz"},
      {"wget https://h/a/x.zip", 0, "unzip x.zip"},
      {"wget https://h/a.html", 0, ""},
      {"cat x.py", 0, ""},
      // A failed command has no next one, and neither has a longer word.
      {"git add .", 1, ""},
      {"mkdir", 0, ""},
      {"cdx", 0, ""},
      {"frobnicate", 0, ""},
      {"vim notes", 148, "fg"},
      {"git add .", 128 + SIGTSTP, "fg"},
      // An unknown status counts as success.
      {"git add .", -1, "git commit -m \"\""},
  };
  for (const auto& c : kCases) {
    INFO(c.before << " -> " << c.exit);
    Bench b;
    WorkflowSource workflow(b.specs);
    workflow.SetPrevious(c.before, c.exit);
    auto got = b.Ask(workflow, "");
    if (c.next.empty()) {
      CHECK(got.empty());
      continue;
    }
    REQUIRE(!got.empty());
    CHECK(got[0].text == c.next);
    CHECK(got[0].evidence[0].score <= 1);
  }
}

TEST_CASE("workflow: a line that is begun continues to the usual next line") {
  Bench b;
  WorkflowSource workflow(b.specs);
  workflow.SetPrevious("git add .", 0);
  for (const char* begun : {"g", "git", "git ", "git co", " git c", "  "}) {
    INFO(std::string(begun));
    auto got = b.Ask(workflow, begun);
    REQUIRE(got.size() == 1);
    CHECK(got[0].text.ends_with("git commit -m \"\""));
    CHECK(got[0].word == "git commit -m \"\"");
  }
  for (const char* other :
       {"ls", "git s", "gti", "git commit -m \"\"", "git  c"}) {
    INFO(std::string(other));
    CHECK(b.Ask(workflow, other).empty());
  }
}

// suggestion-algorithm, Workflow Prediction: branch, commit, push -u.
TEST_CASE("workflow: a branch that tracks none is pushed with -u") {
  Bench b;
  b.tree.Write(".git/HEAD", "ref: refs/heads/topic\n");
  const std::string remotes =
      "[remote \"fork\"]\n\turl = y\n[remote \"origin\"]\n\turl = x\n";
  b.tree.Write(".git/config", remotes);
  WorkflowSource workflow(b.specs);
  const auto after = [&](const char* line) {
    workflow.SetPrevious("", 0);
    workflow.SetPrevious(line, 0);
    const auto got = b.Ask(workflow, "");
    return got.empty() ? "" : got[0].text;
  };
  CHECK(after("git commit -m x") == "git push -u origin topic");
  CHECK(after("git checkout -b topic") == "git push -u origin topic");
  CHECK(after("git switch -c topic") == "git push -u origin topic");
  CHECK(after("git checkout topic").empty());
  b.tree.Write(".git/config", remotes + "[push]\n\tautoSetupRemote\n");
  CHECK(after("git commit -m x") == "git push");
  b.tree.Write(".git/config",
               remotes + "[branch \"topic\"]\n\tmerge = refs/heads/topic\n");
  CHECK(after("git commit -m x") == "git push");
  CHECK(after("git checkout -b topic").empty());
}

// suggestion-algorithm, Workflow Prediction: clone, cd, install.
TEST_CASE("workflow: a new directory is built or installed first") {
  Bench b;
  b.cwd = b.tree.MakeDir("shop");
  b.now_s = Clock().NowMs() / 1000;
  b.tree.MakeDir("shop/.git");
  WorkflowSource workflow(b.specs);
  const auto best = [&]() -> std::string {
    workflow.SetPrevious("", 0);
    workflow.SetPrevious("cd shop", 0);
    const auto got = b.Ask(workflow, "");
    const auto most = std::max_element(
        got.begin(), got.end(), [](const Candidate& x, const Candidate& y) {
          return x.evidence[0].score < y.evidence[0].score;
        });
    return most == got.end() ? "" : most->text;
  };
  CHECK(best() == "ls");
  b.tree.Write("shop/Makefile", "");
  CHECK(best() == "make");
  b.tree.Write("shop/package.json", "{}");
  CHECK(best() == "npm install");
  b.tree.Write("shop/yarn.lock", "");
  CHECK(best() == "yarn install");
  b.tree.MakeDir("shop/node_modules");
  CHECK(best() == "ls");  // it is done
  rmdir(b.tree.Path("shop/node_modules").c_str());
  CHECK(best() == "yarn install");
  b.now_s += 2 * 3600;  // the directory is no longer new
  CHECK(best() == "ls");
  b.now_s -= 2 * 3600;
  // Part of a repository has what its root has.
  b.tree.MakeDir(".git");
  rmdir(b.tree.Path("shop/.git").c_str());
  CHECK(best() == "ls");
}

TEST_CASE("workflow: who does something else in new directories has seen it") {
  Bench b;
  b.now_s = Clock().NowMs() / 1000;
  b.tree.Write("package.json", "{}");
  WorkflowSource workflow(b.specs);
  const auto is_offered = [&] {
    workflow.SetPrevious("cd x", 0);
    const auto got = b.Ask(workflow, "");
    return std::any_of(got.begin(), got.end(), [](const Candidate& c) {
      return c.text == "npm install";
    });
  };
  const auto run = [&](const char* line) {
    workflow.SetPrevious(line, 0);
    b.Ask(workflow, "");
  };
  CHECK(is_offered());
  run("ls");
  CHECK(is_offered());
  run("npm install");
  CHECK(is_offered());
  run("ls");
  CHECK(is_offered());
  run("git log");
  CHECK_FALSE(is_offered());
}

TEST_CASE(
    "workflow: what follows is of the directory and of the last command") {
  Bench b;
  WorkflowSource workflow(b.specs);
  const auto first = [&] {
    const auto got = b.Ask(workflow, "");
    return got.empty() ? "" : got[0].text;
  };
  workflow.SetPrevious("go build", 0);
  b.cwd = "/home/u/tool";
  CHECK(first() == "./tool");
  CHECK(first() == "./tool");
  b.cwd = "/home/u/other";
  CHECK(first() == "./other");
  workflow.SetPrevious("git add .", 0);
  CHECK(first() == "git commit -m \"\"");
  workflow.SetPrevious("git add .", 1);
  CHECK(first() == "");
}

TEST_CASE("workflow: the commands that create what is named next") {
  Bench b;
  WorkflowSource source(b.specs);
  auto produces = [&](const char* line) {
    source.SetPrevious(line, 0);
    return source.PreviousProduces(b.shell.alias);
  };
  for (const char* line :
       {"tar xzf a.tgz", "sudo tar xf a.tar", "git clone https://h/u/r.git",
        "cd x && wget https://h/a.zip", "tar xf a; ls", "7z x a.7z",
        "cargo new app", "mkdir -p a/b"}) {
    CAPTURE(std::string(line));
    CHECK(produces(line));
  }
  for (const char* line : {"", "make", "git status", "vim a", "unknown x"}) {
    CAPTURE(std::string(line));
    CHECK_FALSE(produces(line));
  }
}

}  // namespace synapse
