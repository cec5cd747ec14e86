// Any line, at any cursor: tokens in order and within bounds, a segment, and
// parts within bounds.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "effect/risk.h"
#include "explain/line_parts.h"
#include "line/commands.h"
#include "line/quote.h"
#include "line/segment.h"

namespace {

void CheckTokens(std::string_view text,
                 const std::vector<synapse::Token>& tokens) {
  size_t at = 0;
  for (const synapse::Token& t : tokens) {
    if (t.begin < at || t.end <= t.begin || t.end > text.size()) abort();
    at = t.end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  CheckTokens(text, synapse::Tokenize(text));
  CheckTokens(text, synapse::TokenizeOpen(text).tokens);
  size_t cursor = size ? data[0] % (size + 1) : 0;
  synapse::Segment s = synapse::SegmentAt(text, cursor);
  if (s.partial.end != cursor || s.begin > cursor) abort();
  (void)synapse::ParseCommands(text);
  static synapse::SpecStore specs({"specs"});
  static const synapse::AliasLookup alias;
  static synapse::RiskJudge judge(specs, alias);
  (void)judge.Of(text);
  for (const auto& part : synapse::PartsOf(text, specs, alias).parts) {
    if (part.begin > part.end || part.end > text.size()) abort();
  }
  // A value without NUL is the same after it is written and read again.
  if (size > 0 && size < 256 && text.find('\0') == text.npos) {
    auto tokens = synapse::Tokenize(synapse::QuoteValue(
        text, synapse::Quote::kNone, synapse::QuoteStyle::kValue, true));
    if (tokens.size() != 1 || tokens[0].value != text) abort();
  }
  return 0;
}
