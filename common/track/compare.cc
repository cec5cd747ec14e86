#include "track/compare.h"

#include <algorithm>
#include <cmath>

namespace synapse {
namespace {

constexpr double kZ = 1.959964;  // 95 % of a normal distribution
constexpr size_t kFewest = 100;

}  // namespace

Interval ShareInterval(const VersionRow& counted) {
  if (counted.lines == 0) return {0, 1};
  const double n = static_cast<double>(counted.lines);
  const double p = counted.share();
  const double middle = p + kZ * kZ / (2 * n);
  const double half = kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  const double scale = 1 + kZ * kZ / n;
  return {std::max((middle - half) / scale, 0.0),
          std::min((middle + half) / scale, 1.0)};
}

Interval DifferenceInterval(const VersionRow& first, const VersionRow& second) {
  const Interval a = ShareInterval(first), b = ShareInterval(second);
  const double p = first.share(), q = second.share();
  return {q - p - std::hypot(q - b.low, a.high - p),
          q - p + std::hypot(b.high - q, p - a.low)};
}

bool CanDistinguish(const VersionRow& first, const VersionRow& second) {
  if (first.lines < kFewest || second.lines < kFewest) return false;
  const Interval difference = DifferenceInterval(first, second);
  return difference.low > 0 || difference.high < 0;
}

}  // namespace synapse
