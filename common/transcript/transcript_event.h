// TranscriptEvent: one event in a session of a coding agent, in the same form
// for every agent and format: a turn of the user, a command, a search or a
// read, and its result.
//
// Texts are copied from the file, may have any bytes, and are cut at kMaxText.
// Code that shows or stores a text makes it printable and checks
// learn/privacy.h first.
//
// Tested by tests/transcript/reader_test.cc.
#pragma once

#include <cstdint>
#include <string>

namespace synapse {

enum class TranscriptKind {
  kUserTurn,       // text of a person; ends the turn before it
  kAssistantTurn,  // text of the agent
  kSummary,        // a summary that replaces earlier turns
  kShell,          // a command line
  kSearch,         // a query or a pattern; for a shell call after its kShell
  kRead,           // a file, in the same way
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
  int64_t at_ms = 0;       // of the call, not of its result; 0: unknown
  uint64_t offset = 0;     // of its line in the file
  bool sidechain = false;  // of an agent that another agent started

  std::string text;  // the turn, the command, the pattern, the path
  std::string tool;  // of the agent: "Bash"; of a shell call: "rg"; else ""

  // For calls:
  bool answered = false;  // the transcript has its result
  bool failed = false;
  bool refused = false;  // the user did not allow it
  int exit = -1;         // of a command; -1: unknown
  int64_t duration_ms = -1;
  std::string error;      // the beginning of a failed call's answer
  double best_score = 0;  // of a search with scores
  int64_t results = -1;   // of a search; -1: unknown
};

}  // namespace synapse
