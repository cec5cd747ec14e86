// A SuggestionRecord as one line of JSON. It is self-contained, because a model
// is trained on it. tests/cases/record.schema.json lists the fields.
// Tested by tests/track/record_json_test.cc.
#pragma once

#include <rapidjson/document.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "track/suggestion_record.h"

namespace synapse {

// Without the final newline.
std::string RecordLine(const SuggestionRecord& record);

// The part that an event stores, as an object: suggestions, accepted_index,
// match_type, cycle_count, time_to_action_ms.
void WriteSummary(JsonWriter& w, const SuggestionSummary& summary);
// No value if there is none.
std::optional<SuggestionSummary> SummaryIn(const rapidjson::Value& object);

// A sketch of a text, to group records without a model: SimHash (Charikar, "Similarity estimation techniques from rounding
// algorithms", STOC 2002) over the hashes of all runs of three characters. The
// share of bits in which two sketches agree grows with the cosine of the texts:
// 1 for equal texts, about 0.5 for texts without common parts. Readers of the
// records compute it.
uint64_t SketchOf(std::string_view text);

}  // namespace synapse
