// Candidate: a text that could come next, with the evidence of every source
// that names it.
// Tested by tests/source/source_test.cc.
#pragma once

#include <string>
#include <vector>

#include "lines/finding.h"
#include "spec/model.h"

namespace synapse {

enum class SourceId {
  kSpec,
  kFilesystem,
  kHistory,
  kEnvironment,
  kProject,
  kWorkflow,
  kTypo,
  kPopular,
  kAi,
};
inline constexpr int kSources = 9;

constexpr const char* SourceName(SourceId id) {
  constexpr const char* kNames[kSources] = {
      "spec",     "filesystem", "history", "environment", "project",
      "workflow", "typo",       "popular", "ai"};
  return kNames[static_cast<int>(id)];
}

struct Evidence {
  SourceId source;
  double score = 0;       // in [0, 1]; clamped when evidence is merged
  std::string reason;     // for --explain: "branch", "modified 3 min ago"
  bool is_found = false;  // on this machine: a file, a branch, a program
};

// With its source: "history: run 3 times".
inline std::string ReasonOf(const Evidence& e) {
  return std::string(SourceName(e.source)) + ": " + e.reason;
}

// One word at the cursor.
struct Candidate {
  std::string text;  // the whole buffer after accepting it
  std::string word;  // the word alone, for the list
  std::string description;
  Risk risk;  // of the word, from its spec; also a note
  // The last command created the file, or installed the program. Set for a file
  // only if the spec of that command says that it creates files
  // (CommandSpec::produces).
  bool is_made = false;
  // A line for a directory that was just made. Commands that followed the last
  // command elsewhere do not change its chance.
  bool is_fresh = false;
  // The word is no ghost unless it was used here: a file that would lose its
  // contents, that has the name of a file to be made, or that stands in place
  // of a directory.
  bool asked_only = false;
  Finding finding = Finding::kNone;
  std::vector<Evidence> evidence;
};

}  // namespace synapse
