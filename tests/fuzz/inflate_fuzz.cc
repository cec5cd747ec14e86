// A gzip file, and a zlib stream: output is bounded.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/inflate.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (synapse::Gunzip(bytes, 100'000).size() > 100'000) abort();
  if (synapse::Inflate(bytes, 100'000).size() > 100'000) abort();
  return 0;
}
