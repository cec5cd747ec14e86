// Theme: the style of each part, from the configuration and for this terminal.
// Tested by tests/list/theme_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "base/config.h"
#include "base/style.h"
#include "list/picker.h"

namespace synapse {

class Theme {
 public:
  Theme(const Config& config, Colours colours);

  Style Ghost(bool risky) const;
  // The style of a part of a row.
  Style Part(Look look, bool selected) const;

  // For bash: "\033[...m"; for zsh: "fg=8,bold".
  std::string Sgr(const Style& style) const;
  std::string Zsh(const Style& style) const;

 private:
  Colours colours_;
  Style ghost_, risk_, selected_;
  Style parts_[kLooks];
};

}  // namespace synapse
