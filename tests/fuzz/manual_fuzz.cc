// The bytes are a manual page, plain or compressed. Its text is one short line
// without hidden characters, and no byte beyond a bound is read or written.
#include <stdlib.h>

#include <cstdint>
#include <string_view>

#include "base/gzip.h"
#include "base/text.h"
#include "spec/man_page.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace synapse;
  constexpr size_t kMax = 4096;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string plain = GunzipStart(bytes, kMax);
  if (plain.size() > kMax) abort();
  for (const std::string_view page : {bytes, std::string_view(plain)}) {
    const std::string text = DescriptionInPage(page);
    if (text.size() > kMaxPageText || HasHidden(text)) abort();
    if (PageInstead(page).find("..") != std::string_view::npos) abort();
  }
  return 0;
}
