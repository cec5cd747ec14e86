// The memory that the process may still allocate.
// Tested by tests/base/base_test.cc.
#pragma once

#include <cstdint>

namespace synapse {

// Bytes of address space between the mapped size and the limit (ulimit -v);
// UINT64_MAX when there is no limit, or when /proc does not report the size.
uint64_t AddressSpaceLeft();

}  // namespace synapse
