// LateLists: which late lists (spec/packed.h) of this process were checked, and
// the bytes that each must lie in.
//
// A list is known by its address. A table of the addresses that were met is
// small: a line reads the options of one or two commands. It is emptied when a
// pack is closed, because another one can lie at its address.
//
// Threads: none. Forks: a child has a copy.
// Tested by tests/spec/pack_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace synapse {

class LateLists {
 public:
  enum class State : uint8_t { kUnchecked, kGood, kBad };

  // The lists of this process.
  static LateLists& Get();

  // The lists in `bytes` are checked when they are first read, until Forget().
  void Add(std::string_view bytes);
  void Forget(std::string_view bytes);

  State Of(const void* list) const {
    for (size_t at = PlaceOf(list);; at = (at + 1) & (met_.size() - 1)) {
      const uintptr_t met = met_[at];
      if (met == 0) return State::kUnchecked;
      if ((met & ~kBad) == reinterpret_cast<uintptr_t>(list)) {
        return (met & kBad) != 0 ? State::kBad : State::kGood;
      }
    }
  }
  // The added bytes that the list lies in; empty if there are none.
  std::string_view BytesOf(const void* list) const;
  // REQUIRES: Of(list) == kUnchecked; the list is at an even address.
  void Note(const void* list, bool is_good);

 private:
  static constexpr uintptr_t kBad = 1;
  static constexpr size_t kLeast = 64;  // a power of two, as every size

  LateLists() : met_(kLeast) {}
  size_t PlaceOf(const void* list) const {
    const auto address =
        static_cast<uint64_t>(reinterpret_cast<uintptr_t>(list));
    return static_cast<size_t>(address * 0x9e3779b97f4a7c15 >> 32) &
           (met_.size() - 1);
  }

  std::vector<std::string_view> bytes_;
  std::vector<uintptr_t> met_;  // addresses, with kBad; 0: free
  size_t count_ = 0;
};

}  // namespace synapse
