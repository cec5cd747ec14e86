// Record: an entry of the log: an event, a session, feedback on a suggestion,
// or a search (search_record.h). A spool holds all four kinds in the order in
// which they came.
//
// Session:  'S' | version u8 | start_ms i64 | end_ms i64 | pid u32 | then six
//           strings, each u32 length and bytes: session, host, user, shell,
//           terminal, directory. Little-endian.
// Feedback: 'F' | version u8 | action u8 | at_ms i64 | latency_us i64 | four
//           strings: session, buffer, suggestion, executed | stream u64 |
//           ordinal u64 | viewed: u32 length and so many u8 | source: a string;
//           older ones end before either.
// Event:    event.h; its first byte is its version, and no letter.
// Newer:    as for events: bytes behind what is known are ignored.
// Tested by tests/store/record_test.cc, fuzzed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/event.h"
#include "store/search_record.h"

namespace synapse {

struct SessionRecord {
  std::string session;
  std::string host;
  std::string user;
  std::string shell;
  std::string terminal;
  std::string cwd;  // where it began
  int64_t start_ms = 0;
  int64_t end_ms = 0;  // 0: it lives, or was killed
  uint32_t pid = 0;
};

enum class FeedbackAction : uint8_t {
  kAccepted,
  kDismissed,
  kEdited,
  kIgnored
};

struct FeedbackRecord {
  FeedbackAction action = FeedbackAction::kIgnored;
  int64_t at_ms = 0;
  int64_t latency_us = -1;  // of the suggestion; -1: not known
  std::string session;
  std::string buffer;  // the typed text when it was shown
  std::string suggestion;
  std::string executed;
  Origin origin;
  // The suggestions that were on show, in that order, by their index: the first
  // one unasked, the others by cycling. 0, 1, 2, 1: the user cycled back once.
  std::vector<uint8_t> viewed;
  std::string source;  // of the suggestion; empty: not known
};

// The hash of a text that must not come back (forgotten.h).
struct ForgottenHash {
  uint64_t hash = 0;
  int64_t at_ms = 0;  // 0: not known
};

using Record = std::variant<Event, SessionRecord, FeedbackRecord, SearchRecord>;

std::string EncodeSession(const SessionRecord& session);
std::optional<SessionRecord> DecodeSession(std::string_view bytes);
std::string EncodeFeedback(const FeedbackRecord& feedback);
std::optional<FeedbackRecord> DecodeFeedback(std::string_view bytes);
std::string EncodeRecord(const Record& record);
std::optional<Record> DecodeRecord(std::string_view bytes);

}  // namespace synapse
