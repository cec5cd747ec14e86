#include "base/process_id.h"

#include <sys/mman.h>
#include <unistd.h>

namespace synapse {
namespace {

#ifndef MADV_WIPEONFORK
constexpr int MADV_WIPEONFORK = 18;
#endif

class WipedPage {
 public:
  WipedPage() : size_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    void* page = mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return;
    if (madvise(page, size_, MADV_WIPEONFORK) == 0) {
      number_ = static_cast<pid_t*>(page);
    } else {
      munmap(page, size_);
    }
  }
  // When the module is unloaded.
  ~WipedPage() {
    if (number_) munmap(number_, size_);
    number_ = nullptr;
  }

  pid_t* number() const { return number_; }

 private:
  const size_t size_;  // bytes
  pid_t* number_ = nullptr;
};

}  // namespace

pid_t ProcessId() {
  static const WipedPage kPage;
  pid_t* const number = kPage.number();
  if (!number) return getpid();
  if (*number == 0) *number = getpid();
  return *number;
}

}  // namespace synapse
