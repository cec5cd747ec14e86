#include "base/mapped_memory.h"

#include <doctest/doctest.h>

#include <vector>

namespace synapse {
namespace {

TEST_CASE("mapped memory: holds what a growing vector puts into it") {
  MappedMemory memory;
  std::pmr::vector<int> numbers(&memory);
  constexpr int kMany = 2 * MappedMemory::kLeastMapped / sizeof(int);
  for (int i = 0; i < kMany; ++i) numbers.push_back(i);
  bool same = true;
  for (int i = 0; i < kMany; ++i) same &= numbers[static_cast<size_t>(i)] == i;
  CHECK(same);
}

// A page that is mapped can be asked for with mincore(2); a freed one cannot.
TEST_CASE("mapped memory: a large block goes back to the system") {
  MappedMemory memory;
  constexpr size_t kBytes = MappedMemory::kLeastMapped;
  void* block = memory.allocate(kBytes);
  unsigned char resident[kBytes / 4096 + 1];
  CHECK(mincore(block, kBytes, resident) == 0);
  memory.deallocate(block, kBytes);
  CHECK(mincore(block, kBytes, resident) != 0);
}

}  // namespace
}  // namespace synapse
