#include "record/weekly_report.h"

#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::FilesWith;
using testing::Session;

constexpr int64_t kDayMs = WeeklyReport::kDayMs;

// A suggestion of `keys` keys was taken, and the line ran.
void Take(Session& s, const std::string& line) {
  Event event;
  event.session = s.session;
  event.command = line;
  event.start_ms = s.now_ms += 60'000;
  event.suggestion = SuggestionSummary();
  event.suggestion->match_type = MatchType::kExact;
  FeedbackRecord feedback;
  feedback.session = s.session;
  feedback.action = FeedbackAction::kAccepted;
  feedback.suggestion = feedback.executed = line;
  feedback.at_ms = event.start_ms;
  REQUIRE(s.engine->store().log().AppendRecords({event, feedback}).ok());
}

// The store's first day, and a week with a finding.
void Week(Session& s) {
  REQUIRE(s.engine->weekly_report().Prepare(s.now_ms).ok());
  s.now_ms += 6 * kDayMs;
  s.Run("ls ./gone", 4, /*exit=*/2);
  s.now_ms += kDayMs;
  s.engine->clock().Fix(s.now_ms);
}

std::string Shown(Session& s) {
  return s.engine->weekly_report().Take(s.now_ms);
}

}  // namespace

TEST_CASE("weekly report: after a week, once, and again after another week") {
  Session s;
  // A week before the first one there is nothing to say.
  REQUIRE(s.engine->Reflect().ok());
  CHECK(Shown(s) == "");
  Week(s);
  REQUIRE(s.engine->Reflect().ok());
  s.Open();
  const std::string line = Shown(s);
  INFO(line);
  CHECK(line.find("`ls ./gone` failed each of 4 times in ") != line.npos);
  CHECK(line.find("synapse config set prompt.notices false") != line.npos);
  // Another shell, the same day.
  s.Open();
  CHECK(Shown(s) == "");
  s.engine->clock().Fix(s.now_ms += kDayMs);
  REQUIRE(s.engine->Reflect().ok());
  s.Open();
  CHECK(Shown(s) == "");
  // The finding was reported, and there is no other.
  s.engine->clock().Fix(s.now_ms += 7 * kDayMs);
  s.Run("ls ./gone", 4, /*exit=*/2);
  REQUIRE(s.engine->Reflect().ok());
  s.Open();
  CHECK(Shown(s) == "");
  s.Run("cat ./none", 4, /*exit=*/1);
  s.engine->clock().Fix(s.now_ms += kDayMs);
  REQUIRE(s.engine->Reflect().ok());
  s.Open();
  CHECK(Shown(s).find("`cat ./none` failed each of 4 times") !=
        std::string::npos);
}

TEST_CASE("weekly report: keys saved in the week") {
  Session s;
  REQUIRE(s.engine->weekly_report().Prepare(s.now_ms).ok());
  s.now_ms += 7 * kDayMs;
  Take(s, "frobnicate --with many arguments");
  s.engine->clock().Fix(s.now_ms);
  REQUIRE(s.engine->Reflect().ok());
  // Fewer keys than kLeastKeys in one suggestion: 31 of 32 were saved.
  CHECK(Shown(s).starts_with("31 keys saved in a week. `synapse config set"));
}

TEST_CASE("weekly report: a shell asks once a day") {
  Session s;
  CHECK(Shown(s) == "");
  Week(s);
  REQUIRE(s.engine->Reflect().ok());
  s.Open();
  WeeklyReport& shell = s.engine->weekly_report();
  CHECK(shell.Take(s.now_ms - kDayMs) == "");  // not yet prepared
  CHECK(shell.Take(s.now_ms - 1) == "");
  CHECK(shell.Take(s.now_ms) != "");
}

TEST_CASE("weekly report: an old one waits until it is prepared anew") {
  Session s;
  Week(s);
  REQUIRE(s.engine->Reflect().ok());
  s.engine->clock().Fix(s.now_ms += 5 * kDayMs);
  s.Open();
  CHECK(Shown(s) == "");
  s.Run("ls ./gone", 1, /*exit=*/2);
  s.engine->clock().Fix(s.now_ms);
  REQUIRE(s.engine->Reflect().ok());
  s.Open();
  CHECK(Shown(s).find("`ls ./gone` failed each of 5 times") !=
        std::string::npos);
}

TEST_CASE("weekly report: a forgotten line is in no file and no report") {
  Session s;
  Week(s);
  REQUIRE(s.engine->Reflect().ok());
  REQUIRE(s.engine->HideAndFinish("ls ./gone", s.now_ms).ok());
  CHECK(FilesWith(s.tree.Path("store"), "./gone").empty());
  CHECK(Shown(s) == "");
}

TEST_CASE("weekly report: not in an incognito shell, not if turned off") {
  Session s;
  Week(s);
  Config config = s.engine->config();
  REQUIRE(config.SetDefault("prompt.notices", "false"));
  s.engine->SetConfig(config);
  REQUIRE(s.engine->Reflect().ok());
  CHECK(Shown(s) == "");
  REQUIRE(s.engine->weekly_report().Prepare(s.now_ms).ok());
  s.Open();
  s.engine->SetIncognito(Incognito::kEphemeral);
  CHECK(Shown(s) == "");
  s.engine->SetIncognito(Incognito::kOff);
  CHECK(Shown(s) != "");
}

TEST_CASE("weekly report: a destructive line is not shown without a request") {
  Session s;
  REQUIRE(s.engine->weekly_report().Prepare(s.now_ms).ok());
  s.now_ms += 7 * kDayMs;
  s.Run("rm -rf ./gone/", 4, /*exit=*/1);
  s.engine->clock().Fix(s.now_ms);
  REQUIRE(s.engine->Reflect().ok());
  CHECK(Shown(s) == "");
}

TEST_CASE("weekly report: damaged and foreign files say nothing") {
  Session s;
  Week(s);
  for (const std::string& bytes :
       {std::string(), std::string("x"), std::string(24, '\xff'),
        std::string(4096, 'a'), std::string(24, '\0')}) {
    s.tree.Write("store/weekly", bytes);
    s.Open();
    CHECK(Shown(s) == "");
  }
}

}  // namespace synapse
