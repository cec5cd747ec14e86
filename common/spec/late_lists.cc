#include "spec/late_lists.h"

#include <algorithm>
#include <utility>

namespace synapse {

LateLists& LateLists::Get() {
  // Never destroyed: a pack may be closed later than any static object.
  static auto& lists = *new LateLists;
  return lists;
}

void LateLists::Add(std::string_view bytes) { bytes_.push_back(bytes); }

void LateLists::Forget(std::string_view bytes) {
  const auto at = std::find_if(
      bytes_.begin(), bytes_.end(),
      [&](std::string_view other) { return other.data() == bytes.data(); });
  if (at == bytes_.end()) return;
  bytes_.erase(at);
  met_.assign(kLeast, 0);
  count_ = 0;
}

std::string_view LateLists::BytesOf(const void* list) const {
  const auto address = reinterpret_cast<uintptr_t>(list);
  for (const std::string_view bytes : bytes_) {
    if (address - reinterpret_cast<uintptr_t>(bytes.data()) < bytes.size()) {
      return bytes;
    }
  }
  return {};
}

void LateLists::Note(const void* list, bool is_good) {
  if (2 * (count_ + 1) > met_.size()) {
    const std::vector<uintptr_t> before =
        std::exchange(met_, std::vector<uintptr_t>(2 * met_.size()));
    count_ = 0;
    for (const uintptr_t met : before) {
      if (met != 0) {
        Note(reinterpret_cast<const void*>(met & ~kBad), (met & kBad) == 0);
      }
    }
  }
  size_t at = PlaceOf(list);
  while (met_[at] != 0) at = (at + 1) & (met_.size() - 1);
  met_[at] = reinterpret_cast<uintptr_t>(list) | (is_good ? 0 : kBad);
  ++count_;
}

}  // namespace synapse
