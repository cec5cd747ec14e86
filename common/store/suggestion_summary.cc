#include "store/suggestion_summary.h"

#include <cmath>

#include "store/bytes.h"

namespace synapse {
namespace {

constexpr MatchType kMatches[] = {MatchType::kNone, MatchType::kExact,
                                  MatchType::kPartial, MatchType::kPrefix};

}  // namespace

const char* MatchName(MatchType match) {
  switch (match) {
    case MatchType::kNone: return "none";
    case MatchType::kExact: return "exact";
    case MatchType::kPartial: return "partial";
    case MatchType::kPrefix: return "prefix";
  }
  return "none";
}

std::optional<MatchType> ParseMatch(std::string_view name) {
  for (MatchType match : kMatches) {
    if (name == MatchName(match)) return match;
  }
  return std::nullopt;
}

void PutSummary(std::string& out, const SuggestionSummary& s) {
  PutLittle<uint8_t>(out, static_cast<uint8_t>(s.match_type));
  PutLittle<uint32_t>(out, s.cycle_count);
  PutLittle<int32_t>(
      out, s.accepted_index ? static_cast<int32_t>(*s.accepted_index) : -1);
  PutLittle<int64_t>(out, std::llround(s.time_to_action_ms * 1000));
  PutLittle<uint32_t>(out, static_cast<uint32_t>(s.suggestions.size()));
  for (const std::string& text : s.suggestions) PutString(out, text);
}

std::optional<SuggestionSummary> ReadSummary(std::string_view bytes) {
  ByteReader in(bytes);
  SuggestionSummary s;
  const auto match = in.Little<uint8_t>();
  if (match > static_cast<uint8_t>(MatchType::kPrefix)) return std::nullopt;
  s.match_type = static_cast<MatchType>(match);
  s.cycle_count = in.Little<uint32_t>();
  const auto accepted = in.Little<int32_t>();
  s.time_to_action_ms = static_cast<double>(in.Little<int64_t>()) / 1000;
  const auto count = in.Little<uint32_t>();
  for (uint32_t i = 0; i < count && in.ok(); ++i) {
    s.suggestions.emplace_back(in.String());
  }
  if (!in.ok()) return std::nullopt;
  if (accepted >= 0 && static_cast<size_t>(accepted) < s.suggestions.size()) {
    s.accepted_index = static_cast<size_t>(accepted);
  }
  return s;
}

}  // namespace synapse
