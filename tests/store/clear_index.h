// Empties an index, for tests of several folders.
#pragma once

#include "store/memory_kv.h"
#include "store/store.h"

namespace synapse::testing {

// Empties the index: it is built again from the first event.
inline Status ClearIndex(Store& store) {
  MemoryKv nothing;
  return store.ReplaceIndex(nothing);
}

}  // namespace synapse::testing
