// Lines that failed each time (learn/failure.h), from the keys to the list.
#include <algorithm>

#include "rank/ghost_rule.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

// The suggestion with that text; null: there is none.
const Suggestion* Find(const std::vector<Suggestion>& list,
                       const std::string& text) {
  const auto at = std::find_if(list.begin(), list.end(),
                               [&](const auto& s) { return s.text == text; });
  return at == list.end() ? nullptr : &*at;
}

}  // namespace

TEST_CASE("failed lines: listed last, with the reason, and no ghost") {
  Session s;
  s.Run("git remote add origni x", 5, 3);
  s.Run("git remote -v");
  const auto list = s.Suggest("git re", 20);
  REQUIRE(list.size() > 1);
  CHECK(list.back().text == "git remote add origni x");
  CHECK(ReasonOf(list.back().evidence.front()) ==
        "history: failed 5 of 5 times");
  CHECK_FALSE(list.front().text == list.back().text);
  for (const std::string buffer : {"git remote add o", "git remote ad"}) {
    const auto all = s.Suggest(buffer);
    const Suggestion* failed = Find(all, "git remote add origni x");
    REQUIRE(failed);
    CHECK_FALSE(IsGhost(Config::Load("", nullptr), buffer, *failed));
  }
}

TEST_CASE("failed lines: their words are offered nowhere") {
  Session s;
  s.Run("ssh bastoin", 2, 255);
  s.Run("cp src /x", 3, 1);
  for (const std::string buffer :
       {"ssh b", "ssh -v b", "scp bas", "cp s", "cp -r s", "mv s"}) {
    for (const std::string& text : s.Texts(buffer, 20)) {
      if (text == "ssh bastoin" || text == "cp src /x") continue;
      CHECK_MESSAGE(text.find("bastoin") == text.npos, buffer);
      CHECK_MESSAGE(text.find("src") == text.npos, buffer);
    }
  }
}

TEST_CASE("failed lines: the first success clears it") {
  Session s;
  s.Run("ssh bastion", 4, 255);
  CHECK(s.Suggest("ssh b").front().is_last);
  s.Run("ssh bastion", 1, 0);
  const auto list = s.Suggest("ssh b");
  REQUIRE_FALSE(list.empty());
  CHECK(list.front().text == "ssh bastion");
  CHECK_FALSE(list.front().is_last);
  CHECK(ReasonOf(list.front().evidence.front()) == "history: run 5 times");
  // Its words too.
  s.Run("ls");
  CHECK(Find(s.Suggest("ssh -v b", 20), "ssh -v bastion"));
}

TEST_CASE("failed lines: a failed build, test or search is run again") {
  for (const std::string line :
       {"make all", "grep TODO notes.txt", "go test ./...", "./check all"}) {
    INFO(line);
    Session s;
    s.tree.Write("w/notes.txt", "");
    s.tree.Write("w/Makefile", "all:\n");
    s.tree.Write("w/check", "");
    chmod(s.tree.Path("w/check").c_str(), 0755);
    s.Run(line, 3, 1);
    s.Run("ls");
    const auto list = s.Suggest(line.substr(0, line.find(' ') + 2), 20);
    REQUIRE(Find(list, line));
    CHECK_FALSE(Find(list, line)->is_last);
  }
}

// `php artisan mi` had `mirgate` first, which failed twice, and `mysql ba` the
// database that does not exist: failures of these commands say nothing.
TEST_CASE("failed lines: a typo is offered nowhere, also after one failure") {
  Session s;
  s.tree.Write("w/Makefile", "build:\nbundle:\n");
  s.Run("make biuld", 1, 2);
  s.Run("git stauts", 1, 1);
  s.Run("git stash", 1, 1);
  s.Run("ls", 3);
  for (const std::string& text : s.Texts("make b", 20)) {
    CHECK(text.find("biuld") == text.npos);
  }
  for (const std::string& text : s.Texts("git sta", 20)) {
    CHECK(text.find("stauts") == text.npos);
  }
  // A word that is right stays: the source knows it.
  CHECK(Find(s.Suggest("git sta", 20), "git stash"));
}

}  // namespace synapse
