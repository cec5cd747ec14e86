#include "search/search_sessions.h"

#include "tests/testing.h"

namespace synapse {
namespace {

constexpr int64_t kStart = 1700000000000;

// Runs calls a second apart, and lists the records that they gave.
struct Shell {
  SearchSessions sessions{[this](SearchRecord r) {
    SearchCounts& c = counts;
    c.Add(r);
    char score[16];
    snprintf(score, sizeof score, "%.2f", static_cast<double>(r.score));
    if (r.action == SearchAction::kAsked) return;
    reported.push_back(
        std::string(SearchActionName(r.action)) + " " + r.query +
        (r.target.text.empty() ? "" : " -> " + r.target.text) +
        (r.action == SearchAction::kExpired ? "" : std::string(" ") + score));
    last = r;
  }};
  int64_t now_ms = kStart;
  SearchCounts counts;
  std::vector<std::string> reported;
  SearchRecord last;
  std::string session = "s";

  bool Search(const std::string& query, double best = 0.42,
              std::vector<SearchTarget> shown = {}) {
    AnsweredSearch s;
    s.session = session;
    s.query = query;
    s.best_score = best;
    s.results = best > 0;
    s.at_ms = now_ms += 1000;
    s.repository = "/r";
    s.shown = std::move(shown);
    return sessions.OnSearch(s);
  }
  void Grep(const std::string& pattern) {
    sessions.OnFallbackPattern(session, pattern, now_ms += 1000);
  }
  void Open(const std::string& path) {
    sessions.OnOpened(session, {SearchKind::kFile, path}, now_ms += 1000);
  }
  void Run(const std::string& line, bool ok = true) {
    sessions.OnTurnEnd(session, now_ms += 1000);
    sessions.OnCommand(session, line, ok, now_ms);
  }
  void TurnEnds() { sessions.OnTurnEnd(session, now_ms += 1000); }
};

using Reported = std::vector<std::string>;

}  // namespace

// docs/internals/search.md, "Search sessions", from the search to its result.
TEST_CASE("search sessions: a component is found by grep and read") {
  Shell s;
  CHECK(s.Search("login button component", 0.42));
  s.Grep("login.*button");
  s.Open("/r/src/features/auth/LoginButton.tsx");
  CHECK(s.reported.empty());
  s.TurnEnds();
  CHECK(s.reported == Reported{"found login button component -> "
                               "/r/src/features/auth/LoginButton.tsx 1.00"});
  CHECK(s.last.pattern == "login.*button");
  CHECK(s.last.repository == "/r");
  CHECK(s.counts.started == 1);
  CHECK(s.counts.resolved == 1);
  CHECK(s.counts.files == 1);
  CHECK(s.counts.associations == 1);
  CHECK(s.sessions.active() == 0);
  s.Open("/r/other");
  s.TurnEnds();
  CHECK(s.reported.size() == 1);
}

// Scenario 2.
TEST_CASE("search sessions: an endpoint is found") {
  Shell s;
  s.Search("user creation endpoint", 0.38);
  s.Grep("createUser|user.*create");
  s.Open("/r/src/api/routes/users.ts");
  s.TurnEnds();
  CHECK(s.reported == Reported{"found user creation endpoint -> "
                               "/r/src/api/routes/users.ts 1.00"});
}

TEST_CASE("search sessions: a good search is not watched, nor an empty one") {
  Shell s;
  CHECK_FALSE(s.Search("make", 0.65));
  CHECK_FALSE(s.Search("", 0));
  CHECK(s.Search("make", 0.64));
  s.sessions.Set({.on = false});
  CHECK(s.sessions.active() == 0);
  CHECK_FALSE(s.Search("make", 0.1));
  CHECK(s.counts.started == 1);
  s.sessions.Set({.on = true, .threshold = 0.9});
  CHECK(s.Search("make", 0.8));
}

TEST_CASE("search sessions: what comes too late does not count") {
  Shell s;
  s.Search("login");
  s.now_ms += 60'000;
  s.Open("/r/login.c");
  CHECK(s.reported == Reported{"expired login"});
  CHECK(s.counts.expired == 1);
  s.TurnEnds();
  CHECK(s.reported.size() == 1);

  // An editor may run for long: the file was opened in time.
  s.reported.clear();
  s.Search("login");
  s.Open("/r/login.c");
  s.now_ms += 3'600'000;
  s.Open("/r/lunch.txt");
  s.TurnEnds();
  CHECK(s.reported == Reported{"found login -> /r/login.c 1.00"});
}

TEST_CASE("search sessions: the file that was opened last counts most") {
  Shell s;
  s.Search("login");
  s.Open("/r/login.css");
  s.Open("/r/button.c");
  s.Open("/r/login.c");
  s.TurnEnds();
  CHECK(s.reported == Reported{"found login -> /r/login.c 1.00",
                               "found login -> /r/button.c 0.36",
                               "found login -> /r/login.css 0.60"});
  CHECK(s.counts.resolved == 1);
  CHECK(s.counts.files == 3);
}

TEST_CASE("search sessions: a command that was found resolves at once") {
  Shell s;
  s.Search("restart web");
  s.Grep("restart");
  s.Run("git status");
  s.Run("systemctl restart nginx", /*ok=*/false);
  CHECK(s.reported.empty());
  s.Run("sudo systemctl restart nginx");
  CHECK(s.reported ==
        Reported{"found restart web -> sudo systemctl restart nginx 1.00"});
}

TEST_CASE("search sessions: a refinement is the first search's, at half") {
  Shell s;
  s.Search("login widget");
  s.Search("login button");
  s.Search("nothing of it");
  s.Open("/r/LoginButton.tsx");
  s.TurnEnds();
  CHECK(s.reported ==
        Reported{"found login widget -> /r/LoginButton.tsx 0.50",
                 "found login button -> /r/LoginButton.tsx 1.00",
                 "found nothing of it -> /r/LoginButton.tsx 0.60"});
  // A repeated search is one search.
  s.reported.clear();
  s.Search("login");
  s.Search("login");
  s.Open("/r/login.c");
  s.TurnEnds();
  CHECK(s.reported.size() == 1);
  // The results are learned before the next search is watched.
  s.reported.clear();
  s.Search("login");
  s.Open("/r/login.c");
  s.Search("deploy");
  CHECK(s.reported.size() == 1);
  for (int i = 0; i < 20; ++i) s.Search("query" + std::to_string(i));
  CHECK(s.sessions.active() == SearchSessions::kMaxActive);
}

TEST_CASE("search sessions: shells do not see each other's") {
  Shell s;
  s.Search("login");
  s.session = "other";
  s.Open("/r/login.c");
  s.TurnEnds();
  CHECK(s.reported.empty());
  s.session = "s";
  s.sessions.OnSessionEnd("s", s.now_ms);
  CHECK(s.sessions.active() == 0);
  for (int i = 0; i < 200; ++i) {
    s.session = "s" + std::to_string(i);
    s.Search("login");
  }
  CHECK(s.sessions.active() == SearchSessions::kMaxSessions);
}

TEST_CASE("search sessions: what was shown first and is not it") {
  const SearchTarget wrong = {SearchKind::kFile, "/r/Old.tsx"};
  Shell s;
  // An association gave the result: it is watched though its score is good.
  CHECK(s.Search("login button", 0.9, {wrong}));
  CHECK(s.counts.started == 0);
  s.Grep("LoginButton");
  s.Open("/r/LoginButton.tsx");
  s.TurnEnds();
  CHECK(s.reported == Reported{"found login button -> /r/LoginButton.tsx 1.00",
                               "missed login button -> /r/Old.tsx 1.00"});
  CHECK(s.counts.missed == 1);
  // The user opened the file, and it was the right one.
  s.reported.clear();
  s.Search("login button", 0.9, {wrong});
  s.Open("/r/Old.tsx");
  s.TurnEnds();
  CHECK(s.reported == Reported{"found login button -> /r/Old.tsx 0.60"});
  // Without another search nothing is known of it.
  s.reported.clear();
  s.Search("login button", 0.9, {wrong});
  s.Open("/r/LoginButton.tsx");
  s.TurnEnds();
  CHECK(s.reported.size() == 1);
  // A search with a good score does not expire.
  s.Search("login button", 0.9, {wrong});
  s.now_ms += 100'000;
  s.TurnEnds();
  CHECK(s.counts.expired == 0);
}

TEST_CASE("search sessions: an agent's count less") {
  Shell s;
  AnsweredSearch asked{.session = "t",
                       .query = "login",
                       .best_score = 0.1,
                       .results = 3,
                       .at_ms = kStart,
                       .cwd = "/r",
                       .repository = "/r",
                       .shown = {},
                       .agent = true};
  s.sessions.OnSearch(asked);
  s.sessions.OnOpened("t", {SearchKind::kFile, "/r/login.c"}, kStart + 1);
  s.sessions.OnTurnEnd("t", kStart + 2);
  CHECK(s.reported == Reported{"found login -> /r/login.c 0.80"});
  CHECK(s.last.agent);
}

}  // namespace synapse
