#include "base/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace synapse {

size_t Histogram::BucketOf(int64_t value) {
  auto v = static_cast<uint64_t>(value);
  if (v < kSub) return v;
  int shift = std::bit_width(v) - 1 - kSubBits;
  return kSub * static_cast<size_t>(shift) + (v >> shift);
}

int64_t Histogram::LargestOf(size_t bucket) {
  if (bucket < kSub) return static_cast<int64_t>(bucket);
  size_t shift = bucket / kSub - 1;
  return static_cast<int64_t>(((bucket % kSub + kSub + 1) << shift) - 1);
}

void Histogram::Add(int64_t value) {
  value = std::clamp<int64_t>(value, 0, kMax);
  uint32_t& n = buckets_[BucketOf(value)];
  if (n == UINT32_MAX) return;
  ++n;
  ++count_;
  largest_ = std::max(largest_, value);
}

int64_t Histogram::Quantile(double share) const {
  auto wanted = std::max<uint64_t>(
      1, static_cast<uint64_t>(std::ceil(share * static_cast<double>(count_))));
  uint64_t seen = 0;
  for (size_t i = 0; i < kBuckets; ++i) {
    seen += buckets_[i];
    if (seen >= wanted) return std::min(LargestOf(i), largest_);
  }
  return largest_;
}

}  // namespace synapse
