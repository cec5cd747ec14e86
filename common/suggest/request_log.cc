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
  w.Key(key);
  w.StartObject();
  for (const auto& part : parts) {
    w.Key(name(part));
    w.Double(value(part));
  }
  w.EndObject();
}

void WriteFeatures(JsonWriter& w, const CandidateFeatures& features) {
  w.Key("features");
  w.StartObject();
  for (size_t i = 0; i < features.size(); ++i) {
    if (features[i] == 0) continue;
    w.Key(i < kOfLine ? kCandidateFeatureNames[i]
                      : kLineFeatureNames[i - kOfLine]);
    w.Double(features[i]);
  }
  w.EndObject();
}

void WriteContext(JsonWriter& w, const CompletionContext& context) {
  w.Key("context");
  w.StartObject();
  JsonField(w, "position", PositionName(context.position));
  JsonField(w, "expected", ExpectedTypeName(context.expected));
  w.Key("words");
  w.Uint64(context.words.size());
  w.Key("spec");
  w.Bool(context.spec != nullptr);
  w.EndObject();
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
  const auto number = [&w](const char* key, int64_t value) {
    w.Key(key);
    w.Int64(value);
  };
  const auto write = [&](const Suggestion& s, int64_t place,
                         const CandidateFeatures* features) {
    w.StartObject();
    w.Key("place");
    place < 0 ? w.Null() : w.Int64(place);
    w.Key("shown");
    w.Bool(place == 0 && is_shown(s));
    JsonField(w, "source", s.source);
    w.Key("score");
    w.Double(s.score);
    w.Key("confidence");
    w.Double(s.confidence);
    w.Key("word_confidence");
    w.Double(s.word_confidence);
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
      w.Key("reasons");
      w.StartArray();
      for (const Evidence& e : s.evidence) JsonString(w, ReasonOf(e));
      w.EndArray();
    }
    w.EndObject();
  };
  w.StartObject();
  number("time_ms", Clock().NowMs());
  number("pid", getpid());
  JsonField(w, "request", "suggest");
  number("cursor", static_cast<int64_t>(request.cursor));
  number("bytes", static_cast<int64_t>(request.buffer.size()));
  if (with_texts) {
    JsonField(w, "buffer", request.buffer);
    JsonField(w, "command", reply.context.command);
  }
  WriteContext(w, reply.context);
  number("latency_us", reply.latency_us);
  w.Key("sources");
  w.StartArray();
  for (const AskedSource& asked : reply.asked) {
    w.StartObject();
    JsonField(w, "source", SourceName(asked.id));
    number("candidates", static_cast<int64_t>(asked.candidates));
    number("us", asked.us);
    w.EndObject();
  }
  w.EndArray();
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
