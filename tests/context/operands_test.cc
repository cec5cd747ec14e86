#include "context/operands.h"

#include "tests/testing.h"

namespace synapse {
namespace {

std::vector<size_t> IndicesOf(const std::vector<Operands::Value>& values) {
  std::vector<size_t> out;
  for (const Operands::Value& value : values) out.push_back(value.word);
  return out;
}

}  // namespace

TEST_CASE("operands: the files that a line reads, and what nobody knows") {
  SpecStore specs({testing::SourceFile("specs")});
  struct Case {
    const char* line;
    std::vector<size_t> files;
    size_t unknown;
  };
  for (const Case& c : {
           Case{"cat a b", {1, 2}, 0},
           Case{"head -n 5 a", {3}, 0},
           Case{"sudo -u bob cat a", {4}, 0},
           Case{"sudo nice cat a", {3}, 0},
           Case{"python3 ./plot.py data.csv", {1}, 0},
           Case{"python3 plot data.csv", {}, 0},
           Case{"python3 -m plot data.csv", {}, 0},
           Case{"bash -c ls a.sh", {}, 0},
           Case{"chmod +x run", {2}, 0},
           Case{"touch a", {}, 0},
           Case{"mv a b", {1}, 0},
           Case{"cp -r a b c", {2, 3}, 0},
           Case{"mv a", {}, 0},
           Case{"ln -s a b", {}, 0},
           Case{"tar xzf a.tgz", {2}, 0},
           Case{"tar -tf a.tar", {2}, 0},
           Case{"tar czf a.tgz b", {}, 0},
           Case{"tar --create -f a.tar b", {}, 0},
           Case{"tar rf a.tar b", {}, 0},
           Case{"frobnicate a", {}, 0},
           Case{"cat", {}, 0},
           Case{". venv/bin/activate", {1}, 0},
           Case{"git rm -r a b", {3, 4}, 0},
           Case{"git comit -m x", {}, 1},
           Case{"git -C dir comit", {}, 3},
           Case{"sudo git comit", {}, 2},
           Case{"git commit", {}, 0},
           Case{"git stash pup", {}, 2},
           Case{"npm run what-ever", {}, 0},
           Case{"make what-ever", {}, 0},
           Case{"crane what-ever", {}, 0},  // its spec is incomplete
       }) {
    CAPTURE(std::string(c.line));
    const auto words = testing::SplitAtBlanks(c.line);
    const Operands operands = OperandsOf(specs, words);
    CHECK(IndicesOf(operands.files) == c.files);
    CHECK(operands.unknown_subcommand == c.unknown);
  }
}

TEST_CASE("operands: an option that the spec does not have") {
  SpecStore specs({testing::SourceFile("specs")});
  auto has_unknown = [&](const char* line) {
    return OperandsOf(specs, testing::SplitAtBlanks(line)).unknown_option;
  };
  for (const char* line :
       {"docker run --nmae x y", "git commit --amedn", "sudo git push --focre",
        "git log --onlein=x", "ls --colour-of=x", "git branch -b new", "cat -Q",
        "sudo tar -Yxf a.tar"}) {
    CAPTURE(std::string(line));
    CHECK(has_unknown(line));
  }
  for (const char* line :
       {"git commit --amend -m x", "git log --onel", "git log --no-such",
        "git log -- --such", "docker run --rm x frob --nmae", "frob --such",
        "elm --such", "ls --help", "ls --color=auto", "cat -", "git log -5",
        "tar -xzf a.tar", "find . -name x", "head -n5 x", "curl -o -Y x",
        "git branch -D new", "ssh -p22 h"}) {
    CAPTURE(std::string(line));
    CHECK_FALSE(has_unknown(line));
  }
}

TEST_CASE("operands: the values that must not exist yet") {
  SpecStore specs({testing::SourceFile("specs")});
  struct Case {
    const char* line;
    std::vector<size_t> made;
  };
  for (const Case& c : {
           Case{"mkdir -p a b", {2, 3}},
           Case{"sudo mkdir a", {2}},
           Case{"touch a", {}},
           Case{"cp a b", {}},
           Case{"git branch new main", {2}},
           Case{"git branch -f main v1", {}},
           Case{"git branch -d main", {}},
           Case{"git branch -m main new", {}},
           Case{"git checkout -b new", {3}},
           Case{"git tag -a v1 -m x", {3}},
           Case{"git tag --force v1", {}},
       }) {
    CAPTURE(std::string(c.line));
    std::vector<size_t> made;
    for (const auto& one :
         OperandsOf(specs, testing::SplitAtBlanks(c.line)).made) {
      CHECK(one.arg->creates == Creates::kNew);
      made.push_back(one.word);
    }
    CHECK(made == c.made);
  }
}

TEST_CASE("operands: names that the project lists") {
  SpecStore specs({testing::SourceFile("specs")});
  auto listed = [&](const char* line) {
    std::vector<size_t> out;
    const auto words = testing::SplitAtBlanks(line);
    for (const auto& value : OperandsOf(specs, words).listed) {
      out.push_back(value.word);
    }
    return out;
  };
  using Words = std::vector<size_t>;
  CHECK(listed("npm run dev") == Words{2});
  CHECK(listed("docker compose up -d web db") == Words{4, 5});
  CHECK(listed("cargo run --bin tool") == Words{3});
  CHECK(listed("npm run dev -w web").empty());  // of another package
  CHECK(listed("pnpm --filter web run dev").empty());
  CHECK(listed("yarn tsc").empty());  // a program of a dependency
  CHECK(listed("git checkout main").empty());
  CHECK(listed("cat dev").empty());
}

TEST_CASE("operands: branches, remotes, and a remote that is not named") {
  SpecStore specs({testing::SourceFile("specs")});
  struct Case {
    const char* line;
    bool names_git, needs_remote;
  };
  for (const Case& c : {
           Case{"git push", false, true},
           Case{"sudo git fetch --all", false, true},
           Case{"git push origin", true, false},
           Case{"git push -o x", false, false},
           Case{"git checkout main", true, false},
           Case{"git rm file", false, false},
           Case{"git status", false, false},
           Case{"git remote", false, false},
           Case{"cat file", false, false},
       }) {
    CAPTURE(std::string(c.line));
    const Operands operands = OperandsOf(specs, testing::SplitAtBlanks(c.line));
    CHECK(operands.names_git == c.names_git);
    CHECK(operands.needs_remote == c.needs_remote);
  }
}

}  // namespace synapse
