#include "rank/candidate_features.h"

#include <cmath>
#include <deque>

#include "store/bytes.h"
#include "store/row.h"
#include "tests/testing.h"

namespace synapse {
namespace {

struct ListInput {
  std::deque<PoolLine> lines;
  std::vector<const PoolLine*> pool;
  PromptFacts prompt;
  std::vector<std::string> words;
  WordGuesses guesses;
  std::deque<std::string> arguments;
  Skipped skipped;
  std::vector<Suggestion> list;

  void Line(const std::string& text, uint32_t runs, double score) {
    PoolLine& line = lines.emplace_back();
    line.text = text;
    line.id = IdOf(text);
    line.stat.count = runs;
    pool.push_back(&line);
    Suggestion& s = list.emplace_back();
    s.text = text;
    s.score = s.confidence = score;
    s.is_line = true;
    s.line = &line;
  }
  std::vector<CandidateFeatures> Rows(size_t buffer) const {
    return FeaturesOfList(list, {.buffer = buffer,
                                 .typed = buffer,
                                 .words = words,
                                 .guesses = guesses,
                                 .recent_arguments = arguments,
                                 .pool = pool,
                                 .prompt = prompt,
                                 .skipped = skipped});
  }
};

}  // namespace

TEST_CASE("candidate features: scores of the suggestion and of its list") {
  ListInput in;
  in.Line("git push", 3, 0.5);
  in.Line("git pull", 1, 0.25);
  const auto rows = in.Rows(4);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0][kScore] == doctest::Approx(0));
  CHECK(rows[0][kBehindBest] == doctest::Approx(0));
  CHECK(rows[1][kBehindBest] == doctest::Approx(std::log(0.5)).epsilon(0.001));
  CHECK(rows[1][kBestScore] == rows[0][kScore]);
  CHECK(rows[0][kNextScore] == rows[1][kScore]);
  CHECK(rows[1][kRank] == 1);
}

TEST_CASE("candidate features: runs are counted by the next word") {
  ListInput in;
  in.Line("git push", 3, 0.5);
  in.Line("git push origin", 2, 0.2);
  in.Line("git pull", 1, 0.1);
  const auto rows = in.Rows(4);
  CHECK(rows[0][kRunsTyped] == doctest::Approx(std::log(7.0)));
  CHECK(rows[0][kRunsWord] == doctest::Approx(std::log(6.0)));
  CHECK(rows[1][kRunsWord] == rows[0][kRunsWord]);
  CHECK(rows[2][kRunsOdds] == doctest::Approx(std::log(1.5 / 5.5)));
  CHECK(rows[1][kNextWordLength] == 4);
  CHECK(rows[1][kAddedLength] == 11);
}

TEST_CASE("candidate features: a next word has the runs of all its lines") {
  ListInput in;
  in.prompt.model.tick = 9;
  in.prompt.now_ms = 10 * 60000;
  in.Line("git push", 3, 0.5);
  in.Line("git push origin", 2, 0.2);
  in.Line("git pull", 1, 0.1);
  in.Line("git never", 0, 0.1);  // made from another line, and never run
  const uint64_t ticks[] = {2, 9, 5};
  for (size_t i = 0; i < 3; ++i) {
    in.lines[i].stat.last_tick = ticks[i];
    in.lines[i].stat.last_ms = static_cast<int64_t>(ticks[i]) * 60000;
  }
  const auto rows = in.Rows(4);
  auto is = [&](size_t row, CandidateFeature feature, double value) {
    CHECK(rows[row][feature] == doctest::Approx(value));
  };
  is(0, kWordsTyped, std::log(1 + 2));
  is(0, kLinesOfWord, std::log(1 + 2));
  is(2, kLinesOfWord, std::log(1 + 1));
  is(3, kLinesOfWord, 0);
  // The latest of both lines, for both.
  is(0, kWordAge, 0);
  is(1, kWordAge, 0);
  is(2, kWordAge, std::log(5));
  is(3, kWordAge, std::log(10));
  is(2, kTypedAge, 0);
  is(0, kWordMinutes, std::log(1 + 1));
  is(2, kWordMinutes, std::log(1 + 5));
  // Two of the lines ran later.
  is(0, kLaterLines, std::log(1 + 2));
  is(1, kLaterLines, 0);
}

// A source that knows it is a directory adds the slash.
TEST_CASE(
    "candidate features: a directory has its runs with and without a slash") {
  ListInput in;
  in.Line("cd src", 3, 0.5);
  in.Line("cd doc/", 2, 0.2);
  in.list[0].text = "cd src/";
  in.list[1].text = "cd doc";
  const auto rows = in.Rows(3);
  CHECK(rows[0][kRunsWord] == doctest::Approx(std::log(1 + 3)));
  CHECK(rows[1][kRunsWord] == doctest::Approx(std::log(1 + 2)));
}

TEST_CASE(
    "candidate features: a next word by the directory and by the branch") {
  // Only one line ran there, four times.
  auto row = [](LineId id) {
    std::string value;
    PutFloat(value, 4);
    PutLittle<uint32_t>(value, 4);
    PutLittle<uint64_t>(value, id);
    PutFloat(value, 4);
    return RowTable(RowView(value));
  };
  for (bool is_branch : {false, true}) {
    ListInput in;
    in.Line("make test", 1, 0.5);
    in.Line("make release", 1, 0.5);
    const RowTable table = row(in.lines[1].id);
    (is_branch ? in.prompt.tables.locations[kOnBranch]
               : in.prompt.tables.rows[kInDirectory]) = table;
    const auto rows = in.Rows(5);
    CHECK(rows[1][kHereOdds] > 3);
    CHECK(rows[0][kHereOdds] < -3);
    CHECK(rows[0][kFollowedOdds] == 0);
  }
}

TEST_CASE("candidate features: a slash counts in the next word only") {
  ListInput in;
  in.Line("git add src/main.cc", 1, 0.5);
  CHECK(in.Rows(4)[0][kHasSlash] == 0);
  CHECK(in.Rows(8)[0][kHasSlash] == 1);
}

TEST_CASE("candidate features: features of the line are 0 without a line") {
  ListInput in;
  in.Line("git push", 3, 0.5);
  Suggestion& word = in.list.emplace_back();
  word.text = "git stash";
  word.score = word.confidence = 0.1;
  const auto rows = in.Rows(4);
  CHECK(rows[0][size_t{kOfLine} + kLogCount] == doctest::Approx(std::log(3.0)));
  for (size_t i = kOfLine; i < kCandidateFeatures; ++i) CHECK(rows[1][i] == 0);
}

// The longest possible list, and a text that is the buffer only.
TEST_CASE("candidate features: every number is finite") {
  ListInput in;
  for (int i = 0; i < 200; ++i) {
    in.Line("git " + std::to_string(i), 0, i == 0 ? 1 : 0);
  }
  in.list[3].text = "git";
  for (const auto& row : in.Rows(4)) {
    for (float feature : row) CHECK(std::isfinite(feature));
  }
}

TEST_CASE("candidate features: earlier uses of the next word as an argument") {
  ListInput in;
  in.Line("cat notes.txt", 1, 0.5);
  in.Line("cat src/", 1, 0.4);
  in.Line("cat new", 1, 0.1);
  in.arguments = {"src", "-l", "notes.txt"};
  in.prompt.context.previous.push_back(MakeLine("cd src"));
  in.prompt.context.previous.push_back(MakeLine("vim notes.txt"));
  in.words = {"cat", "new"};
  in.guesses.words = {
      {"notes.txt", 0.2, UsedAt::kBehindAll, {0.5F, 0, 0, 0.25F}}};
  const auto rows = in.Rows(4);
  CHECK(rows[0][kArgumentRank] == doctest::Approx(std::log(3.0)));
  CHECK(rows[1][kArgumentRank] == 0);
  CHECK(rows[2][kArgumentRank] == doctest::Approx(std::log(1001.0)));
  CHECK(rows[0][kInPreviousLine] == 0);
  CHECK(rows[0][kInEarlierLine] == 1);
  CHECK(rows[1][kInPreviousLine] == 1);
  CHECK(rows[1][kTwice] == 0);
  CHECK(rows[2][kTwice] == 1);
  CHECK(rows[0][kChanceBehindAll] ==
        doctest::Approx(std::log(0.5)).epsilon(0.001));
  CHECK(rows[0][kChanceInCommand] ==
        doctest::Approx(std::log(0.25)).epsilon(0.001));
  CHECK(rows[1][kChanceBehindAll] < -11);
}

}  // namespace synapse
