// Style: colours and attributes of text on a terminal, in the syntax of zsh's
// zle_highlight: `fg=8`, `fg=#808080,bold`, `bg=blue,underline`; `none`.
//
// A colour that the terminal cannot show becomes the nearest one that it can.
// With NO_COLOR set all colours are removed, and the attributes stay.
// Tested by tests/base/style_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace synapse {

enum class Colours { kNone, k16, k256, kTrue };

struct Style {
  // -1: the terminal's default; 0 to 255: palette; kRgb + 0xRRGGBB: true
  // colour.
  static constexpr int kRgb = 1 << 24;
  int foreground = -1;
  int background = -1;
  bool bold = false;
  bool dim = false;
  bool italic = false;
  bool underline = false;
  bool standout = false;

  bool operator==(const Style&) const = default;
};

// Unknown words are skipped. If `wrong` is given, it receives the first of
// them.
Style ParseStyle(std::string_view words, std::string* wrong = nullptr);
// Merges two styles; `over` wins.
Style Over(Style style, const Style& over);
Style Limited(Style style, Colours colours);

// The SGR parameters without `ESC [` and `m`: "38;5;8;1"; "" for no style.
std::string ToSgr(const Style& style, Colours colours);
// The style in zsh's syntax; "none" for no style.
std::string ToZsh(const Style& style, Colours colours);

// Reads the number of colours from NO_COLOR, COLORTERM and TERM.
using VariableLookup =
    std::function<std::optional<std::string>(std::string_view name)>;
Colours ColoursOf(const VariableLookup& variable);

}  // namespace synapse
