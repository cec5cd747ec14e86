// AiSettings: whether a language model is asked, which one, and how.
//
// Tested by tests/ai/desk_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ai/wire.h"
#include "base/config.h"
#include "base/files.h"
#include "runner/command_runner.h"

namespace synapse {

struct AiSettings {
  AiProvider provider = AiProvider::kOff;
  std::string url, model;
  std::string key_file, key_command;  // at most one is needed
  std::string command;                // for kCommand: a line for sh
  int timeout_ms = 0, debounce_ms = 0;
  int64_t daily_tokens = 0;         // 0: no limit
  std::vector<std::string> denied;  // directories, absolute
  std::string prompts;              // directory of the user's prompts
  std::string helper;               // the program that speaks HTTP; "": none
  std::string problem;              // why nothing can be asked; "" where it can

  // `specs`: the directories of specs. The helper is installed next to them.
  static AiSettings Of(const Config& config, const PathSet& paths,
                       const std::vector<std::string>& specs);
  bool on() const { return provider != AiProvider::kOff && problem.empty(); }
  // True if the settings exclude that directory or one above it.
  bool IsDenied(const std::string& cwd) const;
};

// The process that makes the request. Its stdout is the server's answer. Only
// the helper reads the key.
CommandRunner::Command AskingProcess(const AiSettings& settings,
                                     const AiRequest& request,
                                     const std::string& cwd);

// The helper's exit status.
enum HelperStatus {
  kHelperOk = 0,
  kHelperBadRequest = 2,
  kHelperTooMany = 3,  // 429
  kHelperRefused = 4,  // another HTTP status that is an error
  kHelperUnreachable = 5,
  kHelperTimeout = 6,
  kHelperNoKey = 7,
};
const char* HelperStatusName(int status);

}  // namespace synapse
