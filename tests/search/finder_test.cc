#include "search/finder.h"

#include "base/words.h"
#include "measure/measure.h"
#include "tests/search/search_testing.h"

namespace synapse {
namespace {

using testing::kFiles;
using testing::RunCommand;
using testing::SearchShell;
using Lines = std::vector<std::string>;

constexpr SearchKinds kCommands = SearchKinds::Only(SearchKind::kCommand);
constexpr SearchKinds kDirectories = SearchKinds::Only(SearchKind::kDirectory);
constexpr SearchKinds kNotes = SearchKinds::Only(SearchKind::kNote);
constexpr SearchKinds kTasks = SearchKinds::Only(SearchKind::kTask);

}  // namespace

TEST_CASE("finder: files of the repository, by words of their paths") {
  SearchShell s;
  s.Track({"src/auth/LoginButton.tsx", "src/auth/session.ts", "src/Button.tsx",
           "docs/login.md", "README.md"});
  CHECK(s.Found("login button", kFiles)[0] == "file src/auth/LoginButton.tsx");
  CHECK(s.Found("auth session", kFiles) == Lines{"file src/auth/session.ts"});
  CHECK(s.Found("lgoin bottun", kFiles)[0] == "file src/auth/LoginButton.tsx");
  CHECK(s.Found("readme", kFiles) == Lines{"file README.md"});
  CHECK(s.Found("kubernetes", kFiles).empty());
  // A tracked name without a file is no result.
  std::filesystem::remove(s.tree.Path("w/README.md"));
  CHECK(s.Found("readme", kFiles).empty());
  CHECK(s.Found("auth", kDirectories) == Lines{"directory src/auth"});
  // A nearer file is better, and a file outside of the scope is no result.
  s.cwd = s.tree.Path("w/docs");
  CHECK(s.Found("login", kFiles)[0] == "file login.md");
  CHECK(s.Found("button", kFiles, SearchScope::kDirectory).empty());
  CHECK(s.Found("button", kFiles, SearchScope::kRepository).size() == 2);
}

TEST_CASE("finder: outside of a repository what lies in the directory") {
  SearchShell s;
  s.tree.Write("w/notes about login.txt", "");
  s.tree.Write("w/deep/login.c", "");
  CHECK(s.Found("login", kFiles) == Lines{"file notes about login.txt"});
  CHECK(s.Found("deep", kDirectories) == Lines{"directory deep"});
}

TEST_CASE("finder: commands by words, use and nearness") {
  for (bool persistent : {true, false}) {
    SearchShell s(persistent);
    s.Track({"a"});
    s.Type("docker compose up nginx");
    s.Type("systemctl restart nginx");
    s.Type("git status");
    s.Type("no-such-thing nginx", 127);
    CHECK(s.Found("nginx restart", kCommands) ==
          Lines{"command systemctl restart nginx"});
    CHECK(s.Found("restarting ngnix", kCommands)[0] ==
          "command systemctl restart nginx");
    // Commands that are never suggested are found, too.
    CHECK(s.Found("nginx", kCommands).size() == 3);
    // Commands of this directory come before those of another one.
    const std::string here = s.cwd;
    s.cwd = s.tree.MakeDir("elsewhere");
    s.Type("tail nginx.log");
    CHECK(s.Found("nginx", kCommands)[0] == "command tail nginx.log");
    CHECK(s.Found("nginx", kCommands, SearchScope::kDirectory) ==
          Lines{"command tail nginx.log"});
    CHECK(s.Found("nginx", kCommands, SearchScope::kRepository).empty());
    s.cwd = here;
    CHECK(s.Found("nginx", kCommands, SearchScope::kRepository).size() == 3);
    CHECK(s.Found("nginx", kCommands, SearchScope::kSession).size() == 4);
    // A line that begins with the query is first.
    CHECK(s.Found("git st", kCommands)[0] == "command git status");
  }
}

TEST_CASE("finder: notes are comments that were typed") {
  SearchShell s;
  s.Type("# deploy needs the VPN");
  s.Type("make deploy # to staging first");
  s.Type("echo 'deploy # no note'");
  CHECK(s.Found("vpn", kNotes) == Lines{"note deploy needs the VPN"});
  CHECK(s.Found("deploy staging", kNotes)[0] == "note to staging first");
  auto all = s.Ask("", kNotes);
  CHECK(all.answer.results.size() == 2);
  CHECK(all.answer.results[0].description.find("# ") != std::string::npos);
}

TEST_CASE("finder: tasks of the project") {
  SearchShell s;
  s.Track({"Makefile"});
  s.tree.Write("w/Makefile", "deploy: ## Send it to the servers\n\tx\nlint:\n");
  s.engine->project().CommandRan();
  CHECK(s.Found("deploy", kTasks) == Lines{"task make deploy"});
  CHECK(s.Found("servers", kTasks) == Lines{"task make deploy"});
  CHECK(s.Ask("", kTasks).answer.results.size() == 2);
}

TEST_CASE("finder: directories where commands ran") {
  SearchShell s;
  s.Type("ls");
  const std::string there = s.tree.MakeDir("projects/payments-api");
  s.cwd = there;
  s.Type("make");
  s.cwd = s.tree.MakeDir("w");
  CHECK(s.Ask("payments", kDirectories).answer.results[0].target.text == there);
}

// docs/internals/search.md, "Search sessions": the first search has no good
// result, and the next one has the right file first.
TEST_CASE("finder: what was found behind a weak search is found first") {
  SearchShell s;
  s.Track({"src/Button.tsx", "src/features/auth/SignIn.tsx", "src/main.tsx"});
  SearchReply before = s.Ask("login button component");
  CHECK(before.watched);
  CHECK(before.answer.best() < 0.65);
  CHECK(before.answer.results[0].target.text ==
        s.tree.Path("w/src/Button.tsx"));
  s.Type("grep -rn 'login.*button' src");
  s.Type("vim src/features/auth/SignIn.tsx");
  s.Type("git commit -am styling");
  SearchReply after = s.Ask("login button");
  REQUIRE(!after.answer.results.empty());
  const SearchResult& first = after.answer.results[0];
  CHECK(first.target.text == s.tree.Path("w/src/features/auth/SignIn.tsx"));
  CHECK(first.score > 0.7);
  CHECK(first.associated_with == "login button component");
  // A new file with these words in its name keeps its rank.
  s.Track({"src/LoginButton.tsx", "src/features/auth/SignIn.tsx"});
  CHECK(s.First("login button") == "file src/LoginButton.tsx");
  // The file is removed.
  std::filesystem::remove(s.tree.Path("w/src/features/auth/SignIn.tsx"));
  for (const std::string& found : s.Found("login button")) {
    CHECK(found != "file src/features/auth/SignIn.tsx");
  }
}

TEST_CASE("finder: what was learned in one clone is found in another") {
  SearchShell s;
  s.Track({"src/auth/flow.ts", "src/b.ts"});
  s.tree.Write("w/.git/config",
               "[remote \"origin\"]\n\turl = git@example.org:team/app.git\n");
  SearchRecord record;
  record.action = SearchAction::kFound;
  record.query = "login button";
  record.words = QueryBits(record.query);
  record.score = 1;
  record.at_ms = s.now_ms;
  record.repository = s.cwd;
  record.target = {SearchKind::kFile, s.cwd + "/src/auth/flow.ts"};
  REQUIRE(s.engine->store().log().AppendRecords({record}).ok());
  for (const char* name : {"clone", "other"}) {
    const std::string root = s.tree.MakeDir(name);
    s.tree.Write(std::string(name) + "/.git/HEAD", "ref: refs/heads/main\n");
    s.tree.Write(std::string(name) + "/.git/config",
                 "[remote \"origin\"]\n\turl = https://example.org/team/" +
                     std::string(name == std::string("clone") ? "app" : "x") +
                     "\n");
    s.tree.Write(std::string(name) + "/src/auth/flow.ts", "");
  }
  s.cwd = s.tree.Path("clone");
  auto found = s.Ask("login button").answer.results;
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].target.text == s.cwd + "/src/auth/flow.ts");
  CHECK(found[0].score > 0.8);
  s.cwd = s.tree.Path("other");
  found = s.Ask("login button").answer.results;
  CHECK((found.empty() || found[0].score < 0.5));
}

TEST_CASE("finder: a wrong association gives way") {
  SearchShell s;
  s.Track({"src/old.ts", "src/new.ts"});
  s.Ask("payment gateway");
  s.Type("cat src/old.ts");
  s.Type("make");
  CHECK(s.First("payment gateway") == "file src/old.ts");
  for (int i = 0; i < 3; ++i) {
    s.Ask("payment gateway");
    s.Type("rg gateway");
    s.Type("vim src/new.ts");
    s.Type("make");
  }
  CHECK(s.First("payment gateway") == "file src/new.ts");
  CHECK(s.engine->store().searches().counts().missed > 0);
}

TEST_CASE("finder: scores are in [0, 1], and the same state gives the same") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  SearchShell s;
  std::vector<std::string> names;
  for (int i = 0; i < 60; ++i)
    names.push_back("src/w" + std::to_string(i % 9) + "/f" + std::to_string(i));
  s.Track(names);
  for (int i = 0; i < 60; ++i) {
    s.Type("run w" + std::to_string(random() % 9) + " f" +
               std::to_string(random() % 30),
           static_cast<int>(random() % 2));
  }
  Config config =
      Config::Load("", [](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_SEARCH_LEARN") return "false";
        return std::nullopt;
      });
  s.engine->SetConfig(config);
  for (const char* query :
       {"w3", "f1 w2", "run", "\xff\xfe", "src f5", "-- !"}) {
    SearchReply once = s.Ask(query);
    s.now_ms -= 2000;
    SearchReply again = s.Ask(query);
    REQUIRE(once.answer.results.size() == again.answer.results.size());
    double before = 1;
    for (size_t i = 0; i < once.answer.results.size(); ++i) {
      const SearchResult& r = once.answer.results[i];
      CHECK(r.target == again.answer.results[i].target);
      CHECK(r.score <= before);
      CHECK(r.score >= 0);
      before = r.score;
    }
  }
}

TEST_CASE("search: formats tell of every kind, and why") {
  SearchShell s;
  s.Track({"src/login.c"});
  s.Type("make login");
  auto text = RunCommand(s, "search", {"login"}).out;
  CHECK(text.find("  0  make login\n") != std::string::npos);
  CHECK(text.find("file                     src/login.c\n") !=
        std::string::npos);
  CHECK(RunCommand(s, "search", {"--in", "files", "--format", "fzf", "login"})
            .out == "src/login.c\tfile\n");
  auto why =
      RunCommand(s, "search", {"--explain", "--in", "files", "login"}).out;
  CHECK(why.find("    score 0.") != std::string::npos);
  CHECK(why.find("      words ") != std::string::npos);
  auto json = RunCommand(s, "search", {"--format", "json", "login"}).out;
  CHECK(
      json.starts_with("{\"ok\":true,\"query\":\"login\",\"scope\":\"global\","
                       "\"best_score\":0."));
  CHECK(json.find("\"kind\":\"file\",\"text\":\"" + s.cwd + "/src/login.c\"") !=
        std::string::npos);
  CHECK(json.find("\"cmd\":\"make login\"") != std::string::npos);
  CHECK(json.find('\n') == json.size() - 1);
  const std::string drive = AnswerDrive(
      *s.engine,
      "{\"op\":\"search\",\"cwd\":\"" + s.cwd +
          "\",\"ts\":1700000900,\"query\":\"login\",\"in\":\"files\"}");
  CHECK(drive.find("/src/login.c\",\"score\":0.") != std::string::npos);
  CHECK(AnswerDrive(*s.engine, "{\"op\":\"search\",\"in\":\"x\"}")
            .starts_with("{\"ok\":false"));
  testing::CheckUsage(RunCommand(s, "search", {"--in", "x", "y"}));
  testing::CheckUsage(
      RunCommand(s, "search", {"--in", "files", "--exit", "ok", "y"}));
}

}  // namespace synapse
