// A SuggestionRecord as one line of JSON. It is self-contained, because a model
// is trained on it. tests/cases/record.schema.json lists the fields.
// Tested by tests/track/record_json_test.cc.
#pragma once

#include <rapidjson/document.h>

#include <optional>
#include <string>

#include "base/json.h"
#include "track/record.h"

namespace synapse {

// Without the final newline.
std::string RecordLine(const SuggestionRecord& record);

// The part that an event stores, as an object: suggestions, accepted_index,
// match_type, cycle_count, time_to_action_ms.
void WriteSummary(JsonWriter& w, const SuggestionSummary& summary);
// No value if there is none.
std::optional<SuggestionSummary> SummaryIn(const rapidjson::Value& object);

}  // namespace synapse
