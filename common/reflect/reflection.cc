#include "reflect/reflection.h"

#include <algorithm>
#include <ctime>
#include <unordered_map>

#include "base/json.h"
#include "reflect/trajectory.h"

namespace synapse {
namespace {

// Counts the outcomes of known facts, run by run.
class Outcomes {
 public:
  explicit Outcomes(std::unordered_map<uint64_t, Fact>& known) {
    for (auto& [id, fact] : known) {
      fact.usage = fact.helpful = fact.outdated = 0;
      const bool of_lines = fact.source == "shell" &&
                            fact.category != FactCategory::kFriction &&
                            fact.category != FactCategory::kPreference;
      if (!of_lines || fact.subject.empty()) continue;
      subjects_.emplace(Hash64(fact.subject), &fact);
      if (!fact.replacement.empty()) {
        replacements_.emplace(Hash64(fact.replacement), &fact);
      }
    }
  }

  void Add(const Event& event) {
    if (event.agent) return;
    const uint64_t line = Hash64(event.command);
    auto [at, end] = subjects_.equal_range(line);
    for (; at != end; ++at) {
      Fact& fact = *at->second;
      if (!Concerns(fact, event)) continue;
      ++fact.usage;
      fact.outdated += event.exit == 0;
    }
    auto [with, last] = replacements_.equal_range(line);
    for (; with != last; ++with) {
      Fact& fact = *with->second;
      if (!Concerns(fact, event)) continue;
      ++fact.usage;
      fact.helpful += event.exit == 0;
    }
  }

 private:
  static bool Concerns(const Fact& fact, const Event& event) {
    return event.start_ms > fact.found_ms &&
           (fact.directory.empty() || fact.directory == event.cwd);
  }
  std::unordered_multimap<uint64_t, Fact*> subjects_, replacements_;
};

std::string DateOf(int64_t ms) {
  const time_t seconds = static_cast<time_t>(ms / 1000);
  tm utc = {};
  char text[32] = "";
  if (gmtime_r(&seconds, &utc)) {
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  }
  return text;
}

void JsonProvenance(JsonWriter& w, const Fact& fact) {
  w.Key("provenance");
  w.StartArray();
  auto entry = [&](std::string_view source, std::string_view reference) {
    w.StartObject();
    JsonField(w, "source", source);
    JsonField(w, "reference", reference);
    JsonField(w, "date", DateOf(fact.found_ms));
    w.EndObject();
  };
  entry("reflection",
        fact.source == "shell" ? "commands that ran" : "conversation analysis");
  for (const std::string& trace : fact.traces) entry("trace", trace);
  w.EndArray();
}

}  // namespace

Reflection Reflect(Store& store, int64_t since_ms, int64_t now_ms,
                   const AnswersByExit& answers) {
  std::unordered_map<uint64_t, Fact> known;
  store.facts().Visit([&](const Fact& fact) {
    known.emplace(fact.id(), fact);
    return true;
  });
  Outcomes outcomes(known);
  Trajectories trajectories(answers);
  store.log().Visit(1, [&](uint64_t sequence, const Event& event) {
    outcomes.Add(event);
    if (event.start_ms >= since_ms) trajectories.Add(sequence, event);
    return true;
  });
  store.log().VisitFeedback(
      1, [&](uint64_t number, const FeedbackRecord& feedback) {
        if (feedback.at_ms >= since_ms) trajectories.Add(number, feedback);
        return true;
      });
  Reflection out;
  out.runs = trajectories.runs();
  out.facts = trajectories.Facts();
  for (Fact& fact : out.facts) {
    auto old = known.find(fact.id());
    fact.found_ms = now_ms;
    if (old == known.end()) continue;
    fact.found_ms = old->second.found_ms;
    fact.usage = old->second.usage;
    fact.helpful = old->second.helpful;
    fact.outdated = old->second.outdated;
    fact.reported = old->second.reported;
    known.erase(old);
  }
  out.changed = out.facts;
  // Known facts that were not found again.
  for (auto& [id, fact] : known) {
    const bool shell = fact.source == "shell";
    if ((shell && fact.first_ms >= since_ms) ||
        fact.last_ms < now_ms - kKeepFactMs) {
      out.dropped.push_back(id);
      continue;
    }
    if (shell) out.changed.push_back(fact);
    if (fact.last_ms >= since_ms) out.facts.push_back(std::move(fact));
  }
  std::sort(out.facts.begin(), out.facts.end(), ComesFirst);
  return out;
}

std::string FactJson(const Fact& fact, size_t number) {
  return JsonObjectText([&](JsonWriter& w) {
    JsonField(w, "number", number);
    JsonField(w, "fact", fact.fact);
    JsonField(w, "recommendation", fact.recommendation);
    JsonField(w, "category", CategoryName(fact.category));
    JsonField(w, "confidence", ConfidenceName(fact.confidence));
    JsonField(w, "tags", fact.tags);
    JsonField(w, "trace_refs", fact.traces);
    for (const auto& [key, text] : {std::pair("subject", &fact.subject),
                                    std::pair("replacement", &fact.replacement),
                                    std::pair("directory", &fact.directory),
                                    std::pair("source", &fact.source)}) {
      if (!text->empty()) JsonField(w, key, *text);
    }
    if (!fact.steps.empty()) JsonField(w, "steps", fact.steps);
    if (fact.exit >= 0) JsonField(w, "exit", fact.exit);
    for (const auto& [key, n] :
         {std::pair("runs", fact.runs), std::pair("usage_count", fact.usage),
          std::pair("helpful_count", fact.helpful),
          std::pair("outdated_reports", fact.outdated_reports())}) {
      JsonField(w, key, n);
    }
    JsonField(w, "affected_files", fact.files);
    JsonProvenance(w, fact);
  });
}

}  // namespace synapse
