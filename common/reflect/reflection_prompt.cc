#include "reflect/reflection_prompt.h"

#include <rapidjson/document.h>

#include <algorithm>

#include "transcript/fields.h"

namespace synapse {
namespace {

constexpr size_t kMaxAnswered = 200;  // insights
constexpr size_t kMaxSentence = 1000;

constexpr std::string_view kQuestion =
    R"(Analyze this conversation session for learning opportunities.

## Conversation
)";
constexpr std::string_view kTask = R"(
Look for:
1. **Corrections**: Where the user corrected or redirected the assistant
2. **Anti-patterns**: Approaches that failed or were rejected
3. **Preferences**: User-stated preferences about how to work
4. **Friction**: Things the user had to repeat or explain multiple times

For each finding, extract an actionable insight.

Respond with ONLY a JSON object:
```json
{
  "insights": [
    {
      "fact": "What was observed",
      "recommendation": "What to do differently",
      "category": "correction|anti_pattern|preference|friction",
      "confidence": "high|medium|low",
      "tags": ["tag1", "tag2"]
    }
  ]
}
```
)";

std::vector<std::string> StringsAt(const JsonValue& object, const char* name) {
  std::vector<std::string> out;
  const JsonValue* list = Member(object, name);
  if (!list || !list->IsArray()) return out;
  constexpr size_t kMaxStrings = 16;
  for (const JsonValue& item : list->GetArray()) {
    if (!item.IsString() || out.size() >= kMaxStrings) continue;
    out.emplace_back(
        CutAt({item.GetString(), item.GetStringLength()}, kMaxSentence));
  }
  return out;
}

}  // namespace

std::string ReflectionPrompt(const std::vector<TranscriptEvent>& turns,
                             size_t most) {
  std::vector<std::string> kept;
  size_t bytes = 0;
  for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
    if (turn->kind != TranscriptKind::kUserTurn &&
        turn->kind != TranscriptKind::kAssistantTurn) {
      continue;
    }
    std::string line =
        std::string(TranscriptKindName(turn->kind)) + ": " + turn->text + "\n";
    if (bytes + line.size() > most) break;
    bytes += line.size();
    kept.push_back(std::move(line));
  }
  std::string out(kQuestion);
  for (auto line = kept.rbegin(); line != kept.rend(); ++line) out += *line;
  return out.append(kTask);
}

std::string_view ExtractJsonObject(std::string_view text) {
  text.remove_prefix(std::min(text.find('{'), text.size()));
  size_t depth = 0, size = 0;
  EachBracket(text, [&](size_t at, char bracket) {
    if (bracket == '{') ++depth;
    if (bracket == '}' && --depth == 0) size = at + 1;
    return size == 0;
  });
  return text.substr(0, size);
}

std::vector<Fact> ParseReflection(std::string_view answer) {
  std::vector<Fact> out;
  rapidjson::Document parsed;
  if (!ParseJson(ExtractJsonObject(answer), parsed)) return out;
  const JsonValue* insights = Member(parsed, "insights");
  if (!insights || !insights->IsArray()) return out;
  for (const JsonValue& insight : insights->GetArray()) {
    if (out.size() >= kMaxAnswered) break;
    Fact fact;
    fact.fact = CutAt(StringAt(insight, "fact"), kMaxSentence);
    fact.recommendation =
        CutAt(StringAt(insight, "recommendation"), kMaxSentence);
    if (fact.fact.empty() || fact.recommendation.empty()) continue;
    fact.category = ParseCategory(StringAt(insight, "category"))
                        .value_or(FactCategory::kCorrection);
    fact.confidence = ParseConfidence(StringAt(insight, "confidence"))
                          .value_or(FactConfidence::kMedium);
    fact.tags = StringsAt(insight, "tags");
    fact.traces = StringsAt(insight, "trace_refs");
    fact.runs = 1;
    out.push_back(std::move(fact));
  }
  return out;
}

}  // namespace synapse
