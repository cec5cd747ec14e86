// The suggestions after few and after many uses of a line.
#include <algorithm>

#include "rank/ghost_rule.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

void MakeRepository(Session& s) {
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  for (const char* branch : {"main", "feature/auth", "b1", "b2", "b3", "b4"}) {
    s.tree.Write(std::string("w/.git/refs/heads/") + branch,
                 std::string(40, 'a') + "\n");
  }
}

void SetFactor(Session& s, const std::string& factor) {
  s.engine->SetConfig(Config::Load("", [&](std::string_view name) {
    const bool factors = name == "SYNAPSE_RANK_FACTORS";
    return factors ? std::optional<std::string>(factor) : std::nullopt;
  }));
  s.engine->NewPrompt();
}

}  // namespace

TEST_CASE("patterns: what usually follows is meant by its first letter, too") {
  Session s;
  MakeRepository(s);
  s.Run("git add .");
  for (const char* typed : {"", "g", "git c"}) {
    INFO(std::string(typed));
    auto all = s.Suggest(typed);
    REQUIRE(!all.empty());
    CHECK(all[0].text.starts_with("git commit"));
  }
}

TEST_CASE(
    "patterns: one branch that was gone to leaves a chance to the others") {
  Session s;
  MakeRepository(s);
  s.Run("git checkout feature/auth");
  auto all = s.Suggest("git checkout ", 20);
  REQUIRE(all.size() > 4);
  CHECK(all[0].text == "git checkout feature/auth");
  size_t others = 0;
  for (const Suggestion& x : all) {
    if (!x.text.starts_with("git checkout b")) continue;
    ++others;
    CHECK(x.score > 0.005);
  }
  CHECK(others == 4);
}

// `git log -` offered `-i main` after `git rebase -i main`: the words of a
// command are learned together, and the spec of git log has a -i of its own.
TEST_CASE("patterns: an option of one subcommand is none of another") {
  Session s;
  MakeRepository(s);
  s.Run("git rebase -i main");
  s.Run("git commit -m 'first'");
  for (const std::string& text : s.Texts("git log -", 20)) {
    CHECK(text.find("main") == text.npos);
  }
  for (const std::string& text : s.Texts("git branch -m ", 20)) {
    CHECK(text.find("first") == text.npos);
  }
  CHECK(s.Texts("git rebase -")[0].starts_with("git rebase -i"));
}

TEST_CASE("patterns: messages written once are one line on an empty line") {
  Session s;
  for (const char* message : {"one", "two", "three"}) {
    s.Run("git add .");
    s.Run("git commit -m \"" + std::string(message) + "\"");
    s.Run("vim x.c");
  }
  size_t commits = 0;
  for (const std::string& text : s.Texts("", 20)) {
    if (text.starts_with("git commit")) ++commits;
    CHECK(text.find("three") == text.npos);
  }
  CHECK(commits == 1);
}

TEST_CASE("patterns: a reason names the sequence") {
  Session s;
  for (int i = 0; i < 8; ++i) {
    s.Run("git add .");
    s.Run("git push");
    s.Run("make x" + std::to_string(i));
  }
  for (int i = 0; i < 5; ++i) {
    s.Run("make test", 1, 2);
    s.Run("vim x.c");
  }
  s.Run("git add .");
  auto all = s.Suggest("");
  REQUIRE_FALSE(all.empty());
  CHECK(all[0].text == "git push");
  const auto& evidence = all[0].evidence;
  CHECK(std::any_of(evidence.begin(), evidence.end(), [](const Evidence& e) {
    return ReasonOf(e) == "history: after `git add .`, 8 of 8 times";
  }));
}

TEST_CASE("patterns: synapse is no ghost until it is named") {
  Session s;
  s.Run("synapse doctor", 5);
  const Config& config = s.engine->config();
  auto shown = [&](const std::string& line) {
    auto all = s.Suggest(line);
    return !all.empty() && IsGhost(config, line, all[0]);
  };
  CHECK_FALSE(shown(""));
  CHECK_FALSE(shown("syn"));
  CHECK(shown("synapse d"));
}

TEST_CASE("patterns: what is no typo is not corrected") {
  Session s;
  s.tree.MakeDir("w/dir");
  s.tree.MakeDir("w/ab");
  auto corrected = [&](const std::string& line, int exit) {
    s.Run(line, 1, exit);
    for (const Suggestion& x : s.Suggest("")) {
      if (x.source == "typo") return x.text;
    }
    return std::string();
  };
  // cp makes its target: a new name is no typo.
  CHECK(corrected("cp dir ac", 1) != "cp dir ab");
  CHECK(corrected("cp dri ab", 1) == "cp dir/ ab");
  // A word of two letters is not a typo of another one.
  CHECK(corrected("gx", 127).empty());
  CHECK(corrected("sl", 127) == "ls");
}

TEST_CASE("patterns: a correction that is typed past is less likely") {
  auto score_at_end = [](const std::vector<std::string>& buffers) {
    Session s;
    s.Run("git sttaus --short", 1, 1);
    double score = 0;
    for (const std::string& buffer : buffers) {
      SuggestRequest request = s.Request(buffer);
      request.on_show = true;
      for (const Suggestion& x : s.engine->Suggest(request).suggestions) {
        if (x.text == "git status --short") score = x.score;
      }
    }
    return score;
  };
  const double at_once = score_at_end({"git st"});
  CHECK(at_once > 0.5);
  const double typed = score_at_end({"", "g", "gi", "git", "git s", "git st"});
  CHECK(typed > 0);
  CHECK(typed < 0.8 * at_once);
}

TEST_CASE("patterns: what is destructive is shown as far as its target") {
  Session s;
  s.tree.MakeDir("w/build");
  s.Run("rm -rf build", 4);
  s.Run("git checkout .", 4);
  s.Run("ls");
  for (const std::string line : {"r", "rm", "rm -rf ", "git ch"}) {
    auto all = s.Suggest(line);
    REQUIRE_FALSE(all.empty());
    CAPTURE(line);
    CAPTURE(all[0].text);
    CHECK((!IsGhost(s.engine->config(), line, all[0]) ||
           all[0].text == "rm -rf" || all[0].text == "git checkout"));
  }
  CHECK(s.First("rm -rf b") == "rm -rf build/");
  // The rest of the line is a suggestion of its own.
  auto texts = s.Texts("git ch", 20);
  CHECK(std::find(texts.begin(), texts.end(), "git checkout") != texts.end());
}

TEST_CASE("patterns: rank.factors takes the history out") {
  Session s;
  s.Run("frob alpha", 5);
  s.Run("ls");
  CHECK(s.First("frob ") == "frob alpha");
  SetFactor(s, "history=0");
  CHECK(s.First("frob ").empty());
}

TEST_CASE(
    "patterns: a corrected word is less certain, and rank.factors says how "
    "much") {
  Session s;
  SetFactor(s, "corrected=1");
  auto with = s.Suggest("git comit");
  REQUIRE_FALSE(with.empty());
  CHECK(with[0].text == "git commit");
  CHECK(with[0].source == "typo");
  SetFactor(s, "corrected=0");
  auto without = s.Suggest("git comit");
  REQUIRE_FALSE(without.empty());
  CHECK(without[0].text == "git commit");
  const double kept = RowOf(Finding::kCorrected).kept;
  CHECK(with[0].confidence == doctest::Approx(kept * without[0].confidence));
  CHECK(with[0].score == doctest::Approx(kept * without[0].score));
}

TEST_CASE("patterns: a middle part, initials, and a misspelt word before") {
  Session s;
  MakeRepository(s);
  CHECK(s.First("git checkout auth") == "git checkout feature/auth");
  CHECK(s.First("git checkout fa") == "git checkout feature/auth");
  CHECK(s.First("git checkout b") != "git checkout feature/auth");
  CHECK(s.First("git chekout f") == "git checkout feature/auth");
  CHECK(s.First("gti checkout f") == "git checkout feature/auth");
  CHECK(s.First("gti sta").starts_with("git sta"));
  // The word at the cursor is whole, or not known.
  CHECK(s.First("git chekout main") == "git checkout main");
  CHECK(s.First("docker compsoe up") == "docker compose up");
  CHECK(s.First("git chekout v9") == "git checkout v9");
  CHECK(s.Texts("nosuchname sta").empty());
  // No option is meant by its inside.
  for (const std::string& text : s.Texts("npm install gist")) {
    CHECK(text.find("--") == std::string::npos);
  }
  s.tree.Write("w/.git/config", "[alias]\n\tchekout = checkout\n");
  s.Run("ls");
  CHECK_FALSE(s.First("git chekout f").starts_with("git checkout"));
}

// `cd dash` had nothing below apps, and `scp web:` the correction `web2:`.
TEST_CASE("patterns: a name one directory deeper, and none for a right one") {
  Session s;
  s.tree.MakeDir("w/apps/dashboard");
  s.tree.MakeDir("w/apps/docs");
  s.tree.Write("w/src/lexer.cc", "");
  s.tree.Write("home/.ssh/config", "Host web1\nHost web2\n");
  s.Run("ls");
  for (const auto& [typed, first] :
       {std::pair<const char*, const char*>{"cd dash", "cd apps/dashboard/"},
        {"cd Dash", "cd apps/dashboard/"},
        {"cat lexer", "cat src/lexer.cc"},
        {"cd da", ""},         // two letters say little
        {"cd board", ""},      // no beginning
        {"cat 'lexer", ""},    // meant literally
        {"scp web1:", ""}}) {  // right as it is
    CAPTURE(std::string(typed));
    const auto all = s.Texts(typed);
    CHECK((all.empty() ? "" : all[0]) == std::string(first));
  }
}

// It had no ghost before it was typed a few times.
TEST_CASE("patterns: what usually follows is a ghost from the first time on") {
  Session s;
  MakeRepository(s);
  s.tree.Write("w/.git/config", "[remote \"origin\"]\n\turl = u\n");
  const Config config = Config::Load("", nullptr);
  const auto ghost = [&] {
    s.engine->NewPrompt();
    const auto all = s.Suggest("");
    return !all.empty() && IsGhost(config, "", all[0]) ? all[0].text
                                                       : std::string();
  };
  s.Run("git add .");
  CHECK(ghost() == "git commit -m \"\"");
  s.Run("git commit -m one");
  CHECK(ghost() == "git push -u origin main");
  s.tree.Write("w/.git/config",
               "[remote \"origin\"]\n\turl = u\n"
               "[branch \"main\"]\n\tmerge = refs/heads/main\n");
  CHECK(ghost() == "git push");
  s.tree.MakeDir("w/new");
  s.Run("mkdir new");
  CHECK(ghost() == "cd new");
  // Who does something else twice has seen enough of it.
  for (const char* name : {"a", "b", "c", "d"}) {
    s.tree.MakeDir(std::string("w/") + name);
    s.Run(std::string("mkdir ") + name);
    s.Run("ls");
  }
  s.tree.MakeDir("w/last");
  s.Run("mkdir last");
  CHECK(ghost().empty());
}

// The value of the repository that was used last led in the other one.
TEST_CASE("patterns: the value that is used in this place leads in it") {
  Session s;
  const std::string one = s.cwd, two = s.tree.MakeDir("other");
  s.tree.MakeDir("w/.git");
  s.tree.MakeDir("other/.git");
  for (int day = 0; day < 6; ++day) {
    s.cwd = one;
    s.Run("deploy --env staging");
    s.cwd = two;
    s.Run("deploy --env prod");
    s.Run("deploy --env prod");
  }
  for (const char* typed : {"depl", "deploy --env "}) {
    CAPTURE(std::string(typed));
    s.cwd = one;
    s.engine->NewPrompt();
    CHECK(s.First(typed) == "deploy --env staging");
    s.cwd = two;
    s.engine->NewPrompt();
    CHECK(s.First(typed) == "deploy --env prod");
  }
}

// The directory was not there in a test that only tells of it, as on a file
// system that shows it late.
TEST_CASE("patterns: a directory that was just made is there") {
  Session s;
  s.Run("mkdir reports");
  CHECK(s.First("") == "cd reports");
  s.Run("ls");
  CHECK(s.First("cd rep").empty());
  s.Run("mkdir other", 1, 1);
  CHECK(s.First("") != "cd other");
}

TEST_CASE("patterns: behind && and ; stands any command that ran") {
  Session s;
  for (int i = 0; i < 6; ++i) {
    s.Run("ls");
    s.Run("frobtool build" + std::to_string(i));
  }
  for (const char* before : {"ls && ", "ls; ", "ls || ", "{ "}) {
    CAPTURE(std::string(before));
    CHECK(s.First(before + std::string("frob"))
              .starts_with(before + std::string("frobtool")));
  }
  // It never read the output of another one.
  CHECK(s.First("ls | frob").empty());
}

TEST_CASE("patterns: a new alias has the words of its command") {
  Session s;
  s.engine->shell().alias =
      [](std::string_view name) -> std::optional<std::string> {
    if (name == "fr") return "frobtool show";
    return std::nullopt;
  };
  for (const char* word : {"pods", "pods", "nodes"}) {
    s.Run(std::string("frobtool show ") + word);
  }
  s.engine->NewPrompt();
  CHECK(s.First("fr p") == "fr pods");
  CHECK(s.First("fr n") == "fr nodes");
  // Its own words count as soon as there are some.
  s.Run("fr plants", 3);
  CHECK(s.First("fr p") == "fr plants");
}

TEST_CASE("patterns: a line that ran as it stands grows no rare tail") {
  Session s;
  s.tree.MakeDir("w/backups");
  for (int i = 0; i < 9; ++i) {
    s.Run("ls -lh backups");
    s.Run("yarn test");
  }
  s.Run("yarn test --fix");
  s.engine->NewPrompt();
  auto confidence = [&](const std::string& line) {
    const auto all = s.Suggest(line);
    return all.empty() ? 0 : all[0].confidence;
  };
  CHECK(confidence("ls -lh backups") < 0.2);
  CHECK(confidence("yarn test") < 0.2);
  CHECK(confidence("ls -lh backu") > 0.5);
  // A blank behind it says that it goes on.
  CHECK(s.First("yarn test ") == "yarn test --fix");
  SetFactor(s, "end=0");
  CHECK(confidence("ls -lh backups") > 0.5);
}

TEST_CASE("patterns: two letters are corrected only if they are swapped") {
  Session s;
  CHECK(s.First("git ts") == "git stash");
  CHECK(s.Suggest("git zt").empty());
}

TEST_CASE("patterns: a file that is dismissed again and again comes later") {
  Session s;
  s.tree.Write("w/alpha.txt", "");
  s.tree.Write("w/beta.txt", "");
  const std::string first = s.First("cat ");
  REQUIRE(first.starts_with("cat "));
  for (int i = 0; i < 25; ++i) {
    REQUIRE(
        s.engine
            ->Feedback(FeedbackAction::kDismissed, first, "ls", {}, s.now_ms)
            .ok());
  }
  s.engine->NewPrompt();
  auto all = s.Texts("cat ", 20);
  REQUIRE(all.size() > 1);
  CHECK(all[0] != first);
  CHECK(std::find(all.begin(), all.end(), first) != all.end());
}

// A list of lines from elsewhere left no row for the files of this directory.
TEST_CASE("patterns: what is not here any more leaves its place to what is") {
  Session s;
  for (const char* gone : {"one.log", "two.log", "three.log", "four.log",
                           "five.log", "six.log", "seven.log"}) {
    s.Run(std::string("less ") + gone, 2);
  }
  s.tree.Write("w/alpha.txt", "");
  s.tree.Write("w/beta.txt", "");
  const auto all = s.Texts("less ");
  REQUIRE(all.size() == 5);
  for (const char* there : {"less alpha.txt", "less beta.txt"}) {
    INFO(there);
    CHECK(std::find(all.begin(), all.begin() + 3, there) != all.begin() + 3);
  }
}

TEST_CASE("patterns: a project's tasks are in the list of an empty line") {
  Session s;
  s.tree.Write("w/Makefile", "all:\n\ttrue\ncheck-it:\n\ttrue\n");
  for (int i = 0; i < 40; ++i) s.Run("echo " + std::to_string(i % 8));
  auto texts = s.Texts("", 12);
  CHECK(std::find(texts.begin(), texts.end(), "make check-it") != texts.end());
  // They come after the lines that ran here.
  CHECK(texts[0].starts_with("echo "));
}

}  // namespace synapse
