#include "base/histogram.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/testing.h"

namespace synapse {

TEST_CASE("histogram: without samples every quantile is 0") {
  Histogram h;
  CHECK(h.count() == 0);
  CHECK(h.Quantile(0.5) == 0);
  CHECK(h.Quantile(1) == 0);
}

TEST_CASE("histogram: small values are exact, and impossible ones fit") {
  Histogram h;
  for (int64_t v : {3, 3, 5, 7}) h.Add(v);
  CHECK(h.Quantile(0.5) == 3);
  CHECK(h.Quantile(0.75) == 5);
  CHECK(h.Quantile(1) == 7);
  h.Add(-4);
  CHECK(h.Quantile(0) == 0);
  h.Add(INT64_MAX);
  CHECK(h.count() == 6);
  CHECK(h.Quantile(1) == (int64_t{1} << 31) - 1);
}

TEST_CASE("histogram: one sample is its own quantile") {
  for (int64_t v : {8, 9, 15, 16, 17, 1000, 123456, 1 << 30}) {
    Histogram h;
    h.Add(v);
    CHECK(h.Quantile(0.5) == v);
  }
}

// The oracle sorts the values.
TEST_CASE("histogram: a quantile is right to one part in eight") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    INFO("seed ", seed);
    std::mt19937 random(seed);
    std::lognormal_distribution<double> latency(4, 2);
    Histogram h;
    std::vector<int64_t> all;
    for (int i = 0; i < 5000; ++i) {
      all.push_back(static_cast<int64_t>(latency(random)));
      h.Add(all.back());
    }
    std::sort(all.begin(), all.end());
    for (double share : {0.01, 0.5, 0.9, 0.99, 1.0}) {
      auto rank = static_cast<size_t>(
          std::ceil(share * static_cast<double>(all.size())));
      int64_t exact = all[rank - 1];
      CHECK(h.Quantile(share) >= exact);
      CHECK(h.Quantile(share) <= exact + exact / 8 + 1);
    }
  }
}

}  // namespace synapse
