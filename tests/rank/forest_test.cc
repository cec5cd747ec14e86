#include "rank/forest.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/testing.h"

namespace synapse {
namespace {

double Logistic(double odds) { return 1 / (1 + std::exp(-odds)); }

// A slow and obvious walk, from a place of a tree by recursion.
double SlowSum(const Forest& forest, size_t tree, const CandidateFeatures& row,
               size_t at = 0) {
  const float value = forest.values[tree * (2 * forest.inner() + 1) + at];
  if (at >= forest.inner()) return value;
  const bool left = row[forest.features[tree * forest.inner() + at]] < value;
  return SlowSum(forest, tree, row, left ? 2 * at + 1 : 2 * at + 2);
}

}  // namespace

TEST_CASE("forest: a value below a threshold goes left, an equal one right") {
  std::vector<uint8_t> features(2 * 15);
  std::vector<float> values(2 * 31);
  const auto leaves = [&](size_t from, size_t count, float value) {
    std::fill_n(values.begin() + static_cast<ptrdiff_t>(from), count, value);
  };
  features[0] = kScore;
  values[0] = 0.5f;
  leaves(15, 8, -1);  // of the left child
  features[2] = kRank;
  values[2] = 2;
  leaves(23, 4, 2);
  leaves(27, 4, 3);
  leaves(31 + 15, 16, 0.25f);  // of the second tree
  const Forest forest = {4, features, values};
  CHECK(forest.trees() == 2);
  CandidateFeatures row{};
  CHECK(forest.ChanceOf(row) == doctest::Approx(Logistic(-0.75)));
  row[kScore] = 0.5f;
  CHECK(forest.ChanceOf(row) == doctest::Approx(Logistic(2.25)));
  row[kRank] = 2;
  CHECK(forest.ChanceOf(row) == doctest::Approx(Logistic(3.25)));
}

TEST_CASE("forest: the trees that come with Synapse are complete") {
  for (const Forest* forest :
       {&kNextLineForest, &kNextWordForest, &kWholeLineForest}) {
    REQUIRE(forest->trees() > 0);
    CHECK((forest->depth == 4 || forest->depth == 5));
    CHECK(forest->features.size() == forest->trees() * forest->inner());
    CHECK(forest->values.size() == forest->trees() * (2 * forest->inner() + 1));
    for (uint8_t feature : forest->features) {
      REQUIRE(feature < kCandidateFeatures);
    }
  }
}

TEST_CASE("forest: the same as a plain walk on random rows") {
  const unsigned seed = std::random_device()();
  INFO("seed ", seed);
  std::mt19937 random(seed);
  std::normal_distribution<float> value(0, 4);
  for (int i = 0; i < 200; ++i) {
    CandidateFeatures row;
    for (float& feature : row) feature = value(random);
    for (const Forest* forest :
         {&kNextLineForest, &kNextWordForest, &kWholeLineForest}) {
      double sum = 0;
      for (size_t tree = 0; tree < forest->trees(); ++tree) {
        sum += SlowSum(*forest, tree, row);
      }
      const double chance = forest->ChanceOf(row);
      CHECK(chance == doctest::Approx(Logistic(sum)));
      CHECK(chance > 0);
      CHECK(chance < 1);
    }
  }
}

}  // namespace synapse
