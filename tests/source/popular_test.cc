#include "source/popular.h"

#include <sys/stat.h>

#include "tests/engine/engine_testing.h"
#include "tests/source/source_testing.h"

namespace synapse {

using testing::Bench;
using testing::Session;

TEST_CASE("popular: the usual words behind a command") {
  SpecStore specs({testing::SourceFile("specs")});
  auto behind = [&](const char* words) {
    return FrequentBehind(specs, testing::SplitAtBlanks(words));
  };
  auto next = behind("lsof");
  REQUIRE(next.size() > 2);
  CHECK(next[0] == "-i");
  // After an option come its own words, after its value those of the command.
  CHECK(behind("usermod -aG")[0] == "docker");
  CHECK(behind("curl -X")[0] == "POST");
  CHECK(behind("curl -o").empty());
  CHECK(behind("lsof -x")[0] == "-i");
  CHECK(behind("awk")[0] == "'{print $1}'");
  next = behind("free -h");
  REQUIRE(!next.empty());
  for (const auto& word : next) CHECK(word != "-h");
  // A subcommand has words of its own.
  CHECK(behind("docker run")[0] == "-it");
  CHECK(behind("git stash pop").empty());
  CHECK(behind("no-such-command").empty());
  // A word that is no name of the command does not change the order.
  Session s;
  CHECK(s.First("cat -") == "cat -n");
}

// `sudo ` offered the tasks of the project first.
TEST_CASE("popular: the commands that are usual behind a wrapper") {
  testing::Bench b;
  PopularSource source(b.specs, [](std::string_view name) {
    return name != "dnf" && name != "pacman";
  });
  const auto texts = b.Texts(source, "sudo ");
  CHECK(std::count(texts.begin(), texts.end(), "sudo apt") == 1);
  CHECK(std::count(texts.begin(), texts.end(), "sudo dnf") == 0);
  CHECK(b.Texts(source, "sudo -u x sys") ==
        std::vector<std::string>{"sudo -u x systemctl"});
  // Its usual option with a value; those without are the spec's.
  const auto checked = b.Texts(source, "valgrind ");
  CHECK(std::count(checked.begin(), checked.end(),
                   "valgrind --leak-check=full") == 1);
  CHECK(std::count(checked.begin(), checked.end(), "valgrind --quiet") == 0);
  // Options of the wrapper are none of the command.
  CHECK(b.Texts(source, "docker exec web ").empty());
  Session s;
  s.tree.Write("w/Makefile", "all:\n");
  s.tree.Write("bin/make", "");
  s.tree.Write("bin/apt", "");
  chmod(s.tree.Path("bin/make").c_str(), 0755);
  chmod(s.tree.Path("bin/apt").c_str(), 0755);
  CHECK(s.First("sudo ") == "sudo apt");
}

TEST_CASE("popular: behind a subcommand of a partial spec comes no other") {
  testing::TempTree tree;
  tree.Write("part.json", R"({"name": "part", "partial": true,
    "frequent": ["go", "-x"],
    "subcommands": [{"name": "go"},
                    {"name": "repo", "frequent": ["add"]}]})");
  tree.Write("word.json", R"({"name": "word", "partial": true,
    "frequent": ["go", "-x"]})");
  SpecStore specs({tree.Path()});
  auto behind = [&](const char* words) {
    return FrequentBehind(specs, testing::SplitAtBlanks(words));
  };
  CHECK(behind("part") == std::vector<std::string>{"go", "-x"});
  CHECK(behind("part go").empty());
  CHECK(behind("part repo") == std::vector<std::string>{"add"});
  // Options stay.
  CHECK(behind("word go") == std::vector<std::string>{"-x"});
}

// `cd src ` listed `..` and `~/Downloads`: cd takes one argument.
TEST_CASE("popular: no word where no argument is left, but options") {
  SpecStore specs({testing::SourceFile("specs")});
  const auto behind = [&](const char* words) {
    return FrequentBehind(specs, testing::SplitAtBlanks(words));
  };
  CHECK(behind("cd")[0] == "..");
  CHECK(behind("cd src").empty());
}

// `git reset HEAD ` offered HEAD~1 again, where paths are due.
TEST_CASE("popular: a value is not offered where its argument is over") {
  SpecStore specs({testing::SourceFile("specs")});
  auto behind = [&](const char* words) {
    return FrequentBehind(specs, testing::SplitAtBlanks(words));
  };
  CHECK(behind("git reset")[0] == "HEAD~1");
  CHECK(behind("git reset --hard")[0] == "HEAD~1");
  const std::vector<std::string> paths = behind("git reset main");
  CHECK_FALSE(paths.empty());
  for (const std::string& word : paths) {
    CHECK(word.starts_with("-"));
  }
  Session s;
  CHECK(s.First("git reset ") == "git reset HEAD~1");
}

TEST_CASE("popular: the commonest word comes first, also with a spec") {
  SpecStore specs({testing::SourceFile("specs")});
  auto behind = [&](const char* command) {
    return FrequentBehind(specs, testing::SplitAtBlanks(command));
  };
  CHECK(behind("curl")[0] == "-s");
  CHECK(behind("sed")[0] == "-i");
  const auto modes = behind("chmod");
  REQUIRE(!modes.empty());
  CHECK(modes[0] == "+x");
  for (const auto& word : modes) CHECK(word != "777");
}

TEST_CASE("popular: filters that usually read the output of a command") {
  SpecStore specs({testing::SourceFile("specs")});
  auto filters = [&](const char* left) {
    const auto all = UsualFilters(specs, left, nullptr);
    return all.empty() ? std::string() : all[0];
  };
  CHECK(filters("ps aux | ") == "grep");
  CHECK(filters("sudo ps aux |& ") == "grep");
  CHECK(filters("env | ") == "grep");
  CHECK(filters("find . -name '*.o' | ") == "xargs");
  CHECK(filters("make && cat x | sort | ") == "uniq");
  CHECK(filters("x=$(find . | ") == "xargs");
  CHECK(filters("no-such-command | ") == "");
  CHECK(filters("| ") == "");
  CHECK(filters("ls ") == "");
  Session s;
  // xargs is the first of them, and is not on the PATH of the session.
  CHECK(s.First("find . | ") == "find . | grep");
  CHECK(s.First("find . | s") == "find . | sort");
  // The user's own word outweighs them.
  for (int i = 0; i < 3; ++i) s.Run("find . | tac");
  CHECK(s.First("find src | ") == "find src | tac");
}

TEST_CASE("popular: a filter that does not exist is not offered") {
  testing::Bench b;
  auto first = [&](PopularSource source) {
    const auto got = b.Ask(source, "curl x | ");
    return got.empty() ? std::string() : got[0].word;
  };
  CHECK(first(PopularSource(b.specs)) == "jq");
  CHECK(first(PopularSource(b.specs, [](std::string_view name) {
          return name != "jq";
        })) == "grep");
}

// `git chekout m` had the ghost `git chekout merge`.
TEST_CASE("popular: behind an unknown word no subcommand stands") {
  Session s;
  CHECK(s.First("git chekout m") != "git chekout merge");
  CHECK(s.First("git mer") == "git merge");
}

TEST_CASE("popular: a prior, which the user's own words outweigh") {
  Session s;
  CHECK(s.First("grep -") == "grep -r");
  for (int i = 0; i < 3; ++i) s.Run("grep -w word" + std::to_string(i));
  CHECK(s.First("grep -").starts_with("grep -w"));
}

TEST_CASE("popular: a path only if it exists") {
  Session s;
  CHECK(s.First("cat READ").empty());
  CHECK(s.First("touch READ") == "touch README.md");  // makes what it names
  CHECK(s.First("mkdir bui") == "mkdir build");
  s.tree.MakeDir("w/tmp");
  CHECK(s.First("mkdir tm").empty());  // needs a new name
  s.tree.Write("w/README.md", "");
  CHECK(s.First("cat READ") == "cat README.md");
  // A list of values beside the files makes no difference.
  CHECK(s.First("source ven").empty());
  Session other;
  other.tree.Write("w/venv/bin/activate", "");
  CHECK(other.First("source ven") == "source venv/bin/activate");
  // A name that cannot be checked is offered.
  s.cwd = s.tree.Path("gone");
  CHECK(s.First("cat Makef") == "cat Makefile");
}

// `rsync -av . ` listed -avz.
TEST_CASE("popular: a cluster of options that are there already is not meant") {
  Bench b;
  PopularSource source(b.specs);
  CHECK(b.ScoreOf(source, "rsync ", "rsync -avz") > 0);
  CHECK(b.ScoreOf(source, "rsync -av ", "rsync -av -avz") < 0);
  CHECK(b.ScoreOf(source, "rsync -av ", "rsync -av --delete") > 0);
}

// `cmake ` had the ghost `..` where the directory above has no CMakeLists.txt.
TEST_CASE(
    "popular: a directory that lacks what the command needs is not meant") {
  Bench b;
  PopularSource source(b.specs);
  b.cwd = b.tree.MakeDir("a/build");
  CHECK(b.ScoreOf(source, "cmake ", "cmake ..") < 0);
  CHECK(b.ScoreOf(source, "cmake ", "cmake -B") > 0);
  b.tree.Write("a/CMakeLists.txt", "");
  CHECK(b.ScoreOf(source, "cmake ", "cmake ..") > 0);
  CHECK(b.ScoreOf(source, "cmake ", "cmake .") < 0);
}

}  // namespace synapse
