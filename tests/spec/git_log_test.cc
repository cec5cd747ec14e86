#include "spec/git_log.h"

#include <doctest/doctest.h>

#include <ctime>

#include "spec/natives.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using Names = std::vector<std::string>;
using Effect = GitLogEntry::Effect;

// An id that begins with the text, of hexadecimal digits.
std::string IdWith(std::string text) {
  return text + std::string(40 - text.size(), 'e');
}

std::string LogLine(const std::string& old, const std::string& id,
                    int64_t time_s, const std::string& message) {
  return (old.empty() ? std::string(40, '0') : IdWith(old)) + " " + IdWith(id) +
         " A B <a@b> " + std::to_string(time_s) + " +0100\t" + message + "\n";
}

Values ReadLog(const char* name, const GeneratorInput& input) {
  return FindNative(name)(input, testing::Unbounded());
}

// A repository with a merged pull, an amended commit, and a branch "feat".
GeneratorInput WriteReflogs(const TempTree& tree, int64_t now_s) {
  tree.Write("repo/.git/HEAD", "ref: refs/heads/main\n");
  const std::string main =
      LogLine("", "a1", now_s - 86400 * 3, "commit (initial): First of all") +
      LogLine("a1", "b2", now_s - 7200, "commit: Second with a tpyo") +
      LogLine("b2", "c3", now_s - 7190, "commit (amend): Second");
  const std::string feat =
      LogLine("", "c3", now_s - 7100, "branch: Created from HEAD") +
      LogLine("c3", "d4", now_s - 600, "commit: Feature: part one") +
      LogLine("d4", "e5", now_s - 500, "commit: Dropped later") +
      LogLine("e5", "d4", now_s - 400, "reset: moving to HEAD~1");
  tree.Write("repo/.git/logs/HEAD",
             main +
                 LogLine("c3", "c3", now_s - 7100,
                         "checkout: moving from main to feat") +
                 feat.substr(feat.find('\n') + 1) +
                 LogLine("d4", "c3", now_s - 300,
                         "checkout: moving from feat to main") +
                 LogLine("c3", "f6", now_s - 5, "revert: Revert \"Second\""));
  tree.Write(
      "repo/.git/logs/refs/heads/main",
      main + LogLine("c3", "f6", now_s - 5, "revert: Revert \"Second\""));
  tree.Write("repo/.git/logs/refs/heads/dir/feat", feat);
  return {tree.MakeDir("repo/src"), tree.Path("home"), "", {}};
}

}  // namespace

TEST_CASE("git log: what a line of a reflog says") {
  const struct {
    const char* message;
    Effect effect;
    const char* subject;
  } cases[] = {
      {"commit: Add a: b", Effect::kMakes, "Add a: b"},
      {"commit (initial): First", Effect::kMakes, "First"},
      {"commit (merge): Merge branch 'x'", Effect::kMakes, "Merge branch 'x'"},
      {"commit (amend): Better", Effect::kReplaces, "Better"},
      {"cherry-pick: Picked", Effect::kMakes, "Picked"},
      {"rebase (pick): Picked", Effect::kMakes, "Picked"},
      {"rebase -i (pick): Picked", Effect::kMakes, "Picked"},
      {"rebase (reword): Said so", Effect::kReplaces, "Said so"},
      {"rebase (start): checkout main", Effect::kNone, "checkout main"},
      {"rebase (finish): returning to refs/heads/x", Effect::kNone,
       "returning to refs/heads/x"},
      {"merge feat: Merge made by the 'ort' strategy.", Effect::kMakes,
       "merge feat"},
      {"merge feat: Fast-forward", Effect::kForwards, "Fast-forward"},
      {"pull --ff-only: Fast-forward", Effect::kForwards, "Fast-forward"},
      {"checkout: moving from a to b", Effect::kNone, "moving from a to b"},
      {"reset: moving to HEAD~1", Effect::kNone, "moving to HEAD~1"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.message);
    std::string line = LogLine("a1", "b2", 1700000000, c.message);
    line.pop_back();
    auto entry = ParseGitLog(line);
    REQUIRE(entry.has_value());
    CHECK(entry->effect == c.effect);
    CHECK(entry->subject == c.subject);
    CHECK(entry->time_s == 1700000000);
    CHECK(entry->old == IdWith("a1"));
    CHECK(entry->id == IdWith("b2"));
  }
}

TEST_CASE("git log: lines that git does not write are no entries") {
  const std::string id = IdWith("a1");
  for (const std::string& line :
       Names{"", "\t", id, id + " " + id, id + " " + id + "\tcommit: x",
             id + " short A <a@b> 1 +0000\tcommit: x",
             id + " " + std::string(40, '0') + " A <a@b> 1 +0000\tx: y",
             id + " " + std::string(64, 'a') + " A <a@b> 1 +0000\tx: y",
             std::string(40, 'G') + " " + id + " A <a@b> 1 +0000\tcommit: x"}) {
    CAPTURE(line);
    CHECK_FALSE(ParseGitLog(line).has_value());
  }
}

TEST_CASE("git log: ids are as long as git shows them") {
  CHECK(ShortIdLength(0) == 7);
  CHECK(ShortIdLength(10000) == 7);
  CHECK(ShortIdLength(100000) == 9);
  CHECK(ShortIdLength(10000000) == 12);
}

TEST_CASE("git log: commits of HEAD, without replaced and dropped ones") {
  TempTree tree;
  const int64_t now_s = time(nullptr);
  const GeneratorInput input = WriteReflogs(tree, now_s);
  const Values commits = ReadLog("git.commits", input);
  CHECK(NamesOf(commits) == Names{"f6eeeee", "c3eeeee", "a1eeeee"});
  REQUIRE(commits.size() == 3);
  CHECK(commits[0].description == "Revert \"Second\", just now");
  CHECK(commits[1].description == "Second, 119 min ago");
  CHECK(commits[2].description == "First of all, 3 days ago");
  CHECK(commits[0].time_s == now_s - 5);
  const Values others = ReadLog("git.other_commits", input);
  CHECK(NamesOf(others) == Names{"d4eeeee"});
  CHECK(others.at(0).description == "Feature: part one, 10 min ago");
}

TEST_CASE("git log: the commits before HEAD by their number") {
  TempTree tree;
  GeneratorInput input = WriteReflogs(tree, 1'800'000'000);
  input.partial = "HEAD~";
  const Values before = ReadLog("git.ancestors", input);
  // HEAD, "Second" and the first commit of all.
  CHECK(NamesOf(before) == Names{"HEAD~1", "HEAD~2"});
  CHECK(before.at(0).description == "Second");
  CHECK(before.at(1).description == "First of all");
  input.partial = "";
  CHECK(ReadLog("git.ancestors", input).empty());
  // A clone knows nothing of them.
  TempTree clone;
  clone.Write(".git/HEAD", "ref: refs/heads/main\n");
  clone.Write(".git/logs/HEAD", LogLine("", "a1", 1, "clone: from x"));
  CHECK(NamesOf(ReadLog("git.ancestors", {clone.Path(""), "/", "HEAD", {}})) ==
        Names{"HEAD~1", "HEAD~2", "HEAD~3", "HEAD~4", "HEAD~5"});
}

TEST_CASE("git log: what was pulled has no subject, what is before it has") {
  TempTree tree;
  tree.Write("repo/.git/HEAD", "ref: refs/heads/main\n");
  tree.Write("repo/.git/logs/HEAD",
             LogLine("", "a1", 1000, "clone: from host") +
                 LogLine("a1", "b2", 2000, "commit: Mine") +
                 LogLine("b2", "c3", 3000, "pull: Fast-forward") +
                 LogLine("c3", "d4", 4000, "commit: Mine again"));
  GeneratorInput input{tree.Path("repo"), tree.Path("home"), "", {}};
  CHECK(NamesOf(ReadLog("git.commits", input)) == Names{"d4eeeee", "b2eeeee"});
}

TEST_CASE("git log: reflogs that lead in a circle, or are damaged or absent") {
  TempTree tree;
  tree.Write("repo/.git/HEAD", "ref: refs/heads/main\n");
  GeneratorInput input{tree.Path("repo"), tree.Path("home"), "", {}};
  CHECK(ReadLog("git.commits", input).empty());
  tree.Write("repo/.git/logs/HEAD",
             LogLine("b2", "a1", 1000, "commit: One") +
                 LogLine("a1", "b2", 2000, "commit: Two"));
  CHECK(ReadLog("git.commits", input).size() == 2);
  tree.Write("repo/.git/logs/HEAD",
             LogLine("b2", "a1", 1000, "commit (amend): One") +
                 LogLine("a1", "b2", 2000, "commit (amend): Two"));
  CHECK(ReadLog("git.commits", input).size() == 1);
  tree.Write("repo/.git/logs/HEAD",
             LogLine("", "a1", 1000, "commit: One") + "\n\n" +
                 std::string(5000, 'x') + "\n" +
                 LogLine("a1", "b2", 2000, "commit: \x1b[2JTwo\x07") +
                 IdWith("b2") + " " + IdWith("c3").substr(0, 20));
  const Values commits = ReadLog("git.commits", input);
  REQUIRE(NamesOf(commits) == Names{"b2eeeee", "a1eeeee"});
  CHECK(commits[0].description.find_first_of("\x1b\x07") == std::string::npos);
}

TEST_CASE("git log: a large reflog gives the newest commits") {
  TempTree tree;
  tree.Write("repo/.git/HEAD", "ref: refs/heads/main\n");
  const auto id_of = [](int n) {
    char hex[8];
    snprintf(hex, sizeof hex, "%07x", n + 1);
    return std::string(hex);
  };
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += LogLine(i ? id_of(i - 1) : "", id_of(i), 1700000000 + i,
                    "commit: number " + std::to_string(i));
  }
  tree.Write("repo/.git/logs/HEAD", text);
  GeneratorInput input{tree.Path("repo"), tree.Path("home"), "", {}};
  const Values commits = ReadLog("git.commits", input);
  REQUIRE(commits.size() == 300);
  CHECK(commits[0].value == id_of(19999));
  // Beyond the bound nothing is read.
  tree.Write("repo/.git/logs/HEAD", text + text);
  CHECK(ReadLog("git.commits", input).empty());
}

}  // namespace synapse
