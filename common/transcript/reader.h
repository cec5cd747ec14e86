// TranscriptReader: turns the records of a transcript into events. Formats,
// told by each record itself:
//
//   Claude Code {"type":"user","sessionId":…,"cwd":…,"message":{"content":[…]}}
//                 and, in older array files, {"role":"user","content":…}
//   Codex {"type":"response_item","payload":{"type":"function_call",…}},
//                 and, in older rollouts, what is in "payload" itself
//
// Calls:   wait for their result, which another record has, and are handed out
//          with it; without one before the next turn of the user, when too many
//          wait, and at the end. At most kMaxWaiting wait.
// Turns:   a record of the user that holds nothing but results of tools, what
//          the program put there (reminders, output of its commands), or what
//          one agent asks of another, is no turn of the user.
// Hostile: a record that is no JSON, too long or too deep is counted and passed
//          over, and so is one of a kind that is not known.
// Tested by tests/transcript/reader_test.cc, fuzzed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/status.h"
#include "spec/store.h"
#include "transcript/event.h"
#include "transcript/fields.h"

namespace synapse {

struct TranscriptCounts {
  size_t records = 0;    // all of these:
  size_t malformed = 0;  // no JSON, no object, or too deep
  size_t too_long = 0;
  size_t unknown = 0;  // of no kind that is read
  size_t events = 0;   // that came out of it
};

class TranscriptReader {
 public:
  using Visit = std::function<void(const TranscriptEvent&)>;
  static constexpr size_t kMaxWaiting = 64;

  // `seen`: what records before that offset bring was handed out before.
  // `specs`: say what shell calls look for and read; none: that is left out.
  explicit TranscriptReader(Visit visit, uint64_t seen = 0,
                            SpecStore* specs = nullptr)
      : visit_(std::move(visit)), seen_(seen), specs_(specs) {}

  // One record, and where in the file it begins.
  void Read(std::string_view json, uint64_t offset);
  // Calls without a result are handed out.
  void Finish();
  // The offset of the oldest call that waits; `otherwise` when none does.
  uint64_t Waiting(uint64_t otherwise) const;
  // Calls that began before that offset are handed out without a result.
  void GiveUpBefore(uint64_t offset);

  TranscriptCounts& counts() { return counts_; }

 private:
  // claude.cc
  bool ReadClaude(const JsonValue& entry);
  void ReadClaudeBlock(const JsonValue& block, const JsonValue& entry,
                       bool assistant);
  void ClaudeCall(const JsonValue& block);
  void ClaudeResult(const JsonValue& block, const JsonValue& entry);
  // codex.cc
  bool ReadCodex(const JsonValue& entry);
  bool ReadCodexItem(const JsonValue& item);
  void CodexCall(const JsonValue& item);
  void CodexResult(const JsonValue& item);
  void CodexMessage(const JsonValue& item);

  TranscriptEvent NewEvent(TranscriptKind kind) const;
  void UserTurn(std::string_view text);
  void AssistantTurn(std::string_view text);
  // A call begins to wait; the one with that id gets its result.
  void AddCall(TranscriptEvent call);
  void Answer(std::string_view id,
              const std::function<void(TranscriptEvent&)>& result);
  void HandOut(const TranscriptEvent& event);

  Visit visit_;
  const uint64_t seen_;
  SpecStore* const specs_;
  uint64_t at_ = 0;  // the record that is read
  TranscriptCounts counts_;
  std::deque<TranscriptEvent> waiting_;
  // What holds for the record that is read; session and directory go on to the
  // next one.
  TranscriptEvent frame_;
};

// One event as an object of JSON.
std::string TranscriptEventJson(const TranscriptEvent& event);

// Texts of a "content": a string, or an array of blocks with "text".
std::string TextOf(const JsonValue& content);

// How far a file that is written to was read. Calls without a result are read
// again from `from`, and what was handed out up to `seen` is not again.
struct TranscriptMark {
  uint64_t from = 0, seen = 0;
  bool operator==(const TranscriptMark&) const = default;
};
struct TranscriptRead {
  TranscriptMark end;
  bool whole = true;  // the file was read to its end
  TranscriptCounts counts;
};
// Reads a file, a line only when it is whole. Only a regular file is read, and
// none is waited for.
struct TranscriptRange {
  TranscriptMark mark;
  bool goes_on = false;     // calls may still get their result
  bool follow_link = true;  // the path may be a symbolic link
  SpecStore* specs = nullptr;  // of TranscriptReader
};
Result<TranscriptRead> ReadTranscript(const std::string& path,
                                      const TranscriptRange& range,
                                      Budget& budget,
                                      const TranscriptReader::Visit& visit);

// The transcripts at a path: the file, or all *.jsonl and *.json below it, the
// one that was changed longest ago first. Links below it are not followed.
std::vector<std::string> TranscriptsAt(const std::string& path);

}  // namespace synapse
