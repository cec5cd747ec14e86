// MappedMemory: large blocks that go back to the system when they are freed.
//
// A large block of malloc's stays in the shell's heap: glibc raises its mmap
// threshold with every one that is freed (mallopt(3)), and a library must not
// set that of its host. Small blocks come from operator new.
//
// Tested by tests/base/mapped_memory_test.cc.
#pragma once

#include <sys/mman.h>

#include <memory_resource>
#include <new>

namespace synapse {

class MappedMemory : public std::pmr::memory_resource {
 public:
  static constexpr size_t kLeastMapped = 64 << 10;  // bytes

 private:
  void* do_allocate(size_t bytes, size_t alignment) override {
    if (bytes < kLeastMapped) {
      return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
    void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) throw std::bad_alloc();
    return block;
  }
  void do_deallocate(void* block, size_t bytes, size_t alignment) override {
    if (bytes >= kLeastMapped) {
      munmap(block, bytes);
      return;
    }
    std::pmr::new_delete_resource()->deallocate(block, bytes, alignment);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override {
    return dynamic_cast<const MappedMemory*>(&other) != nullptr;
  }
};

}  // namespace synapse
