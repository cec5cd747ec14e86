// The memory that the process may still allocate.
// Tested by tests/base/base_test.cc.
#pragma once

#include <cstdint>

namespace synapse {

// Bytes between the mapped size and the limit of address space (ulimit -v), or
// between the private writable bytes and the limit of data (ulimit -d) where that
// is less; UINT64_MAX when there is no limit, or when /proc does not report the
// size.
uint64_t AddressSpaceLeft();

// AddressSpaceLeft() for the keys of a line. While a process has no limit, the
// kernel is asked once a second: two system calls at each call of the engine
// were half of all that a key made. With a limit it is asked each time.
class MemoryLimits {
 public:
  uint64_t Left();
  // The kernel is asked at the next call. For each prompt, since `ulimit` may
  // have run.
  void Forget() { unlimited_until_us_ = 0; }

 private:
  int64_t unlimited_until_us_ = 0;  // by the monotonic clock
};

}  // namespace synapse
