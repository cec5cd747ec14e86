// Feedback in an engine: accepted, dismissed and edited suggestions change the
// next prompt, and the effect decays.
#include "learn/feedback.h"

#include <algorithm>

#include "tests/engine/engine_testing.h"

namespace synapse {

using testing::Session;

TEST_CASE("engine: feedback on a line that was changed is not praise") {
  Session s;
  CHECK(s.engine->Feedback(FeedbackAction::kAccepted, "git push", "git pull")
            .ok());
  double weight = 1;
  CHECK(s.engine->store()
            .index()
            .Read([&](Kv& kv) {
              weight =
                  ReadFeedback(kv, IdOf("git push"), s.engine->clock().NowMs())
                      .lasting;
            })
            .ok());
  CHECK(weight < 0);
}

// Feedback "edited then run".
TEST_CASE(
    "engine: a line that is always changed gives way to what it becomes") {
  Session s;
  const std::string plain = "git push", changed = "git push --follow-tags";
  const auto change = [&](const std::string& into) {
    CHECK(s.engine->Feedback(FeedbackAction::kAccepted, plain, into).ok());
    s.Run(into);
    s.Run("ls");
  };
  for (int i = 0; i < 60; ++i) {
    s.Run(plain);
    s.Run("ls");
  }
  for (int i = 0; i < 3; ++i) change(changed);
  CHECK(s.First("git pu") == plain);
  change(changed);
  CHECK(s.First("git pu") == changed);
  CHECK(s.First("git p") == changed);
  // The plain line runs again, typed by hand.
  s.Run(plain);
  s.Run("ls");
  CHECK(s.First("git pu") == plain);
}

TEST_CASE("engine: how much taking and dismissing count is configured") {
  Session s;
  EngineOptions options = s.engine->options();
  options.store = s.tree.Path("other-store");
  options.config =
      Config::Load("", [](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_LEARNING_FEEDBACK_BOOST_ACCEPT") return "0.5";
        if (name == "SYNAPSE_LEARNING_FEEDBACK_PENALTY_DISMISS") return "0.4";
        return std::nullopt;
      });
  Engine engine(std::move(options));
  engine.clock().Fix(s.now_ms);
  auto after = [&](FeedbackAction action) {
    double weight = 0;
    REQUIRE(engine.Feedback(action, "ls", "").ok());
    engine.NewPrompt();
    REQUIRE(engine.store()
                .index()
                .Read([&](Kv& kv) {
                  weight = ReadFeedback(kv, IdOf("ls"), s.now_ms).lasting;
                })
                .ok());
    return weight;
  };
  CHECK(after(FeedbackAction::kAccepted) == doctest::Approx(0.5));
  CHECK(after(FeedbackAction::kDismissed) == doctest::Approx(0.1));
  CHECK(after(FeedbackAction::kIgnored) == doctest::Approx(0.05));
  CHECK(after(FeedbackAction::kEdited) == doctest::Approx(-0.05));
}

TEST_CASE(
    "engine: one dismissal is seen at the next prompt, and is over soon") {
  Session s;
  for (int i = 0; i < 3; ++i) {
    s.Run("echo one");
    s.Run("echo two");
  }
  s.tree.Write("w/alpha.txt", "");
  s.tree.Write("w/beta.txt", "");
  s.engine->clock().Fix(s.now_ms);
  for (const std::string typed : {"echo ", "cat "}) {
    INFO(typed);
    const std::string first = s.First(typed);
    REQUIRE(first.size() > typed.size());
    auto now = [&] {
      s.engine->NewPrompt();
      for (const Suggestion& g : s.Suggest(typed, 20)) {
        if (g.text == first) return g;
      }
      return Suggestion();
    };
    const Suggestion before = now();
    REQUIRE(
        s.engine
            ->Feedback(FeedbackAction::kDismissed, first, "pwd", {}, s.now_ms)
            .ok());
    const Suggestion dismissed = now();
    CHECK(dismissed.text == first);
    CHECK(dismissed.confidence < before.confidence);
    CHECK(dismissed.score < before.score / 10);
    if (typed == "cat ") CHECK(s.First(typed) != first);
    s.engine->clock().Fix(s.now_ms += 3 * 3600 * 1000);
    CHECK(now().score > before.score / 2);
  }
}

TEST_CASE("engine: a word that was put in place of another comes before it") {
  Session s;
  for (const char* name : {"alpha.txt", "beta.txt", "gamma.txt"}) {
    s.tree.Write(std::string("w/") + name, "");
  }
  s.engine->clock().Fix(s.now_ms);
  const std::string first = s.First("cat ");
  const std::string other =
      first == "cat beta.txt" ? "cat gamma.txt" : "cat beta.txt";
  for (int i = 0; i < 5; ++i) {
    REQUIRE(
        s.engine->Feedback(FeedbackAction::kEdited, first, other, {}, s.now_ms)
            .ok());
  }
  s.engine->NewPrompt();
  CHECK(s.First("cat ") == other);
}

TEST_CASE(
    "engine: a source whose suggestions are dismissed counts for less, and "
    "is never silent") {
  Session s;
  s.tree.Write("w/alpha.txt", "");
  s.engine->clock().Fix(s.now_ms);
  auto score = [&] {
    s.engine->NewPrompt();
    for (const Suggestion& g : s.Suggest("cat ", 20)) {
      if (g.text == "cat alpha.txt") return g.score;
    }
    return 0.0;
  };
  const double before = score();
  REQUIRE(before > 0);
  for (int i = 0; i < 200; ++i) {
    FeedbackRecord f;
    f.action = FeedbackAction::kDismissed;
    f.at_ms = s.now_ms;
    f.suggestion = "cat other" + std::to_string(i);
    f.source = "filesystem";
    REQUIRE(s.engine->learner().RecordAll({f}).ok());
  }
  const double after = score();
  CHECK(after < before);
  CHECK(after > before / 2);
}

TEST_CASE(
    "engine: what is taken gains on its equals, what is dismissed loses") {
  Session s;
  for (const char* name : {"one", "two", "file"}) {
    s.tree.Write(std::string("w/") + name, "");
  }
  for (int i = 0; i < 3; ++i) {
    s.Run("ls one");
    s.Run("cat file");
    s.Run("ls two");
    s.Run("sort file");
  }
  s.engine->clock().Fix(s.now_ms);
  auto score = [&](const std::string& text) {
    for (const Suggestion& g : s.Suggest("l", 20)) {
      if (g.text == text) return g.confidence;
    }
    return 0.0;
  };
  double before = score("ls one");
  REQUIRE(before > 0);
  REQUIRE(
      s.engine->Feedback(FeedbackAction::kAccepted, "ls one", "ls one").ok());
  s.engine->NewPrompt();
  double taken = score("ls one");
  CHECK(taken > before);
  for (int i = 0; i < 4; ++i) {
    REQUIRE(
        s.engine->Feedback(FeedbackAction::kDismissed, "ls one", "ls").ok());
  }
  s.engine->NewPrompt();
  CHECK(score("ls one") < before);
}

}  // namespace synapse
