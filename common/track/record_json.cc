#include "track/record_json.h"

#include <array>
#include <cstddef>
#include <cstdio>

#include "base/json_value.h"
#include "base/text.h"

namespace synapse {
namespace {

constexpr double kMsPerSecond = 1000;

void Number(JsonWriter& w, const char* key, double value) {
  w.Key(key);
  w.Double(value);
}

void Index(JsonWriter& w, const char* key, std::optional<size_t> index) {
  w.Key(key);
  if (index) {
    w.Uint64(*index);
  } else {
    w.Null();
  }
}

template <class T>
void Numbers(JsonWriter& w, const char* key, const std::vector<T>& numbers) {
  w.Key(key);
  w.StartArray();
  for (T number : numbers) w.Int64(static_cast<int64_t>(number));
  w.EndArray();
}

void Sketch(JsonWriter& w, const char* key, std::string_view text) {
  char hex[17];
  snprintf(hex, sizeof hex, "%016llx",
           static_cast<unsigned long long>(SketchOf(text)));
  JsonField(w, key, hex);
}

void None(JsonWriter& w, const char* key) {
  w.Key(key);
  w.StartArray();
  w.EndArray();
}

// The module does not read a command's output.
void Block(JsonWriter& w, const TrackedCommand& command) {
  w.StartObject();
  JsonField(w, "input", command.input);
  w.Key("output");
  w.Null();
  w.Key("success");
  if (command.exit < 0) {
    w.Null();
  } else {
    w.Bool(command.exit == 0);
  }
  w.Key("error");
  if (command.exit > 0) {
    JsonString(w, "exit " + std::to_string(command.exit));
  } else {
    w.Null();
  }
  w.EndObject();
}

void Context(JsonWriter& w, const TrackedContext& context) {
  w.Key("context");
  w.StartObject();
  w.Key("nodes");
  w.StartArray();
  JsonString(w, context.shell);
  w.EndArray();
  None(w, "graphs");
  None(w, "workflows");
  w.Key("blocks");
  w.StartArray();
  for (const TrackedCommand& command : context.commands) Block(w, command);
  w.EndArray();
  JsonField(w, "cwd", context.cwd);
  JsonField(w, "repository", context.repository);
  JsonField(w, "branch", context.branch);
  w.EndObject();
}

void Suggestions(JsonWriter& w, const SuggestionRecord& r) {
  w.Key("suggestions");
  w.StartArray();
  for (const OfferedText& offered : r.suggestions) JsonString(w, offered.text);
  w.EndArray();
  w.Key("sources");
  w.StartArray();
  for (const OfferedText& offered : r.suggestions) {
    JsonString(w, offered.source);
  }
  w.EndArray();
  w.Key("scores");
  w.StartArray();
  for (const OfferedText& offered : r.suggestions) w.Double(offered.score);
  w.EndArray();
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
  w.Key("similarity");
  w.StartObject();
  Sketch(w, "context", context);
  Sketch(w, "suggestions", suggestions);
  w.EndObject();
}

void Details(JsonWriter& w, const SuggestionRecord& r) {
  if (!r.dwell_ms.empty()) Numbers(w, "dwell_ms", r.dwell_ms);
  if (r.typed.empty()) return;
  w.Key("typed");
  w.StartArray();
  for (const TypedText& typed : r.typed) {
    w.StartObject();
    w.Key("at_ms");
    w.Int64(typed.at_ms);
    JsonField(w, "text", typed.text);
    w.EndObject();
  }
  w.EndArray();
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
  w.Key("suggestions");
  w.StartArray();
  for (const std::string& text : s.suggestions) JsonString(w, text);
  w.EndArray();
  Index(w, "accepted_index", s.accepted_index);
  JsonField(w, "match_type", MatchName(s.match_type));
  w.Key("cycle_count");
  w.Uint(s.cycle_count);
  Number(w, "time_to_action_ms", s.time_to_action_ms);
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
  Number(w, "ts", r.submit_ms / kMsPerSecond);
  JsonField(w, "session", r.session);
  JsonField(w, "server", r.host);
  w.Key("trigger_block");
  w.Int64(r.trigger_command);
  w.Key("result_block");
  w.Int64(r.result_command);
  Context(w, r.context);
  w.Key("context_block_count");
  w.Uint64(r.context.commands.size());
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
  Numbers(w, "viewed_indices", r.viewed_indices);
  w.Key("cycle_count");
  w.Uint(r.cycle_count);
  w.Key("displayed_index_at_submit");
  w.Int(r.displayed_index_at_submit);
  Index(w, "taken_index", r.taken_index);
  Index(w, "accepted_index", r.accepted_index);
  JsonField(w, "actual_input", r.actual_input);
  JsonField(w, "match_type", MatchName(r.match_type));
  Number(w, "fetch_start_ts", r.fetch_start_ms / kMsPerSecond);
  Number(w, "fetch_end_ts", r.fetch_end_ms / kMsPerSecond);
  Number(w, "submit_ts", r.submit_ms / kMsPerSecond);
  Number(w, "time_to_action_ms", r.time_to_action_ms);
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
