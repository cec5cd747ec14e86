// Search sessions through the engine: lines that a shell runs after a search.
#include "search/associations.h"
#include "tests/command/command_testing.h"
#include "tests/store/clear_index.h"

namespace synapse {
namespace {

using testing::FilesWith;
using testing::RunCommand;
using testing::Session;

struct SearchingShell : Session {
  explicit SearchingShell(bool persistent = true,
                          int64_t slow_commit_us = 1'000'000'000)
      : Session(persistent, slow_commit_us) {
    file = tree.Write("w/src/auth/LoginButton.tsx", "");
    tree.Write("w/src/Button.tsx", "");
  }
  void Ask(const std::string& query, double best = 0.3) {
    AnsweredSearch s;
    s.session = session;
    s.query = query;
    s.best_score = best;
    s.at_ms = now_ms += 1000;
    s.cwd = cwd;
    engine->search().Asked(s);
  }
  // Runs a line a second after the line before.
  void Type(const std::string& line, int exit = 0) {
    ::synapse::Run run;
    run.session = session;
    run.cwd = cwd;
    run.command = line;
    run.start_ms = now_ms += 1000;
    run.exit = exit;
    REQUIRE(engine->Record(run).ok());
  }
  std::string First(const std::string& query) {
    engine->CatchUpFully();
    auto found = AssociationsOf(engine->store(), {query, "", now_ms});
    return found.empty() ? "" : found[0].target.text;
  }
  std::string file;
};

}  // namespace

TEST_CASE("search learning: grep, an editor, and on to other work") {
  for (bool persistent : {true, false}) {
    for (const int64_t slow : {1'000'000'000, 0}) {
      SearchingShell s(persistent, slow);
      s.Ask("login button component");
      s.Type("synapse search login button component");
      s.Type("grep -rn 'login.*button' src | head");
      CHECK(s.First("login button").empty());
      s.Type("vim +3 src/auth/LoginButton.tsx");
      s.Type("make");
      CHECK(s.First("login button") == s.file);
    }
  }
}

TEST_CASE("search learning: the file is the argument of the next command") {
  SearchingShell s;
  s.Ask("login button");
  s.Type("cd src/auth && node LoginButton.tsx");
  s.Type("git status");
  CHECK(s.First("login button") == s.file);
}

// Whoever asks the same again is told at once.
TEST_CASE("search learning: the next search is answered with what was found") {
  for (const int64_t slow : {1'000'000'000, 0}) {
    SearchingShell s(/*persistent=*/true, slow);
    const auto search = [&] {
      return RunCommand(s, "search", {"purple", "walrus"},
                        CommandProcess::kShell);
    };
    CHECK(search().status != 0);
    s.Type("less src/Button.tsx");
    const auto again = search();
    CHECK(again.status == 0);
    CHECK(again.out.find("Button.tsx") != std::string::npos);
  }
}

TEST_CASE("search learning: the command that was run in the end") {
  SearchingShell s;
  s.Ask("restart web");
  s.Type("history | grep restart");
  s.Type("synapse search restart web; make");
  s.Type("ps aux | grep web");
  s.Type("systemctl restart nginx");
  CHECK(s.First("restart web") == "systemctl restart nginx");
  // An unrelated line teaches nothing.
  s.Ask("rotate certificates");
  s.Type("git status");
  CHECK(s.First("rotate certificates").empty());
}

// The search ran in another process of the session, as in `$(synapse search)`.
TEST_CASE("search learning: a search of another process is taken over") {
  SearchingShell s;
  s.Type("ls");
  {
    SearchingShell& other = s;
    auto own = std::move(other.engine);
    other.Open();
    other.Ask("login button");
    other.engine = std::move(own);
  }
  s.Type("vim src/auth/LoginButton.tsx");
  s.Type("make");
  CHECK(s.First("login button") == s.file);
  // The end of the shell resolves a search, too.
  s.Ask("button style");
  s.Type("vim src/Button.tsx");
  s.engine.reset();
  s.Open();
  CHECK(s.First("button style") == s.tree.Path("w/src/Button.tsx"));
}

TEST_CASE("search learning: what is learned survives a rebuild of the index") {
  SearchingShell s;
  s.Ask("login button");
  s.Type("vim src/auth/LoginButton.tsx");
  s.Type("make");
  REQUIRE(testing::ClearIndex(s.engine->store()).ok());
  REQUIRE(s.engine->learner().rebuild().Run(nullptr).ok());
  CHECK(s.First("login button") == s.file);
  REQUIRE(s.engine->store().CompactLog().ok());
  CHECK(s.First("login button") == s.file);
}

TEST_CASE("search learning: nothing while incognito, nor of what is private") {
  for (Incognito mode : {Incognito::kEphemeral, Incognito::kNoSend}) {
    SearchingShell s;
    s.engine->SetIncognito(mode);
    s.Ask("login hunter2horse");
    s.Type("vim src/auth/LoginButton.tsx");
    s.Type("make");
    s.engine->SetIncognito(Incognito::kOff);
    s.Type("make");
    CHECK(s.First("login").empty());
    CHECK(s.engine->store().searches().last() == 0);
    CHECK(FilesWith(s.tree.Path("store"), "hunter2horse").empty());
  }
  SearchingShell s;
  s.Ask("  blanks before");
  s.Ask("export TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345");
  CHECK(s.engine->store().searches().last() == 0);
}

TEST_CASE("search learning: off with one key, and the history goes on") {
  SearchingShell s;
  Config config =
      Config::Load("", [](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_SEARCH_LEARN") return "false";
        return std::nullopt;
      });
  s.engine->SetConfig(config);
  s.Ask("login button");
  s.Type("vim src/auth/LoginButton.tsx");
  s.Type("make");
  CHECK(s.engine->store().searches().last() == 0);
  CHECK(s.engine->store().info().event_count == 2);
  CHECK(RunCommand(s, "learn", {"stats"})
            .out.starts_with("search.learn is off\n"));
}

TEST_CASE("search learning: what is forgotten is not learned afterwards") {
  SearchingShell s;
  s.Ask("login button");
  s.Type("vim src/auth/LoginButton.tsx");
  REQUIRE(RunCommand(s, "history", {"forget", "LoginButton"}).status == 0);
  s.Type("make");
  CHECK(s.First("login button").empty());
  s.engine.reset();
  CHECK(FilesWith(s.tree.Path("store"), "LoginButton").empty());
}

TEST_CASE("search learning: an export holds it, and an import brings it") {
  SearchingShell s;
  s.Ask("login button");
  s.Type("vim src/auth/LoginButton.tsx");
  s.Type("make");
  const std::string all = RunCommand(s, "history", {"export", "--all"}).out;
  CHECK(all.find("\"record\":\"search\",\"action\":\"found\"") !=
        std::string::npos);
  const std::string path = s.tree.Write("all.jsonl", all);
  SearchingShell other;
  REQUIRE(RunCommand(other, "history", {"import", path}).status == 0);
  REQUIRE(RunCommand(other, "history", {"import", path}).status == 0);
  CHECK(RunCommand(other, "history", {"export", "--all"}).out == all);
  CHECK(other.First("login button") == s.file);
}

TEST_CASE("search learning: synapse learn stats") {
  SearchingShell s;
  s.Ask("login button");
  s.Type("grep login src/auth/LoginButton.tsx");
  s.Type("vim src/auth/LoginButton.tsx");
  s.Type("make");
  s.Ask("deploy");
  CHECK(RunCommand(s, "learn", {"stats", "--format", "json"}).out ==
        "{\"enabled\":true,\"sessions_started\":2,\"sessions_resolved\":1,"
        "\"sessions_timeout\":0,\"files_learned\":1,"
        "\"associations_created\":1,\"associations_missed\":0,"
        "\"active_sessions\":1}\n");
  const std::string text = RunCommand(s, "learn", {"stats"}).out;
  CHECK(text.starts_with("      2  searches had poor results\n"));
  testing::CheckUsage(RunCommand(s, "learn", {}));
  testing::CheckUsage(RunCommand(s, "learn", {"stats", "--no-such"}));
}

}  // namespace synapse
