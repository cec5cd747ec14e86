// Privacy: which lines are not recorded: a line that begins with a blank,
// matches `history.ignore`, looks as if it held a secret, or runs `synapse
// history forget`; and every line of a shell that is incognito.
//
// With history.secrets = redact a line with a secret is kept with a mark in the
// secret's place. The history has it and a search finds it. It would not run,
// so it teaches nothing and is never offered (IsRedacted).
//
// Tested by tests/learn/privacy_test.cc: tables of good and bad examples.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.h"
#include "line/secret.h"
#include "store/event.h"

namespace synapse {

// The mark for a secret: a reference, as in a script. The shell expands it to
// nothing if a redacted line is run, and secret finders do not take the mark
// itself for a secret.
inline constexpr std::string_view kRedacted = "${REDACTED}";
bool IsRedacted(std::string_view line);

// How a line is kept.
struct Screened {
  const char* why = nullptr;  // the line is not kept, and why
  bool redacted = false;
  std::string text;
};

// The counts of an import.
struct LeftOut {
  size_t skipped = 0;   // events that were left out
  size_t redacted = 0;  // events that were kept without their secret
};

// The settings that guard what is kept, ready to be asked about every line.
class Privacy {
 public:
  // `find`: where secrets are (effect/secrets.h).
  Privacy(const Config& config, const std::string& home, FindSecrets find);
  ~Privacy();
  Privacy(Privacy&&) noexcept;
  Privacy& operator=(Privacy&&) noexcept;

  // Why the line must not be kept as it is, or null.
  const char* Why(std::string_view line) const;
  Screened Screen(std::string_view line) const;
  LeftOut ScreenAll(std::vector<Event>& events) const;
  // Commands that run there, or below, are not kept: one of
  // `history.ignore_directories`.
  bool IsIgnoredDirectory(std::string_view cwd) const;
  // Invalid patterns of `history.ignore`: "PATTERN: WHY". Lines that such a
  // pattern should exclude are unknown.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  bool IsIgnored(std::string_view line) const;
  std::optional<std::string> Redact(std::string_view line) const;

  struct Patterns;
  std::unique_ptr<Patterns> ignored_;
  std::vector<std::string> ignored_directories_;
  std::vector<std::string> problems_;
  bool keeps_secrets_ = false;
  bool redacts_ = false;
  FindSecrets find_;
};

// True if the line runs `synapse history forget`: it may contain the text that
// must not be kept.
bool IsForgetting(std::string_view line);

}  // namespace synapse
