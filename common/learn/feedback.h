// Feedback: what became of a suggestion. Kept for as long as it counts: a
// boost for what is taken, a short suppression of what is dismissed, both
// decaying with time and clamped, so that nothing locks in (engine-v2, 9).
//
// The truth is the log's table `feedback` (store/record.h); what it adds up to
// is the index's, key BE64 id of the text: weight f32 in [-1, 1] at time i64 ms.
// Tested by tests/learn/models_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "store/kv.h"
#include "store/record.h"

namespace synapse {

std::optional<FeedbackAction> ParseFeedback(std::string_view name);
const char* FeedbackName(FeedbackAction action);

// How much a suggestion gains when it is taken and loses when it is dismissed:
// a quarter of that when it was changed, an eighth when it was passed over.
struct FeedbackSteps {
  double accepted = 0.10;
  double dismissed = 0.08;
};
Status LearnFeedback(Kv& kv, FeedbackAction action, std::string_view text,
                     int64_t now_ms, const FeedbackSteps& steps = {});

// In [-1, 1]: above 0 taken, below refused; 0 when nothing is known.
double ReadFeedback(Kv& kv, uint64_t id, int64_t now_ms);

}  // namespace synapse
