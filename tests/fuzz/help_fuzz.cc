// The output of --help: likewise.
#include <cstdint>
#include <string_view>

#include "manual/help_text.h"
#include "tests/fuzz/manual_check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  synapse::CheckMadeSpec(synapse::SpecOfHelp(text, "tool"));
  return 0;
}
