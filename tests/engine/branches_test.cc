// Branches of git in suggestions and events.
#include <algorithm>
#include <map>

#include "tests/engine/engine_testing.h"

namespace synapse {

using testing::Session;

TEST_CASE("engine: what is run on a branch is likelier there") {
  Session s;
  auto go_to = [&](const std::string& branch) {
    s.Suggest("");  // the prompt is asked about before the command runs
    s.tree.Write("w/.git/HEAD", "ref: refs/heads/" + branch + "\n");
    s.Run("git checkout " + branch);
  };
  s.tree.Write("w/.git/refs/heads/main", std::string(40, 'a') + "\n");
  s.tree.Write("w/.git/refs/heads/fix", std::string(40, 'a') + "\n");
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  for (int i = 0; i < 6; ++i) {
    s.Run("make release");
    s.Run("ls");
    go_to("fix");
    s.Run("make test");
    s.Run("ls");
    go_to("main");
  }
  // The odds of a test against a release after the same lines, in the same
  // directory.
  s.Run("ls");
  auto rather_test = [&](const std::string& branch) {
    s.tree.Write("w/.git/HEAD", "ref: refs/heads/" + branch + "\n");
    s.engine->NewPrompt();
    std::map<std::string, double> score;
    for (const Suggestion& x : s.Suggest("make ")) score[x.text] = x.score;
    return score["make test"] / score["make release"];
  };
  CHECK(rather_test("fix") > 1.2 * rather_test("main"));
  // An event has the branch that it began on, not the one that it switched to.
  std::map<std::string, std::string> branch_of;
  s.engine->store().log().Visit(1, [&](uint64_t, const Event& e) {
    branch_of[e.command] = e.branch;
    return true;
  });
  CHECK(branch_of["git checkout fix"] == "main");
  CHECK(branch_of["git checkout main"] == "fix");
  CHECK(branch_of["make test"] == "fix");
}

TEST_CASE("engine: an event knows its repository and branch") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/feature/x\n");
  s.cwd = s.tree.MakeDir("w/sub");
  s.Run("ls");
  auto event = s.engine->store().log().Find(1);
  REQUIRE(event);
  CHECK(event->repository == s.tree.Path("w"));
  CHECK(event->branch == "feature/x");
  CHECK(event->cwd == s.cwd);
  CHECK(event->host == "testhost");
  CHECK(event->exit == 0);
}

TEST_CASE("engine: an event of a linked worktree knows its branch") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/worktrees/fix/HEAD", "ref: refs/heads/fix\n");
  s.tree.Write("w/.git/worktrees/fix/commondir", "../..\n");
  s.tree.Write("fix/.git",
               "gitdir: " + s.tree.Path("w/.git/worktrees/fix") + "\n");
  s.cwd = s.tree.MakeDir("fix/sub");
  s.Run("ls");
  auto event = s.engine->store().log().Find(1);
  REQUIRE(event);
  CHECK(event->repository == s.tree.Path("fix"));
  CHECK(event->branch == "fix");
}

TEST_CASE("engine: a branch is no file") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.cwd = s.tree.Path("w");
  s.Run("git checkout topic", 3);
  s.Run("git rm old.txt");
  const auto texts = s.Texts("git rm ", 20);
  CHECK_FALSE(texts.empty());
  for (const auto& text : texts) CHECK(text != "git rm topic");
}

TEST_CASE(
    "engine: a branch that is gone is not offered behind an alias either") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  for (const char* branch : {"main", "kept"}) {
    s.tree.Write(std::string("w/.git/refs/heads/") + branch,
                 std::string(40, 'a') + "\n");
  }
  s.cwd = s.tree.Path("w");
  s.engine->shell().alias =
      [](std::string_view name) -> std::optional<std::string> {
    if (name == "g") return "git";
    if (name == "gco") return "g checkout";  // an alias of an alias
    return std::nullopt;
  };
  for (const char* branch : {"kept", "main", "gone"}) {
    s.Run(std::string("g checkout ") + branch, 3);
    s.Run(std::string("gco ") + branch, 3);
  }
  for (const char* typed : {"g", "g ch", "g checkout ", "gco ", "gco g"}) {
    for (const auto& text : s.Texts(typed, 20)) {
      INFO(text);
      CHECK_FALSE(text.ends_with(" gone"));
    }
  }
  // Neither is the branch that is checked out.
  CHECK(s.First("g ch") == "g checkout kept");
  CHECK(s.First("gco ") == "gco kept");
  CHECK(s.First("gc") == "gco kept");
}

TEST_CASE("engine: the end of a line is an answer where a branch could stand") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/main", std::string(40, 'a') + "\n");
  s.tree.Write("w/.git/config", "[remote \"origin\"]\n\turl = /x/y\n");
  s.cwd = s.tree.Path("w");
  for (int i = 0; i < 8; ++i) {
    s.Run("git push origin", 2);
    s.Run("git push origin main");
    s.Run("ls");
  }
  CHECK(s.First("time git pu") == "time git push origin");
}

TEST_CASE(
    "engine: a branch that is gone is offered no more, nor are its lines") {
  Session s;
  const std::string sha = std::string(40, 'a') + "\n";
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/main", sha);
  s.tree.Write("w/.git/refs/heads/feature", sha);
  s.Run("git checkout gone", 3);
  s.Run("git checkout feature");
  s.Run("git branch gone");
  auto offers = [&](const std::string& line, const std::string& text) {
    auto texts = s.Texts(line, 20);
    return std::find(texts.begin(), texts.end(), text) != texts.end();
  };
  CHECK(!offers("", "git checkout gone"));
  CHECK(!offers("git checkout ", "git checkout gone"));
  CHECK(!offers("git checkout g", "git checkout gone"));
  CHECK(!offers("git merge ", "git merge gone"));
  CHECK(offers("git checkout ", "git checkout feature"));
  CHECK(s.First("git merge ") == "git merge feature");
  // A name that is to be made may be new.
  CHECK(offers("git branch g", "git branch gone"));
}

// Each topic had a branch, and every branch is merged and deleted.
TEST_CASE("engine: none of many branches that are gone is offered") {
  Session s;
  const std::string sha = std::string(40, 'a') + "\n";
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/main", sha);
  for (int topic = 0; topic < 60; ++topic) {
    s.Run("git checkout topic-" + std::to_string(topic), 2);
  }
  for (const char* line : {"", "g", "git ch", "git checkout ", "git checkout t",
                           "git checkout topic-5"}) {
    for (const std::string& text : s.Texts(line, 20)) {
      CAPTURE(std::string(line));
      CAPTURE(text);
      CHECK(text.find("topic-") == text.npos);
    }
  }
}

// A long list had them behind the first lines, which alone were judged.
TEST_CASE("branches: no list has a line with a branch that is gone") {
  Session s;
  s.tree.Write("w/.git/refs/heads/main", std::string(40, 'a') + "\n");
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/config",
               "[remote \"origin\"]\n\turl = https://host/x\n");
  for (int i = 0; i < 40; ++i) {
    s.Run("git push origin main" + std::string(i % 2 ? " -v" : ""));
    s.Run("git commit -m 'part " + std::to_string(i) + "'");
    s.Run("git checkout gone-" + std::to_string(i));
  }
  const std::vector<std::string> texts = s.Texts("git ", 500);
  CHECK(texts.size() > 40);
  for (const std::string& text : texts) {
    CHECK_MESSAGE(text.find("gone") == text.npos, text);
  }
}

}  // namespace synapse
