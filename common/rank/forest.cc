#include "rank/forest.h"

#include <cmath>
#include <string_view>

namespace synapse {

#include "rank/forest_data.inc"

namespace {

// The trees name features by number: those that they were fitted to must have
// the same numbers. A new feature may come behind them.
constexpr uint64_t NamesOfFeatures(size_t count) {
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a, as in scripts/fit-order
  const auto add = [&](char c) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  };
  for (size_t i = 0; i < count; ++i) {
    const std::string_view name = i < kOfLine ? kCandidateFeatureNames[i]
                                              : kLineFeatureNames[i - kOfLine];
    for (const char c : name) add(c);
    add('\n');
  }
  return hash;
}
static_assert(kFittedFeatures <= kCandidateFeatures);
static_assert(NamesOfFeatures(kFittedFeatures) == kFittedNames);

// The loop over the levels is unrolled, and has no branch.
template <size_t kDepth>
double SumOf(const Forest& forest, const CandidateFeatures& row) {
  constexpr size_t kInner = (size_t{1} << kDepth) - 1;
  double sum = 0;
  const uint8_t* feature = forest.features.data();
  const float* value = forest.values.data();
  const size_t trees = forest.features.size() / kInner;
  for (size_t tree = 0; tree < trees; ++tree) {
    size_t at = 0;
#pragma GCC unroll 8
    for (size_t level = 0; level < kDepth; ++level) {
      const bool left = row[feature[at]] < value[at];
      at = 2 * at + 2 - (left ? 1 : 0);
    }
    sum += value[at];
    feature += kInner;
    value += 2 * kInner + 1;
  }
  return sum;
}

}  // namespace

double Forest::ChanceOf(const CandidateFeatures& row) const {
  const double sum = depth == 4 ? SumOf<4>(*this, row) : SumOf<5>(*this, row);
  return 1 / (1 + std::exp(-sum));
}

}  // namespace synapse
