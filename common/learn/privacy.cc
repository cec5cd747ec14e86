#include "learn/privacy.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <memory>
#include <string>
#include <vector>

namespace synapse {
namespace {

// Forms of secrets that have a shape of their own, and options and variables
// that carry one. A reference ($TOKEN) is no secret.
constexpr const char* kSecrets[] = {
    R"(\b(?:AKIA|ASIA)[0-9A-Z]{16}\b)",                    // AWS key id
    R"(\bgh[pousr]_[A-Za-z0-9]{20,})",                     // GitHub
    R"(\bgithub_pat_[A-Za-z0-9_]{20,})",
    R"(\bglpat-[A-Za-z0-9_-]{16,})",                       // GitLab
    R"(\bxox[abprs]-[A-Za-z0-9-]{10,})",                   // Slack
    R"(\bsk-[A-Za-z0-9_-]{20,})",                          // OpenAI and others
    R"(\bhf_[A-Za-z0-9]{30,})",                            // Hugging Face
    R"(\bhv[sb]\.[A-Za-z0-9_-]{16,})",                      // Vault
    R"(\bdo[opr]_v1_[a-f0-9]{32,})",                       // DigitalOcean
    R"(\bya29\.[A-Za-z0-9_-]{10,})",                        // Google OAuth
    R"(\bhooks\.slack\.com/services/[A-Za-z0-9/]{16,})",
    R"(\bbot[0-9]{8,}:[A-Za-z0-9_-]{30,})",                 // Telegram
    R"(\bAGE-SECRET-KEY-1[A-Z0-9]{30,})",
    R"(\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,})",       // Stripe
    R"(\bAIza[0-9A-Za-z_-]{30,})",                         // Google
    R"(\bnpm_[A-Za-z0-9]{30,})",
    R"(\bpypi-[A-Za-z0-9_-]{30,})",
    R"(\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})",     // SendGrid
    R"(\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.)", // JWT
    R"(-----BEGIN [A-Z ]*PRIVATE KEY-----)",
    R"([a-z][a-z0-9+.-]*://[^\s/:@'"]*:[^\s/@$'"]+@)",     // URL with password
    R"((?i)\b[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_PWD|SSHPASS|CLI_AUTH)=['"]?[^\s$'"(]{4,})",
    R"((?i)\b[A-Z0-9_]*(?:SECRET|TOKEN|PASSWORD)_[A-Z0-9_]*=['"]?[^\s$'"(]{4,})",
    R"((?i)["'](?:password|passwd|secret|token|api_?key)["']\s*:\s*["'][^$"']{4,})",
    R"((?i)\bx-(?:api-key|auth-token):\s*[^\s$'"]{6,})",
    R"((?i)--?(?:(?:http-|ftp-|proxy-)?password|passwd|passphrase|token|secret|api-?key|access-?key|access-?token|auth-?token)[= ]['"]?[^\s$'"-][^\s$'"]{3,})",
    R"((?i)\bauthorization:\s*(?:bearer|basic|token)\s+[^\s$'"]{6,})",
    R"(\bcurl\s(?:.*\s)?(?:-[a-zA-Z]*u|--user)[ =]?['"]?[^\s:$'"]+:[^\s$'"]+)",
    R"(\b(?:mysql(?:dump|admin)?|mariadb)\s(?:.*\s)?-p[^\s$]+)",
    R"(\bhttps?\s(?:.*\s)?(?:-a|--auth)[ =][^\s:$]+:[^\s$]+)",
    R"(\b(?:docker|podman|az)\s+login\s(?:.*\s)?-p\s*[^\s$-][^\s$]+)",
    R"(\b(?:mongo|mongosh|rdesktop|twine)\s(?:.*\s)?-p\s+[^\s$-][^\s$]+)",
    R"(\bredis-cli\s(?:.*\s)?-a\s+[^\s$]+)",
    R"(\bldap[a-z]+\s(?:.*\s)?-w\s+[^\s$]+)",
    R"(\b(?:zip|unzip)\s(?:.*\s)?-P\s+[^\s$]+)",
    R"(\b7z[ar]?\s(?:.*\s)?-p[^\s$]+)",
    R"(\bsmbclient\s(?:.*\s)?-U\s+[^\s%$]+%[^\s$]+)",
    R"(\bxfreerdp\s(?:.*\s)?/p:[^\s$]+)",
    R"(\bnmcli\s.*\bpassword\s+[^\s$]+)",
    R"(\bsshpass\s+-p\s*\S+)",
    R"(\bhtpasswd\s+-[a-zA-Z]*(?:nb|bn)[a-zA-Z]*\s+\S+\s+\S+)",
    R"((?i)\b[a-z_]*(?:secret|token|password)[a-z_]*\s+[A-Za-z0-9/+]{32,})",
    R"(\bPGPASSWORD=[^\s$]+)",
    R"(\bopenssl\s.*-pass(?:in|out)?\s+pass:\S+)",
    R"(\bhtpasswd\s+-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s+\S+)",
};

RE2::Options PatternOptions() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingLatin1);
  return options;
}

// A line without one of these bytes or beginnings cannot match: most end here.
bool MayHoldSecret(std::string_view line) {
  if (line.size() < 8) return false;
  if (line.find_first_of("=_-:") != line.npos) return true;
  for (std::string_view token :
       {"eyJ", "AKIA", "ASIA", "AIza", "SG.", "nmcli", "hvs.", "ya29."}) {
    if (line.find(token) != line.npos) return true;
  }
  return false;
}

bool HoldsSecret(std::string_view line) {
  if (!MayHoldSecret(line)) return false;
  static const std::unique_ptr<RE2::Set> set = [] {
    auto s = std::make_unique<RE2::Set>(PatternOptions(), RE2::UNANCHORED);
    for (const char* pattern : kSecrets) s->Add(pattern, nullptr);
    s->Compile();
    return s;
  }();
  return set->Match(re2::StringPiece(line.data(), line.size()), nullptr);
}

bool IsIgnored(std::string_view line, const Config& config) {
  for (const std::string& pattern : config.List("history.ignore")) {
    RE2 regex(pattern, PatternOptions());
    if (regex.ok() && RE2::PartialMatch(
                          re2::StringPiece(line.data(), line.size()), regex)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool IsIgnoredDirectory(std::string_view cwd, const Config& config,
                        const std::string& home) {
  for (std::string ignored : config.List("history.ignore_directories")) {
    if (ignored.starts_with("~") && !home.empty()) ignored.replace(0, 1, home);
    while (ignored.size() > 1 && ignored.ends_with('/')) ignored.pop_back();
    if (ignored.empty() || !cwd.starts_with(ignored)) continue;
    if (cwd.size() == ignored.size() || cwd[ignored.size()] == '/' ||
        ignored == "/") {
      return true;
    }
  }
  return false;
}

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

bool IsForgetting(std::string_view line) {
  static const RE2 pattern(R"(\bsynapse\s+history\s+forget\b)",
                           PatternOptions());
  return line.find("forget") != line.npos &&
         RE2::PartialMatch(re2::StringPiece(line.data(), line.size()),
                           pattern);
}

const char* WhyPrivate(std::string_view line, const Config& config) {
  if (line.empty() || line[0] == ' ' || line[0] == '\t') {
    return "begins with a blank";
  }
  if (IsForgetting(line)) return "says what to forget";
  if (IsIgnored(line, config)) return "history.ignore";
  if (config.Bool("history.redact") && HoldsSecret(line)) {
    return "looks like a secret";
  }
  return nullptr;
}

}  // namespace synapse
