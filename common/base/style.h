// Style: how something looks on a terminal, written in the words of zsh's
// zle_highlight: `fg=8`, `fg=#808080,bold`, `bg=blue,underline`; `none`.
//
// A colour that the terminal cannot show becomes the nearest that it can;
// with NO_COLOR set none is left, and the attributes stay.
// Tested by tests/base/style_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace synapse {

enum class Colours { kNone, k16, k256, kTrue };

struct Style {
  // -1: as it is; 0 to 255: of the palette; kRgb + 0xRRGGBB.
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

// Words that are not known are left out; when `wrong` is given, the first of
// them is put there.
Style ParseStyle(std::string_view words, std::string* wrong = nullptr);
// What `over` says wins.
Style Over(Style style, const Style& over);
Style Limited(Style style, Colours colours);

// Without its `ESC [` and `m`: "38;5;8;1"; "" for none.
std::string ToSgr(const Style& style, Colours colours);
// In zsh's words; "none" for none.
std::string ToZsh(const Style& style, Colours colours);

// What NO_COLOR, COLORTERM and TERM say.
using VariableLookup =
    std::function<std::optional<std::string>(std::string_view name)>;
Colours ColoursOf(const VariableLookup& variable);

}  // namespace synapse
