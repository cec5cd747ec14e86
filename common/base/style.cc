#include "base/style.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace synapse {
namespace {

constexpr const char* kNames[] = {"black", "red",     "green", "yellow",
                                  "blue",  "magenta", "cyan",  "white"};

struct Attribute {
  const char* name;
  bool Style::*member;
  const char* sgr;
};
constexpr Attribute kAttributes[] = {
    {"bold", &Style::bold, "1"},           {"dim", &Style::dim, "2"},
    {"faint", &Style::dim, "2"},           {"italic", &Style::italic, "3"},
    {"underline", &Style::underline, "4"}, {"standout", &Style::standout, "7"},
    {"reverse", &Style::standout, "7"}};

// Returns -2 for no colour.
int ParseColour(std::string_view text) {
  if (text == "default") return -1;
  for (int i = 0; i < 8; ++i) {
    if (text == kNames[i]) return i;
  }
  std::string copy(text);
  char* end = nullptr;
  if (text.starts_with('#') && (text.size() == 7 || text.size() == 4)) {
    long value = strtol(copy.c_str() + 1, &end, 16);
    if (*end != '\0') return -2;
    if (text.size() == 4) {
      value = (value >> 8) * 0x110000 + (value >> 4 & 15) * 0x1100 +
              (value & 15) * 0x11;
    }
    return Style::kRgb + static_cast<int>(value);
  }
  if (text.empty() || text[0] < '0' || text[0] > '9') return -2;
  long value = strtol(copy.c_str(), &end, 10);
  return *end == '\0' && value < 256 ? static_cast<int>(value) : -2;
}

struct Rgb {
  int red, green, blue;
};

// The usual RGB values of the first sixteen colours, the cube and the greys.
Rgb RgbOf(int colour) {
  if (colour >= Style::kRgb) {
    int value = colour - Style::kRgb;
    return {value >> 16, value >> 8 & 255, value & 255};
  }
  if (colour < 16) {
    if (colour == 7) return {192, 192, 192};
    if (colour == 8) return {128, 128, 128};
    int level = colour < 8 ? 128 : 255;
    return {colour & 1 ? level : 0, colour & 2 ? level : 0,
            colour & 4 ? level : 0};
  }
  if (colour >= 232) {
    int grey = 8 + 10 * (colour - 232);
    return {grey, grey, grey};
  }
  auto level = [](int step) { return step == 0 ? 0 : 55 + 40 * step; };
  colour -= 16;
  return {level(colour / 36), level(colour / 6 % 6), level(colour % 6)};
}

int Nearest(int colour, int first, int last) {
  Rgb wanted = RgbOf(colour);
  int best = first;
  long least = -1;
  for (int i = first; i <= last; ++i) {
    Rgb have = RgbOf(i);
    long red = wanted.red - have.red, green = wanted.green - have.green,
         blue = wanted.blue - have.blue;
    long distance = red * red + green * green + blue * blue;
    if (least < 0 || distance < least) {
      best = i;
      least = distance;
    }
  }
  return best;
}

int LimitColour(int colour, Colours colours) {
  if (colour < 0 || colours == Colours::kTrue) return colour;
  if (colours == Colours::kNone) return -1;
  if (colours == Colours::k256) {
    return colour >= Style::kRgb ? Nearest(colour, 16, 255) : colour;
  }
  return colour >= 16 ? Nearest(colour, 0, 15) : colour;
}

void Add(std::string& to, const std::string& more, char between) {
  if (!to.empty()) to += between;
  to += more;
}

std::string ColourSgr(int colour, int base, Colours colours) {
  if (colour >= Style::kRgb) {
    Rgb c = RgbOf(colour);
    return std::to_string(base + 8) + ";2;" + std::to_string(c.red) + ";" +
           std::to_string(c.green) + ";" + std::to_string(c.blue);
  }
  if (colours == Colours::k16) {
    return std::to_string(colour < 8 ? base + colour : base + 52 + colour);
  }
  return std::to_string(base + 8) + ";5;" + std::to_string(colour);
}

std::string ColourZsh(int colour) {
  if (colour < Style::kRgb) return std::to_string(colour);
  char text[16];
  snprintf(text, sizeof text, "#%06x", colour - Style::kRgb);
  return text;
}

}  // namespace

Style ParseStyle(std::string_view words, std::string* wrong) {
  Style style;
  while (!words.empty()) {
    size_t end = std::min(words.find_first_of(", "), words.size());
    std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    if (word.empty() || word == "none") continue;
    bool known = false;
    if (word.starts_with("fg=") || word.starts_with("bg=")) {
      int colour = ParseColour(word.substr(3));
      known = colour != -2;
      if (known) {
        (word[0] == 'f' ? style.foreground : style.background) = colour;
      }
    }
    for (const Attribute& attribute : kAttributes) {
      if (word != attribute.name) continue;
      style.*attribute.member = known = true;
    }
    if (!known && wrong && wrong->empty()) *wrong = std::string(word);
  }
  return style;
}

Style Over(Style style, const Style& over) {
  if (over.foreground >= 0) style.foreground = over.foreground;
  if (over.background >= 0) style.background = over.background;
  for (const Attribute& attribute : kAttributes) {
    style.*attribute.member = style.*attribute.member || over.*attribute.member;
  }
  return style;
}

Style Limited(Style style, Colours colours) {
  style.foreground = LimitColour(style.foreground, colours);
  style.background = LimitColour(style.background, colours);
  return style;
}

std::string ToSgr(const Style& wanted, Colours colours) {
  Style style = Limited(wanted, colours);
  std::string out;
  for (const Attribute& attribute : kAttributes) {
    if (std::string_view(attribute.name) == "faint" ||
        std::string_view(attribute.name) == "reverse") {
      continue;
    }
    if (style.*attribute.member) Add(out, attribute.sgr, ';');
  }
  if (style.foreground >= 0) {
    Add(out, ColourSgr(style.foreground, 30, colours), ';');
  }
  if (style.background >= 0) {
    Add(out, ColourSgr(style.background, 40, colours), ';');
  }
  return out;
}

std::string ToZsh(const Style& wanted, Colours colours) {
  Style style = Limited(wanted, colours);
  // zsh draws only eight colours when terminfo knows eight. A bright colour
  // then is the bold form of these: grey would be black on black.
  if (colours == Colours::k16 && style.foreground == 8) {
    style.foreground = -1;
    style.underline = true;
  } else if (colours == Colours::k16 && style.foreground > 8) {
    style.foreground -= 8;
    style.bold = true;
  }
  if (colours == Colours::k16 && style.background >= 8) style.background -= 8;
  std::string out;
  if (style.foreground >= 0) Add(out, "fg=" + ColourZsh(style.foreground), ',');
  if (style.background >= 0) Add(out, "bg=" + ColourZsh(style.background), ',');
  // zsh 5.9 has neither dim nor italic.
  if (style.bold) Add(out, "bold", ',');
  if (style.underline) Add(out, "underline", ',');
  if (style.standout) Add(out, "standout", ',');
  return out.empty() ? "none" : out;
}

Colours ColoursOf(const VariableLookup& variable) {
  auto of = [&](std::string_view name) {
    return variable ? variable(name).value_or("") : std::string();
  };
  if (!of("NO_COLOR").empty()) return Colours::kNone;
  std::string colour_term = of("COLORTERM"), term = of("TERM");
  if (colour_term == "truecolor" || colour_term == "24bit" ||
      term.find("direct") != term.npos) {
    return Colours::kTrue;
  }
  for (const char* name :
       {"256color", "kitty", "alacritty", "foot", "wezterm", "ghostty"}) {
    if (term.find(name) != term.npos) return Colours::k256;
  }
  return Colours::k16;
}

}  // namespace synapse
