#include "rank/forest.h"

#include <cmath>
#include <random>

#include "tests/testing.h"

namespace synapse {
namespace {

double Logistic(double odds) { return 1 / (1 + std::exp(-odds)); }

// A slow and obvious walk, from the root by recursion.
double SumOf(const Forest& forest, const CandidateFeatures& row, size_t at) {
  const ForestNode& node = forest.nodes[at];
  if (node.feature == ForestNode::kLeaf) return node.value;
  const bool left = row[static_cast<size_t>(node.feature)] < node.value;
  return SumOf(forest, row, left ? node.left : node.left + 1u);
}

}  // namespace

TEST_CASE("forest: values below a threshold go left, its own goes right") {
  const ForestNode nodes[] = {{kScore, 1, 0.5f},           // tree 0
                              {ForestNode::kLeaf, 0, -1},  //   below
                              {kRank, 3, 2},               //   else
                              {ForestNode::kLeaf, 0, 2},
                              {ForestNode::kLeaf, 0, 3},
                              {ForestNode::kLeaf, 0, 0.25f}};  // tree 1
  const uint16_t roots[] = {0, 5};
  const Forest forest = {nodes, roots};
  CandidateFeatures row{};
  CHECK(forest.ChanceOf(row) == doctest::Approx(Logistic(-0.75)));
  row[kScore] = 0.5f;
  CHECK(forest.ChanceOf(row) == doctest::Approx(Logistic(2.25)));
  row[kRank] = 2;
  CHECK(forest.ChanceOf(row) == doctest::Approx(Logistic(3.25)));
}

// A node that points back would hang a shell.
TEST_CASE("forest: the trees that come with Synapse end, whatever the row") {
  for (const Forest* forest :
       {&kNextLineForest, &kNextWordForest, &kWholeLineForest}) {
    REQUIRE(!forest->roots.empty());
    for (size_t i = 0; i < forest->nodes.size(); ++i) {
      const ForestNode& node = forest->nodes[i];
      if (node.feature == ForestNode::kLeaf) continue;
      REQUIRE(node.feature < static_cast<int>(kCandidateFeatures));
      REQUIRE(node.left > i);
      REQUIRE(node.left + 1u < forest->nodes.size());
    }
    for (uint16_t root : forest->roots) REQUIRE(root < forest->nodes.size());
  }
}

TEST_CASE("forest: as a slow walk says, on random rows") {
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
      for (uint16_t root : forest->roots) sum += SumOf(*forest, row, root);
      const double chance = forest->ChanceOf(row);
      CHECK(chance == doctest::Approx(Logistic(sum)));
      CHECK(chance > 0);
      CHECK(chance < 1);
    }
  }
}

}  // namespace synapse
