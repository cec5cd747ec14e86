// A pack with any bytes is refused, or each of its specs can be read whole. The
// header is made valid, so that the bytes behind it are reached.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "spec/pack.h"
#include "spec/packer.h"
#include "spec/parse.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace synapse;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.size() >= 32) {
    const uint64_t format = PackFormat(), whole = bytes.size();
    memcpy(bytes.data(), "SYNSPEC\n", 8);
    memcpy(bytes.data() + 8, &format, sizeof(format));
    memcpy(bytes.data() + 16, &whole, sizeof(whole));
  }
  const auto pack = SpecPack::FromBytes(bytes);
  if (!pack.ok()) return 0;
  for (const PackEntry& entry : (*pack)->index().entries) {
    const auto spec = (*pack)->Find(entry);
    if (spec && SpecToJson(*spec).empty()) abort();
  }
  return 0;
}
