#include "learn/incognito.h"

namespace synapse {

std::optional<Incognito> ParseIncognito(std::string_view name) {
  for (Incognito mode :
       {Incognito::kOff, Incognito::kEphemeral, Incognito::kNoSend}) {
    if (name == IncognitoName(mode)) return mode;
  }
  return std::nullopt;
}

const char* IncognitoName(Incognito mode) {
  switch (mode) {
    case Incognito::kEphemeral: return "ephemeral";
    case Incognito::kNoSend: return "no_send";
    case Incognito::kOff: break;
  }
  return "off";
}

Incognito IncognitoOf(const Config& config) {
  return ParseIncognito(config.String("privacy.incognito"))
      .value_or(Incognito::kNoSend);
}

}  // namespace synapse
