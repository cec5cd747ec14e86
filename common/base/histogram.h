// Histogram: a distribution of durations, in a fixed size. Adding a sample does
// not allocate, and a quantile is exact to one part in eight.
//
// Buckets: one for each value below 8; above that, eight for each power of two
// (log-linear), up to 2^31. Larger values count as 2^31.
// Tested by tests/base/histogram_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace synapse {

class Histogram {
 public:
  void Add(int64_t value);
  uint64_t count() const { return count_; }
  // The largest value of the bucket in which that share of the samples ends,
  // but at most the largest sample; 0 without samples. REQUIRES: 0 <= share <=
  // 1.
  int64_t Quantile(double share) const;

 private:
  static constexpr int kSubBits = 3;
  static constexpr size_t kSub = size_t{1} << kSubBits;
  static constexpr int64_t kMax = (int64_t{1} << 31) - 1;
  static constexpr size_t kBuckets = kSub * (31 - kSubBits + 1);

  static size_t BucketOf(int64_t value);
  static int64_t LargestOf(size_t bucket);

  std::array<uint32_t, kBuckets> buckets_{};
  uint64_t count_ = 0;
  int64_t largest_ = 0;
};

}  // namespace synapse
