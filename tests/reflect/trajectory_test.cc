#include "reflect/trajectory.h"

#include "tests/testing.h"

namespace synapse {
namespace {

// Runs lines in one session, a minute apart.
class Shell {
 public:
  Shell& Run(const std::string& line, int exit = 0,
             const std::string& cwd = "/w") {
    Event event;
    event.command = line;
    event.cwd = cwd;
    event.session = "s";
    event.exit = exit;
    event.start_ms = now_ms += 60'000;
    event.duration_ms = 1000;
    trajectories.Add(++sequence, event);
    return *this;
  }
  Shell& NextDay() {
    now_ms += 86'400'000;
    return *this;
  }
  // The only finding of its category; fails for none, or for more than one.
  Fact Only(FactCategory category) {
    std::vector<Fact> found;
    for (const Fact& fact : trajectories.Facts()) {
      CHECK_FALSE(fact.traces.empty());
      if (fact.category == category) found.push_back(fact);
    }
    REQUIRE(found.size() == 1);
    return found[0];
  }
  size_t Count(FactCategory category) {
    size_t count = 0;
    for (const Fact& f : trajectories.Facts()) count += f.category == category;
    return count;
  }

  // The lookups of the specs (tests/spec/traits_test.cc).
  Trajectories trajectories{[](const std::string& command) {
    return command == "grep" || command == "diff";
  }};
  uint64_t sequence = 0;
  int64_t now_ms = 1'700'000'000'000;
};

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("edit: a typo, an edit, another line") {
  auto typo = EditOf(Words{"git", "psuh", "x"}, Words{"git", "push", "x"});
  REQUIRE(typo);
  CHECK(typo->wrong == "psuh");
  CHECK(typo->right == "push");
  CHECK(EditOf(Words{"gti"}, Words{"git"})->wrong == "gti");
  auto sudo = EditOf(Words{"apt", "install", "jq"},
                     Words{"sudo", "apt", "install", "jq"});
  REQUIRE(sudo);
  CHECK(sudo->wrong.empty());
  CHECK(EditOf(Words{"cat", "some"}, Words{"cat", "other"}));
  CHECK_FALSE(EditOf(Words{"make"}, Words{"ls"}));
  CHECK_FALSE(EditOf(Words{"make"}, Words{"make"}));
  CHECK_FALSE(EditOf(Words{"git", "push"}, Words{"npm", "install", "x"}));
  CHECK_FALSE(EditOf(Words{}, Words{"ls"}));
}

TEST_CASE("trajectory: a line that fails and an edited one that succeeds") {
  Shell shell;
  shell.Run("git psuh", 1).Run("git push").Run("ls");
  CHECK(shell.Count(FactCategory::kCorrection) == 0);  // once is no pattern
  shell.Run("git psuh -f", 1).Run("git push -f");
  const Fact fact = shell.Only(FactCategory::kCorrection);
  CHECK(fact.subject == "psuh");
  CHECK(fact.replacement == "push");
  CHECK(fact.runs == 2);
  CHECK(fact.traces ==
        std::vector<std::string>{"event:5", "event:4", "event:2", "event:1"});
  CHECK(fact.recommendation == "Use `push`.");
}

TEST_CASE(
    "trajectory: an edit that fails too, or comes late, corrects nothing") {
  Shell shell;
  for (int i = 0; i < 3; ++i) {
    shell.Run("make tset", 2).Run("make test", 2).Run("clear");
    shell.Run("apt install jq", 100);
    shell.now_ms += 3'600'000;
    shell.Run("sudo apt install jq").Run("clear");
    shell.Run("make slow", 130).Run("make slow2");  // interrupted
  }
  CHECK(shell.Count(FactCategory::kCorrection) == 0);
}

TEST_CASE("trajectory: a suggestion that is taken and changed") {
  Shell shell;
  FeedbackRecord f;
  f.action = FeedbackAction::kEdited;
  f.suggestion = "git push origin main";
  f.executed = "git push origin dev";
  shell.trajectories.Add(7, f);
  shell.trajectories.Add(9, f);
  f.action = FeedbackAction::kAccepted;
  shell.trajectories.Add(10, f);
  const Fact fact = shell.Only(FactCategory::kCorrection);
  CHECK(fact.subject == "git push origin main");
  CHECK(fact.traces == std::vector<std::string>{"feedback:9", "feedback:7"});
}

TEST_CASE("trajectory: what keeps failing, with exit status and directory") {
  Shell shell;
  shell.Run("make deploy", 2).Run("make deploy", 2);
  CHECK(shell.Count(FactCategory::kAntiPattern) == 0);
  shell.Run("make deploy", 2);
  const Fact fact = shell.Only(FactCategory::kAntiPattern);
  CHECK(fact.exit == 2);
  CHECK(fact.directory == "/w");
  CHECK(fact.fact ==
        "`make deploy` failed each of 3 times in /w, with exit status 2.");
  CHECK(fact.recommendation.ends_with("synapse reflect show event:3"));
  shell.Run("make deploy", 0);
  CHECK(shell.Count(FactCategory::kAntiPattern) == 0);
}

TEST_CASE("trajectory: no for an answer is no failure") {
  Shell shell;
  for (int i = 0; i < 5; ++i) shell.Run("grep x y", 1).Run("sleep 99", 130);
  CHECK(shell.trajectories.Facts().empty());
  for (int i = 0; i < 5; ++i) shell.Run("grep x y", 2);  // no such file
  CHECK(shell.Count(FactCategory::kAntiPattern) == 1);
}

TEST_CASE("trajectory: what works here and fails there") {
  Shell shell;
  shell.Run("npm test", 0, "/a")
      .Run("npm test", 1, "/b")
      .Run("npm test", 1, "/b");
  const Fact fact = shell.Only(FactCategory::kGotcha);
  CHECK(fact.directory == "/b");
  CHECK(fact.exit == 1);
  CHECK(fact.fact.find("works in /a") != std::string::npos);
  CHECK(fact.traces.back() == "event:1");
  CHECK(shell.Count(FactCategory::kAntiPattern) == 0);
}

TEST_CASE("trajectory: an option that is always there") {
  Shell shell;
  for (int i = 0; i < 9; ++i) shell.Run("ls -la").Run("clear");
  CHECK(shell.Count(FactCategory::kPreference) == 0);
  shell.Run("ls -la src").Run("clear").Run("ls");
  const Fact fact = shell.Only(FactCategory::kPreference);
  CHECK(fact.subject == "ls");
  CHECK(fact.steps == std::vector<std::string>{"ls -la"});
  CHECK(fact.fact == "`ls` is run as `ls -la`, 10 of 11 times.");
  Shell asks;  // `node -v` is no use of node
  for (int i = 0; i < 20; ++i) asks.Run("node -v").Run("clear");
  CHECK(asks.Count(FactCategory::kPreference) == 0);
  Shell value;  // -m may want a value
  for (int i = 0; i < 20; ++i) value.Run("mail -s x").Run("clear");
  CHECK(value.Count(FactCategory::kPreference) == 0);
}

TEST_CASE("trajectory: a command that is gone on to with the same arguments") {
  Shell shell;
  shell.Run("grep -rn token src", 1).Run("rg token src").Run("clear");
  shell.Run("grep -n login app").Run("rg login app");
  const Fact fact = shell.Only(FactCategory::kPreference);
  CHECK(fact.subject == "grep");
  CHECK(fact.replacement == "rg");
  // As many runs in the other order cancel it.
  shell.Run("clear").Run("rg a b").Run("grep a b");
  CHECK(shell.Count(FactCategory::kPreference) == 0);
}

TEST_CASE("trajectory: the same lines one behind the other, on several days") {
  Shell shell;
  for (int day = 0; day < 3; ++day) {
    shell.Run("git add --all");
    shell.Run("git commit -m \"day " + std::to_string(day) + "\"");
    shell.Run("git push").NextDay();
  }
  const Fact fact = shell.Only(FactCategory::kFriction);
  CHECK(fact.steps == std::vector<std::string>{
                          "git add --all", "git commit -m \"\"", "git push"});
  CHECK(fact.runs == 3);
  CHECK(fact.traces ==
        std::vector<std::string>{"event:7", "event:4", "event:1"});
  Shell one_day;
  for (int i = 0; i < 5; ++i) {
    one_day.Run("make generated-files").Run("make tests-of-them");
  }
  CHECK(one_day.Count(FactCategory::kFriction) == 0);
}

TEST_CASE("trajectory: a long line that is run often") {
  Shell shell;
  const std::string line = "docker compose up -d --build --wait";
  for (int i = 0; i < 7; ++i) shell.Run(line).Run("clear");
  CHECK(shell.Count(FactCategory::kFriction) == 0);
  shell.Run(line, 0, "/elsewhere");
  CHECK(shell.Only(FactCategory::kFriction).steps ==
        std::vector<std::string>{line});
}

TEST_CASE("trajectory: what agents ran, and hidden characters, are left out") {
  Shell shell;
  Event event;
  event.command = "make x";
  event.exit = 2;
  event.agent = true;
  for (int i = 0; i < 9; ++i) shell.trajectories.Add(1 + i, event);
  event.agent = false;
  event.command = "make \x1b[31mx";
  for (int i = 0; i < 9; ++i) shell.trajectories.Add(20 + i, event);
  CHECK(shell.trajectories.runs() == 0);
  CHECK(shell.trajectories.Facts().empty());
}

TEST_CASE("trajectory: ever new lines take bounded memory") {
  Shell shell;
  for (size_t i = 0; i < Trajectories::kMaxGroups + 2000; ++i) {
    shell.Run("cmd" + std::to_string(i) + " -x a", 1);
  }
  for (int i = 0; i < 5; ++i) shell.Run("cmd1 -x a", 1);
  CHECK(shell.Count(FactCategory::kAntiPattern) == 1);
}

}  // namespace synapse
