#include "rank/lines.h"

#include <cmath>

#include "tests/testing.h"

namespace synapse {
namespace {

PoolLine Made(const std::string& text, uint32_t count, uint64_t tick,
              const UserModel& model, int failures = 0) {
  PoolLine line;
  Line made = MakeLine(text);
  line.text = text;
  line.id = made.id;
  line.stem = made.stem;
  line.stat.count = count;
  line.stat.last_tick = tick;
  line.stat.decayed = static_cast<float>(count);
  line.stat.failures = static_cast<uint32_t>(failures);
  line.stat.successes = count - line.stat.failures;
  line.stat.last_exit = failures ? 1 : 0;
  (void)model;
  return line;
}

double ProbabilityOf(const RankedLines& ranked, const std::string& text) {
  for (const auto& r : ranked.lines) {
    if (r.line->text == text) return r.probability;
  }
  return -1;
}

}  // namespace

TEST_CASE("lines: probabilities and the new line sum to one, best first") {
  PromptFacts facts;
  facts.model.tick = 100;
  facts.model.total = 50;
  std::vector<PoolLine> pool = {Made("git status", 20, 99, facts.model),
                                Made("git push", 3, 40, facts.model),
                                Made("git log", 3, 98, facts.model)};
  std::vector<const PoolLine*> lines;
  for (const auto& l : pool) lines.push_back(&l);
  for (size_t typed : {0, 1, 2, 3, 50}) {
    for (auto& l : pool) l.features.reset();
    RankedLines ranked = RankLines(facts, lines, typed);
    double sum = ranked.novel;
    for (size_t i = 0; i < ranked.lines.size(); ++i) {
      sum += ranked.lines[i].probability;
      if (i) {
        CHECK(ranked.lines[i - 1].probability >= ranked.lines[i].probability);
      }
    }
    CHECK(sum == doctest::Approx(1));
    // Frequent and recent lines lead; of two equal lines the later one does.
    CHECK(ranked.lines[0].line->text == "git status");
    CHECK(ProbabilityOf(ranked, "git log") > ProbabilityOf(ranked, "git push"));
  }
  // Without the features that differ the lines are equal.
  Factors factors;
  for (int f : {kLogCount, kLogAge, kLogMix, kLogLength, kLogDecayed}) {
    factors.features[static_cast<size_t>(f)] = 0;
  }
  RankedLines alike = RankLines(facts, lines, 3, {}, factors);
  CHECK(ProbabilityOf(alike, "git status") ==
        doctest::Approx(ProbabilityOf(alike, "git push")));
  auto parts = ContributionsOf(facts, pool[0], 3, {}, factors);
  CHECK(parts.empty());
  parts = ContributionsOf(facts, pool[0], 3);
  REQUIRE(!parts.empty());
  CHECK(parts[0].name == std::string("log_count"));
  CHECK(parts[0].value ==
        doctest::Approx(LineWeightsFor(3).features[kLogCount] * std::log(20)));
  RankedLines none = RankLines(facts, {}, 0);
  CHECK(none.lines.empty());
  CHECK(none.novel == doctest::Approx(1));
}

TEST_CASE("lines: what was not found is demoted, what failed is run again") {
  PromptFacts facts;
  facts.model.tick = 10;
  PoolLine good = Made("make a", 2, 9, facts.model);
  PoolLine bad = Made("make b", 2, 9, facts.model, 2);
  RankedLines ranked = RankLines(facts, {&good, &bad}, 1);
  CHECK(ProbabilityOf(ranked, "make a") ==
        doctest::Approx(ProbabilityOf(ranked, "make b")));
  bad.stat.last_exit = 127;  // and existed before
  bad.stat.successes = 1;
  ranked = RankLines(facts, {&good, &bad}, 1);
  CHECK(ProbabilityOf(ranked, "make a") > ProbabilityOf(ranked, "make b"));
  CHECK(ProbabilityOf(ranked, "make b") > 0);
  bad.stat.successes = 0;
  CHECK(RankLines(facts, {&good, &bad}, 1).lines.size() == 1);
  Factors factors;
  factors.findings[static_cast<size_t>(Finding::kNeverFound)] = 0;
  CHECK(RankLines(facts, {&good, &bad}, 1, {}, factors).lines.size() == 2);
}

TEST_CASE("lines: ties are broken by text") {
  PromptFacts facts;
  facts.model.tick = 10;
  PoolLine a = Made("aa x", 2, 9, facts.model),
           b = Made("bb x", 2, 9, facts.model);
  CHECK(RankLines(facts, {&b, &a}, 0).lines[0].line->text == "aa x");
  CHECK(RankLines(facts, {&a, &b}, 0).lines[0].line->text == "aa x");
}

}  // namespace synapse
