#include "base/process_id.h"

#include <sys/mman.h>
#include <unistd.h>

namespace synapse {
namespace {

#ifndef MADV_WIPEONFORK
constexpr int MADV_WIPEONFORK = 18;
#endif

// In the page; null without one. It is no member of the object below: what a
// destructor stores there may be left out, and later ones still ask.
pid_t* number = nullptr;

struct WipedPage {
  WipedPage() {
    void* page = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return;
    if (madvise(page, size, MADV_WIPEONFORK) == 0) {
      number = static_cast<pid_t*>(page);
    } else {
      munmap(page, size);
    }
  }
  // When the module is unloaded, or the process exits.
  ~WipedPage() {
    if (number) munmap(number, size);
    number = nullptr;
  }
  const size_t size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
};

}  // namespace

pid_t ProcessId() {
  static const WipedPage page;
  if (!number) return getpid();
  if (*number == 0) *number = getpid();
  return *number;
}

}  // namespace synapse
