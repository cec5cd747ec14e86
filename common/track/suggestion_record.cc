#include "track/suggestion_record.h"

#include <algorithm>

namespace synapse {

std::pair<MatchType, std::optional<size_t>> ClassifyMatch(
    std::string_view actual, const std::vector<OfferedText>& suggestions) {
  for (size_t i = 0; i < suggestions.size(); ++i) {
    const std::string& text = suggestions[i].text;
    if (text.empty()) continue;
    if (actual == text) return {MatchType::kExact, i};
    // `echo` says nothing about `echo best thing`.
    const bool is_one_word = text.find(' ') >= text.find_last_not_of(' ');
    if (actual.starts_with(text) && !is_one_word) {
      return {MatchType::kPartial, i};
    }
    if (std::string_view(text).starts_with(actual)) {
      return {MatchType::kPrefix, i};
    }
  }
  return {MatchType::kNone, std::nullopt};
}

std::optional<LlmOutcome> LlmOutcomeOf(
    const std::optional<SuggestionRecord>& record) {
  if (!record || record->llm_version.empty()) return std::nullopt;
  const auto is_its = [&](size_t i) {
    return i < record->suggestions.size() &&
           record->suggestions[i].source == "ai";
  };
  for (const uint8_t i : record->viewed_indices) {
    if (!is_its(i)) continue;
    const bool good = record->match_type == MatchType::kExact ||
                      record->match_type == MatchType::kPartial;
    return LlmOutcome{record->llm_version, good && record->accepted_index &&
                                               is_its(*record->accepted_index)};
  }
  return std::nullopt;
}

SuggestionSummary SummaryOf(const SuggestionRecord& record) {
  constexpr size_t kAlways = 5;
  size_t count = kAlways;
  for (uint8_t viewed : record.viewed_indices) {
    count = std::max<size_t>(count, viewed + 1u);
  }
  if (record.accepted_index) {
    count = std::max(count, *record.accepted_index + 1);
  }
  SuggestionSummary summary;
  for (const OfferedText& offered : record.suggestions) {
    if (summary.suggestions.size() == count) break;
    summary.suggestions.push_back(offered.text);
  }
  summary.accepted_index = record.accepted_index;
  summary.match_type = record.match_type;
  summary.cycle_count = record.cycle_count;
  summary.time_to_action_ms = record.time_to_action_ms;
  return summary;
}

}  // namespace synapse
