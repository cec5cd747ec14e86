// The memory that the process may still take.
#pragma once

#include <cstdint>

namespace synapse {

// Bytes of address space between what is mapped and the limit (ulimit -v);
// UINT64_MAX where there is no limit, or /proc does not tell what is mapped.
uint64_t AddressSpaceLeft();

}  // namespace synapse
