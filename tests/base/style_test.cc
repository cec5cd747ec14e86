#include "base/style.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("style: as an escape sequence, in what the terminal can show") {
  struct {
    const char *words, *none, *sixteen, *palette, *all;
  } cases[] = {
      {"fg=8", "", "90", "38;5;8", "38;5;8"},
      {"fg=red,bold", "1", "1;31", "1;38;5;1", "1;38;5;1"},
      {"fg=#ff0000,underline", "4", "4;91", "4;38;5;196", "4;38;2;255;0;0"},
      {"bg=#fff", "", "107", "48;5;231", "48;2;255;255;255"},
      {"fg=244 italic", "3", "3;90", "3;38;5;244", "3;38;5;244"},
      {"none", "", "", "", ""},
      {"standout", "7", "7", "7", "7"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.words);
    Style style = ParseStyle(c.words);
    CHECK(ToSgr(style, Colours::kNone) == c.none);
    CHECK(ToSgr(style, Colours::k16) == c.sixteen);
    CHECK(ToSgr(style, Colours::k256) == c.palette);
    CHECK(ToSgr(style, Colours::kTrue) == c.all);
  }
}

TEST_CASE("style: in zsh's words, and back") {
  for (const char* words : {"fg=8", "fg=1,bold", "fg=#0a0b0c,bg=17,underline",
                            "standout", "none"}) {
    CHECK(ToZsh(ParseStyle(words), Colours::kTrue) == words);
  }
  CHECK(ToZsh(ParseStyle("fg=8"), Colours::kNone) == "none");
  CHECK(ToZsh(ParseStyle("fg=8"), Colours::k16) == "underline");
  CHECK(ToZsh(ParseStyle("fg=9"), Colours::k16) == "fg=1,bold");
}

TEST_CASE("style: a word that is none is reported") {
  std::string wrong;
  CHECK(ParseStyle("fg=8,blod", &wrong) == ParseStyle("fg=8"));
  CHECK(wrong == "blod");
  for (const char* bad :
       {"fg=256", "fg=", "fg=#12", "fg=#12345x", "fg=mauve"}) {
    std::string why;
    CHECK(ParseStyle(bad, &why) == Style());
    CHECK(why == bad);
  }
}

TEST_CASE("style: what the environment says of colours") {
  struct {
    const char *no_color, *colour_term, *term;
    Colours expected;
  } cases[] = {
      {"1", "truecolor", "xterm-256color", Colours::kNone},
      {"", "truecolor", "xterm", Colours::kTrue},
      {"", "24bit", "screen", Colours::kTrue},
      {"", "", "tmux-256color", Colours::k256},
      {"", "", "linux", Colours::k16},
      {"", "", "", Colours::k16},
  };
  for (const auto& c : cases) {
    CHECK(ColoursOf([&](std::string_view name) -> std::optional<std::string> {
            if (name == "NO_COLOR") return c.no_color;
            return name == "TERM" ? c.term : c.colour_term;
          }) == c.expected);
  }
}

}  // namespace synapse
