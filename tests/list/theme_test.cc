#include "list/theme.h"

#include "tests/testing.h"

namespace synapse {
namespace {

Config With(const std::map<std::string, std::string>& variables) {
  return Config::Load("", [&](std::string_view name) {
    auto at = variables.find(std::string(name));
    return at == variables.end() ? std::nullopt
                                 : std::optional<std::string>(at->second);
  });
}

}  // namespace

TEST_CASE("theme: the ghost, and one with a risk") {
  Theme theme(With({{"SYNAPSE_PROMPT_GHOST_STYLE", "fg=4"}}), Colours::k256);
  CHECK(theme.Zsh(theme.Ghost(false)) == "fg=4");
  CHECK(theme.Zsh(theme.Ghost(true)) == "fg=1");
  CHECK(theme.Sgr(theme.Ghost(false)) == "\033[38;5;4m");
}

TEST_CASE("theme: without colours the ghost is still distinct from the line") {
  Theme theme(With({}), Colours::kNone);
  CHECK(theme.Sgr(theme.Ghost(false)) == "\033[2m");
  CHECK(theme.Zsh(theme.Ghost(false)) == "underline");
  for (int look = 0; look < kLooks; ++look) {
    std::string plain = theme.Sgr(theme.Part(static_cast<Look>(look), false));
    CHECK(plain.find("38") == std::string::npos);
    // The selected row differs without color.
    CHECK(theme.Part(static_cast<Look>(look), true).standout);
  }
}

TEST_CASE("theme: every theme, in every depth, can be drawn") {
  for (const char* name : {"default", "light", "bright", "plain"}) {
    Config config = With({{"SYNAPSE_PROMPT_THEME", name}});
    CHECK(config.problems().empty());
    for (Colours colours :
         {Colours::kNone, Colours::k16, Colours::k256, Colours::kTrue}) {
      Theme theme(config, colours);
      Style ghost = theme.Ghost(false);
      CHECK(ghost != Style());
      CHECK(theme.Part(Look::kText, true) != theme.Part(Look::kText, false));
    }
  }
}

TEST_CASE("theme: a setting of the user overrides the theme") {
  Theme theme(With({{"SYNAPSE_PROMPT_THEME", "bright"},
                    {"SYNAPSE_PROMPT_GHOST_STYLE", "fg=3,bold"}}),
              Colours::kTrue);
  CHECK(theme.Sgr(theme.Ghost(false)) == "\033[1;38;5;3m");
}

}  // namespace synapse
