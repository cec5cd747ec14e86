// A fault that the guard takes for one of the store (store/guard.h).
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/testing.h"

namespace synapse::testing {

// Reads a lock.mdb that was cut short while it was mapped.
inline void FaultInLockFile() {
  TempTree tree;
  const int fd = open(tree.Path("lock.mdb").c_str(), O_RDWR | O_CREAT, 0600);
  const auto* bytes = static_cast<volatile char*>(
      mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, 0));
  close(fd);
  (void)bytes[0];
}

}  // namespace synapse::testing
