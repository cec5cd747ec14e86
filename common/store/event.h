// Event: one command that ran. The truth: everything else is derived from it.
//
// Record:   version u8 | flags u8 | exit i32 | start_ms i64 | duration_ms i64 |
//           previous u64 | then seven strings, each u32 length and bytes:
//           command, cwd, repository, branch, session, host, shell | stream u64
//           | ordinal u64 (Origin; not in records of the first schema) | where
//           a flag says so, a string: suggestion_summary.h | where a flag says
//           so: machine u64 | remote u64. Little-endian.
// Newer:    a reader reads the fields that it knows and ignores bytes behind
//           them; a record with another major version is skipped and counted.
// Tested by tests/store/event_test.cc, fuzzed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/suggestion_summary.h"

namespace synapse {

// The spool in which a record waited, and the offset behind it there. A shell
// that has applied the record to the index recognises it by this when it comes
// in the log. Zeros: the record went to the log at once.
struct Origin {
  uint64_t stream = 0;
  uint64_t ordinal = 0;
};

struct Event {
  static constexpr int64_t kUnknownDuration = -1;
  static constexpr int32_t kUnknownExit = -1;

  std::string command;
  std::string cwd;
  std::string repository;  // the root directory of the repository, or ""
  std::string branch;
  std::string session;
  std::string host;
  std::string shell;
  int64_t start_ms = 0;
  int64_t duration_ms = kUnknownDuration;
  int32_t exit = kUnknownExit;
  // Sequence of the event before it in the same session (or file); 0: none.
  // kPreceding: the one before it in the same EventLog::Append(); Preceding(n):
  // n before it.
  static constexpr uint64_t kPreceding = ~uint64_t{0};
  static constexpr uint64_t Preceding(uint64_t n) { return kPreceding - n + 1; }
  uint64_t previous = 0;
  Origin origin;
  bool imported = false;
  // A coding agent ran it: none of the user's own lines.
  bool agent = false;
  bool estimated_time = false;  // start_ms is a guess: the file had no times
  // The other machine that it ran on (sync/), and its sequence there. 0: here.
  uint64_t machine = 0;
  uint64_t remote = 0;
  std::optional<SuggestionSummary> suggestion;

  // Exit 126 and 127 say that nothing ran.
  bool not_found() const { return exit == 127; }
  bool failed() const { return exit > 0; }
};

std::string EncodeEvent(const Event& event);
// The same with another `previous`.
std::string EncodeEvent(const Event& event, uint64_t previous);
std::optional<Event> DecodeEvent(std::string_view record);

// Recognises the same run seen twice: by Synapse and in the shell's history
// file, or by two imports.
uint64_t EventIdentity(int64_t start_s, std::string_view command);
// The same for an event of another machine: two machines may run one text in
// the same second.
uint64_t RemoteIdentity(uint64_t machine, uint64_t remote);
inline uint64_t EventIdentity(const Event& e) {
  return e.machine != 0 ? RemoteIdentity(e.machine, e.remote)
                        : EventIdentity(e.start_ms / 1000, e.command);
}

}  // namespace synapse
