// NameSet: a fixed set of words in one block of text, searched by bisection. A
// hash table of views takes some fifty bytes more for each of them.
//
// Tested by tests/base/name_set_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

class NameSet {
 public:
  NameSet() = default;
  // In any order; a name may come twice. Keeps the first 4 GB of text.
  explicit NameSet(std::vector<std::string_view> names);

  size_t size() const { return begins_.size(); }
  // The names are sorted. REQUIRES: i < size().
  std::string_view At(size_t i) const;
  // The index of the first name that is not less, or size().
  size_t LowerBound(std::string_view name) const;
  bool contains(std::string_view name) const;
  void Merge(const NameSet& other);

 private:
  std::vector<std::string_view> All() const;

  std::string text_;              // of all names, sorted
  std::vector<uint32_t> begins_;  // of each name in the text, in bytes
};

}  // namespace synapse
