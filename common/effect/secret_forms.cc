#include "effect/secret_forms.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <cctype>
#include <memory>

#include "base/regex.h"
#include "base/text.h"
#include "effect/secret_tokens.h"
#include "effect/secret_words.h"

namespace synapse {
namespace {

// If a form has a group, the group is the secret. Otherwise the secret is the
// whole match, extended by following characters of the same alphabet.
constexpr const char* kForms[] = {
    R"(\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.)",  // JWT
    R"((?:^|[^.A-Za-z0-9_-])(eyJ[A-Za-z0-9+/_=-]{100,}))",
    R"(\b(?:bot)?[0-9]{8,10}:AA[A-Za-z0-9_-]{30,})",  // Telegram
    R"(\bbot[0-9]{8,}:[A-Za-z0-9_-]{30,})",
    R"(\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,})",
    R"(\b[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,})",    // Entra ID
    R"(\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,})",  // Terraform
    R"(\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64})",               // Airtable
    R"(\b[0-9a-f]{32}-us[0-9]{1,2}\b)",                    // Mailchimp
    R"(\b[12]/[0-9]{13,}(?:/[0-9]{13,})?:[0-9a-f]{32})",   // Asana
    R"(\b[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b)",           // MaxMind
    R"(\bK10[0-9a-f]{60,}::\S+)",                          // k3s
    R"(\b1//[A-Za-z0-9_-]{40,})",                          // Google OAuth
    R"(\bhooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/]{16,})",
    R"(\bdiscord(?:app)?\.com/api/webhooks/[0-9]+/[A-Za-z0-9_-]{16,})",
    R"(\b(?:webhook|outlook)\.office(?:365)?\.com/webhook[a-z0-9]*/\S+)",
    R"(://[^\s'"]*/(?:web)?hooks?/[^\s'"]*?((?:[A-Za-z_-]*[0-9][A-Za-z0-9]{15,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})))",
    R"(\bhooks\.zapier\.com/hooks/catch/[0-9]+/[A-Za-z0-9]+)",
    R"(\bAstraCS:[A-Za-z]{20,}:[0-9a-f]{64})",                      // DataStax
    R"(\bAAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{40,})",                 // Firebase
    R"(\bt1\.[A-Za-z0-9_-]+={0,2}\.[A-Za-z0-9_-]{40,})",            // Yandex
    R"(\bpk_[0-9]{4,}_[A-Z0-9]{32})",                               // ClickUp
    R"(\b[0-9a-f]{24}:[0-9a-f]{64}\b)",                             // Ghost
    R"(\b[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{43}\b)",  // Ably
    R"(\beyJ0eXAiOiAiVENWMiJ9\.[A-Za-z0-9_-]{30,})",                // TeamCity
    R"(\b11[0-9a-f]{32}\b)",                                        // Jenkins
    R"(\bu[0-9]{5,9}-[0-9a-f]{24}\b)",                // UptimeRobot
    R"(\b00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{32,})",  // Salesforce
    R"(\baccess_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32})",
    R"(\b0\.[0-9a-f-]{36}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/=]{20,})",  // Bitwarden
    // The hash of a password.
    R"((?:^|[^A-Za-z0-9$])(\$(?:1|2[abxy]|5|6|7|y|gy|apr1|argon2i?d?|scrypt|pbkdf2[a-z0-9-]*)\$[A-Za-z0-9./,=+-]+\$?[A-Za-z0-9./$,=+-]{16,}))",
    R"(\{S?(?:SHA|MD5|CRYPT)[0-9]*\}([A-Za-z0-9+/=$.]{16,}))",
    // `{"name":"DB_PASSWORD","value":"x"}`, `ParameterKey=DbPassword,…`
    R"re((?i)\b(?:name|parameterkey|key)["']?\s*[:=]\s*["']?[a-z0-9_./-]*(?:password|passwd|_pass|_pw|secret|secret_?key|token|api_?key|private_?key)["']?\s*[,\n]\s*["']?(?:parameter)?value["']?\s*[:=]\s*["']?([^"',}\s$]{4,}))re",
    // `--gpg-args "--batch --passphrase x"`: options of another program.
    R"re(--[a-z-]*(?:args|opts|options|flags)[\s=]+["'](?:[^"']*\s)?--pass(?:phrase|word)[\s=]+([^\s"'$-][^\s"'$]{3,}))re",
    // `glab ci run --variables DB:x,API_KEY:y`
    R"re((?i)\s--variables[\s=]+["']?(?:[^\s"',]+,)*[a-z0-9_]*(?:pass|passwd|password|pw|secret|token|key):([^\s"',$]{4,}))re",
    R"(\bhc-ping\.com/[0-9a-f]{8}-[0-9a-f-]{20,})",
    R"(\brtmps?://[^\s/]+/[^\s/]+/([A-Za-z0-9_-]{16,}))",  // a stream's key
    R"(\blive_[0-9]{6,}_[A-Za-z0-9]{20,})",                // Twitch
    R"(\b(?:[A-Z0-9]{5}-){4}[A-Z0-9]{5}\b)",               // a product key
    R"(\b(?:slack|discord|tgrams?|pover|msteams|teams|pbul|mailguns?|sendgrid|twilio|join|matrixs?|telegram)://([A-Za-z0-9:_-]*[0-9]\S*/\S{8,}))",
    R"(://[^\s/]+/t/([A-Za-z]{2}-[A-Za-z0-9-]{20,})/)",  // conda
    R"((?i)[?&;](?:key|appid|sig|signature|x-amz-signature|x-goog-signature|auth|hmac)=([A-Za-z0-9%+/_=-]{16,}))",
    R"((?i)\bsig=([A-Za-z0-9%+/]{40,}))",  // Azure SAS
    R"((?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*)",
    // Passwords and tokens in addresses.
    R"([a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@'"]*:([^\s/@$'"]+)@)",
    R"([a-zA-Z][a-zA-Z0-9+.-]*://([A-Za-z0-9_]*[0-9][A-Za-z0-9_]{15,}|[A-Za-z0-9_]{15,}[0-9][A-Za-z0-9_]*)@)",
    R"(\bmachine\s+\S+\s+login\s+\S+\s+password\s+([^\s$'"]+))",   // netrc
    R"((?i)\b(?:Account|SharedAccess)Key=([A-Za-z0-9+/=]{16,}))",  // Azure
    R"((?i)\bauthorization:\s*(?:bearer|basic|token|apikey|bot|geniekey|ssws|digest)\s+(?:token=)?([^\s$'"<{]{6,}))",
    R"((?i)\bauthorization:\s*(?:[a-z][a-z0-9_-]*\s+)?([^\s$'"<{]{16,}))",
    // A script that types a password.
    R"((?s)\bspawn\s+\S*(?:ssh|su|sudo|telnet|ftp|scp|rsync|sql|passwd|login)\b.*?\bsend\s+(?:--\s+)?["{]([^"\s}$\\]{4,})\\[rn])",
    R"((?s)\b(?i:password).*\bsend\s+(?:--\s+)?["{]([^"\s}$\\]{4,})\\[rn])",
    // SQL.
    R"((?i)\bidentified\s+(?:with\s+\S+\s+)?(?:by|as)\s+(?:password\s+)?['"]([^'"$]+))",
    R"((?i)\b(?:user|role|login)\b[^;]*\bpassword(?:\s*=\s*|\s+to\s+|\s+)['"]([^'"$]+))",
    R"((?i)\bset\s+password\b[^;]*?=\s*(?:password\s*\()?\s*['"]([^'"$]+))",
    R"((?is)\bcreate\s+(?:or\s+replace\s+)?(?:persistent\s+)?secret\b.*?\b(?:secret|token|password)\s+'([^'$]{6,}))",
    R"((?i)\bcreate_?(?:super)?user\(\s*['"][^'"]*['"]\s*,\s*['"][^'"]*['"]\s*,\s*['"]([^'"$]{4,}))",
    R"re((?i)\b(?:PDO|connect|login)\(\s*["'][^"']*["']\s*,\s*["'][^"']*["']\s*,\s*["']([^"'$]{4,}))re",
    R"((?i)\b(?:set|make|hash|check)_?password\(\s*['"]([^'"$]{4,}))",
    R"(\b(?:crypt\.crypt|Hash::make|generate_password_hash|Hasher\(\)\.hash)\(\s*b?['"]([^'"$]{4,}))",
    R"(\b(?:hashSync|BCrypt::Password\.create)\(\s*['"]([^'"$]{4,}))",
    R"(\bcrypt\(\s*['"]([^'"$]{4,})['"]\s*,)",
    R"(\s-A\s+bearer\s+(?:-a|--auth)[\s=]+['"]?([^\s'"$]{16,}))",  // httpie
    R"(\bshadow\.set_password\s+\S+\s+['"]?([^\s'"$]{4,}))",       // salt
    R"(\btoken\s+create\b.*\s-id=([A-Za-z0-9._-]{8,}))",           // vault
    R"(\biwconfig\s+\S+\s+(?:key|enc)\s+(?:s:)?([0-9A-Fa-f-]{10,}))",
    R"(\b(?:lftp|curlftpfs|ftp|ncftp|sftp)\s(?:.*\s)?[A-Za-z][\w.-]*:([^\s:@/$'"]{4,})@[A-Za-z0-9])",
    R"(:(?:pserver|gserver|sserver|ext):[^\s:@$]+:([^\s@$'"]{3,})@)",  // cvs
    R"(\bwps_(?:ap_pin\s+set|pin\s+\S+|reg\s+\S+)\s+([0-9]{8})\b)",
    R"(\bdeluge-console\s+['"]?connect\s+\S+\s+\S+\s+([^\s'"$]{4,}))",
    R"(\baz\s+(?:sql|mysql|mariadb|postgres|synapse)\s.*\s-p\s+['"]?([^\s'"$-][^\s'"$]{3,}))",
    R"(\b(?:password_(?:hash|verify)|hashpw|bcrypt\.hash(?:Sync)?|bcrypt\.hashpw)\(\s*b?['"]([^'"$]{4,}))",
    R"((?i)\bConvertTo-SecureString\s+(?:-(?:String|AsPlainText|Force)\s+)*['"]?([^'"$\s(-][^'"$\s]{3,}))",
    R"((?i)\bpragma\s+(?:hex)?(?:re)?key\s*=\s*['"]([^'"$]{4,}))",  // SQLCipher
    R"((?i)\bsetuser\s[^|;]*['"\s]>([^\s'"$]{4,}))",                // Redis
    R"(\b(?:cpw|addprinc|ank|add_principal|change_password)\b.*\s-pw\s+([^\s'"$]{4,}))",
    R"(\bauth\s*=\s*\(\s*['"][^'"]*['"]\s*,\s*['"]([^'"$]{4,}))",  // Python
    // Commands whose options decide what the arguments are.
    R"((?:^|[\s'"])[A-Za-z0-9._-]+/[A-Za-z0-9._-]+:['"]?([^\s@'"$/]{4,})['"]?@[A-Za-z0-9.-]+(?:['"\s]|$))",
    R"((?i)-[A-Z_-]*pass[A-Z_-]*[=\s]+['"](?:echo|printf(?:\s+%s)?)\s+(?:-[a-zA-Z]+\s+)*([^'"$\s]{4,}))",
    R"(\buser(?:name)?=[^\s%,'"]+%([^\s,$'"]{4,}))",  // of cifs
    R"(\b(?:alias\s+set|host\s+add)\s+\S+\s+https?://\S+\s+\S+\s+([^\s$'"-][^\s$'"]{7,}))",
    R"(\badmin\s+user\s+add\s+\S+\s+\S+\s+([^\s$'"-]\S{7,}))",
    R"(\bauthorize[-_]account\s+\S+\s+([^\s$'"]{20,}))",
    R"(\bopen\s+-u\s+[^\s,'"]+,([^\s'"$]{4,}))",  // a command of lftp
    R"((?:^|\s)(?:\+login|addauth\s+digest|cf\s+auth)\s+[^\s:$]+[\s:]([^\s$+-]\S{3,}))",
    R"((?i)\s/(?:pass|password|pwd|passwd):['"]?([^\s'"$*]{4,}))",
    R"((?i)\s/f\s+\S+\.(?:pfx|p12)['"]?\s+/p\s+['"]?([^\s'"$*]{4,}))",
    R"((?i)\bnet\s+use\s+(?:[a-z*]:?\s+)?\\\\\S+\s+([^\s/$*]{4,})\s+/user:)",
    R"(\boath\s+accounts\s+add\s.*\s([A-Z2-7]{16,})(?:\s|$))",
    R"(-setairportnetwork\s+\S+\s+\S+\s+([^\s$'"]{8,}))",
    R"(\bdscl\s.*\s-passwd\s+\S+\s+([^\s$'"]{4,}))",
    R"(\b(?:samba-tool\s+user\s+(?:create|add)|mysql\.user_create\s+\S+|ipmitool\s.*\buser\s+set\s+password|set_password\s+vnc)\s+\S+\s+['"]?([^\s'"$-][^\s'"$]{3,}))",
    R"(\bset_password\s+(?:vnc|spice)\s+([^\s'"$]{4,}))",
    R"(\bchef-server-ctl\s+user-create\s+\S+\s+\S+\s+(?:\S+\s+)?\S+@\S+\s+['"]?([^\s'"$]{4,}))",
    R"(\bconnect\s+to\s+\S+\s+user\s+\S+\s+using\s+['"]?([^\s'"$]{4,}))",
    R"(\benc\s+\S+\s+(0x[0-9a-f]{32,}))",  // of ip xfrm
    R"((?i)\bnet\s+user\s+[^\s/]+\s+([^\s/$*]{4,}))",
    R"((?:^|\s)(?:-b\s+(?:--totp|--hotp)\S*|(?:--totp|--hotp)\S*\s+(?:-b|--base32))\s+['"]?([A-Za-z2-7][A-Za-z2-7 =]{12,}))",
    R"(/set\s+\S*(?:password|passwd|token|secret)\s+([^\s'"$]{4,}))",  // weechat
    R"(\bnet\s+use\b.*\s/user:\S+\s+([^\s$/]+))",
    R"((?s)\bftp\b.*\buser\s+\S+\s+([^\s"'$]{4,}))",
    R"(\brar\b.*?\s-hp['"]?([^\s$'"]+))",
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
  if (word.ends_with("pass") && word.size() > 5) {
    return !EndsIn(word, {"compass", "bypass", "trespass", "overpass",
                          "underpass", "surpass", "lastpass", "multipass",
                          "keepass", "prepass", "subpass", "onepass"});
  }
  return EndsIn(word, {"password", "passwd", "passphrase", "passwort", "secret",
                       "token", "apikey", "credential", "credentials",
                       "accesskey", "secretkey", "privatekey"}) ||
         IsOneOf(word, {"pass", "pw", "creds", "cred", "psk", "passcode", "pwd",
                        "mypwd", "authkey", "bearer", "masterauth"});
}

// True if a part of the name could make it a secret name.
bool MayBeSecretName(std::string_view name) {
  const std::string lower = AsciiLower(name);
  for (std::string_view part : {"pass", "pw", "secret", "token", "key", "cred",
                                "auth", "bearer", "psk", "cookie"}) {
    if (lower.find(part) != lower.npos) return true;
  }
  return false;
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
  AddTokensIn(line, out);
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
  if (name == "PWD" || name == "OLDPWD" || name.size() > 100 ||
      !MayBeSecretName(name)) {
    return false;
  }
  const std::vector<std::string> words = WordsOf(name);
  if (words.empty() || IsOneOf(words[0], {"no", "ask", "disable", "without"})) {
    return false;
  }
  // `--export-secret-keys` names what a command does.
  if (words.back() == "keys" &&
      IsOneOf(words[0], {"export", "list", "delete", "import", "show"})) {
    return false;
  }
  // VAULT_DEV_ROOT_TOKEN_ID is the token itself.
  const size_t n = words.size();
  if (n > 2 && words[n - 3] == "root" && words[n - 2] == "token" &&
      words[n - 1] == "id") {
    return true;
  }
  // A name such as password_file describes a secret and does not hold one.
  if (IsOneOf(words.back(),
              {"file",     "files",    "path",      "dir",      "name",
               "names",    "through",  "id",        "ids",      "length",
               "len",      "count",    "size",      "type",     "mode",
               "policy",   "expiry",   "expires",   "ttl",      "age",
               "field",    "prompt",   "stdin",     "fd",       "env",
               "command",  "cmd",      "hash",      "url",      "uri",
               "endpoint", "manager",  "reset",     "hint",     "regex",
               "pattern",  "min",      "max",       "limit",    "required",
               "enabled",  "version",  "format",    "support",  "ring",
               "arn",      "ref",      "algorithm", "encoding", "header",
               "column",   "label",    "provider",  "store",    "server",
               "helper",   "strength", "field",     "class"})) {
    return false;
  }
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string before = i > 0 ? words[i - 1] : "";
    if (before == "existing") return false;  // the name of an existing secret
    if (IsSecretWord(word)) return true;
    if (word == "key" &&
        IsOneOf(before,
                {"api",         "access",       "private",    "secret",
                 "auth",        "account",      "encryption", "signing",
                 "decryption",  "hmac",         "cipher",     "c",
                 "master",      "license",      "preshared",  "shared",
                 "service",     "subscription", "admin",      "webhook",
                 "setup",       "join",         "enrollment", "registration",
                 "integration", "ingestion",    "routing"})) {
      return true;
    }
  }
  // LDAPPW
  if (words.back().size() > 3 && words.back().ends_with("pw")) return true;
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
  for (std::string_view scheme : {"file:", "env:", "env://", "op://", "arn:",
                                  "vault:", "secret://", "ref+", "sops:"}) {
    if (lower.starts_with(scheme)) return false;
  }
  if (IsOneOf(lower, {"true", "false", "none", "null", "yes", "prompt", "auto",
                      "required", "optional", "env", "file", "stdin", "id_rsa",
                      "id_dsa", "id_ed25519", "id_ecdsa"})) {
    return false;
  }
  // Placeholders: xxxx, ****, ....
  return lower.find_first_not_of('x') != lower.npos &&
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

bool LooksMixed(std::string_view value, size_t least) {
  if (value.size() < least) return false;
  size_t changes = 0, kinds[3] = {};
  int before = -1;
  for (char c : value) {
    const auto u = static_cast<unsigned char>(c);
    if (std::string_view("+/=_-").find(c) != std::string_view::npos) continue;
    if (!isalnum(u)) return false;
    const int kind = isdigit(u) ? 0 : isupper(u) ? 1 : 2;
    ++kinds[kind];
    changes += before >= 0 && kind != before;
    before = kind;
  }
  return kinds[0] > 0 && kinds[1] > 1 && kinds[2] > 1 &&
         changes * 5 >= value.size() * 2;
}

bool LooksChosen(std::string_view value) {
  constexpr size_t kLeast = 6;
  const auto has = [&](int (*is)(int)) {
    return std::any_of(value.begin(), value.end(), [is](char c) {
      return is(static_cast<unsigned char>(c)) != 0;
    });
  };
  return value.size() >= kLeast && has(isalpha) && has(isdigit) &&
         value.find_first_of(" /") == value.npos && MayBeSecret(value);
}

bool NamesSecret(std::string_view name, std::string_view value) {
  return name.ends_with("secret") && value.find_first_of("-_/") != value.npos &&
         IsPlainName(value) && IsSecretName(value) &&
         std::none_of(value.begin(), value.end(),
                      [](unsigned char c) { return isupper(c) || isdigit(c); });
}

bool IsSecretSetting(std::string_view name, std::string_view value) {
  if (!MayBeSecret(value) || NamesSecret(name, value)) return false;
  if (IsSecretName(name)) return true;
  if (value.starts_with("base64:")) value.remove_prefix(7);
  const std::vector<std::string> words = WordsOf(name);
  const size_t last = words.empty() ? 0 : words.size() - 1;
  if (last > 0 && words[last] == "id" && words[last - 1] == "secret") {
    return LooksRandom(value, 30);  // of an AppRole
  }
  if (words.empty() ||
      std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return IsOneOf(word, {"public", "pub", "fingerprint", "integrity"});
      })) {
    return false;
  }
  constexpr size_t kShortKey = 12, kLongKey = 24;
  const bool is_key = IsOneOf(words.back(), {"key", "pat", "auth", "salt",
                                             "session", "sas", "seed", "api"});
  // `--cache-key=linux-node18`: a name of several words is no key.
  if (is_key && LooksRandom(value, kShortKey) &&
      value.find('-') == value.npos) {
    return true;
  }
  return (is_key && LooksRandom(value, kLongKey)) ||
         LooksMixed(value, kLongKey);
}

bool NamesFormat(std::string_view text) {
  static const RE2 format(R"(([A-Za-z][A-Za-z0-9_.-]*)["']?\s*[=:]\s*["']?%s)",
                          BytePatternOptions());
  re2::StringPiece m[2];
  return format.Match(Piece(text), 0, text.size(), RE2::UNANCHORED, m, 2) &&
         IsSecretName({m[1].data(), m[1].size()});
}

std::vector<size_t> NamedSecretsIn(std::string_view text, TextKind kind) {
  // A line may have thousands of words, most of which name nothing.
  const std::string_view signs =
      kind == TextKind::kDocument ? "=:], \t" : "=:],";
  if (text.find_first_of(signs) == text.npos) return {};
  const bool is_header = kind == TextKind::kHeader;
  const bool is_pattern = kind == TextKind::kPattern || kind == TextKind::kEdit;
  std::vector<size_t> out;
  // name=value, also name := value, name => value and ["name"] = value; "name":
  // value; name: "value".
  static const RE2 assigned(
      R"re(([A-Za-z][A-Za-z0-9_.-]*)(?:["']?\]?\s*=>?\s*|["']\s*:\s*|:\s*["']|["']\]\s+["'])["']?([^\s"'&;,}]+))re",
      BytePatternOptions());
  re2::StringPiece m[3];
  size_t from = 0;
  while (from < text.size() && assigned.Match(Piece(text), from, text.size(),
                                              RE2::UNANCHORED, m, 3)) {
    const std::string_view name(m[1].data(), m[1].size());
    std::string_view value(m[2].data(), m[2].size());
    const bool in_path = m[1].data() > text.data() && m[1].data()[-1] == '/' &&
                         kind != TextKind::kEdit;
    if (value.starts_with('=')) value = {};  // `token-bucket==0.3.0`
    if (is_pattern) value = value.substr(0, value.find('/'));
    if (kind == TextKind::kEdit) {
      value = value.substr(0, value.find_first_of("|#"));
    }
    const bool meta = value.find_first_of("*[]\\^|()") != value.npos;
    if (IsSecretSetting(name, value) && !in_path && !(meta && is_pattern)) {
      out.push_back(static_cast<size_t>(m[2].data() - text.data()));
      return out;  // the secret extends to the end of its word
    }
    from = static_cast<size_t>(m[2].data() - text.data());
  }
  // define('DB_PASSWORD', 'x'), setItem("token", "x")
  static const RE2 called(
      R"re(\(\s*["']([A-Za-z][A-Za-z0-9_.-]*)["']\s*,\s*["']([^"'$\s]+)["'])re",
      BytePatternOptions());
  if (called.Match(Piece(text), 0, text.size(), RE2::UNANCHORED, m, 3) &&
      !is_pattern && IsSecretName({m[1].data(), m[1].size()}) &&
      LooksChosen({m[2].data(), m[2].size()})) {
    out.push_back(static_cast<size_t>(m[2].data() - text.data()));
    return out;
  }
  if (kind == TextKind::kDocument) {
    // A setting of a configuration file.
    static const RE2 setting(
        R"(^\s*([A-Za-z][A-Za-z0-9_.-]*)\s+["']?([^\s"']+)["']?;?\s*$)",
        BytePatternOptions());
    if (setting.Match(Piece(text), 0, text.size(), RE2::UNANCHORED, m, 3) &&
        (IsSecretName({m[1].data(), m[1].size()}) || m[1] == "AUTH") &&
        LooksChosen({m[2].data(), m[2].size()})) {
      out.push_back(static_cast<size_t>(m[2].data() - text.data()));
      return out;
    }
  }
  // A header on a line of its own.
  static const RE2 header(
      R"((?i)^\s*(?:[a-z0-9_.-]+=)?([A-Za-z][A-Za-z0-9_-]*):\s*(?:(?:bearer|basic|token|apikey|digest|negotiate)\s+)?(\S+)\s*$)",
      BytePatternOptions());
  re2::StringPiece h[3];
  if (header.Match(Piece(text), 0, text.size(), RE2::UNANCHORED, h, 3)) {
    const std::string_view name(h[1].data(), h[1].size());
    const std::string_view value(h[2].data(), h[2].size());
    if (is_header ? IsSecretSetting(name, value)
                  : IsSecretName(name) && MayBeSecret(value) &&
                        (kind == TextKind::kDocument ? LooksChosen(value)
                                                     : LooksRandom(value, 8))) {
      out.push_back(static_cast<size_t>(h[2].data() - text.data()));
    }
  }
  return out;
}

}  // namespace synapse
