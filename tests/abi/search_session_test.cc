// A history search that is left without a choice is followed, as each search with
// poor results is.
#include "abi/handle.h"
#include "search/associations.h"
#include "tests/command/command_testing.h"

namespace synapse {
namespace {

struct SearchedShell {
  testing::Session session;
  synapse_engine s = {};
  std::string file;

  explicit SearchedShell(int64_t slow_commit_us = 1'000'000'000)
      : session(/*persistent=*/true, slow_commit_us) {
    file = session.tree.Write("w/src/auth/SignIn.tsx", "");
    session.Run("git status", 3);
    session.Run("vim notes.md", 3);
    s.host.ctx = this;
    s.host.cwd = [](void* shell, synapse_text* path) {
      *path = abi::Text(static_cast<SearchedShell*>(shell)->session.cwd);
      return 1;
    };
    s.pid = getpid();
    s.session = session.session;
    s.engine = std::move(session.engine);
    s.ghost = std::make_unique<Ghost>(*s.engine);
  }
  bool Open(const std::string& query) {
    s.engine->clock().Fix(session.now_ms += 1000);
    return synapse_list_open(&s, SYNAPSE_LIST_HISTORY, abi::Text(query),
                             query.size()) == 1;
  }
  std::string Rows() {
    std::string rows;
    const int count = synapse_list_draw(&s, 80, 24, SYNAPSE_COMBINING_DRAWN);
    for (int i = 0; i < count; ++i) {
      synapse_text row;
      const synapse_span* spans;
      (void)synapse_list_row(&s, i, &row, &spans);
      rows.append(abi::View(row)) += '\n';
    }
    return rows;
  }
  void Type(const std::string& line) {
    Run run;
    run.session = s.session;
    run.cwd = session.cwd;
    run.command = line;
    run.start_ms = session.now_ms += 1000;
    run.exit = 0;
    REQUIRE(s.engine->Record(run).ok());
  }
  std::string Found(const std::string& query) {
    s.engine->CatchUpFully();
    const auto found =
        AssociationsOf(s.engine->store(), {query, "", session.now_ms});
    return found.empty() ? "" : found[0].target.text;
  }
};

}  // namespace

TEST_CASE("search session: the next similar history search shows it first") {
  SearchedShell shell;
  REQUIRE(shell.Open("login form"));
  synapse_list_close(&shell.s);
  shell.Type("vim src/auth/SignIn.tsx");
  // The next search begins: what was opened last was it.
  REQUIRE(shell.Open("form login"));
  CHECK(shell.Rows().find("less src/auth/SignIn.tsx") != std::string::npos);
  CHECK(shell.Rows().find("found after this search") != std::string::npos);
  synapse_text line;
  REQUIRE(synapse_list_take(&shell.s, &line) == 1);
  CHECK(abi::View(line) == "less src/auth/SignIn.tsx");
  synapse_list_close(&shell.s);

  // What is typed changes it, and so does the file's end.
  REQUIRE(shell.Open("git"));
  CHECK(shell.Rows().find("less src") == std::string::npos);
  for (char c : std::string("\x15login form")) synapse_list_key(&shell.s, c);
  CHECK(shell.Rows().find("less src") != std::string::npos);
  synapse_list_close(&shell.s);
  REQUIRE(unlink(shell.file.c_str()) == 0);
  REQUIRE(shell.Open("login form"));
  CHECK(shell.Rows().find("less src") == std::string::npos);
}

// search-feedback-loop 1.2. On a slow disk the next search had no row for what
// was found until the records were folded into the log, up to a minute later.
TEST_CASE("search session: what waits to be written is found, too") {
  SearchedShell shell(/*slow_commit_us=*/0);
  REQUIRE(shell.Open("login form"));
  synapse_list_close(&shell.s);
  shell.Type("vim src/auth/SignIn.tsx");
  shell.Type("make");
  REQUIRE(shell.Open(""));
  CHECK(shell.s.engine->event_writer().waiting() > 0);
  for (char c : std::string("login form")) synapse_list_key(&shell.s, c);
  CHECK(shell.Rows().find("less src/auth/SignIn.tsx") != std::string::npos);
  synapse_list_close(&shell.s);
  shell.s.engine->CatchUpFully();
  CHECK(shell.s.engine->event_writer().waiting() == 0);
  REQUIRE(shell.Open("login form"));
  CHECK(shell.Rows().find("less src/auth/SignIn.tsx") != std::string::npos);
}

TEST_CASE("search session: a history search that finds nothing teaches") {
  SearchedShell shell;
  REQUIRE(shell.Open("login form"));
  synapse_list_close(&shell.s);
  shell.Type("vim src/auth/SignIn.tsx");
  shell.Type("make");
  CHECK(shell.Found("login form") == shell.file);
}

TEST_CASE("search session: so does one that is left, and none with a choice") {
  SearchedShell shell;
  REQUIRE(shell.Open("notes"));
  synapse_list_close(&shell.s);
  shell.Type("vim src/auth/SignIn.tsx");
  shell.Type("make");
  CHECK(shell.Found("notes") == shell.file);

  SearchedShell other;
  REQUIRE(other.Open("notes"));
  synapse_text line;
  REQUIRE(synapse_list_take(&other.s, &line) == 1);
  synapse_list_close(&other.s);
  other.Type("vim src/auth/SignIn.tsx");
  other.Type("make");
  CHECK(other.Found("notes").empty());

  SearchedShell silent;
  silent.s.engine->SetIncognito(Incognito::kEphemeral);
  REQUIRE(silent.Open("login form"));
  synapse_list_close(&silent.s);
  silent.s.engine->SetIncognito(Incognito::kOff);
  silent.Type("vim src/auth/SignIn.tsx");
  silent.Type("make");
  CHECK(silent.Found("login form").empty());
}

}  // namespace synapse
