#include <rapidjson/document.h>

#include <cmath>
#include <filesystem>

#include "command/replay_figures.h"
#include "measure/replay_features.h"
#include "measure/replay_tree.h"
#include "tests/command/command_testing.h"

namespace synapse {

using testing::LinesOf;
using testing::RunCommand;
using testing::ScopedEnv;
using testing::Session;

TEST_CASE("replay: keys, when whole lines or words may be taken") {
  auto nothing = [](std::string_view) { return std::string(); };
  CHECK(CountKeys("git push", nothing).whole == 8);
  CHECK(CountKeys("git push", nothing).words == 8);
  // The line is on show from the first character.
  auto known = [](std::string_view typed) {
    return std::string(typed.empty() ? "ls" : "git push");
  };
  CHECK(CountKeys("git push", known).whole == 2);
  CHECK(CountKeys("git push", known).words == 2);
  // The next word is right, the line is not: word, " p" by hand, word.
  auto other = [](std::string_view typed) {
    return std::string(typed.size() < 5 ? "git pull" : "git push origin");
  };
  CHECK(CountKeys("git push", other).whole == 8);
  CHECK(CountKeys("git push", other).words == 4);
  // A word of one character saves nothing; a key is a character.
  CHECK(CountKeys("a b", [](std::string_view) { return "a c"; }).words == 3);
  CHECK(CountKeys("\u00e4\u00f6", nothing).whole == 2);
}

TEST_CASE("replay: keys, when a path is taken up to its next slash") {
  const std::string line = "cat src/app/main.c";
  auto known = [](std::string_view typed) {
    return std::string(typed.size() < 12 ? "cat src/app/util.c"
                                         : "cat src/app/main.c -n");
  };
  // " src/app/" is right, but the word is not: it is typed up to the m.
  const KeyCount words = CountKeys(line, known);
  CHECK(words.words == 11);
  CHECK(words.misled == 9);
  // cat, " src/", "app/", "main.c".
  const KeyCount components = CountKeys(line, known, TakeBy::kComponent);
  CHECK(components.words == 4);
  CHECK(components.misled == 0);
  CHECK(components.whole == words.whole);
}

TEST_CASE("replay: the end of the next word") {
  CHECK(WordBehind("git push", 0) == 3);
  CHECK(WordBehind("git push", 3) == 8);
  CHECK(WordBehind("git push ", 8) == std::string_view::npos);
  CHECK(WordBehind("ls /usr//lib", 2, TakeBy::kComponent) == 4);
  CHECK(WordBehind("ls /usr//lib", 4, TakeBy::kComponent) == 9);
  CHECK(WordBehind("ls /usr//lib", 9, TakeBy::kComponent) == 12);
}

TEST_CASE("replay: reliability counts by confidence") {
  Reliability r;
  for (int i = 0; i < 10; ++i) r.Add(0.75, i < 5);
  r.Add(1.0, true);
  r.Add(std::nextafter(1.0, 2.0), true);
  CHECK(r.bins()[7].shown == 10);
  CHECK(r.bins()[7].right == 5);
  CHECK(r.bins()[9].shown == 2);
  CHECK(r.Error() == doctest::Approx(2.5 / 12));
}

TEST_CASE(
    "replay: the same bytes each time, and figures that say what was learned") {
  Session s;
  std::string corpus;
  for (int i = 0; i < 20; ++i) {
    corpus += R"({"cmd":"git add -A","ts":)" + std::to_string(1700000000 + i) +
              "}\n" + R"({"cmd":"git commit","exit":0})" + "\n\n";
  }
  s.tree.Write("a.jsonl", corpus);
  auto run = [&](std::vector<std::string> args) {
    args.push_back(s.tree.Path("a.jsonl"));
    auto o = RunCommand(s, "replay", args);
    CHECK(o.status == 0);
    CHECK(o.err.empty());
    return o.out;
  };
  std::string text = run({});
  CHECK(text == run({}));
  CHECK(text.starts_with("1 users, 40 commands"));
  CHECK(text.find("calibration error") != text.npos);
  std::string json = run({"--format", "json"});
  CHECK(json == run({"--format", "json"}));
  CHECK(json.find("\"commands\":40") != json.npos);
  auto steps = LinesOf(run({"--steps", "--cap", "4"}));
  CHECK(steps[0].starts_with("-\tgit add -A"));
  // Two repeated patterns are predicted at the end.
  auto all = LinesOf(run({"--steps"}));
  size_t foreseen = 0;
  for (const auto& line : all) foreseen += line.starts_with("1\t");
  CHECK(foreseen > 25);
}

TEST_CASE("replay: the files that the lines imply") {
  Session s;
  using Line = ReplayTree::Line;
  const std::vector<Line> lines = {
      {"cd proj", "", "a"},
      {"cat src/main.c", "", "a"},
      {"mkdir build", "", "a"},
      {"cp src/main.c build/copy.c", "", "a"},
      {"mv build/copy.c build/moved.c", "", "a"},
      {"cat build/moved.c lost.c", "", "a", /*failed=*/true},
      {"sudo rm notes.txt", "", "a"},
      {"make >log.txt", "", "a"},
      {"cat *.c ~/x '' ../../../../etc/passwd", "", "a"},
      {"cat main.c", "/srv/web", "b"},
      {"ls", "", "c"},
  };
  const ScopedEnv here("TMPDIR", s.tree.Path("").c_str());
  auto made = ReplayTree::Make(s.engine->specs(), lines);
  REQUIRE(made.ok());
  ReplayTree& tree = **made;
  const std::string root = tree.DirectoryOf(lines[10]).substr(
      0, tree.DirectoryOf(lines[10]).size() - std::string("/home").size());
  const auto has = [&](const std::string& path) {
    return std::filesystem::exists(root + path);
  };
  // Before the first line: what is read and not made.
  CHECK(tree.DirectoryOf(lines[0]) == root + "/home");
  CHECK(tree.DirectoryOf(lines[9]) == root + "/srv/web");
  CHECK(has("/home/proj/src/main.c"));
  CHECK(has("/home/proj/notes.txt"));
  CHECK(has("/srv/web/main.c"));
  CHECK(has("/etc/passwd"));  // that of the tree
  for (const char* path : {"/home/proj/build", "/home/proj/lost.c",
                           "/home/proj/log.txt", "/home/proj/x"}) {
    CAPTURE(path);
    CHECK_FALSE(has(path));
  }
  for (size_t i = 0; i < 4; ++i) tree.Ran(lines[i]);
  CHECK(tree.DirectoryOf(lines[4]) == root + "/home/proj");
  CHECK(tree.DirectoryOf(lines[10]) == root + "/home");
  CHECK(has("/home/proj/build/copy.c"));
  for (size_t i = 4; i < lines.size(); ++i) tree.Ran(lines[i]);
  CHECK_FALSE(has("/home/proj/build/copy.c"));
  CHECK(has("/home/proj/build/moved.c"));
  CHECK_FALSE(has("/home/proj/notes.txt"));
  CHECK(has("/home/proj/log.txt"));
  made->reset();
  CHECK_FALSE(std::filesystem::exists(root));
}

TEST_CASE("replay: with a tree the files of a directory are suggested") {
  Session s;
  std::string corpus;
  for (const char* line : {"cd proj", "cat reservations.txt"}) {
    corpus += R"({"cmd":")" + std::string(line) + "\"}\n";
  }
  s.tree.Write("a.jsonl", corpus);
  const auto saved = [&](std::vector<std::string> args) {
    args.insert(args.end(), {"--format", "json", s.tree.Path("a.jsonl")});
    const auto o = RunCommand(s, "replay", args);
    REQUIRE(o.status == 0);
    rapidjson::Document d;
    d.Parse(o.out.c_str());
    return d["macro"]["saveword"].GetDouble();
  };
  CHECK(saved({"--tree"}) > saved({}));
}

TEST_CASE("replay: the lengths at which a line's rivals are looked at") {
  using Lengths = std::vector<size_t>;
  CHECK(SampledLengths("ls") == Lengths{0, 1});
  CHECK(SampledLengths("git commit -m x") == Lengths{0, 1, 2, 3, 4, 6, 7});
  // A length is never within a character.
  CHECK(SampledLengths("\u00e4\u00f6") == Lengths{0, 2});
  CHECK(SampledLengths("").empty());
}

TEST_CASE("replay: features are those of the lines, and say which was run") {
  Session s;
  std::string corpus;
  for (const char* line : {"make", "git push", "make"}) {
    corpus += R"({"cmd":")" + std::string(line) + "\"}\n";
  }
  s.tree.Write("a.jsonl", corpus);
  auto o = RunCommand(s, "replay", {"--features", s.tree.Path("a.jsonl")});
  CHECK(o.status == 0);
  size_t known = 0;
  for (const std::string& line : LinesOf(o.out)) {
    rapidjson::Document step;
    step.Parse(line.c_str());
    REQUIRE(step.IsObject());
    const auto& lines = step["lines"].GetArray();
    for (const auto& features : lines) {
      CHECK(features.Size() == static_cast<size_t>(kLineFeatures));
    }
    const int right = step["right"].GetInt();
    CHECK(right < static_cast<int>(lines.Size()));
    known += right >= 0;
    // With an empty buffer both are candidates, and `make` is older.
    if (step["tick"].GetUint64() != 2 || step["typed"].GetUint64() != 0)
      continue;
    CHECK(lines.Size() == 2);
    REQUIRE(right >= 0);
    const rapidjson::SizeType at = static_cast<rapidjson::SizeType>(right);
    CHECK(lines[at][kLogAge].GetDouble() ==
          doctest::Approx(std::log(2)).epsilon(.01));
  }
  // The third command has four lengths: zero, one, two and three.
  CHECK(known == 4);
}

TEST_CASE("replay: what is wrong is said with its line") {
  Session s;
  auto fails = [&](const std::string& text, const std::string& why) {
    s.tree.Write("bad.jsonl", text);
    auto o = RunCommand(s, "replay", {s.tree.Path("bad.jsonl")});
    CHECK(o.status == 1);
    CHECK(o.out.empty());
    CHECK(o.err.find(why) != o.err.npos);
  };
  fails("{\"cmd\":\"ls\"}\n{\"cmd\":3}\n",
        "bad.jsonl:2: cmd: expected a string");
  fails("{\"cmd\":", "bad.jsonl:1: ");
  fails("[]", "bad.jsonl:1: expected an object");
  CHECK(RunCommand(s, "replay", {s.tree.Path("none")}).status == 1);
  CHECK(RunCommand(s, "replay", {}).status == 2);
  CHECK(RunCommand(s, "replay", {"--first", "0", "x"}).status == 2);
  CHECK(RunCommand(s, "replay", {"--format", "xml", "x"}).status == 2);
}

}  // namespace synapse
