// TranscriptEvent: one thing that happened in a session of a coding agent, the
// same for every agent and format: what the user wrote, what was run, searched
// and read, and how it ended.
//
// Texts are as the file has them, any bytes, cut at kMaxText: whoever shows or
// keeps one makes it printable and asks learn/privacy.h first.
#pragma once

#include <cstdint>
#include <string>

namespace synapse {

enum class TranscriptKind {
  kUserTurn,       // what a person wrote; ends the turn before it
  kAssistantTurn,  // what the agent wrote
  kSummary,        // of what was before, in place of it
  kShell,          // a command line
  kSearch,         // a query or a pattern; of a shell call behind its kShell
  kRead,           // a file, likewise
  kTool,           // any other tool
};
// "user", "assistant", "summary", "shell", "search", "read", "tool".
const char* TranscriptKindName(TranscriptKind kind);

struct TranscriptEvent {
  static constexpr size_t kMaxText = 16 << 10;  // bytes

  TranscriptKind kind = TranscriptKind::kTool;
  std::string agent;    // "claude", "codex"
  std::string session;  // "" where the file names none
  std::string id;       // of the entry or of the call; may be ""
  std::string cwd;
  std::string branch;
  int64_t at_ms = 0;       // of the call, not of its result; 0: not known
  uint64_t offset = 0;     // of its line in the file
  bool sidechain = false;  // of an agent that another one started

  std::string text;  // the turn, the command, the pattern, the path
  std::string tool;  // of the agent: "Bash"; of a shell call: "rg"; else ""

  // Of a call:
  bool answered = false;  // its result is in the transcript
  bool failed = false;
  bool refused = false;  // the user did not let it run
  int exit = -1;         // of a command; -1: not known
  int64_t duration_ms = -1;
  std::string error;      // the beginning of what a failed call answered
  double best_score = 0;  // of a search that has scores
  int64_t results = -1;   // of a search; -1: not known
};

}  // namespace synapse
