// SuggestionRecord: what was suggested at one prompt, how it was looked through,
// and what ran. It belongs to the command that ran, not to the one before it.
//
// The list of a record is the last one of which something was taken by a key;
// without one, the last that was on show. What was typed so that nothing fits
// leaves that list in place.
//   line submitted            closed, by tracker.h
//   line cancelled, or empty  dropped
//   line that begins with :   dropped, as is one that is not recorded
//   line recalled or edited   closed: it is compared as text
//   several lines, one prompt one record, of the list that was on show last
//   a list that comes late    replaces the one on show, unless that was cycled
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

// A command that ran before.
struct TrackedCommand {
  std::string input;
  int exit = -1;  // -1: not known
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

// What stood in the line, that long after the list was there.
struct TypedText {
  int64_t at_ms = 0;
  std::string text;
};

struct SuggestionRecord {
  TrackedContext context;
  std::string version;  // engine and weights
  // What a language model was asked and what it said, two JSON objects; "" where
  // none took part.
  std::string llm_request, llm_response;
  std::string llm_version;  // of its prompt
  std::string session;
  std::string host;
  std::string buffer;  // what the list was asked for
  std::vector<OfferedText> suggestions;
  // The first one is on show unasked; each key that goes on adds one.
  std::vector<uint8_t> viewed_indices;
  std::vector<int64_t> dwell_ms;   // of viewed_indices; where tracking.dwell
  std::vector<TypedText> typed;    // where tracking.typed
  uint32_t cycle_count = 0;
  int displayed_index_at_submit = -1;  // -1: none
  std::optional<size_t> taken_index;  // by a key
  std::string taken_behind;           // what was typed then
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

// How a line relates to the first suggestion that has anything to do with it.
std::pair<MatchType, std::optional<size_t>> ClassifyMatch(
    std::string_view actual, const std::vector<OfferedText>& suggestions);

// What became of a language model's suggestion; nothing where none was seen.
struct LlmOutcome {
  std::string version;  // of the prompt
  bool accepted = false;
};
std::optional<LlmOutcome> LlmOutcomeOf(
    const std::optional<SuggestionRecord>& record);

// What the event keeps: the suggestions that were viewed, and the first five.
SuggestionSummary SummaryOf(const SuggestionRecord& record);

}  // namespace synapse
