// SuggestionSummary: the suggestions for a command and their outcome, as the
// command's event keeps them. track/suggestion_record.h has the full record.
//
// Record: match u8 | cycle_count u32 | accepted i32, -1 for none |
//         time_to_action_us i64 | u32 how many, then so many strings, each u32
//         length and bytes. Little-endian.
// Tested by tests/store/event_test.cc, fuzzed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

// How the line that ran relates to the first suggestion that has anything to do
// with it: it is the suggestion, goes on behind it, or is its beginning.
enum class MatchType : uint8_t { kNone, kExact, kPartial, kPrefix };

const char* MatchName(MatchType match);
std::optional<MatchType> ParseMatch(std::string_view name);

struct SuggestionSummary {
  std::vector<std::string> suggestions;
  std::optional<size_t> accepted_index;
  MatchType match_type = MatchType::kNone;
  uint32_t cycle_count = 0;
  double time_to_action_ms = 0;
};

void PutSummary(std::string& out, const SuggestionSummary& summary);
// Nothing where the bytes are none.
std::optional<SuggestionSummary> ReadSummary(std::string_view bytes);

}  // namespace synapse
