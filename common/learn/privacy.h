// Privacy: what is not recorded. A line that begins with a blank, one that
// `history.ignore` names, one that looks as if it held a secret, and one that
// says what to forget; and, in a shell that is incognito, everything.
//
// With history.secrets = redact a line with a secret is kept with a mark in the
// secret's place. It is in the history and found by a search, but as it would
// not run it teaches nothing and is never offered (IsRedacted).
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

// What a shell leaves behind. Later is stricter.
enum class Incognito {
  kOff,
  kEphemeral,  // lines are known to this shell until it ends; no file has them
  kNoSend,     // nothing is learned
};
std::optional<Incognito> ParseIncognito(std::string_view name);
const char* IncognitoName(Incognito mode);

// What stands for a secret: a reference, as it would look in a script. Run all
// the same it is empty, and no secret is seen in it.
inline constexpr std::string_view kRedacted = "${REDACTED}";
bool IsRedacted(std::string_view line);

// How a line is kept.
struct Screened {
  const char* why = nullptr;  // not at all, and why
  bool redacted = false;
  std::string text;
};

// The same with all of what is imported.
struct LeftOut {
  size_t skipped = 0;   // events that are not among them any more
  size_t redacted = 0;  // that are, without their secret
};

// The settings that guard what is kept, ready to be asked about every line.
class Privacy {
 public:
  // `find`: where secrets are (context/secrets.h).
  Privacy(const Config& config, std::string home, FindSecrets find);
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
  // Patterns of `history.ignore` that are none: "PATTERN: WHY". What they were
  // to keep out cannot be told from the rest.
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

// The line runs `synapse history forget`, and may name what must not be kept.
bool IsForgetting(std::string_view line);

}  // namespace synapse
