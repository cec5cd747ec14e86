#include "tests/safety/fence.h"

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

// The functions of glibc.
extern "C" {
void* __libc_malloc(size_t size);
void __libc_free(void* block);
void* __libc_realloc(void* block, size_t size);
}

namespace {

constexpr size_t kPage = 4096, kFence = 2 * kPage;
constexpr int kPattern = 0xA5;
constexpr size_t kEntries = 1 << 15, kMaxTries = 64;

char* fenced[kEntries];  // a hash table of the blocks in use

// The entry of `block`, or a free entry for nullptr; null without one.
char** EntryOf(const char* at, const char* block) {
  const size_t first = reinterpret_cast<uintptr_t>(at) / kPage;
  for (size_t i = 0; i < kMaxTries; ++i) {
    char** entry = &fenced[(first + i) % kEntries];
    if (*entry == block) return entry;
  }
  return nullptr;
}

bool Holds(const char* block) {
  auto whole = [](const char* fence) {
    return fence[0] == static_cast<char>(kPattern) &&
           memcmp(fence, fence + 1, kFence - 1) == 0;
  };
  return whole(block - kFence) && whole(block + kPage);
}

}  // namespace

extern "C" {

void* malloc(size_t size) {
  if (size != kPage) return __libc_malloc(size);
  auto* base = static_cast<char*>(__libc_malloc(kPage + 2 * kFence));
  if (!base) return nullptr;
  char* block = base + kFence;
  char** entry = EntryOf(block, nullptr);
  if (!entry) return base;  // too many blocks: no fences
  memset(base, kPattern, kFence);
  memset(block + kPage, kPattern, kFence);
  return *entry = block;
}

void free(void* block) {
  auto* at = static_cast<char*>(block);
  char** entry = at ? EntryOf(at, at) : nullptr;
  if (!entry) return __libc_free(block);
  if (!Holds(at)) {
    constexpr char kReport[] = "written outside of a page\n";
    (void)!write(STDERR_FILENO, kReport, sizeof kReport - 1);
    _exit(synapse::testing::kFenceBroken);
  }
  *entry = nullptr;
  __libc_free(at - kFence);
}

void* realloc(void* block, size_t size) {
  auto* at = static_cast<char*>(block);
  if (!at || !EntryOf(at, at)) return __libc_realloc(block, size);
  void* moved = malloc(size);
  if (!moved) return nullptr;
  memcpy(moved, block, size < kPage ? size : kPage);
  free(block);
  return moved;
}

}  // extern "C"

namespace synapse::testing {

bool FencesHold() {
  for (const char* block : fenced) {
    if (block && !Holds(block)) return false;
  }
  return true;
}

}  // namespace synapse::testing
