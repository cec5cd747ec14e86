#include "learn/incognito.h"

#include <doctest/doctest.h>

namespace synapse {
namespace {

Config WithMode(const std::string& mode) {
  return Config::Load("", [&](std::string_view name) {
    return name == "SYNAPSE_PRIVACY_INCOGNITO" ? std::optional(mode)
                                               : std::nullopt;
  });
}

}  // namespace

TEST_CASE("incognito: names are read back") {
  for (Incognito mode :
       {Incognito::kOff, Incognito::kEphemeral, Incognito::kNoSend}) {
    CHECK((ParseIncognito(IncognitoName(mode)) == mode));
    CHECK((IncognitoOf(WithMode(IncognitoName(mode))) == mode));
  }
  CHECK_FALSE(ParseIncognito("on").has_value());
}

TEST_CASE("incognito: nothing is kept while settings cannot be read") {
  IncognitoMode mode;
  CHECK(mode.off());
  mode.SetGuardProblem("config.json:1: no JSON");
  CHECK_FALSE(mode.off());
  CHECK((mode.now() == Incognito::kNoSend));
  mode.Choose(Incognito::kEphemeral);
  CHECK((mode.now() == Incognito::kNoSend));
  mode.SetGuardProblem("");
  CHECK((mode.now() == Incognito::kEphemeral));
  CHECK((mode.chosen() == Incognito::kEphemeral));
}

}  // namespace synapse
