// A SuggestionRecord as one line of JSON: self-contained, as a model is trained
// on it. tests/cases/record.schema.json says which fields there are.
// Tested by tests/track/record_json_test.cc.
#pragma once

#include <rapidjson/document.h>

#include <optional>
#include <string>

#include "base/json.h"
#include "track/record.h"

namespace synapse {

// Without a newline at its end.
std::string RecordLine(const SuggestionRecord& record);

// What an event keeps, as an object: suggestions, accepted_index, match_type,
// cycle_count, time_to_action_ms.
void WriteSummary(JsonWriter& w, const SuggestionSummary& summary);
// Nothing where it is none.
std::optional<SuggestionSummary> SummaryIn(const rapidjson::Value& object);

}  // namespace synapse
