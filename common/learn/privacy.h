// Privacy: what is not recorded. A line that begins with a blank, one that
// `history.ignore` names, one that looks as if it held a secret, and one that
// says what to forget; and, in a shell that is incognito, everything.
//
// Tested by tests/learn/privacy_test.cc: a table of good and bad examples.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/config.h"

namespace synapse {

// What a shell leaves behind. Later is stricter.
enum class Incognito {
  kOff,
  kEphemeral,  // lines are known to this shell until it ends; no file has them
  kNoSend,     // nothing is learned
};
std::optional<Incognito> ParseIncognito(std::string_view name);
const char* IncognitoName(Incognito mode);

// Why the line must not be kept, or null.
const char* WhyPrivate(std::string_view line, const Config& config);

// Commands that run there, or below, are not kept: one of
// `history.ignore_directories`.
bool IsIgnoredDirectory(std::string_view cwd, const Config& config,
                        const std::string& home);

// The line runs `synapse history forget`, and may name what must not be kept.
bool IsForgetting(std::string_view line);

}  // namespace synapse
