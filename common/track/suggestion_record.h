// SuggestionRecord: the suggestions at one prompt, how the user went through
// them, and the line that ran. It belongs to the command that ran after it.
//
// The list of a record is the last list from which a key took text; otherwise
// the last list on show. Typing text that no suggestion fits keeps that list.
//   line submitted            closed, by tracker.h
//   line cancelled, or empty  dropped
//   line that begins with :   dropped, as is one that is not recorded
//   line recalled or edited   closed: it is compared as text
//   several lines, one prompt one record, of the list that was on show last
//   a list that comes late    replaces the one on show, unless the user cycled
// Tested by tests/track/tracker_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/suggestion_summary.h"

namespace synapse {

// A previous command.
struct TrackedCommand {
  std::string input;
  int exit = -1;  // -1: unknown
};

struct TrackedContext {
  std::string shell;  // "zsh", "bash"
  std::string cwd;
  std::string repository;
  std::string branch;
  std::vector<TrackedCommand> commands;  // of this shell, oldest first
};

struct OfferedText {
  std::string text;  // the whole line
  std::string source;
  double score = 0;
};

// The text of the line at a time after the list appeared.
struct TypedText {
  int64_t at_ms = 0;
  std::string text;
};

struct SuggestionRecord {
  TrackedContext context;
  std::string version;  // engine and weights
  // A language model's request and response, two JSON objects; "" if none took
  // part.
  std::string llm_request, llm_response;
  std::string llm_version;  // of its prompt
  std::string session;
  std::string host;
  std::string buffer;  // the buffer of the request
  std::vector<OfferedText> suggestions;
  // The first one is shown without a key; each key that cycles adds one.
  std::vector<uint8_t> viewed_indices;
  std::vector<int64_t> dwell_ms;  // of viewed_indices; with tracking.details
  std::vector<TypedText> typed;   // only with tracking.details
  uint32_t cycle_count = 0;
  int displayed_index_at_submit = -1;  // -1: none
  std::optional<size_t> taken_index;   // by a key
  std::string taken_behind;            // the typed text then
  std::optional<size_t> accepted_index;
  std::string actual_input;
  MatchType match_type = MatchType::kNone;
  // Milliseconds since 1970.
  double fetch_start_ms = 0;
  double fetch_end_ms = 0;
  double submit_ms = 0;
  double time_to_action_ms = 0;
  // Counted in each shell, from 0; -1: none ran before.
  int64_t trigger_command = -1;
  int64_t result_command = 0;
};

// Compares a line with the suggestions; returns the first one that is related.
std::pair<MatchType, std::optional<size_t>> ClassifyMatch(
    std::string_view actual, const std::vector<OfferedText>& suggestions);

// The outcome of a language model's suggestion; no value if none was seen.
struct LlmOutcome {
  std::string version;  // of the prompt
  bool accepted = false;
};
std::optional<LlmOutcome> LlmOutcomeOf(
    const std::optional<SuggestionRecord>& record);

// The part that the event stores: the viewed suggestions, and the first five.
SuggestionSummary SummaryOf(const SuggestionRecord& record);

}  // namespace synapse
