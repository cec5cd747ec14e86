// The bytes of a language model's server: every protocol, whole and in two
// parts, and the check of the answer.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ai/answer.h"
#include "ai/wire.h"
#include "base/text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace synapse;
  static SpecStore specs{{"specs"}};
  static const AliasLookup no_alias;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (AiProvider provider :
       {AiProvider::kOpenAi, AiProvider::kAnthropic, AiProvider::kCommand}) {
    AnswerReader reader(provider);
    reader.Read(bytes.substr(0, size / 2), /*ended=*/false);
    reader.Read(bytes, /*ended=*/true);
    const CheckedAnswer checked =
        CheckAnswer(reader.text(), "",
                    {specs, no_alias, [](std::string_view) { return true; }});
    if (!checked.why && HasHidden(checked.line)) __builtin_trap();
    if (HasHidden(reader.error())) __builtin_trap();
  }
  return 0;
}
