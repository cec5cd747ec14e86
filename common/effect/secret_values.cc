// The part of SecretFinder that decides which part of a word is a secret.
#include <re2/re2.h>

#include <algorithm>
#include <unordered_map>

#include "base/files.h"
#include "base/regex.h"
#include "base/text.h"
#include "effect/secret_finder.h"
#include "effect/secret_forms.h"
#include "effect/secret_places.h"
#include "effect/secret_words.h"
#include "line/segment.h"

namespace synapse {
namespace {

// True if the spec describes the option.
bool IsKnown(const WalkResult* walk, std::string_view word) {
  return walk && OptionNamed(*walk, word);
}

// False if the spec says that the option takes no separate value.
bool TakesNextWord(const WalkResult* walk, std::string_view word) {
  const OptionSpec* option = walk ? OptionNamed(*walk, word) : nullptr;
  if (!option) return true;
  // The pattern of a known secret decides by itself.
  return !option->args.empty() && option->args[0].secret.empty() &&
         (option->separator.empty() || !option->args[0].optional);
}

}  // namespace

bool SecretFinder::IsSecret(const Word& word, std::string_view value) const {
  if (word.token && !word.token->dynamic && value.starts_with('$')) {
    return value.size() > 4 && !IsReference(value);
  }
  return MayBeSecret(value);
}

bool SecretFinder::IsSetting(const Word& word, std::string_view name,
                             size_t offset) const {
  std::string_view value = std::string_view(word.value).substr(offset);
  if (IsSecretName(name)) {
    return IsSecret(word, value) && !NamesSecret(name, value);
  }
  return (word.token && word.token->dynamic && value.starts_with('$'))
             ? false
             : IsSecretSetting(name, value);
}

void SecretFinder::CheckValue(const Word& word, const ArgSpec& arg,
                              size_t offset) {
  if (arg.type == ValueType::kShell) CheckText(word, offset);
  CheckPattern(word, arg.secret, offset);
}

std::optional<std::string_view> SecretFinder::Marked(std::string_view pattern,
                                                     std::string_view value) {
  static std::unordered_map<std::string, std::unique_ptr<RE2>> patterns;
  auto& compiled = patterns[std::string(pattern)];
  if (!compiled) {
    RE2::Options options = BytePatternOptions();
    options.set_dot_nl(true);
    compiled = std::make_unique<RE2>(Piece(pattern), options);
  }
  re2::StringPiece match[2];
  const int groups = std::min(compiled->NumberOfCapturingGroups(), 1);
  if (!compiled->ok() ||
      !compiled->Match(Piece(value), 0, value.size(), RE2::UNANCHORED, match,
                       groups + 1) ||
      match[groups].empty()) {
    return std::nullopt;
  }
  return std::string_view(match[groups].data(), match[groups].size());
}

void SecretFinder::CheckPattern(const Word& word, std::string_view form,
                                size_t offset) {
  std::string_view value =
      std::string_view(word.value).substr(std::min(offset, word.value.size()));
  if (form.empty() || value.empty() || IsReference(value)) return;
  // `$USER:hunter22` is none.
  const bool is_reference =
      (!word.token || word.token->dynamic) &&
      (value[0] == '`' || value.starts_with("$(") ||
       (value[0] == '$' && value.find(':') == value.npos));
  if (is_reference) return;
  const auto secret = Marked(form, value);
  if (!secret) return;
  bool named = (!word.token || word.token->dynamic) && (*secret)[0] == '$';
  if (named || IsReference(*secret)) return;
  Hide(word, offset + static_cast<size_t>(secret->data() - value.data()));
}

// True for a command that makes a secret of files: `kubectl create secret`,
// `kubeseal`.
bool SecretFinder::MakesSecret(Words words) {
  return !words.empty() &&
         (BaseName(words[0].value) == "kubeseal" ||
          std::any_of(words.begin() + 1, words.end(),
                      [](const Word& word) { return word.value == "secret"; }));
}

void SecretFinder::CheckNames(Words words, const WalkResult* walk) {
  const bool is_pattern =
      !words.empty() && TakesPattern(BaseName(words[0].value));
  const bool is_alias =
      !words.empty() && IsOneOf(words[0].value, {"alias", "abbr"});
  if (is_alias) return CheckAlias(words);
  const bool in_sed = !words.empty() && BaseName(words[0].value) == "sed";
  bool gives = !words.empty() && GivesWords(BaseName(words[0].value));
  bool to_secret = false;
  const bool makes_secret = MakesSecret(words);
  for (size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    // `kubectl create secret generic x --from-file=pw=<(echo hunter22)`
    if (makes_secret && (word.value.starts_with("--from-file") ||
                         (i > 0 && words[i - 1].value == "--from-file"))) {
      CheckProcess(word);
    }
    if (!is_pattern) CheckAssignment(word);
    const TextKind kind = in_sed       ? TextKind::kEdit
                          : is_pattern ? TextKind::kPattern
                          : i > 0 && IsHeaderOption(words[i - 1].value)
                              ? TextKind::kHeader
                              : TextKind::kAny;
    for (size_t at : NamedSecretsIn(word.value, kind)) {
      std::string_view value = std::string_view(word.value).substr(at);
      if (IsSecret(word, value.substr(0, value.find_first_of("\"' &")))) {
        Hide(word, at);
      }
    }
    // `jq --arg password x`
    const bool named =
        i > 0 && IsOneOf(words[i - 1].value, {"--arg", "--argjson"});
    if (i + 1 < words.size())
      CheckPair(word, words[i + 1], walk, gives || named, i == 0);
    if (i > 1 && TakesPassword(BaseName(words[0].value), words[i - 1].value) &&
        !word.value.starts_with('-') && IsSecret(word, word.value)) {
      Hide(word, 0);
    }
    // `ssh -o 'ProxyCommand sshpass -p hunter22 ssh h' x`
    const size_t proxy = word.value.find("ProxyCommand");
    if (proxy != std::string::npos && proxy + 13 < word.value.size()) {
      CheckText(word, proxy + 13);
    }
    // `msfconsole -x 'set SMBPass hunter22; run'`
    if (i > 0 && words[0].value == "msfconsole" && words[i - 1].value == "-x") {
      CheckText(word, 0);
    }
    // `gcloud compute ssh x -- 'mysql -phunter22'`
    if (i > 1 && IsOneOf(words[i - 1].value, {"--", "--command", "--cmd"}) &&
        !ReadsText(BaseName(words[0].value)) &&
        word.value.find(' ') != std::string::npos) {
      CheckText(word, 0);
    }
    if (i > 0) {
      CheckOption(words[i - 1], word,
                  !gives      ? Gives::kNothing
                  : to_secret ? Gives::kSecret
                              : Gives::kValue,
                  walk);
    }
    gives |= GivesWords(word.value);
    to_secret |= i > 0 && word.value[0] != '-' && IsSecretName(word.value);
  }
  CheckStored(words);
  CheckKeys(words);
  CheckLogin(words, walk);
}

void SecretFinder::CheckOption(const Word& option, const Word& word,
                               Gives gives, const WalkResult* walk) {
  if (!word.token || word.token->dynamic || option.value[0] != '-') return;
  auto at = SecretBehind(option.value, word.value, gives,
                         IsKnown(walk, option.value));
  if (at) Hide(word, *at);
}

void SecretFinder::CheckStored(Words words) {
  bool names_store = false, stores = false;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view value = words[i].value;
    if (!stores) {
      stores = names_store && IsOneOf(value, {"set", "put", "add"});
      names_store = IsOneOf(value, {"secret", "secrets"});
      continue;
    }
    const size_t name_end = std::min(value.find('='), value.size());
    const std::string_view name = value.substr(0, name_end);
    const bool is_variable =
        IsPlainName(name) && std::none_of(name.begin(), name.end(), islower);
    if (!is_variable) continue;
    if (name_end < value.size()) {
      if (IsSecret(words[i], value.substr(name_end + 1))) {
        Hide(words[i], name_end + 1);
      }
    } else if (i + 1 < words.size() && words[i + 1].value[0] != '-' &&
               IsSecret(words[i + 1], words[i + 1].value)) {
      Hide(words[++i], 0);
    }
  }
}

void SecretFinder::CheckKeys(Words words) {
  constexpr size_t kLeast = 24, kHexKey = 32, kMaxWords = 6;
  bool wants = false, logs_in = false;
  for (size_t i = 0; i < std::min(words.size(), kMaxWords); ++i) {
    const Word& word = words[i];
    const bool hex =
        word.value.size() >= kHexKey &&
        word.value.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (word.token && !word.token->dynamic &&
        ((wants && LooksMixed(word.value, kLeast)) || (logs_in && hex))) {
      Hide(word, 0);
    }
    logs_in |= i > 0 && word.value == "login";
    wants |= i > 0 && (AsksToLogIn(word.value) || WantsKey(word.value));
  }
}

void SecretFinder::CheckAlias(Words words) {
  for (const Word& word : words.subspan(1)) {
    size_t equals = word.value.find('=');
    size_t blank = word.value.find(' ');
    if (equals < blank) {
      CheckText(word, equals + 1);
    } else if (blank != std::string::npos) {
      CheckText(word, 0);
    }
  }
}

void SecretFinder::CheckLogin(Words words, const WalkResult* walk) {
  bool has_user = !words.empty() && LogsIn(BaseName(words[0].value));
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i].value;
    const Word& next = words[i + 1];
    if ((word == "-p" || word == "-P") && has_user && !IsKnown(walk, word) &&
        !next.value.starts_with('-') && !IsNumber(next.value) &&
        IsSecret(next, next.value)) {
      Hide(next, 0);
    }
    const bool after_login =
        (has_user && IsOneOf(word, {"-w", "-a", "-W"})) || word == "-pw";
    if (after_login && !IsKnown(walk, word) && LooksChosen(next.value)) {
      Hide(next, 0);
    }
    has_user |= IsOneOf(word, {"-u", "--user", "--username", "-U", "-l",
                               "--login", "-D"}) ||
                (i > 0 && word.ends_with("useradd")) ||
                (i > 0 && IsOneOf(word, {"login", "user"}));
  }
}

void SecretFinder::CheckAssignment(const Word& word) {
  constexpr int kMaxNames = 3;
  const std::string_view text = word.value;
  size_t begin = 0;
  for (int i = 0; i < kMaxNames; ++i) {
    const size_t equals = text.find('=', begin);
    if (equals == text.npos || equals + 1 == text.size()) return;
    std::string_view name = text.substr(begin, equals - begin);
    while (name.starts_with('-')) name.remove_prefix(1);
    if (name.ends_with('+')) name.remove_suffix(1);
    // `--from-file=ssh-privatekey=id_rsa` names the files of secrets.
    const std::string_view value = text.substr(equals + 1);
    const bool names_file =
        i == 0 && name.ends_with("-file") && !value.starts_with("<(");
    if (!IsPlainName(name) || names_file) return;
    if ((value.starts_with("<(") && name.find("pass") != name.npos) ||
        (value.starts_with("$(") && IsSecretName(name))) {
      return CheckProcess(word);
    }
    CheckPasswordCommand(word, name, equals + 1);
    const bool random = name.ends_with("login") && LooksRandom(value, 20);
    if (value[0] != ':' && value[0] != '=' &&
        (random || IsSetting(word, name, equals + 1))) {
      return Hide(word, equals + 1);
    }
    begin = equals + 1;
  }
}

void SecretFinder::CheckPair(const Word& word, const Word& next,
                             const WalkResult* walk, bool gives,
                             bool is_command) {
  std::string_view name = word.value;
  if (name.starts_with('-')) {
    while (name.starts_with('-')) name.remove_prefix(1);
    // The value of `--auth` is a password, or the name of a login method.
    const bool random =
        IsOneOf(name, {"auth", "login", "nkey"}) && LooksRandom(next.value, 16);
    // The text to be hashed or encrypted.
    const bool hidden =
        name == "plaintext" && next.value.find("://") == std::string::npos;
    bool takes_it =
        name.size() > 1 && IsPlainName(name) &&
        (random || hidden || IsSecretName(name)) &&
        !next.value.starts_with('-') && !NamesLocation(next.value) &&
        !NamesSecret(name, next.value) && TakesNextWord(walk, word.value);
    if (takes_it && IsSecret(next, next.value)) Hide(next, 0);
    return;
  }
  // `login 0123456789abcdef`
  if (!is_command &&
      IsOneOf(name, {"login", "auth", "unwrap", "authtoken", "unlock", "unseal",
                     "add-authtoken", "activate", "bootstrap"}) &&
      LooksRandom(next.value, 20)) {
    return Hide(next, 0);
  }
  // `wg set wg0 private-key <(echo x)`
  if (IsSecretName(name) && next.value.starts_with("<(")) {
    return CheckProcess(next);
  }
  if (gives && !name.starts_with("//") && !name.ends_with(':')) {
    // `aws:secretKey`, `Db:Password`, `app/db/password`, `["db"]["pw"]`.
    name = name.substr(0, name.find_last_not_of("\"']/") + 1);
    name.remove_prefix(name.find_last_of(":/\"'[") + 1);
  }
  // `//registry.example/:_authToken x`
  if (name.starts_with("//")) name.remove_prefix(name.rfind('/') + 1);
  // `npm config set _auth x`
  if (gives && name == "_auth" && LooksRandom(next.value, 16)) {
    return Hide(next, 0);
  }
  while (name.starts_with(':') || name.starts_with('_')) {
    name.remove_prefix(1);
  }
  // `token: x`, paths and addresses are not names.
  if (name.find_first_of(":/ ") != name.npos) return;
  std::string_view value = next.value;
  if (gives && value.starts_with('"') && value.ends_with('"')) {
    value = value.substr(1, value.size() - 2);
  }
  if (!IsSecretName(name)) {
    // `setx OPENAI_KEY x`, `rclone config create b b2 key x`
    const bool variable = gives && IsPlainName(name) &&
                          (word.value.starts_with("[\"") ||
                           std::none_of(name.begin(), name.end(), islower));
    const bool is_key = gives && name == "key" && LooksMixed(value, 20);
    // `variable set TOK 0f1e2d3c4b5a6978`
    const bool random = variable && LooksRandom(value, 16) &&
                        value.find_first_of("-/") == value.npos;
    if ((variable && IsSecretSetting(name, value)) || is_key || random) {
      Hide(next, 0);
    }
    return;
  }
  gives |= IsOneOf(name, {"user_pw", "owner_pw", "input_pw"});  // of pdftk
  const bool plain =
      IsOneOf(name, {"password", "passwd", "passphrase", "psk"}) ||
      name.ends_with("-password") || name.ends_with("_password");
  // `grafana-cli admin reset-admin-password x`
  const bool sets =
      name.ends_with("password") &&
      IsOneOf(name.substr(0, name.find('-')), {"reset", "set", "change"});
  const bool signs = next.value.find_first_of("!#%^&*") != std::string::npos;
  const bool random = LooksRandom(next.value, plain ? 8 : 20) ||
                      (((plain && signs) || sets) && LooksChosen(next.value)) ||
                      (LooksRandom(next.value, 16) &&
                       next.value.find('-') == std::string::npos);
  if (is_command ? LooksRandom(next.value, 20)
                 : random || (gives && IsSecret(next, next.value) &&
                              !next.value.starts_with('-'))) {
    Hide(next, 0);
  }
}

// `BORG_PASSCOMMAND='echo hunter22'`
void SecretFinder::CheckPasswordCommand(const Word& word, std::string_view name,
                                        size_t offset) {
  for (std::string_view ending : {"command", "cmd"}) {
    if (!AsciiLower(name).ends_with(ending)) continue;
    if (!IsSecretName(name.substr(0, name.size() - ending.size()))) return;
    const std::string_view text = std::string_view(word.value).substr(offset);
    const std::string as_process = "<(" + std::string(text) + ")";
    const auto written = WrittenIn(as_process);
    if (!written.empty()) Hide(word, offset + written[0].begin - 2);
    return;
  }
}

void SecretFinder::CheckProcess(const Word& word) {
  if (!word.token) return;
  const std::string_view raw = word.token->raw(line_);
  const size_t at = std::min(raw.find("<("), raw.find("$("));
  if (at == raw.npos) return;
  const size_t begin = word.token->begin + at;
  const size_t end = raw.rfind(')');
  if (end == raw.npos || end < at) return;
  for (const SecretSpan& span : WrittenIn(raw.substr(at, end + 1 - at))) {
    Hide(begin + span.begin, begin + span.end);
  }
}

}  // namespace synapse
