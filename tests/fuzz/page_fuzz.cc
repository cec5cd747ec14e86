// A manual page: its texts are bounded and clean, and its spec is a spec.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "manual/page_name.h"
#include "manual/page_spec.h"
#include "tests/fuzz/manual_check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  synapse::CheckMadeSpec(
      synapse::SpecOfPage(synapse::ParsePage(text), "tool").root);
  const std::string name = synapse::DescriptionInPage(text);
  if (name.size() > synapse::kMaxPageText || synapse::HasHidden(name)) abort();
  return 0;
}
