#include "suggest/request_log.h"

#include <unistd.h>

#include <algorithm>

#include "base/clock.h"
#include "base/json.h"
#include "rank/weights.h"

namespace synapse {
namespace {

constexpr size_t kMostLogged = 64;  // candidates of one request

template <class Parts, class Name, class Value>
void WriteNumbers(JsonWriter& w, const char* key, const Parts& parts,
                  const Name& name, const Value& value) {
  JsonObject(w, key, [&] {
    for (const auto& part : parts) {
      JsonField(w, name(part), value(part));
    }
  });
}

void WriteFeatures(JsonWriter& w, const CandidateFeatures& features) {
  JsonObject(w, "features", [&] {
    for (size_t i = 0; i < features.size(); ++i) {
      if (features[i] == 0) continue;
      JsonField(w,
                i < kOfLine ? kCandidateFeatureNames[i]
                            : kLineFeatureNames[i - kOfLine],
                features[i]);
    }
  });
}

void WriteContext(JsonWriter& w, const CompletionContext& context) {
  JsonObject(w, "context", [&] {
    JsonField(w, "position", PositionName(context.position));
    JsonField(w, "expected", ExpectedTypeName(context.expected));
    JsonField(w, "words", context.words.size());
    JsonField(w, "spec", context.spec != nullptr);
  });
}

}  // namespace

void RequestLog::Note(const std::vector<Suggestion>& list,
                      const std::vector<CandidateFeatures>& rows) {
  candidates_.clear();
  for (size_t i = 0; i < std::min(list.size(), kMostLogged); ++i) {
    candidates_.push_back({list[i], rows[i]});
  }
}

std::string RequestLog::Json(
    const SuggestRequest& request, const SuggestReply& reply, bool with_texts,
    const std::function<bool(const Suggestion&)>& is_shown) const {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  const auto write = [&](const Suggestion& s, int64_t place,
                         const CandidateFeatures* features) {
    w.StartObject();
    JsonFieldOrNull(w, "place", place);
    JsonField(w, "shown", place == 0 && is_shown(s));
    JsonField(w, "source", s.source);
    JsonField(w, "score", s.score);
    JsonField(w, "confidence", s.confidence);
    JsonField(w, "word_confidence", s.word_confidence);
    JsonField(w, "risk", RiskLevelName(s.risk.level));
    WriteNumbers(
        w, "found", s.verdicts, [](const Verdict& v) { return v.name; },
        [](const Verdict& v) { return v.kept; });
    if (features) WriteFeatures(w, *features);
    WriteNumbers(
        w, "line", s.contributions,
        [](const Contribution& c) { return c.name; },
        [](const Contribution& c) { return c.value; });
    if (with_texts) {
      JsonField(w, "text", s.text);
      JsonArray(w, "reasons", s.evidence,
                [&](const Evidence& e) { JsonString(w, ReasonOf(e)); });
    }
    w.EndObject();
  };
  w.StartObject();
  JsonField(w, "time_ms", Clock().NowMs());
  JsonField(w, "pid", getpid());
  JsonField(w, "request", "suggest");
  JsonField(w, "cursor", request.cursor);
  JsonField(w, "bytes", request.buffer.size());
  if (with_texts) {
    JsonField(w, "buffer", request.buffer);
    JsonField(w, "command", reply.context.command);
  }
  WriteContext(w, reply.context);
  JsonField(w, "latency_us", reply.latency_us);
  JsonObjects(w, "sources", reply.asked, [&](const AskedSource& asked) {
    JsonField(w, "source", SourceName(asked.id));
    JsonField(w, "candidates", asked.candidates);
    JsonField(w, "us", asked.us);
  });
  w.Key("candidates");
  w.StartArray();
  const auto& replied = reply.suggestions;
  for (size_t i = 0; i < replied.size(); ++i) {
    const auto noted = std::find_if(
        candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
          return c.suggestion.text == replied[i].text;
        });
    write(replied[i], static_cast<int64_t>(i),
          noted == candidates_.end() ? nullptr : &noted->features);
  }
  for (const Candidate& c : candidates_) {
    const bool is_replied = std::any_of(
        replied.begin(), replied.end(),
        [&](const Suggestion& s) { return s.text == c.suggestion.text; });
    if (!is_replied) write(c.suggestion, -1, &c.features);
  }
  w.EndArray();
  w.EndObject();
  return buffer.GetString();
}

}  // namespace synapse
