#include "rank/confidence.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <vector>

namespace synapse {

TEST_CASE("confidence: on an empty line as it is, and never quite 0 or 1") {
  CHECK(CalibratedConfidence({.probability = 0.4, .remaining = 9}) == 0.4);
  CHECK(CalibratedConfidence({.probability = 0}) > 0);
  CHECK(CalibratedConfidence({.probability = 1}) < 1);
}

TEST_CASE("confidence: always inside of (0, 1)") {
  for (double p : {0.0, 1e-9, 0.5, 1.0}) {
    for (bool line : {false, true}) {
      for (size_t n : {size_t{0}, size_t{1}, size_t{3}, size_t{1} << 40}) {
        double c = CalibratedConfidence({.probability = p, .is_line = line,
                                         .typed = n, .partial = n,
                                         .remaining = n});
        CHECK(c > 0);
        CHECK(c < 1);
      }
    }
  }
}

// What the ranking is surer of stays the surer one of two alike lines.
TEST_CASE("confidence: a likelier line is not less likely for it") {
  for (size_t typed : {1, 3, 10}) {
    double before = 0;
    for (double p = 0.01; p < 1; p += 0.01) {
      double c = CalibratedConfidence({.probability = p, .is_line = true,
                                       .typed = typed, .partial = typed,
                                       .remaining = 10});
      INFO(p);
      CHECK(c >= before - 0.02);
      before = c;
    }
  }
}

// What was run sixty times of sixty is surer than what was run once of once.
TEST_CASE("confidence: what was run often, and nothing else, is likely") {
  Shown shown{.probability = 0.99, .score = 0.99, .is_line = true, .typed = 8,
              .partial = 0, .remaining = 3, .next_word = 3,
              .runs = {.typed = 60, .word = 60}};
  const double often = CalibratedWordConfidence(shown);
  CHECK(often > 0.9);
  shown.runs = {.typed = 1, .word = 1};
  const double once = CalibratedWordConfidence(shown);
  CHECK(once < often);
  shown.runs = {.typed = 60, .word = 6};
  CHECK(CalibratedWordConfidence(shown) < once);
}

TEST_CASE("confidence: runs are counted by the next word") {
  std::vector<PoolLine> lines(4);
  const char* texts[] = {"git add .", "git add -p x", "git added", "git push"};
  std::vector<const PoolLine*> pool;
  for (size_t i = 0; i < lines.size(); ++i) {
    lines[i].text = texts[i];
    lines[i].stat.count = static_cast<uint32_t>(i + 1);
    pool.push_back(&lines[i]);
  }
  const Runs runs = RunsOf(pool, "git add .", 4);
  CHECK(runs.typed == 10);
  CHECK(runs.word == 3);
  CHECK(RunsOf({}, "git add .", 4).typed == 0);
}

}  // namespace synapse
