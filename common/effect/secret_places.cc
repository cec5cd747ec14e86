#include "effect/secret_places.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "effect/secret_forms.h"
#include "effect/secret_words.h"
#include "line/commands.h"

namespace synapse {

std::vector<SecretSpan> DefaultsIn(std::string_view line) {
  std::vector<SecretSpan> out;
  for (size_t at = line.find("${"); at != line.npos;
       at = line.find("${", at + 2)) {
    const size_t end = line.find('}', at);
    const size_t sign = line.find_first_of("=-+?}:", at);
    if (end == line.npos || sign >= end) continue;
    const size_t from = sign + (line[sign] == ':' ? 2 : 1);
    if (from >= end) continue;
    std::string_view value = line.substr(from, end - from);
    if (value[0] == '"' || value[0] == '\'') value.remove_prefix(1);
    if (IsSecretSetting(line.substr(at + 2, sign - at - 2), value)) {
      out.push_back({from, end, 0});
    }
  }
  return out;
}

namespace {

// Options of commands without a spec that take a password.
constexpr std::pair<std::string_view, std::string_view> kPasswordOptions[] = {
    {"ccrypt", "-K"},
    {"mcrypt", "-k"},
    {"slappasswd", "-s"},
    {"tpm2_create", "-p"},
    {"tpm2_unseal", "-p"},
    {"tpm2_load", "-P"},
    {"knife", "-P"},
    {"sedutil-cli", "--initialSetup"},
    {"oathtool", "-b"},
    {"hostapd_cli", "wps_ap_pin"},
    {"oathtool", "--totp"},
    {"oathtool", "--hotp"},
    {"nikto", "-id"},
    {"supabase", "-p"},
    {"pushover", "-t"},
    {"pushover", "-u"},
    {"eyaml", "-s"},
    {"mutool", "-p"},
    {"sentry-cli", "-A"},
    {"deluged", "-P"},
    {"xmpp", "-p"},
    {"tsql", "-P"},
    {"isql", "-P"},
    {"osql", "-P"},
    {"freebcp", "-P"},
    {"vsql", "-w"},
    {"nzsql", "-W"},
    {"openfortivpn", "-p"},
    {"mqttx", "-P"},
    {"cf", "-p"},
    {"ykman", "-P"},
    {"ykman", "-p"},
    {"ykman", "-m"},
    {"signtool", "-p"},
    {"wput", "--password"},
    {"cadaver", "-p"},
    {"vncdo", "-p"},
    {"vncdotool", "-p"},
    {"xvnc4viewer", "-passwd"},
    {"net-snmp", "-A"},
    {"snmptrap", "-A"},
    {"snmpinform", "-A"},
    {"rkhunter", "-p"},
    {"proxychains", "-p"},
    {"bteq", "-p"},
    {"db2", "-p"},
    {"nsupdate", "-y"},
    {"rndc", "-y"},
    {"dig", "-y"},
    {"pdfcrack", "-w"},
    {"qrypt", "-p"},
    {"steghide", "-p"},
    {"outguess", "-k"},
    {"dislocker", "-u"},
    {"ntfsdecrypt", "-p"},
};

constexpr bool IsBase64(std::string_view command) {
  return command == "base64" || command == "base32" || command == "basenc";
}

bool Decodes(std::span<const std::string> words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("--d") ||
           (word.starts_with('-') && !word.starts_with("--") &&
            word.find_first_of("dD") != word.npos);
  });
}

// `user:x` with a letter and a digit, or one word of all three kinds of bytes:
// what is encoded for a header or a manifest.
const std::string& EncodedSecret() {
  static const std::string pattern = [] {
    constexpr std::string_view kKinds[] = {"[a-z]", "[A-Z]", "[0-9]"};
    const std::string any = R"([^\s:/.]*)";
    std::string mixed;
    for (size_t i = 0; i < 3; ++i) {
      for (size_t j = 0; j < 3; ++j) {
        if (i == j) continue;
        mixed += mixed.empty() ? "" : "|";
        for (size_t kind : {i, j, 3 - i - j}) {
          (mixed += any) += kKinds[kind];
        }
        mixed += any;
      }
    }
    return R"(^(?:[A-Za-z][\w.@-]*:[^\s:/.]{3,}[0-9][^\s:/.]*|)" + mixed +
           R"()\n?$)";
  }();
  return pattern;
}

}  // namespace

bool TakesPassword(std::string_view command, std::string_view option) {
  return std::any_of(std::begin(kPasswordOptions), std::end(kPasswordOptions),
                     [&](const auto& row) {
                       return row.first == command && row.second == option;
                     });
}

std::vector<SecretSpan> WrittenIn(std::string_view substitution) {
  std::vector<SecretSpan> out;
  if ((!substitution.starts_with("<(") && !substitution.starts_with("$(")) ||
      !substitution.ends_with(')')) {
    return out;
  }
  const CommandList inner =
      ParseCommands(substitution.substr(2, substitution.size() - 3));
  if (inner.commands.empty() || inner.commands[0].words.empty()) return out;
  const std::vector<Token>& words = inner.commands[0].words;
  if (!WritesWords(BaseName(words[0].value))) return out;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i].value.starts_with('-') || !MayBeSecret(words[i].value)) {
      continue;
    }
    out.push_back({2 + words[i].begin, 2 + words[i].end, 0});
  }
  return out;
}

std::optional<size_t> SecretBehind(std::string_view option,
                                   std::string_view value, Gives gives,
                                   bool known) {
  constexpr size_t kKey = 24, kGiven = 16, kHexKey = 32;
  const bool dashed = value.find('-') != value.npos;
  const size_t colon = value.find(':');
  // A key as the name of a user: `curl -u key:`.
  if (colon + 1 == value.size() && LooksMixed(value.substr(0, colon), kKey)) {
    return 0;
  }
  if (gives != Gives::kNothing && !dashed &&
      IsOneOf(option, {"--body", "-b", "--value", "-v", "--data"}) &&
      (LooksRandom(value, 20) || LooksMixed(value, kGiven) ||
       (gives == Gives::kSecret && LooksChosen(value)))) {
    return 0;
  }
  if (known) return std::nullopt;
  // A login of Windows: `-U dom/bob%hunter22`.
  const size_t sign = value.find('%');
  if (IsOneOf(option, {"-U", "--user", "-u"}) && sign != value.npos &&
      sign > 0 && value.size() > sign + 3 &&
      value.find_first_of(" :=", 0) == value.npos &&
      value.find('%', sign + 1) == value.npos) {
    return sign + 1;
  }
  if (IsOneOf(option, {"-t", "-k", "-K", "-T"}) && LooksMixed(value, kGiven)) {
    return 0;
  }
  if (IsOneOf(option, {"-key", "--key", "-H", "--hash", "--hashes"}) &&
      LooksRandom(value, kHexKey) && !dashed) {
    return 0;
  }
  const bool is_login =
      IsOneOf(option,
              {"-a", "-A", "-u", "-U", "-n", "-auth", "--auth", "--user"}) &&
      colon != value.npos && colon > 0 && IsPlainName(value.substr(0, colon)) &&
      LooksChosen(value.substr(colon + 1));
  return is_login ? std::optional(colon + 1) : std::nullopt;
}

bool NamesLocation(std::string_view value) {
  const size_t equals = value.find('=');
  return equals != value.npos && equals + 1 < value.size() &&
         value[equals + 1] != '=' &&
         IsOneOf(value.substr(0, equals),
                 {"id", "src", "source", "type", "name", "env", "file"});
}

std::optional<std::string> LoginInput(std::span<const std::string> words) {
  if (!words.empty() && IsBase64(BaseName(words[0])) && !Decodes(words)) {
    return EncodedSecret();
  }
  if (words.empty() || ReadsText(BaseName(words[0]))) return std::nullopt;
  // `sudo tee motd <<< welcome`
  if (IsOneOf(BaseName(words[0]), {"sudo", "doas"}) &&
      std::any_of(words.begin() + 1, words.end(), [](const std::string& word) {
        return ReadsText(BaseName(word));
      })) {
    return std::nullopt;
  }
  const bool asks =
      std::any_of(words.begin(), words.end(),
                  [](const std::string& word) { return AsksToLogIn(word); });
  // One word, or a name or the word again before it.
  return asks ? R"(^(?:[^\s=\\/]{6,}|[^\s=\\/]+\n[^\s=\\/]{4,})(?:\n\S*)*$)"
              : R"(^[A-Za-z0-9+/=_-]{40,}$)";
}

}  // namespace synapse
