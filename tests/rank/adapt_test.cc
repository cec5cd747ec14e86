#include "rank/adapt.h"

#include <cmath>

#include "rank/lines.h"
#include "tests/testing.h"

namespace synapse {
namespace {

PoolLine Known(const std::string& text, uint32_t count, uint64_t tick) {
  PoolLine line;
  line.text = text;
  line.id = IdOf(text);
  line.stat.count = count;
  line.stat.last_tick = tick;
  line.stat.decayed = static_cast<float>(count);
  return line;
}

struct Prompt {
  PromptFacts facts;
  PoolLine often = Known("make", 50, 60), late = Known("git diff", 2, 99);

  Prompt() { facts.model.tick = facts.model.total = 100; }
  std::vector<const PoolLine*> pool() { return {&often, &late}; }
  double ProbabilityOf(const PoolLine& line, const Factors& factors = {}) {
    for (const RankedLine& r : RankLines(facts, pool(), 0, {}, factors).lines) {
      if (r.line == &line) return r.probability;
    }
    return 0;
  }
};

}  // namespace

TEST_CASE(
    "adapt: somebody who runs the latest line again is offered it first") {
  Prompt prompt;
  const double late = prompt.ProbabilityOf(prompt.late);
  for (int i = 0; i < 100; ++i) {
    Move(prompt.facts.model,
         StepsTo(prompt.facts, prompt.pool(), prompt.late.text));
  }
  CHECK(prompt.ProbabilityOf(prompt.late) > 1.2 * late);
  // The adaptation can be switched off, and each row can be changed by itself.
  Factors without;
  without.parts[kAdaptedPart] = 0;
  CHECK(prompt.ProbabilityOf(prompt.late, without) == doctest::Approx(late));
  for (const auto& row : prompt.facts.model.moved) CHECK(row[kLogAge] != 0);
}

// Lines of another machine (sync/) lose with somebody who never runs them here,
// and gain with somebody who does.
TEST_CASE("adapt: the factor of other machines' lines is learned") {
  for (const bool runs_them : {false, true}) {
    Prompt prompt;
    prompt.late.stat.last_ms = prompt.often.stat.last_ms = 1;
    prompt.often.stat.first_ms = 1;
    const auto odds = [&] {
      return prompt.ProbabilityOf(prompt.late) /
             prompt.ProbabilityOf(prompt.often);
    };
    const double before = odds();
    for (int i = 0; i < 20; ++i) {
      Move(prompt.facts.model,
           StepsTo(prompt.facts, prompt.pool(),
                   runs_them ? prompt.late.text : prompt.often.text));
    }
    CHECK((odds() > 1.2 * before) == runs_them);
    const float moved = prompt.facts.model.moved[0][kOtherMachine];
    CHECK(moved != 0);
    CHECK((moved > 0) == runs_them);
  }
}

TEST_CASE("adapt: a line that was never run makes new lines likelier") {
  Prompt prompt;
  const double before = RankLines(prompt.facts, prompt.pool(), 0).novel;
  for (int i = 0; i < 50; ++i) {
    Move(prompt.facts.model, StepsTo(prompt.facts, prompt.pool(), "cargo run"));
  }
  CHECK(RankLines(prompt.facts, prompt.pool(), 0).novel > before);
}

TEST_CASE(
    "adapt: no weight leaves its bounds, and nothing moves without lines") {
  Prompt prompt;
  for (int i = 0; i < 20'000; ++i) {
    Move(prompt.facts.model,
         StepsTo(prompt.facts, prompt.pool(), prompt.late.text));
  }
  for (const auto& row : prompt.facts.model.moved) {
    for (float moved : row) CHECK(std::abs(moved) <= UserModel::kMaxMoved);
  }
  CHECK(StepsTo(prompt.facts, {}, "make") == UserModel::Moved{});
  CHECK(StepsTo(prompt.facts, prompt.pool(), "") == UserModel::Moved{});
  UserModel model;
  UserModel::Moved bad{};
  bad[0][0] = std::nanf("");
  bad[1][1] = INFINITY;
  Move(model, bad);
  CHECK(model.moved == UserModel::Moved{});
}

}  // namespace synapse
