#include "base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>

#include "base/files.h"

namespace synapse {

uint64_t AddressSpaceLeft() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return UINT64_MAX;
  }
  // The line is "PAGES ...": the whole size comes first.
  auto text = ReadFile("/proc/self/statm", 4096);
  if (!text.ok()) return UINT64_MAX;
  const uint64_t mapped = strtoull(text->c_str(), nullptr, 10) *
                          static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > mapped ? limit.rlim_cur - mapped : 0;
}

}  // namespace synapse
