// A completion file, for each shell: likewise.
#include <cstdint>
#include <string_view>

#include "manual/completion_file.h"
#include "tests/fuzz/manual_check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  synapse::CheckMadeSpec(synapse::SpecOfFish(text, "tool"));
  synapse::CheckMadeSpec(synapse::SpecOfZsh(text, "tool"));
  synapse::CheckMadeSpec(synapse::SpecOfBash(text, "tool"));
  return 0;
}
