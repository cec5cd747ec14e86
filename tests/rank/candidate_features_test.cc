#include "rank/candidate_features.h"

#include <cmath>
#include <deque>

#include "tests/testing.h"

namespace synapse {
namespace {

struct Input {
  std::deque<PoolLine> lines;
  std::vector<const PoolLine*> pool;
  PromptFacts prompt;
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
    return FeaturesOfList(list, {.buffer = buffer, .typed = buffer, .pool = pool,
                                 .prompt = prompt, .skipped = skipped});
  }
};

}  // namespace

TEST_CASE("candidate features: scores stand beside those of the list") {
  Input in;
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
  Input in;
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
  Input in;
  in.Line("git push", 3, 0.5);
  in.Line("git push origin", 2, 0.2);
  in.Line("git pull", 1, 0.1);
  in.Line("git never", 0, 0.1);  // made from another line, and never run
  const auto rows = in.Rows(4);
  CHECK(rows[0][kWordsTyped] == doctest::Approx(std::log(3.0)));
  CHECK(rows[0][kLinesOfWord] == doctest::Approx(std::log(3.0)));
  CHECK(rows[2][kLinesOfWord] == doctest::Approx(std::log(2.0)));
  CHECK(rows[3][kLinesOfWord] == 0);
  CHECK(rows[0][kWordAge] <= rows[3][kWordAge]);
  CHECK(rows[3][kRunsOdds] < rows[2][kRunsOdds]);
}

TEST_CASE("candidate features: a slash counts in the next word only") {
  Input in;
  in.Line("git add src/main.cc", 1, 0.5);
  CHECK(in.Rows(4)[0][kHasSlash] == 0);
  CHECK(in.Rows(8)[0][kHasSlash] == 1);
}

TEST_CASE("candidate features: a suggestion without a line has none of its") {
  Input in;
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
  Input in;
  for (int i = 0; i < 200; ++i) {
    in.Line("git " + std::to_string(i), 0, i == 0 ? 1 : 0);
  }
  in.list[3].text = "git";
  for (const auto& row : in.Rows(4)) {
    for (float feature : row) CHECK(std::isfinite(feature));
  }
}

}  // namespace synapse
