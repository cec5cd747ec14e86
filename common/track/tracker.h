// Tracker: opens a record when suggestions are shown, updates it, and closes it
// with the submitted line. suggestion_record.h lists the outcomes.
//
// It stores the shown suggestions unchanged. They have not passed
// learn/privacy.h: the code that writes them checks that (record/recorder.h).
// Tested by tests/track/tracker_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "track/suggestion_record.h"

namespace synapse {

// Details that settings of their own enable.
struct TrackedDetails {
  bool dwell = false;
  bool typed = false;
};

class Tracker {
 public:
  static constexpr size_t kMaxCommands = 10;  // of the context
  static constexpr size_t kMaxViewed = 256;
  static constexpr size_t kMaxTyped = 256;

  void SetDetails(TrackedDetails details) { details_ = details; }

  // A list was requested for `buffer`; times in milliseconds since 1970. An
  // empty list keeps the earlier one.
  struct Offer {
    std::string_view buffer;
    std::vector<OfferedText> suggestions;
    int64_t asked_ms = 0;
    int64_t latency_us = 0;
    std::string llm_request = {}, llm_response = {}, llm_version = {};
  };
  void Offered(Offer offer);
  // One more suggestion at the end of that list.
  void OfferedMore(OfferedText suggestion);
  // The suggestion with that index is on show now, with or without a key.
  void Viewed(size_t index, int64_t now_ms);
  void Cycled(size_t index, int64_t now_ms);
  // A key took all or a part of it, after `buffer`.
  void Taken(size_t index, std::string_view buffer);
  // The user chose it from the list below the line, which has more entries than
  // cycling. If it is not in the record's list, it becomes the whole list.
  void Chosen(Offer offer, std::string_view text);
  // The present text of the line.
  void Typed(std::string_view buffer, int64_t now_ms);

  // `shown`: the suggestion on show at that time, if any.
  void Submitted(std::string_view line, std::string_view shown, int64_t now_ms);
  void Cancelled();

  // The source of a suggestion of this prompt, or of the last submitted line;
  // empty when there is none.
  std::string SourceOf(std::string_view text) const;
  // The typed text when its first part was taken; no value if nothing was
  // taken.
  std::optional<std::string> TypedFor(std::string_view text) const;

  // The record of the submitted line, before Take().
  const std::optional<SuggestionRecord>& closed() const { return closed_; }
  // The record of the line that ran; returned once.
  std::optional<SuggestionRecord> Take();
  // A command ended: the next one gets the next number. `kept`: the recorded
  // text, empty if it was not recorded.
  void Ran(std::string_view kept, int exit);
  const std::deque<TrackedCommand>& commands() const { return commands_; }

 private:
  struct Open {
    SuggestionRecord record;
    int64_t viewed_since_ms;
  };
  const SuggestionRecord* Latest(std::string_view text, size_t* index) const;
  void EndView(Open& open, int64_t now_ms) const;

  TrackedDetails details_;
  std::optional<Open> open_;
  std::optional<Open> taken_;  // an earlier list from which text was taken
  std::optional<SuggestionRecord> closed_;
  std::vector<TypedText> typed_;  // of this prompt; times since 1970
  std::deque<TrackedCommand> commands_;
  int64_t ran_ = 0;
};

}  // namespace synapse
