// Tracker: opens a record when suggestions are shown, follows it, and closes it
// with the line that is submitted (record.h says what becomes of which line).
//
// It keeps what was shown as it was: nothing of it has passed learn/privacy.h,
// which whoever writes it asks (record/recorder.h).
// Tested by tests/track/tracker_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "track/record.h"

namespace synapse {

// Which of the details that are asked for by a key of their own are kept.
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

  // A list was asked for `buffer`; times in milliseconds since 1970. An empty
  // one leaves what was there.
  struct Offer {
    std::string_view buffer;
    std::vector<OfferedText> suggestions;
    int64_t asked_ms = 0;
    int64_t latency_us = 0;
    std::string llm_request = {}, llm_response = {}, llm_version = {};
  };
  void Offered(Offer offer);
  // That one is on show now: unasked, or by a key that goes on.
  void Viewed(size_t index, int64_t now_ms);
  void Cycled(size_t index, int64_t now_ms);
  // All of it or a part was taken by a key, behind `buffer`.
  void Taken(size_t index, std::string_view buffer);
  // It was chosen from the list below the line, which shows more than can be
  // cycled through: the record's list is itself alone where it is not there.
  void Chosen(Offer offer, std::string_view text);
  // What stands in the line.
  void Typed(std::string_view buffer, int64_t now_ms);

  // `shown`: the suggestion that was on show then, if any.
  void Submitted(std::string_view line, std::string_view shown, int64_t now_ms);
  void Cancelled();

  // Of a suggestion of this prompt, or of the line that was submitted last; empty
  // when there is none such.
  std::string SourceOf(std::string_view text) const;
  // What was typed when the first part of it was taken; nothing when none was.
  std::optional<std::string> TypedFor(std::string_view text) const;

  // The record of the line that was submitted, before it is taken.
  const std::optional<SuggestionRecord>& closed() const { return closed_; }
  // The record of the line that ran, once.
  std::optional<SuggestionRecord> Take();
  // A command ended: the next one has the next number. `kept`: as it was
  // recorded, empty where it was not.
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
  std::optional<Open> taken_;  // an earlier list, of which something was taken
  std::optional<SuggestionRecord> closed_;
  std::vector<TypedText> typed_;  // since 1970, of this prompt
  std::deque<TrackedCommand> commands_;
  int64_t ran_ = 0;
};

}  // namespace synapse
