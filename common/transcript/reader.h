// TranscriptReader: turns the records of a transcript into events. Each record
// shows its own format:
//
//   Claude Code  {"type":"user","sessionId":...,"cwd":...,
//                 "message":{"content":[...]}}
//                 and, in older array files, {"role":"user","content":...}
//   Codex        {"type":"response_item","payload":
//                {"type":"function_call",...}},
//                 and, in older rollouts, the payload alone
//
// Calls:   wait for their result, which is in another record, and are returned
//          with it. They are returned without one before the next turn of the
//          user, when more than kMaxWaiting wait, and at the end.
// Turns:   a record of the user is no turn if it holds only results of tools,
//          text that the program inserted (reminders, output of its commands),
//          or a request of one agent to another.
// Hostile: a record that is not JSON, too long or too deep is counted and
//          skipped, and so is a record of an unknown kind.
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
#include "transcript/fields.h"
#include "transcript/transcript_event.h"

namespace synapse {

struct TranscriptCounts {
  size_t records = 0;    // total of all records
  size_t malformed = 0;  // not JSON, not an object, or too deep
  size_t too_long = 0;
  size_t unknown = 0;  // of a kind that is not read
  size_t events = 0;   // events returned
};

class TranscriptReader {
 public:
  using Visit = std::function<void(const TranscriptEvent&)>;
  static constexpr size_t kMaxWaiting = 64;

  // `seen`: events of records before that offset were returned earlier. `specs`
  // say what shell calls search and read; without them that is left out.
  explicit TranscriptReader(Visit visit, uint64_t seen = 0,
                            SpecStore* specs = nullptr)
      : visit_(std::move(visit)), seen_(seen), specs_(specs) {}

  // Reads one record, which begins at that offset of the file.
  void Read(std::string_view json, uint64_t offset);
  // Returns calls without a result.
  void Finish();
  // The offset of the oldest waiting call; `otherwise` when there is none.
  uint64_t Waiting(uint64_t otherwise) const;
  // Returns calls that began before that offset, without a result.
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
  // Adds a waiting call; sets the result of the call with that id.
  void AddCall(TranscriptEvent call);
  void Answer(std::string_view id,
              const std::function<void(TranscriptEvent&)>& result);
  void HandOut(const TranscriptEvent& event);

  Visit visit_;
  const uint64_t seen_;
  SpecStore* const specs_;
  uint64_t at_ = 0;  // the current record
  TranscriptCounts counts_;
  std::deque<TranscriptEvent> waiting_;
  // Data of the current record; the next one inherits session and directory.
  TranscriptEvent frame_;
};

// One event as a JSON object.
std::string TranscriptEventJson(const TranscriptEvent& event);

// Texts of a "content": a string, or an array of blocks with "text".
std::string ContentText(const JsonValue& content);

// The position in a growing file. Calls without a result are read again from
// `from`; events up to `seen` are not returned again.
struct TranscriptMark {
  uint64_t from = 0, seen = 0;
  bool operator==(const TranscriptMark&) const = default;
};
struct TranscriptRead {
  TranscriptMark end;
  bool whole = true;  // the file was read to its end
  TranscriptCounts counts;
};
// Reads a file; a line is read only when it is complete. Only regular files are
// read, without blocking.
struct TranscriptRange {
  TranscriptMark mark;
  bool goes_on = false;        // calls may still get their result
  bool follow_link = true;     // the path may be a symbolic link
  SpecStore* specs = nullptr;  // of TranscriptReader
};
Result<TranscriptRead> ReadTranscript(const std::string& path,
                                      const TranscriptRange& range,
                                      Budget& budget,
                                      const TranscriptReader::Visit& visit);

// The transcripts at a path: the file, or all *.jsonl and *.json below it,
// oldest change first. Links below it are not followed.
std::vector<std::string> TranscriptsAt(const std::string& path);

}  // namespace synapse
