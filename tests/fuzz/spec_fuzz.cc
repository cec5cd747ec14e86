// A spec that parses is the same after it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "spec/parse.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<synapse::SpecProblem> problems;
  auto spec = synapse::ParseSpec(text, "fuzz", &problems);
  if (!spec.ok()) return 0;
  auto again = synapse::ParseSpec(synapse::SpecToJson(*spec), "fuzz");
  if (!again.ok() || !(again->root == spec->root) ||
      again->generators != spec->generators) {
    abort();
  }
  return 0;
}
