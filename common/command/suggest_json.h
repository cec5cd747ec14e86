// Suggestions as JSON, the same in `suggest --format json` and `drive`.
// Tested by tests/engine/engine_test.cc.
#pragma once

#include <algorithm>
#include <functional>

#include "base/json.h"
#include "effect/risk_json.h"
#include "rank/suggestion.h"

namespace synapse {

// Whether it would be a ghost.
using IsShown = std::function<bool(const Suggestion&)>;

// The confidences of a list, as they are printed: each is at most the one before
// it, so that whoever cuts the list at a confidence keeps its best part. The
// order itself also counts the chance of the next word (rank/order.h).
class ConfidencesInOrder {
 public:
  double Next(const Suggestion& s) {
    return least_ = std::min(least_, s.confidence);
  }

 private:
  double least_ = 1;
};

inline void WriteSuggestion(JsonWriter& w, const Suggestion& s,
                            double confidence, const IsShown& is_shown) {
  w.StartObject();
  JsonField(w, "text", s.text);
  JsonField(w, "source", s.source);
  JsonField(w, "score", s.score);
  JsonField(w, "confidence", confidence);
  JsonField(w, "word_confidence", s.word_confidence);
  JsonField(w, "shown", is_shown(s));
  JsonArray(w, "reasons", s.evidence,
            [&](const Evidence& e) { JsonString(w, ReasonOf(e)); });
  WriteRisk(w, s.risk);
  JsonFieldOrNull(w, "description", s.description);
  if (!s.contributions.empty()) {
    JsonObject(w, "contributions", [&] {
      for (const Contribution& c : s.contributions) {
        JsonField(w, c.name, c.value);
      }
    });
  }
  w.EndObject();
}

// The reply of `suggest`: {"ok":true,"suggestions":[...],"latency_us":N}.
inline std::string SuggestionsJson(const std::vector<Suggestion>& suggestions,
                                   const IsShown& is_shown,
                                   int64_t latency_us) {
  return JsonObjectText([&](JsonWriter& w) {
    JsonField(w, "ok", true);
    ConfidencesInOrder confidences;
    JsonArray(w, "suggestions", suggestions, [&](const Suggestion& s) {
      WriteSuggestion(w, s, confidences.Next(s), is_shown);
    });
    JsonField(w, "latency_us", latency_us);
  });
}

}  // namespace synapse
