// Compare: the share of suggested lines that ran, for two versions of the
// weights.
//
// The interval of a share is Wilson's. The interval of a difference is
// Newcombe's "score" interval made of two of them (R. G. Newcombe, "Interval
// estimation for the difference between independent proportions", Statist. Med.
// 17, 1998, method 10), at 95 %.
// Tested by tests/track/compare_test.cc.
#pragma once

#include <cstddef>

namespace synapse {

struct Interval {
  double low = 0;
  double high = 0;
};

struct VersionRow {
  size_t lines = 0;
  size_t accepted = 0;

  double share() const {
    return lines ? static_cast<double>(accepted) / static_cast<double>(lines)
                 : 0;
  }
};

Interval ShareInterval(const VersionRow& counted);
// The interval of the second share minus the first.
Interval DifferenceInterval(const VersionRow& first, const VersionRow& second);
// True if 0 is not in the interval and both have at least a hundred lines.
bool CanDistinguish(const VersionRow& first, const VersionRow& second);

}  // namespace synapse
