// Stats: sums over events and feedback: what suggestions saved, how users went
// through them, and their sources.
//
// A feedback record belongs to an event with the same session and line and a
// near time. The event gets its source and the saved keys from it. Keys saved:
// the keys of the suggestion as far as the line kept it, minus the keys typed
// for it and the keys that chose it.
// Tested by tests/command/stats_test.cc.
#pragma once

#include <rapidjson/document.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/histogram.h"
#include "store/event.h"
#include "store/record.h"
#include "store/store.h"

namespace synapse {

// For lines with suggestions.
struct StatsRow {
  size_t lines = 0;
  std::array<size_t, 4> by_match = {};  // by MatchType
  size_t taken = 0;                     // by a key
  size_t keys_saved = 0;

  size_t of(MatchType match) const {
    return by_match[static_cast<size_t>(match)];
  }
  // The line equals the suggestion or continues it.
  double accepted() const {
    const size_t good = of(MatchType::kExact) + of(MatchType::kPartial);
    return lines ? static_cast<double>(good) / static_cast<double>(lines) : 0;
  }
};

struct SourceRow {
  size_t taken = 0;      // and run unchanged
  size_t changed = 0;    // taken, and then changed
  size_t dismissed = 0;  // cycled to, or another one was chosen
  size_t skipped = 0;    // seen on the way to another
  size_t keys_saved = 0;
};

// Answers of a language model by version of the prompt; only from full records.
struct LlmRow {
  size_t answers = 0;   // lines with an answer
  size_t seen = 0;      // and the answer was on show
  size_t accepted = 0;  // and the line equals or continues it
  Histogram latency_ms;
  uint64_t prompt_tokens = 0, answer_tokens = 0;
};

struct NegativeSignals {
  size_t viewed_and_rejected = 0;
  size_t long_thought_and_rejected = 0;  // kLongMs
  size_t cycled_often = 0;               // kOften
  size_t changed = 0;
  size_t cycled_back = 0;
};

class Stats {
 public:
  static constexpr double kLongMs = 10'000;
  static constexpr uint32_t kOften = 3;
  static constexpr int64_t kNearMs = 5'000;
  static constexpr size_t kMaxCycles = 5;  // this many or more count as one
  static constexpr size_t kMaxPositions = 10;
  static constexpr size_t kMaxLlmVersions = 100, kMaxLlmVersion = 64;  // bytes

  // All feedback is added before the first event.
  void Add(const FeedbackRecord& feedback);
  void Add(const Event& event);
  // Adds a full record (track/record_json.h).
  // REQUIRES: WhyNoRecord() returns "".
  void AddRecord(const rapidjson::Value& record);

  // A command of another machine (sync/): it is counted, and no more.
  void AddOfAnother(const Event& event) { ++others_[event.host]; }

  size_t commands() const { return commands_; }
  // Commands by the names of the other machines.
  const std::map<std::string, size_t>& others() const { return others_; }
  const StatsRow& all() const { return all_; }
  // By the beginning of the day, in seconds since 1970 of local time.
  const std::map<int64_t, StatsRow>& days() const { return days_; }
  const std::map<std::string, StatsRow>& command_rows() const {
    return by_command_;
  }
  const std::map<std::string, StatsRow>& directories() const {
    return directories_;
  }
  const std::map<std::string, SourceRow>& sources() const { return sources_; }
  // How often the line was the suggestion at each position.
  const std::array<size_t, kMaxPositions>& positions() const {
    return positions_;
  }
  const std::array<size_t, kMaxCycles + 1>& cycles() const { return cycles_; }
  // By the number of suggestions.
  const std::map<size_t, StatsRow>& offered() const { return offered_; }
  // By the number of commands in the line's context; only from full records.
  const std::map<size_t, StatsRow>& contexts() const { return contexts_; }
  const std::map<std::string, LlmRow>& llm_versions() const {
    return llm_versions_;
  }
  // Milliseconds until the line was submitted, by MatchType.
  const Histogram& thinking(MatchType match) const {
    return thinking_[static_cast<size_t>(match)];
  }
  // First suggestions of lines that match no suggestion.
  const std::unordered_map<std::string, size_t>& ignored() const {
    return ignored_;
  }
  const NegativeSignals& negative() const { return negative_; }

 private:
  struct Saved {
    int64_t at_ms;
    size_t keys;
  };
  void AddTo(StatsRow& row, const SuggestionSummary& summary,
             const Saved* saved) const;
  void AddLlm(const rapidjson::Value& record);
  const Saved* FindSaved(const Event& event) const;

  size_t commands_ = 0;
  std::map<std::string, size_t> others_;
  StatsRow all_;
  std::map<int64_t, StatsRow> days_;
  std::map<std::string, StatsRow> by_command_, directories_;
  std::map<std::string, SourceRow> sources_;
  std::array<size_t, kMaxPositions> positions_ = {};
  std::array<size_t, kMaxCycles + 1> cycles_ = {};
  std::map<size_t, StatsRow> offered_, contexts_;
  std::map<std::string, LlmRow> llm_versions_;
  std::array<Histogram, 4> thinking_;
  std::unordered_map<std::string, size_t> ignored_;
  NegativeSignals negative_;
  // By session and line.
  std::unordered_map<uint64_t, std::vector<Saved>> saved_;
};

// Adds the feedback and the user's own events since then. Returns the time of
// the first of these events; `since_ms` if there is none.
int64_t ReadStats(Store& store, int64_t since_ms, Stats& stats);

// The keys saved by a suggestion if the line kept its beginning; `presses` keys
// chose it.
size_t KeysSaved(const FeedbackRecord& feedback);

}  // namespace synapse
