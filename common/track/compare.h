// Compare: how often what two versions of the weights suggested was what ran.
//
// The interval of a share is Wilson's, that of a difference Newcombe's "score"
// interval made of two of them (R. G. Newcombe, "Interval estimation for the
// difference between independent proportions", Statist. Med. 17, 1998, method
// 10), at 95 %.
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
    return lines ? static_cast<double>(accepted) / static_cast<double>(lines) : 0;
  }
};

Interval ShareInterval(const VersionRow& counted);
// Of the second's share less the first's.
Interval DifferenceInterval(const VersionRow& first, const VersionRow& second);
// Neither 0 is in the interval, nor are there fewer than a hundred lines of one.
bool CanDistinguish(const VersionRow& first, const VersionRow& second);

}  // namespace synapse
