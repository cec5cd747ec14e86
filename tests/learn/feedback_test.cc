// Feedback teaches the text, its template, the word and the source.
#include "learn/feedback.h"

#include <string>
#include <vector>

#include "store/keys.h"
#include "store/memory_kv.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::kNow;

constexpr int64_t kMinute = 60 * 1000, kDay = 24 * 60 * kMinute;

struct Feedbacks {
  MemoryKv kv;

  void Report(FeedbackAction action, const std::string& suggestion,
              const std::string& buffer = "", const std::string& executed = "",
              const std::string& source = "") {
    FeedbackRecord f;
    f.action = action;
    f.at_ms = kNow;
    f.suggestion = suggestion;
    f.buffer = buffer;
    f.executed = executed;
    f.source = source;
    REQUIRE(LearnFeedback(kv, f).ok());
  }
  FeedbackWeight Of(uint64_t key, int64_t at = kNow) {
    return ReadFeedback(kv, key, at);
  }
  double Text(const std::string& text, int64_t at = kNow) {
    return Of(IdOf(text), at).lasting;
  }
  double Word(const std::string& left, const std::string& word) {
    const WordContext context = SplitOpen(left).context;
    return Of(WordFeedbackKey(FeedbackContext(context, {}), word)).lasting;
  }
};

}  // namespace

TEST_CASE("feedback: the line that a suggestion became, how often in a row") {
  Feedbacks f;
  const LineId from = IdOf("make");
  CHECK_FALSE(HasChanges(f.kv));
  CHECK(ReadChange(f.kv, from).times == 0);
  for (const char* into : {"make test", "make all", "make all"}) {
    f.Report(FeedbackAction::kEdited, "make", "", into);
  }
  CHECK(HasChanges(f.kv));
  CHECK(ReadChange(f.kv, from).into == IdOf("make all"));
  CHECK(ReadChange(f.kv, from).times == 2);
  // What ran is private, or the suggestion was only skipped.
  f.Report(FeedbackAction::kEdited, "make");
  f.Report(FeedbackAction::kIgnored, "make", "", "make all");
  CHECK(ReadChange(f.kv, from).times == 2);
  f.Report(FeedbackAction::kAccepted, "make", "", "make");
  CHECK(ReadChange(f.kv, from).times == 0);
}

TEST_CASE(
    "feedback: taken lifts, dismissed lowers, both fade and are clamped") {
  Feedbacks f;
  CHECK(f.Text("git push") == 0);
  f.Report(FeedbackAction::kAccepted, "git push");
  CHECK(f.Text("git push") == doctest::Approx(0.10));
  CHECK(f.Text("git push", kNow + kDay) == doctest::Approx(0.05));
  f.Report(FeedbackAction::kDismissed, "git push");
  CHECK(f.Text("git push") == doctest::Approx(0.02));
  for (int i = 0; i < 100; ++i)
    f.Report(FeedbackAction::kDismissed, "git push");
  CHECK(f.Text("git push") == doctest::Approx(-1));
  CHECK(f.Text("git push", kNow - kDay) == doctest::Approx(-1));  // clock back
  REQUIRE(f.kv.Put(Table::kFeedback, IdKey(IdOf("git push")), "x").ok());
  CHECK(f.Text("git push") == 0);
  CHECK(ParseFeedback("edited") == FeedbackAction::kEdited);
  CHECK(ParseFeedback("ignored") == FeedbackAction::kIgnored);
  CHECK_FALSE(ParseFeedback("liked"));
}

TEST_CASE("feedback: a dismissal counts at once and fades within two hours") {
  Feedbacks f;
  f.Report(FeedbackAction::kDismissed, "git push");
  const uint64_t id = IdOf("git push");
  CHECK(f.Of(id).dismissed == doctest::Approx(1));
  CHECK(f.Of(id, kNow + 10 * kMinute).dismissed == doctest::Approx(0.5));
  CHECK(f.Of(id, kNow + 120 * kMinute).dismissed < 0.001);
  f.Report(FeedbackAction::kAccepted, "git push");
  CHECK(f.Of(id).dismissed == 0);
  // An edited or ignored suggestion is not dismissed.
  f.Report(FeedbackAction::kIgnored, "ls");
  f.Report(FeedbackAction::kEdited, "ls", "", "ls -l");
  CHECK(f.Of(IdOf("ls")).dismissed == 0);
}

TEST_CASE(
    "feedback: a row of an older version, without its last field, is read") {
  Feedbacks f;
  std::string old;
  PutFloat(old, 0.5F);
  PutLittle<int64_t>(old, kNow);
  REQUIRE(f.kv.Put(Table::kFeedback, IdKey(IdOf("ls")), old).ok());
  CHECK(f.Text("ls") == doctest::Approx(0.5));
  CHECK(f.Of(IdOf("ls")).dismissed == 0);
}

TEST_CASE(
    "feedback: the template, the word and the source learn of it, each "
    "within its clamp") {
  Feedbacks f;
  f.Report(FeedbackAction::kAccepted, "head -n 20 notes.txt", "head -n ",
           "head -n 20 notes.txt", "history");
  const uint64_t shape = TemplateFeedbackKey("head -n 5 other.txt");
  CHECK(f.Of(shape).lasting == doctest::Approx(0.025));
  CHECK(f.Of(kAnyTemplateFeedback).lasting > 0);
  CHECK(f.Word("head -n ", "20") == doctest::Approx(0.05));
  CHECK(f.Word("head -n 20 ", "notes.txt") == 0);
  CHECK(f.Of(SourceFeedbackKey("history")).lasting == doctest::Approx(0.0125));
  for (int i = 0; i < 300; ++i) {
    f.Report(FeedbackAction::kDismissed, "head -n 20 notes.txt", "head -n ", "",
             "history");
  }
  CHECK(f.Of(shape).lasting == doctest::Approx(-0.3));
  CHECK(f.Word("head -n ", "20") == doctest::Approx(-0.5));
  CHECK(f.Of(SourceFeedbackKey("history")).lasting == doctest::Approx(-0.3));
}

TEST_CASE("feedback: a line without volatile parts has no template") {
  Feedbacks f;
  f.Report(FeedbackAction::kAccepted, "git push");
  CHECK(f.Of(kAnyTemplateFeedback).lasting == 0);
  CHECK(f.Of(TemplateFeedbackKey("git push")).lasting == 0);
}

TEST_CASE(
    "feedback: what was changed teaches the word that was given up, and "
    "the one instead") {
  Feedbacks f;
  f.Report(FeedbackAction::kEdited, "git push origin main", "git pu",
           "git push origin develop");
  CHECK(f.Word("git push origin ", "main") == doctest::Approx(-0.04));
  CHECK(f.Word("git push origin ", "develop") == doctest::Approx(0.05));
  CHECK(f.Word("git ", "push") == 0);
  // Words with the same prefix differ as whole words.
  f.Report(FeedbackAction::kEdited, "ssh host-a", "ssh ", "ssh host-b");
  CHECK(f.Word("ssh ", "host-a") < 0);
  CHECK(f.Word("ssh ", "host-b") > 0);
  // The user continued the text: no word is dismissed.
  f.Report(FeedbackAction::kEdited, "make", "m", "make all");
  CHECK(f.Word("make ", "all") > 0);
}

}  // namespace synapse
