#include "rank/confidence.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace synapse {
namespace {

constexpr double kLeast = 1e-4;
constexpr double kLongTyped = 20, kLongPartial = 10;

// Of 1, log odds, |log odds|, typed / 5, ln remaining, partial / 5.
using Weights = std::array<double, 6>;
// By characters typed (1 or 2; more), and for words and lines.
constexpr Weights kWeights[2][2] = {
    {{-0.795, 0.920, 0.605, -1.330, -0.752, 2.877},
     {0.003, 0.527, -0.327, -1.653, -0.056, -0.826}},
    {{-0.306, 0.146, 0.270, -0.014, -0.743, 0.428},
     {-1.398, 0.438, -0.465, -0.587, 0.245, 0.606}},
};

double AtMost(size_t n, double most) {
  return std::min(static_cast<double>(n), most);
}

}  // namespace

double CalibratedConfidence(const Shown& shown) {
  double p = std::clamp(shown.probability, kLeast, 1 - kLeast);
  if (shown.typed == 0) return p;
  double odds = std::log(p / (1 - p));
  const Weights& w = kWeights[shown.typed < 3 ? 0 : 1][shown.is_line ? 1 : 0];
  double sum = w[0] + w[1] * odds + w[2] * std::abs(odds) +
               w[3] * AtMost(shown.typed, kLongTyped) / 5 +
               w[4] * std::log(std::max<double>(
                          1, static_cast<double>(shown.remaining))) +
               w[5] * AtMost(shown.partial, kLongPartial) / 5;
  return 1 / (1 + std::exp(-sum));
}

}  // namespace synapse
