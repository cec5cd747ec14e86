#include "learn/privacy.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <vector>

namespace synapse {
namespace {

// Forms of secrets that have a shape of their own, and options and variables
// that carry one: there the group is the secret. A reference ($TOKEN) is none.
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
    R"(\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.)",  // JWT
    R"((?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*)",
    R"([a-z][a-z0-9+.-]*://[^\s/:@'"]*:([^\s/@$'"]+)@)",   // URL with password
    R"((?i)\b[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_PWD|SSHPASS|CLI_AUTH)=('[^']{4,}'|"[^"$`]{4,}"|['"]?[^\s$'"(]{4,}))",
    R"((?i)\b[A-Z0-9_]*(?:SECRET|TOKEN|PASSWORD)_[A-Z0-9_]*=('[^']{4,}'|"[^"$`]{4,}"|['"]?[^\s$'"(]{4,}))",
    R"((?i)["'](?:password|passwd|secret|token|api_?key)["']\s*:\s*["']([^$"']{4,}))",
    R"((?i)\bx-(?:api-key|auth-token):\s*([^\s$'"]{6,}))",
    R"((?i)--?(?:(?:http-|ftp-|proxy-)?password|passwd|passphrase|token|secret|api-?key|access-?key|access-?token|auth-?token)[= ]('[^']{4,}'|"[^"$`]{4,}"|['"]?[^\s$'"-][^\s$'"]{3,}))",
    R"((?i)\bauthorization:\s*(?:bearer|basic|token)\s+([^\s$'"]{6,}))",
    R"(\bcurl\s(?:.*\s)?(?:-[a-zA-Z]*u|--user)[ =]?['"]?[^\s:$'"]+:([^\s$'"]+))",
    R"(\b(?:mysql(?:dump|admin)?|mariadb)\s(?:.*\s)?-p([^\s$]+))",
    R"(\bhttps?\s(?:.*\s)?(?:-a|--auth)[ =][^\s:$]+:([^\s$]+))",
    R"(\b(?:docker|podman|az)\s+login\s(?:.*\s)?-p\s*([^\s$-][^\s$]+))",
    R"(\b(?:mongo|mongosh|rdesktop|twine)\s(?:.*\s)?-p\s+([^\s$-][^\s$]+))",
    R"(\bredis-cli\s(?:.*\s)?-a\s+([^\s$]+))",
    R"(\bldap[a-z]+\s(?:.*\s)?-w\s+([^\s$]+))",
    R"(\b(?:zip|unzip)\s(?:.*\s)?-P\s+([^\s$]+))",
    R"(\b7z[ar]?\s(?:.*\s)?-p([^\s$]+))",
    R"(\bsmbclient\s(?:.*\s)?-U\s+[^\s%$]+%([^\s$]+))",
    R"(\bxfreerdp\s(?:.*\s)?/p:([^\s$]+))",
    R"(\bnmcli\s.*\bpassword\s+([^\s$]+))",
    R"(\bsshpass\s+-p\s*([^\s$]\S*))",
    R"(\bhtpasswd\s+-[a-zA-Z]*(?:nb|bn)[a-zA-Z]*\s+\S+\s+([^\s$]\S*))",
    R"((?i)\b[a-z_]*(?:secret|token|password)[a-z_]*\s+([A-Za-z0-9/+]{32,}))",
    R"(\bPGPASSWORD=([^\s$]+))",
    R"(\bopenssl\s.*-pass(?:in|out)?\s+pass:([^\s$]\S*))",
    R"(\bhtpasswd\s+-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s+([^\s$]\S*))",
};

constexpr const char* kLooksLikeSecret = "looks like a secret";

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

re2::StringPiece Piece(std::string_view text) {
  return {text.data(), text.size()};
}

// Which of kSecrets are in the line.
std::vector<int> SecretsIn(std::string_view line) {
  std::vector<int> found;
  if (!MayHoldSecret(line)) return found;
  static const std::unique_ptr<RE2::Set> set = [] {
    auto s = std::make_unique<RE2::Set>(PatternOptions(), RE2::UNANCHORED);
    for (const char* pattern : kSecrets) s->Add(pattern, nullptr);
    s->Compile();
    return s;
  }();
  set->Match(Piece(line), &found);
  return found;
}

bool HoldsSecret(std::string_view line) { return !SecretsIn(line).empty(); }

// The quote that is open at `at`; 0: none.
char QuoteAt(std::string_view line, size_t at) {
  char quote = 0;
  for (size_t i = 0; i < at; ++i) {
    if (line[i] == '\\' && quote != '\'') {
      ++i;
    } else if (quote == 0 && (line[i] == '\'' || line[i] == '"')) {
      quote = line[i];
    } else if (line[i] == quote) {
      quote = 0;
    }
  }
  return quote;
}

// Where the shell's word that goes on at `at`, inside of `quote`, ends.
size_t EndOfWord(std::string_view line, size_t at, char quote) {
  for (; at < line.size(); ++at) {
    if (line[at] == '\\' && quote != '\'') {
      ++at;
    } else if (quote != 0) {
      if (line[at] == quote) quote = 0;
    } else if (line[at] == '\'' || line[at] == '"') {
      quote = line[at];
    } else if (std::string_view(" \t\n;|&<>()").find(line[at]) !=
               std::string_view::npos) {
      break;
    }
  }
  return std::min(at, line.size());
}

size_t EndOfToken(std::string_view line, size_t at) {
  while (at < line.size() &&
         (isalnum(static_cast<unsigned char>(line[at])) ||
          std::string_view("_-.+=").find(line[at]) != std::string_view::npos)) {
    ++at;
  }
  return at;
}

// The first secret of that form replaced by the mark; false: there is none.
// Where the pattern does not say where it ends, all of its word goes with it: a
// quoted one may have blanks.
bool MaskOne(std::string& line, const RE2& form) {
  const std::string_view text = line;
  re2::StringPiece match[2];
  int groups = std::min(form.NumberOfCapturingGroups(), 1);
  if (!form.Match(Piece(text), 0, text.size(), RE2::UNANCHORED, match,
                  groups + 1)) {
    return false;
  }
  const size_t from = static_cast<size_t>(match[groups].data() - text.data());
  size_t to = from + match[groups].size();
  const char quote = QuoteAt(text, from);
  std::string mark(kRedacted);
  if (groups == 0) {
    to = EndOfToken(text, to);
  } else if (match[1].end() == match[0].end()) {
    size_t end = EndOfWord(text, from, quote);
    // What the word was quoted with is closed again.
    if (quote != 0 && end >= to) mark += quote;
    to = std::max(to, end);
  }
  line.replace(from, to - from, mark);
  return true;
}

// Nothing where some of it would still look like a secret.
std::optional<std::string> Redact(std::string_view line) {
  constexpr int kMostSecrets = 64;
  std::string out(line);
  for (int which : SecretsIn(line)) {
    const RE2 form(kSecrets[which], PatternOptions());
    for (int i = 0; i < kMostSecrets && MaskOne(out, form); ++i) {
    }
  }
  if (HoldsSecret(out)) return std::nullopt;
  return out;
}

bool IsIgnored(std::string_view line, const Config& config) {
  // Kept while the setting is the same: a prompt asks for many lines.
  static std::string made_of;
  static std::vector<std::unique_ptr<RE2>> patterns;
  if (const std::string& text = config.String("history.ignore");
      text != made_of) {
    patterns.clear();
    for (const std::string& pattern : config.List("history.ignore")) {
      patterns.push_back(std::make_unique<RE2>(pattern, PatternOptions()));
    }
    made_of = text;
  }
  return std::any_of(patterns.begin(), patterns.end(), [&](const auto& regex) {
    return regex->ok() && RE2::PartialMatch(Piece(line), *regex);
  });
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
         RE2::PartialMatch(Piece(line), pattern);
}

const char* WhyPrivate(std::string_view line, const Config& config) {
  if (line.empty() || line[0] == ' ' || line[0] == '\t') {
    return "begins with a blank";
  }
  if (IsForgetting(line)) return "says what to forget";
  if (IsIgnored(line, config)) return "history.ignore";
  if (config.String("history.secrets") != "keep" && HoldsSecret(line)) {
    return kLooksLikeSecret;
  }
  return nullptr;
}

Screened Screen(std::string_view line, const Config& config) {
  Screened out;
  out.why = WhyPrivate(line, config);
  if (!out.why) {
    out.text = line;
  } else if (out.why == kLooksLikeSecret &&
             config.String("history.secrets") == "redact") {
    auto redacted = Redact(line);
    if (!redacted) return out;
    out.why = nullptr;
    out.redacted = true;
    out.text = std::move(*redacted);
  }
  return out;
}

bool IsRedacted(std::string_view line) {
  return line.find(kRedacted) != line.npos;
}

LeftOut ScreenAll(std::vector<Event>& events, const Config& config) {
  LeftOut out;
  std::erase_if(events, [&](Event& e) {
    Screened screened = Screen(e.command, config);
    if (screened.why) {
      ++out.skipped;
      return true;
    }
    out.redacted += screened.redacted;
    e.command = std::move(screened.text);
    return false;
  });
  return out;
}

}  // namespace synapse
