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

}  // namespace synapse
