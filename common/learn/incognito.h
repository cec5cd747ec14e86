// Incognito: how much of a shell's lines is kept.
//
// IncognitoMode is this shell's mode. The setting privacy.incognito chooses it,
// and `synapse incognito` until the setting changes. While settings that guard
// the history cannot be read, nothing is kept, independent of the choice.
//
// Tested by tests/learn/incognito_test.cc and tests/engine/incognito_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/config.h"

namespace synapse {

// Later is stricter.
enum class Incognito {
  kOff,
  kEphemeral,  // lines are known to this shell until it ends; no file has them
  kNoSend,     // nothing is learned
};
std::optional<Incognito> ParseIncognito(std::string_view name);
const char* IncognitoName(Incognito mode);
// The mode that the settings choose; kNoSend for an unknown name.
Incognito IncognitoOf(const Config& config);

class IncognitoMode {
 public:
  Incognito now() const {
    return guard_problem_.empty() ? chosen_ : Incognito::kNoSend;
  }
  bool off() const { return now() == Incognito::kOff; }
  Incognito chosen() const { return chosen_; }
  void Choose(Incognito mode) { chosen_ = mode; }

  // Why the settings that guard the history cannot be read, or "".
  const std::string& guard_problem() const { return guard_problem_; }
  void SetGuardProblem(std::string problem) {
    guard_problem_ = std::move(problem);
  }

 private:
  Incognito chosen_ = Incognito::kOff;
  std::string guard_problem_;
};

}  // namespace synapse
