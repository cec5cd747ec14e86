#include "context/secret_forms.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <cctype>
#include <memory>

#include "base/pattern.h"
#include "base/text.h"

namespace synapse {
namespace {

// If a form has a group, the group is the secret. Otherwise the secret is the
// whole match, extended by following characters of the same alphabet.
constexpr const char* kForms[] = {
    R"(\b(?:AKIA|ASIA)[0-9A-Z]{16}\b)",                    // AWS key id
    R"(\bgh[pousr]_[A-Za-z0-9]{20,})",                     // GitHub
    R"(\bgithub_pat_[A-Za-z0-9_]{20,})",
    R"(\bglpat-[A-Za-z0-9_-]{16,})",                       // GitLab
    R"(\bgl(?:dt|rt|cbt|ptt|ft|soat|agent)-[A-Za-z0-9_-]{16,})",
    R"(\bxox[abeprs]-[A-Za-z0-9-]{10,})",                  // Slack
    R"(\bxapp-[0-9]-[A-Za-z0-9-]{10,})",
    R"(\bsk-[A-Za-z0-9_-]{20,})",                          // OpenAI and others
    R"(\bhf_[A-Za-z0-9]{30,})",                            // Hugging Face
    R"(\bhv[sb]\.[A-Za-z0-9_-]{16,})",                     // Vault
    R"(\bdo[opr]_v1_[a-f0-9]{32,})",                       // DigitalOcean
    R"(\bya29\.[A-Za-z0-9_-]{10,})",                       // Google OAuth
    R"(\bhooks\.slack\.com/services/[A-Za-z0-9/]{16,})",
    R"(\bdiscord(?:app)?\.com/api/webhooks/[0-9]+/[A-Za-z0-9_-]{16,})",
    R"(\bbot[0-9]{8,}:[A-Za-z0-9_-]{30,})",                // Telegram
    R"(\bAGE-SECRET-KEY-1[A-Z0-9]{30,})",
    R"(\b(?:sk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,})",  // Stripe
    R"(\bAIza[0-9A-Za-z_-]{30,})",                         // Google
    R"(\bnpm_[A-Za-z0-9]{30,})",
    R"(\bpypi-[A-Za-z0-9_-]{30,})",
    R"(\brubygems_[a-f0-9]{40,})",
    R"(\bdckr_pat_[A-Za-z0-9_-]{20,})",                    // Docker
    R"(\bdapi[a-f0-9]{32})",                               // Databricks
    R"(\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})",     // SendGrid
    R"(\bsntrys_[A-Za-z0-9_=+/-]{20,})",                   // Sentry
    R"(\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})",             // Shopify
    R"(\bEAACEdEose0cBA[0-9A-Za-z]+)",                     // Facebook
    R"(\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.)",  // JWT
    R"((?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*)",
    // Passwords and tokens in addresses.
    R"([a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@'"]*:([^\s/@$'"]+)@)",
    R"([a-zA-Z][a-zA-Z0-9+.-]*://([A-Za-z0-9_]*[0-9][A-Za-z0-9_]{15,}|[A-Za-z0-9_]{15,}[0-9][A-Za-z0-9_]*)@)",
    R"(\bmachine\s+\S+\s+login\s+\S+\s+password\s+([^\s$'"]+))",  // netrc
    R"((?i)\bAccountKey=([A-Za-z0-9+/=]{16,}))",           // Azure
    R"((?i)\bauthorization:\s*(?:bearer|basic|token|apikey)\s+([^\s$'"]{6,}))",
    // SQL.
    R"((?i)\bidentified\s+(?:with\s+\S+\s+)?(?:by|as)\s+(?:password\s+)?['"]([^'"$]+))",
    R"((?i)\b(?:user|role|login)\b[^;]*\bpassword(?:\s*=\s*|\s+to\s+|\s+)['"]([^'"$]+))",
    R"((?i)\bset\s+password\b[^;]*?=\s*(?:password\s*\()?\s*['"]([^'"$]+))",
    // Commands whose options decide what the arguments are.
    R"(\bhtpasswd\s+-[a-zA-Z]*(?:nb|bn)[a-zA-Z]*\s+\S+\s+([^\s$]\S*))",
    R"(\bhtpasswd\s+-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s+([^\s$]\S*))",
};

const RE2::Set& FormSet() {
  static const std::unique_ptr<RE2::Set> set = [] {
    auto s = std::make_unique<RE2::Set>(BytePatternOptions(), RE2::UNANCHORED);
    for (const char* pattern : kForms) s->Add(pattern, nullptr);
    s->Compile();
    return s;
  }();
  return *set;
}

const RE2& Form(int which) {
  static std::vector<std::unique_ptr<RE2>> forms(std::size(kForms));
  auto& form = forms[static_cast<size_t>(which)];
  if (!form) form = std::make_unique<RE2>(kForms[which], BytePatternOptions());
  return *form;
}

bool IsTokenByte(char c) {
  return isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("_-.+=").find(c) != std::string_view::npos;
}

// Splits a name into lower-case words. "DB_PASS", "adminPassword", "x-api-key":
// db pass, admin password, x api key.
std::vector<std::string> WordsOf(std::string_view name) {
  std::vector<std::string> words;
  char before = 0;
  for (char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool letter = upper || (c >= 'a' && c <= 'z');
    if (letter) {
      bool starts = words.empty() ||
                    !isalpha(static_cast<unsigned char>(before)) ||
                    (upper && before >= 'a' && before <= 'z');
      if (starts) words.emplace_back();
      words.back() += upper ? static_cast<char>(c + 32) : c;
    }
    before = c;
  }
  return words;
}

bool EndsIn(std::string_view word,
            std::initializer_list<std::string_view> ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](std::string_view end) { return word.ends_with(end); });
}

bool IsSecretWord(std::string_view word) {
  // "compass" and "bypass" are no passwords.
  if (word.ends_with("pass") && word.size() > 7) {
    return !EndsIn(word, {"compass", "bypass", "trespass", "overpass",
                          "underpass", "surpass", "lastpass", "multipass"});
  }
  return EndsIn(word, {"password", "passwd", "passphrase", "passwort", "secret",
                       "token", "apikey", "credential", "credentials",
                       "accesskey", "secretkey", "privatekey"}) ||
         IsOneOf(word, {"pass", "pw", "creds", "cred", "sshpass", "storepass",
                        "keypass", "userpass", "rootpass", "dbpass", "psk",
                        "passcode", "pwd", "mypwd", "authkey"});
}

// True when no form can match: the line is too short, or has no capitals,
// digits, signs or long words. Compiling the forms takes 2 ms in a fresh
// process.
bool IsPlain(std::string_view line) {
  constexpr size_t kShortest = 7, kLongWord = 30;
  if (line.find("://") != line.npos) return false;
  if (line.size() < kShortest) return true;
  if (line.find("password") != line.npos) return false;
  size_t word = 0;
  return std::all_of(line.begin(), line.end(), [&](char c) {
    const bool letter = c >= 'a' && c <= 'z';
    word = letter ? word + 1 : 0;
    return (letter || c == ' ' || c == '/') && word <= kLongWord;
  });
}

}  // namespace

std::vector<SecretSpan> SecretsByForm(std::string_view line) {
  std::vector<int> which;
  std::vector<SecretSpan> out;
  if (IsPlain(line)) return out;
  if (!FormSet().Match(Piece(line), &which)) return out;
  constexpr size_t kMaxSecrets = 64;
  for (int form_index : which) {
    const RE2& form = Form(form_index);
    const int groups = std::min(form.NumberOfCapturingGroups(), 1);
    re2::StringPiece match[2];
    size_t from = 0;
    while (out.size() < kMaxSecrets &&
           form.Match(Piece(line), from, line.size(), RE2::UNANCHORED, match,
                      groups + 1)) {
      SecretSpan span;
      span.begin = static_cast<size_t>(match[groups].data() - line.data());
      span.end = span.begin + match[groups].size();
      if (groups == 0) {
        while (span.end < line.size() && IsTokenByte(line[span.end])) {
          ++span.end;
        }
      }
      from = std::max(from + 1, span.end);
      out.push_back(span);
    }
  }
  return out;
}

bool IsSecretName(std::string_view name) {
  if (name == "PWD" || name == "OLDPWD" || name.size() > 100) return false;
  const std::vector<std::string> words = WordsOf(name);
  if (words.empty() || IsOneOf(words[0], {"no", "ask", "disable", "without"})) {
    return false;
  }
  // A name such as password_file describes a secret and does not hold one.
  if (IsOneOf(words.back(),
              {"file",   "files",  "path",   "dir",     "name",    "names",
               "through",
               "id",     "ids",    "length", "len",     "count",   "size",
               "type",   "mode",   "policy", "expiry",  "expires", "ttl",
               "age",    "field",  "prompt", "stdin",   "fd",      "env",
               "command", "cmd",   "hash",   "url",     "uri",     "endpoint",
               "manager", "reset", "hint",   "regex",   "pattern", "min",
               "max",    "limit",  "required", "enabled", "version", "format",
               "support", "ring",  "arn",    "ref",     "algorithm", "encoding",
               "header", "column", "label",  "provider", "store",  "server",
               "helper", "strength", "field",  "class"})) {
    return false;
  }
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string before = i > 0 ? words[i - 1] : "";
    if (before == "existing") return false;  // the name of an existing secret
    if (IsSecretWord(word)) return true;
    if (word == "key" && IsOneOf(before, {"api", "access", "private", "secret",
                                          "auth", "account", "encryption",
                                          "signing", "master", "license"})) {
      return true;
    }
  }
  if (words.back() == "auth" && (words.size() > 1 || name[0] == '_')) {
    return true;
  }
  return IsOneOf(words.back(), {"authorization"}) ||
         (words.size() == 1 && IsOneOf(words[0], {"cookie", "apikey"}));
}

bool MayBeSecret(std::string_view value) {
  constexpr size_t kShortest = 4;
  if (value.size() < kShortest) return false;
  // The value is a reference to a secret, or a path.
  if (std::string_view("$<{%@`/~").find(value[0]) != std::string_view::npos ||
      value.starts_with("./")) {
    return value.starts_with("{\"");  // a JSON object of secrets
  }
  const std::string lower = AsciiLower(value);
  if (IsOneOf(lower, {"true", "false", "none", "null", "yes", "prompt", "auto",
                      "required", "optional", "env", "file", "stdin"})) {
    return false;
  }
  // Placeholders: xxxx, ****, ....
  return lower.find_first_not_of("x") != lower.npos &&
         lower.find_first_not_of("*.…?_-") != lower.npos &&
         lower.find("redacted") == lower.npos;
}

bool LooksRandom(std::string_view value, size_t length) {
  if (value.size() < length) return false;
  bool letter = false, digit = false;
  for (char c : value) {
    const auto u = static_cast<unsigned char>(c);
    if (!isalnum(u) &&
        std::string_view("+/=_-").find(c) == std::string_view::npos) {
      return false;
    }
    letter |= isalpha(u) != 0;
    digit |= isdigit(u) != 0;
  }
  return letter && digit && value.front() != '/';
}

bool NamesFormat(std::string_view text) {
  static const RE2 format(R"(([A-Za-z][A-Za-z0-9_.-]*)["']?\s*[=:]\s*["']?%s)",
                          BytePatternOptions());
  re2::StringPiece m[2];
  return format.Match(Piece(text), 0, text.size(), RE2::UNANCHORED, m, 2) &&
         IsSecretName({m[1].data(), m[1].size()});
}

std::vector<size_t> NamedSecretsIn(std::string_view text, TextKind kind) {
  const bool is_header = kind == TextKind::kHeader;
  const bool is_pattern =
      kind == TextKind::kPattern || kind == TextKind::kEdit;
  std::vector<size_t> out;
  // name=value, also name := value, name => value and ["name"] = value; "name":
  // value; name: "value".
  static const RE2 assigned(
      R"re(([A-Za-z][A-Za-z0-9_.-]*)(?:["']?\]?\s*=>?\s*|["']\s*:\s*|:\s*["'])["']?([^\s"'&;,}]+))re",
      BytePatternOptions());
  re2::StringPiece m[3];
  size_t from = 0;
  while (from < text.size() && assigned.Match(Piece(text), from, text.size(),
                                              RE2::UNANCHORED, m, 3)) {
    const std::string_view name(m[1].data(), m[1].size());
    std::string_view value(m[2].data(), m[2].size());
    const bool in_path = m[1].data() > text.data() && m[1].data()[-1] == '/' &&
                         kind != TextKind::kEdit;
    if (is_pattern) value = value.substr(0, value.find('/'));
    if (kind == TextKind::kEdit) {
      value = value.substr(0, value.find_first_of("|#"));
    }
    const bool meta = value.find_first_of("*[]\\^|()") != value.npos;
    if (IsSecretName(name) && MayBeSecret(value) && !in_path &&
        !(meta && is_pattern)) {
      out.push_back(static_cast<size_t>(m[2].data() - text.data()));
      return out;  // the secret extends to the end of its word
    }
    from = static_cast<size_t>(m[2].data() - text.data());
  }
  // A header on a line of its own.
  static const RE2 header(
      R"((?i)^\s*(?:[a-z0-9_.-]+=)?([A-Za-z][A-Za-z0-9_-]*):\s*(?:(?:bearer|basic|token|apikey|digest|negotiate)\s+)?(\S+)\s*$)",
      BytePatternOptions());
  re2::StringPiece h[3];
  if (header.Match(Piece(text), 0, text.size(), RE2::UNANCHORED, h, 3)) {
    const std::string_view name(h[1].data(), h[1].size());
    const std::string_view value(h[2].data(), h[2].size());
    if (IsSecretName(name) && MayBeSecret(value) &&
        (is_header || LooksRandom(value, 8))) {
      out.push_back(static_cast<size_t>(h[2].data() - text.data()));
    }
  }
  return out;
}

}  // namespace synapse
