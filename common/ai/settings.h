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
#include "spec/command_runner.h"

namespace synapse {

struct AiSettings {
  AiProvider provider = AiProvider::kOff;
  std::string url, model;
  std::string key_file, key_command;  // at most one is needed
  std::string command;                // of kCommand, a line for sh
  int timeout_ms = 0, debounce_ms = 0;
  int64_t daily_tokens = 0;  // 0: any
  std::vector<std::string> denied;  // directories, absolute
  std::string prompts;              // the directory of the user's own
  std::string helper;               // the program that speaks HTTP; "": none
  std::string problem;              // why nothing can be asked; "" where it can

  // `specs`: where specs are looked for; the helper is installed beside them.
  static AiSettings Of(const Config& config, const PathSet& paths,
                       const std::vector<std::string>& specs);
  bool on() const { return provider != AiProvider::kOff && problem.empty(); }
  // There, or in a directory above it, nothing is asked.
  bool IsDenied(const std::string& cwd) const;
};

// The process that asks. What the server says comes on its stdout; the key is
// read by the helper alone.
CommandRunner::Command AskingProcess(const AiSettings& settings,
                                     const AiRequest& request,
                                     const std::string& cwd);

// The helper's exit status.
enum HelperStatus {
  kHelperOk = 0,
  kHelperBadRequest = 2,
  kHelperTooMany = 3,     // 429
  kHelperRefused = 4,     // another status of HTTP that is no success
  kHelperUnreachable = 5,
  kHelperTimeout = 6,
  kHelperNoKey = 7,
};
const char* HelperStatusName(int status);

}  // namespace synapse
