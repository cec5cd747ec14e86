#include "search/recent.h"

#include "tests/search/search_testing.h"

namespace synapse {
namespace {

using testing::SearchShell;
using Lines = std::vector<std::string>;

// The log of a shell, and the results of a search in it.
struct LongLog {
  SearchShell shell;
  std::string session = "s";

  LongLog() {
    std::vector<Event> events;
    for (size_t i = 0; i < 2 * kMaxEvents; ++i) {
      Event e;
      e.command =
          i == 10 ? "terraform plan old" : "make target" + std::to_string(i);
      e.session = i % 2 ? "odd" : "even";
      e.cwd = i == 10 || i == 12 ? "/old" : "/new";
      e.repository = e.cwd;
      e.start_ms = shell.now_ms + static_cast<int64_t>(i) * 1000;
      e.exit = i == 10 ? 2 : 0;
      e.previous = i < 2 ? 0 : i - 1;  // sequences begin with 1
      events.push_back(std::move(e));
    }
    Learner& learner = shell.engine->learner();
    REQUIRE(learner.store().log().Append(events).ok());
    REQUIRE(learner.rebuild().Run(nullptr).ok());
  }

  SearchReply Ask(const std::string& text, SearchScope scope,
                  const std::string& cwd, HistorySearch::Wanted wanted = {}) {
    SearchRequest r;
    r.query.text = text;
    r.query.kinds = SearchKinds::Only(SearchKind::kCommand);
    r.query.scope = scope;
    r.query.limit = 3;
    r.query.origin = {session, cwd, cwd};
    r.query.now_ms = shell.now_ms + 100'000'000;
    r.wanted = std::move(wanted);
    return AnswerSearch(*shell.engine, r);
  }
};

Lines TextsOf(const SearchReply& reply) {
  Lines out;
  for (const SearchResult& r : reply.answer.results) {
    out.push_back(r.target.text);
  }
  return out;
}
std::string Target(size_t i) { return "make target" + std::to_string(i); }

}  // namespace

TEST_CASE("recent: of a long log the newest are read, and it is said") {
  LongLog log;
  constexpr size_t kLast = 2 * kMaxEvents - 1;
  using enum SearchScope;
  {
    INFO("without a query the latest");
    auto reply = log.Ask("", kGlobal, "/new");
    CHECK(TextsOf(reply) ==
          Lines{Target(kLast), Target(kLast - 1), Target(kLast - 2)});
    CHECK(reply.answer.complete);
  }
  {
    INFO("scattered letters only in what is recent, or in the directory");
    auto reply = log.Ask("trfplnod", kGlobal, "/new");
    CHECK(TextsOf(reply).empty());
    CHECK_FALSE(reply.answer.complete);
    CHECK(TextsOf(log.Ask("trfplnod", kDirectory, "/old")) ==
          Lines{"terraform plan old"});
    CHECK(TextsOf(log.Ask("mktg" + std::to_string(kLast), kGlobal, "/new")) ==
          Lines{Target(kLast)});
  }
  {
    INFO("words, and signs with them, in all of it");
    CHECK(TextsOf(log.Ask("terraform", kGlobal, "/new")) ==
          Lines{"terraform plan old"});
    CHECK(TextsOf(log.Ask("^terraform old$ !make", kGlobal, "/new")) ==
          Lines{"terraform plan old"});
    CHECK(TextsOf(log.Ask("^plan", kGlobal, "/new")).empty());
    auto failed = [](const Event& e) { return e.failed(); };
    CHECK(TextsOf(log.Ask("terraform", kGlobal, "/new", failed)) ==
          Lines{"terraform plan old"});
    auto ok = [](const Event& e) { return e.exit == 0; };
    CHECK(TextsOf(log.Ask("terraform", kGlobal, "/new", ok)).empty());
  }
  {
    INFO("of a directory and a repository the index has all lines");
    for (auto scope : {kDirectory, kRepository}) {
      auto reply = log.Ask("", scope, "/old");
      CHECK(TextsOf(reply) == Lines{Target(12), "terraform plan old"});
      CHECK(reply.answer.complete);
    }
    CHECK(TextsOf(log.Ask("!make", kRepository, "/old")) ==
          Lines{"terraform plan old"});
  }
  {
    INFO("a session by its chain");
    log.session = "odd";
    auto reply = log.Ask("", kSession, "/new");
    CHECK(TextsOf(reply) ==
          Lines{Target(kLast), Target(kLast - 2), Target(kLast - 4)});
    log.session = "none";
    reply = log.Ask("", kSession, "/new");
    CHECK(TextsOf(reply).empty());
    CHECK_FALSE(reply.answer.complete);
  }
}

TEST_CASE("recent: what came with an import is not the latest") {
  SearchShell s;
  s.Type("make one");
  s.Type("make two");
  std::vector<Event> old(kMaxEvents / 2);
  for (size_t i = 0; i < old.size(); ++i) {
    old[i].command = "old" + std::to_string(i);
    old[i].start_ms = s.now_ms - 1'000'000'000 + static_cast<int64_t>(i);
    old[i].imported = true;
  }
  REQUIRE(s.engine->store().log().Append(old).ok());
  SearchRequest r;
  r.query.limit = 2;
  r.query.origin = {s.session, s.cwd, ""};
  r.query.now_ms = s.now_ms + 1000;
  CHECK(TextsOf(AnswerSearch(*s.engine, r)) == Lines{"make two", "make one"});
}

}  // namespace synapse
