#include "track/record_json.h"

#include <array>
#include <cstddef>
#include <cstdio>

#include "base/json_value.h"
#include "base/text.h"

namespace synapse {
namespace {

constexpr double kMsPerSecond = 1000;

int64_t Place(std::optional<size_t> index) {
  return index ? static_cast<int64_t>(*index) : -1;
}

void Sketch(JsonWriter& w, const char* key, std::string_view text) {
  char hex[17];
  snprintf(hex, sizeof hex, "%016llx",
           static_cast<unsigned long long>(SketchOf(text)));
  JsonField(w, key, hex);
}

// The module does not read a command's output.
void Block(JsonWriter& w, const TrackedCommand& command) {
  w.StartObject();
  JsonField(w, "input", command.input);
  JsonField(w, "output", nullptr);
  w.Key("success");
  command.exit < 0 ? w.Null() : w.Bool(command.exit == 0);
  JsonFieldOrNull(
      w, "error",
      command.exit > 0 ? "exit " + std::to_string(command.exit) : "");
  w.EndObject();
}

void Context(JsonWriter& w, const TrackedContext& context) {
  JsonObject(w, "context", [&] {
    const std::vector<std::string> none;
    JsonField(w, "nodes", std::array{context.shell});
    JsonField(w, "graphs", none);
    JsonField(w, "workflows", none);
    JsonArray(w, "blocks", context.commands,
              [&](const TrackedCommand& command) { Block(w, command); });
    JsonField(w, "cwd", context.cwd);
    JsonField(w, "repository", context.repository);
    JsonField(w, "branch", context.branch);
  });
}

void Suggestions(JsonWriter& w, const SuggestionRecord& r) {
  JsonArray(w, "suggestions", r.suggestions,
            [&](const OfferedText& offered) { JsonString(w, offered.text); });
  JsonArray(w, "sources", r.suggestions,
            [&](const OfferedText& offered) { JsonString(w, offered.source); });
  JsonArray(w, "scores", r.suggestions,
            [&](const OfferedText& offered) { w.Double(offered.score); });
}

void Sketches(JsonWriter& w, const SuggestionRecord& r) {
  std::string context = r.context.cwd;
  for (const TrackedCommand& command : r.context.commands) {
    context += '\n' + command.input;
  }
  std::string suggestions;
  for (const OfferedText& offered : r.suggestions) {
    suggestions += offered.text + '\n';
  }
  JsonObject(w, "similarity", [&] {
    Sketch(w, "context", context);
    Sketch(w, "suggestions", suggestions);
  });
}

void Details(JsonWriter& w, const SuggestionRecord& r) {
  if (!r.dwell_ms.empty()) JsonField(w, "dwell_ms", r.dwell_ms);
  if (r.typed.empty()) return;
  JsonObjects(w, "typed", r.typed, [&](const TypedText& typed) {
    JsonField(w, "at_ms", typed.at_ms);
    JsonField(w, "text", typed.text);
  });
}

constexpr size_t kCharacters = 3;
constexpr size_t kBits = 64;

// The offset after `characters` characters from `at`.
size_t Behind(std::string_view text, size_t at, size_t characters) {
  for (size_t i = 0; i < characters && at < text.size(); ++i) {
    at = CharacterEnd(text, at);
  }
  return at;
}

}  // namespace

void WriteSummary(JsonWriter& w, const SuggestionSummary& s) {
  w.StartObject();
  JsonField(w, "suggestions", s.suggestions);
  JsonFieldOrNull(w, "accepted_index", Place(s.accepted_index));
  JsonField(w, "match_type", MatchName(s.match_type));
  JsonField(w, "cycle_count", s.cycle_count);
  JsonField(w, "time_to_action_ms", s.time_to_action_ms);
  w.EndObject();
}

std::optional<SuggestionSummary> SummaryIn(const rapidjson::Value& object) {
  if (!object.IsObject()) return std::nullopt;
  const auto* texts = Member(object, "suggestions");
  if (!texts || !texts->IsArray()) return std::nullopt;
  SuggestionSummary s;
  for (const auto& text : texts->GetArray()) {
    if (!text.IsString()) return std::nullopt;
    s.suggestions.emplace_back(text.GetString(), text.GetStringLength());
  }
  if (const auto* match = Member(object, "match_type");
      match && match->IsString()) {
    s.match_type = ParseMatch(match->GetString()).value_or(MatchType::kNone);
  }
  if (const auto* accepted = Member(object, "accepted_index");
      accepted && accepted->IsUint() &&
      accepted->GetUint() < s.suggestions.size()) {
    s.accepted_index = accepted->GetUint();
  }
  if (const auto* cycles = Member(object, "cycle_count");
      cycles && cycles->IsUint()) {
    s.cycle_count = cycles->GetUint();
  }
  if (const auto* time = Member(object, "time_to_action_ms");
      time && time->IsNumber()) {
    s.time_to_action_ms = time->GetDouble();
  }
  return s;
}

std::string RecordLine(const SuggestionRecord& r) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartObject();
  JsonField(w, "ts", r.submit_ms / kMsPerSecond);
  JsonField(w, "session", r.session);
  JsonField(w, "server", r.host);
  JsonField(w, "trigger_block", r.trigger_command);
  JsonField(w, "result_block", r.result_command);
  Context(w, r.context);
  JsonField(w, "context_block_count", r.context.commands.size());
  for (const auto& [key, json] : {std::pair("llm_request", &r.llm_request),
                                  std::pair("llm_response", &r.llm_response)}) {
    w.Key(key);
    if (json->empty()) {
      w.Null();
    } else {
      w.RawValue(json->data(), json->size(), rapidjson::kObjectType);
    }
  }
  JsonField(w, "suggestion_node_version", r.version);
  JsonField(w, "buffer", r.buffer);
  Suggestions(w, r);
  JsonField(w, "viewed_indices", r.viewed_indices);
  JsonField(w, "cycle_count", r.cycle_count);
  JsonField(w, "displayed_index_at_submit", r.displayed_index_at_submit);
  JsonFieldOrNull(w, "taken_index", Place(r.taken_index));
  JsonFieldOrNull(w, "accepted_index", Place(r.accepted_index));
  JsonField(w, "actual_input", r.actual_input);
  JsonField(w, "match_type", MatchName(r.match_type));
  JsonField(w, "fetch_start_ts", r.fetch_start_ms / kMsPerSecond);
  JsonField(w, "fetch_end_ts", r.fetch_end_ms / kMsPerSecond);
  JsonField(w, "submit_ts", r.submit_ms / kMsPerSecond);
  JsonField(w, "time_to_action_ms", r.time_to_action_ms);
  Sketches(w, r);
  Details(w, r);
  w.EndObject();
  return buffer.GetString();
}

uint64_t SketchOf(std::string_view text) {
  std::array<int, kBits> votes = {};
  for (size_t at = 0; at < text.size(); at = CharacterEnd(text, at)) {
    const size_t end = Behind(text, at, kCharacters);
    const uint64_t hash = Hash64(text.substr(at, end - at));
    for (size_t bit = 0; bit < kBits; ++bit) {
      votes[bit] += (hash >> bit & 1) != 0 ? 1 : -1;
    }
    if (end == text.size()) break;
  }
  uint64_t sketch = 0;
  for (size_t bit = 0; bit < kBits; ++bit) {
    if (votes[bit] > 0) sketch |= uint64_t{1} << bit;
  }
  return sketch;
}

}  // namespace synapse
