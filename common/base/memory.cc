#include "base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/clock.h"
#include "base/files.h"

namespace synapse {

uint64_t AddressSpaceLeft() {
  rlimit space{}, data{};
  if (getrlimit(RLIMIT_AS, &space) != 0) space.rlim_cur = RLIM_INFINITY;
  if (getrlimit(RLIMIT_DATA, &data) != 0) data.rlim_cur = RLIM_INFINITY;
  if (space.rlim_cur == RLIM_INFINITY && data.rlim_cur == RLIM_INFINITY) {
    return UINT64_MAX;
  }
  // "SIZE RESIDENT SHARED TEXT LIB DATA ..." in pages (proc(5)).
  auto text = ReadFile("/proc/self/statm", 4096);
  if (!text.ok()) return UINT64_MAX;
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  uint64_t pages[6] = {};
  const char* at = text->c_str();
  for (uint64_t& number : pages) {
    char* end = nullptr;
    number = strtoull(at, &end, 10);
    at = end;
  }
  auto left = [page](const rlimit& limit, uint64_t used) {
    if (limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    const uint64_t most = limit.rlim_cur;
    return most > used * page ? most - used * page : uint64_t{0};
  };
  return std::min(left(space, pages[0]), left(data, pages[5]));
}

uint64_t MemoryLimits::Left() {
  constexpr int64_t kTrustUs = 1'000'000;
  const int64_t now = Clock::MonotonicUs();
  if (now < unlimited_until_us_) return UINT64_MAX;
  const uint64_t left = AddressSpaceLeft();
  unlimited_until_us_ = left == UINT64_MAX ? now + kTrustUs : 0;
  return left;
}

}  // namespace synapse
