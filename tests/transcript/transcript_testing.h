// Made-up transcripts in the formats that agents write.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "tests/testing.h"
#include "transcript/reader.h"

namespace synapse::testing {

// A record of Claude Code: `message` is its content, as JSON.
inline std::string ClaudeRecord(const std::string& type,
                                const std::string& content,
                                const std::string& more = "") {
  return R"({"type":")" + type +
         R"(","sessionId":"s-1","cwd":"/w","gitBranch":"main","uuid":"u-1",)" +
         R"("timestamp":"2026-03-01T10:00:00.250Z")" + more +
         R"(,"message":{"role":")" + type + R"(","content":)" + content + "}}";
}
inline std::string ClaudeCall(const std::string& id, const std::string& name,
                              const std::string& input) {
  return ClaudeRecord("assistant", R"([{"type":"tool_use","id":")" + id +
                                       R"(","name":")" + name +
                                       R"(","input":)" + input + "}]");
}
inline std::string ClaudeResult(const std::string& id, const std::string& text,
                                bool failed = false) {
  return ClaudeRecord("user", R"([{"type":"tool_result","tool_use_id":")" + id +
                                  R"(","content":")" + text + R"(")" +
                                  (failed ? R"(,"is_error":true)" : "") + "}]");
}
// A record from a Codex rollout.
inline std::string CodexRecord(const std::string& type,
                               const std::string& payload) {
  return R"({"timestamp":"2026-03-01T10:00:00.250Z","type":")" + type +
         R"(","payload":)" + payload + "}";
}

inline std::vector<TranscriptEvent> EventsOf(
    const std::vector<std::string>& records,
    TranscriptCounts* counts = nullptr) {
  std::vector<TranscriptEvent> out;
  SpecStore specs{{SourceFile("specs")}};
  TranscriptReader reader([&](const TranscriptEvent& e) { out.push_back(e); },
                          0, &specs);
  uint64_t offset = 0;
  for (const std::string& record : records) {
    reader.Read(record, offset);
    offset += record.size() + 1;
  }
  reader.Finish();
  if (counts) *counts = reader.counts();
  return out;
}

inline std::string Joined(const std::vector<std::string>& records) {
  std::string out;
  for (const std::string& record : records) out += record + "\n";
  return out;
}

}  // namespace synapse::testing
