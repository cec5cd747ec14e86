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
  w.Key("score");
  w.Double(s.score);
  w.Key("confidence");
  w.Double(confidence);
  w.Key("word_confidence");
  w.Double(s.word_confidence);
  w.Key("shown");
  w.Bool(is_shown(s));
  w.Key("reasons");
  w.StartArray();
  for (const Evidence& e : s.evidence) JsonString(w, ReasonOf(e));
  w.EndArray();
  WriteRisk(w, s.risk);
  JsonFieldOrNull(w, "description", s.description);
  if (!s.contributions.empty()) {
    w.Key("contributions");
    w.StartObject();
    for (const Contribution& c : s.contributions) {
      w.Key(c.name);
      w.Double(c.value);
    }
    w.EndObject();
  }
  w.EndObject();
}

// The reply of `suggest`: {"ok":true,"suggestions":[...],"latency_us":N}.
inline std::string SuggestionsJson(const std::vector<Suggestion>& suggestions,
                                   const IsShown& is_shown,
                                   int64_t latency_us) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartObject();
  w.Key("ok");
  w.Bool(true);
  w.Key("suggestions");
  w.StartArray();
  ConfidencesInOrder confidences;
  for (const Suggestion& s : suggestions) {
    WriteSuggestion(w, s, confidences.Next(s), is_shown);
  }
  w.EndArray();
  w.Key("latency_us");
  w.Int64(latency_us);
  w.EndObject();
  return buffer.GetString();
}

}  // namespace synapse
