#include "rank/order.h"

#include <cmath>
#include <deque>

#include "rank/factors.h"
#include "tests/testing.h"

namespace synapse {
namespace {

Suggestion Of(const std::string& text, double score,
              SourceId source = SourceId::kHistory) {
  Suggestion s;
  s.text = text;
  s.score = s.confidence = score;
  s.source = SourceName(source);
  s.is_line = true;
  return s;
}

// Features that hold the scores only.
std::vector<CandidateFeatures> RowsOf(const std::vector<Suggestion>& list) {
  static const PromptFacts prompt;
  static const Skipped skipped;
  static const std::vector<const PoolLine*> pool;
  static const std::vector<std::string> words;
  static const WordGuesses guesses;
  static const std::deque<std::string> arguments;
  return FeaturesOfList(list, {.buffer = 4,
                               .typed = 4,
                               .words = words,
                               .guesses = guesses,
                               .recent_arguments = arguments,
                               .pool = pool,
                               .prompt = prompt,
                               .skipped = skipped});
}

}  // namespace

TEST_CASE("order: a total order of chances in (0, 1)") {
  std::vector<Suggestion> list = {Of("git push", 0.4), Of("git pull", 0.4),
                                  Of("git stash", 0.1), Of("git s", 0)};
  Order(list, RowsOf(list), {.part = 1, .events = 0});
  REQUIRE(list.size() == 4);
  for (size_t i = 0; i < list.size(); ++i) {
    CHECK(list[i].score > 0);
    CHECK(list[i].score < 1);
    CHECK(list[i].confidence > 0);
    CHECK(list[i].word_confidence < 1);
    if (i > 0) CHECK(list[i - 1].score >= list[i].score);
  }
}

TEST_CASE("order: without the forests the list stays as it is") {
  std::vector<Suggestion> list = {Of("git push", 0.4), Of("git pull", 0.3),
                                  Of("git stash", 0.1)};
  Order(list, RowsOf(list), {.part = 0, .events = 0});
  CHECK(list[0].text == "git push");
  CHECK(list[0].score == doctest::Approx(0.4));
  CHECK(list[2].score == doctest::Approx(0.1));
}

// The forests know nothing of findings: a missing file would have come back.
TEST_CASE("order: a finding and feedback reduce the chances") {
  std::vector<Suggestion> list = {Of("cat gone", 0.4), Of("cat there", 0.4)};
  list[0].verdicts.push_back({RowOf(Finding::kMissing).name, 0.1});
  const auto rows = RowsOf(list);
  Order(list, {rows[0], rows[0]}, {.part = 1, .events = 0});
  CHECK(list[0].text == "cat there");
  CHECK(list[1].confidence == doctest::Approx(0.1 * list[0].confidence));
  CHECK(list[1].score < list[0].score);
}

// One event says less in a long history; a finding says as much.
TEST_CASE("order: the forests count more in a longer history") {
  auto distance = [](uint64_t events, double kept) {
    std::vector<Suggestion> list = {Of("git push", 0.9), Of("git pull", 0.1)};
    const auto rows = RowsOf(list);
    auto scored = [&](double part) {
      auto out = list;
      if (kept < 1) {
        out[0].verdicts.push_back({RowOf(Finding::kMissing).name, kept});
      }
      Order(out, rows, {.part = part, .events = events});
      for (const Suggestion& s : out) {
        if (s.text == "git push") return s.score;
      }
      return 0.0;
    };
    return std::abs(scored(1) - scored(0));
  };
  CHECK(distance(10, 1) > distance(0, 1));
  CHECK(distance(5000, 1) > 1.5 * distance(0, 1));
  CHECK(distance(5000, 0.1) == doctest::Approx(distance(0, 0.1)));
}

TEST_CASE("order: a correction keeps its chance") {
  std::vector<Suggestion> list = {Of("gti status", 0.1),
                                  Of("git status", 0.85, SourceId::kTypo)};
  Order(list, RowsOf(list), {.is_empty_line = true, .part = 1, .events = 0});
  CHECK(list[0].text == "git status");
  CHECK(list[0].score == doctest::Approx(0.85));
}

// `cd ~/D` had no ghost where ~/Downloads was the only directory.
TEST_CASE("order: a word that was found on this machine keeps its chance") {
  for (bool is_found : {true, false}) {
    std::vector<Suggestion> list = {
        Of("cd ~/Downloads/", 0.9, SourceId::kFilesystem)};
    list[0].is_line = false;
    list[0].shares.sources = 0.9;
    list[0].evidence.push_back(
        {SourceId::kFilesystem, 0.6, "directory", is_found});
    Order(list, RowsOf(list), {.part = 1, .events = 5000});
    CHECK((list[0].word_confidence >= 0.9) == is_found);
    // Where history speaks, the forests know better.
    list[0].shares.lines = 1;
    list[0].score = list[0].confidence = 0.9;
    Order(list, RowsOf(list), {.part = 1, .events = 5000});
    CHECK(list[0].word_confidence < 0.9);
  }
}

// `doc` had `docker compose ps` at 0.9, the chance of `docker`.
TEST_CASE("order: a text of several words is not as likely as its first") {
  std::vector<Suggestion> word = {Of("git push", 0.5)};
  std::vector<Suggestion> text = {Of("git push --tags", 0.5)};
  word[0].is_line = text[0].is_line = false;
  const auto of_word = RowsOf(word), of_text = RowsOf(text);
  Order(word, of_word, {.part = 1, .events = 5000});
  Order(text, of_text, {.part = 1, .events = 5000});
  // A tenth of a confidence is Merge()'s.
  const auto of_forests = [](const Suggestion& s) {
    return (s.confidence - 0.05) / 0.9;
  };
  CHECK(of_forests(word[0]) == doctest::Approx(word[0].word_confidence));
  CHECK(of_forests(text[0]) < 0.5 * text[0].word_confidence);
}

// The ghosts of a new user's first prompts were hidden.
TEST_CASE("order: a line of the shell's own list keeps its chance") {
  PoolLine line;
  line.text = "git push";
  line.shell_age = 1;
  std::vector<Suggestion> list = {Of("git push", 0.4)};
  const auto rows = RowsOf(list);
  list[0].line = &line;
  Order(list, rows, {.part = 1, .events = 0});
  CHECK(list[0].score == doctest::Approx(0.4));
  CHECK(list[0].word_confidence == doctest::Approx(0.4));
}

}  // namespace synapse
