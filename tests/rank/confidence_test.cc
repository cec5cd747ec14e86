#include "rank/confidence.h"

#include <doctest/doctest.h>

#include <initializer_list>

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

TEST_CASE("confidence: a line typed past for long is rarely right") {
  Shown shown{.probability = 0.95, .is_line = true, .typed = 2, .partial = 2,
              .remaining = 12};
  double early = CalibratedConfidence(shown);
  shown.typed = 20;
  CHECK(CalibratedConfidence(shown) < early);
}

}  // namespace synapse
