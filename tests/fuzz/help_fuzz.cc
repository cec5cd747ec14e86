// The output of --help, likewise, and answers of programs by each protocol.
#include <cstdint>
#include <string_view>

#include "base/text.h"
#include "manual/help_text.h"
#include "manual/protocol.h"
#include "tests/fuzz/manual_check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  synapse::CheckMadeSpec(synapse::SpecOfHelp(text, "tool"));
  using synapse::Protocol;
  (void)synapse::ProtocolIn(text, "tool");
  for (Protocol each : {Protocol::kCobra, Protocol::kClick, Protocol::kOldClick,
                        Protocol::kArgcomplete}) {
    const auto answer = synapse::ParseAnswer(each, text);
    if (answer.values.size() > synapse::kMaxGenerated) __builtin_trap();
    for (const auto& value : answer.values) {
      if (value.value.empty() || synapse::HasHidden(value.value)) {
        __builtin_trap();
      }
    }
  }
  return 0;
}
