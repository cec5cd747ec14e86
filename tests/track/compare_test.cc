#include "track/compare.h"

#include "tests/testing.h"

namespace synapse {

// Newcombe's table II of 1998, method 10, with the signs reversed: his
// difference is the first less the second.
TEST_CASE("compare: intervals of the published table") {
  struct {
    size_t a, m, b, n;
    double low, high;
  } const rows[] = {{56, 70, 48, 80, 0.0524, 0.3339},
                    {9, 10, 3, 10, 0.1705, 0.8090},
                    {10, 10, 0, 20, 0.6791, 1.0000},
                    {10, 10, 0, 10, 0.6075, 1.0000}};
  for (const auto& r : rows) {
    CAPTURE(r.a);
    const Interval i = DifferenceInterval({r.n, r.b}, {r.m, r.a});
    CHECK(i.low == doctest::Approx(r.low).epsilon(0.001));
    CHECK(i.high == doctest::Approx(r.high).epsilon(0.001));
  }
}

TEST_CASE("compare: says when there is too little to tell") {
  CHECK_FALSE(CanDistinguish({50, 0}, {50, 50}));         // few
  CHECK_FALSE(CanDistinguish({1000, 500}, {1000, 510}));  // near
  CHECK(CanDistinguish({1000, 400}, {1000, 500}));
  CHECK(CanDistinguish({1000, 500}, {1000, 400}));
  const Interval none = ShareInterval({0, 0});
  CHECK(none.low == 0);
  CHECK(none.high == 1);
}

}  // namespace synapse
