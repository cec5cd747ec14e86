#include "list/theme.h"

#include <algorithm>

namespace synapse {
namespace {

// The styles of each theme, used if the configuration sets none.
struct Defaults {
  const char* name;
  const char *ghost, *risk;
  const char *match, *kind, *description, *note, *failed, *header, *selected;
};
constexpr Defaults kThemes[] = {
    {"default", "fg=8", "fg=1", "bold,fg=2", "fg=6", "", "fg=8", "fg=1", "fg=8",
     "standout"},
    // For a light background, on which bright black looks like black.
    {"light", "fg=244", "fg=160", "bold,fg=25", "fg=30", "fg=238", "fg=244",
     "fg=160", "fg=244", "bg=254,bold"},
    {"bright", "fg=#7f8c8d", "fg=#e06c75", "bold,fg=#e5c07b", "fg=#61afef",
     "fg=#abb2bf", "fg=#7f8c8d", "fg=#e06c75", "fg=#c678dd", "bg=#3e4452"},
    // No colours.
    {"plain", "", "", "bold", "", "", "", "", "", "standout"},
};

const Defaults& ThemeNamed(std::string_view name) {
  for (const Defaults& theme : kThemes) {
    if (name == theme.name) return theme;
  }
  return kThemes[0];
}

Style Chosen(const Config& config, const char* key, const char* otherwise) {
  const std::string& own = config.String(key);
  return ParseStyle(own.empty() ? std::string_view(otherwise) : own);
}

}  // namespace

Theme::Theme(const Config& config, Colours colours) : colours_(colours) {
  const Defaults& theme = ThemeNamed(
      colours == Colours::kNone ? "plain" : config.String("prompt.theme"));
  ghost_ = Chosen(config, "prompt.ghost_style", theme.ghost);
  risk_ = Chosen(config, "prompt.risk_style", theme.risk);
  selected_ = Chosen(config, "list.selected_style", theme.selected);
  auto set = [&](Look look, const Style& style) {
    parts_[static_cast<int>(look)] = style;
  };
  set(Look::kMatch, Chosen(config, "list.match_style", theme.match));
  set(Look::kKind, ParseStyle(theme.kind));
  set(Look::kDescription, ParseStyle(theme.description));
  set(Look::kNote, ParseStyle(theme.note));
  set(Look::kRisk, risk_);
  set(Look::kFailed, ParseStyle(theme.failed));
  set(Look::kHeader, ParseStyle(theme.header));
  set(Look::kQuery, ParseStyle("bold"));
}

Style Theme::Ghost(bool risky) const {
  Style style = ghost_;
  if (risky) style = Over(style, risk_);
  // Without colours a ghost must still differ from typed text.
  Style left = Limited(style, colours_);
  if (left == Style()) left.dim = left.underline = true;
  return left;
}

Style Theme::Part(Look look, bool selected) const {
  Style style = parts_[static_cast<int>(look)];
  if (!selected) return style;
  // Grey on a reversed row is hard to read.
  if (selected_.standout && look != Look::kRisk && look != Look::kFailed) {
    style.foreground = -1;
  }
  return Over(style, selected_);
}

std::string Theme::Sgr(const Style& style) const {
  std::string codes = ToSgr(style, colours_);
  // A terminal with dim text needs no underline.
  if (style.dim && style.underline && style.foreground < 0) codes = "2";
  return codes.empty() ? "" : "\033[" + codes + "m";
}

std::string Theme::Zsh(const Style& style) const {
  return ToZsh(style, colours_);
}

}  // namespace synapse
