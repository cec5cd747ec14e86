#include "effect/secret_words.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "effect/secret_forms.h"

namespace synapse {

std::pair<size_t, char> RawOffset(std::string_view raw, size_t offset) {
  size_t i = 0, count = 0;
  char quote = 0;  // '$' for $'...'
  auto digits = [&](size_t at, size_t most, std::string_view of) {
    size_t n = 0;
    while (n < most && at + n < raw.size() && of.find(raw[at + n]) != of.npos) {
      ++n;
    }
    return n;
  };
  while (i < raw.size() && count < offset) {
    const char c = raw[i];
    const char next = i + 1 < raw.size() ? raw[i + 1] : '\0';
    if (quote == 0 && c == '\\') {
      count += next != '\n';
      i += 2;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      ++i;
    } else if (quote == 0 && c == '$' && next == '\'') {
      quote = '$';
      i += 2;
    } else if (c == (quote == '$' ? '\'' : quote) && quote != 0) {
      quote = 0;
      ++i;
    } else if (quote == '"' && c == '\\' &&
               std::string_view("\"\\$`\n").find(next) !=
                   std::string_view::npos) {
      count += next != '\n';
      i += 2;
    } else if (quote == '$' && c == '\\') {
      size_t hex = next == 'x' ? digits(i + 2, 2, "0123456789abcdefABCDEF") : 0;
      size_t octal = digits(i + 1, 3, "01234567");
      i += next == 'x' ? 2 + hex : octal > 0 ? 1 + octal : 2;
      ++count;
    } else {
      ++i;
      ++count;
    }
  }
  return {std::min(i, raw.size()), quote == '$' ? '\'' : quote};
}

bool TakesPattern(std::string_view command) {
  return IsOneOf(command, {"grep", "egrep", "fgrep", "rg", "ag", "ack", "sed",
                           "awk", "gawk", "find", "fd", "perl"});
}

bool IsHeaderOption(std::string_view word) {
  return IsOneOf(word, {"-H", "--header", "--proxy-header"});
}

bool IsPlainName(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' ||
           c == '.';
  });
}

bool IsPasswordFile(std::string_view path) {
  return IsOneOf(BaseName(path),
                 {".pgpass", ".git-credentials", ".vault-token",
                  ".smbcredentials", "chap-secrets", "pap-secrets"});
}

bool IsSecretFile(std::string_view path) {
  const std::string name = AsciiLower(BaseName(path));
  for (std::string_view ending :
       {".pem", ".key", ".p12", ".pfx", ".kdbx", ".gpg", ".asc", ".jks"}) {
    if (name.ends_with(ending)) return true;
  }
  return IsPasswordFile(name) || name.starts_with(".env") ||
         name.starts_with("id_") ||
         IsOneOf(name, {".netrc", ".npmrc", ".pypirc"}) ||
         name.find("credential") != name.npos ||
         name.find("secret") != name.npos || path.find("/.ssh/") != path.npos ||
         path.find("/.gnupg/") != path.npos;
}

bool WritesWords(std::string_view command) {
  return IsOneOf(command, {"echo", "printf", "print", "yes"});
}

bool IsNumber(std::string_view value) {
  return value.find_first_not_of("0123456789.:,-/tcpudp") == value.npos;
}

bool IsReference(std::string_view value) {
  if (value.empty() || value[0] != '$') return false;
  value.remove_prefix(1);
  if (value.starts_with('{')) value = value.substr(1, value.find('}') - 1);
  return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
}

bool AsksToLogIn(std::string_view word) {
  if (word.starts_with('-')) {
    return word == "-W" || word.ends_with("password") ||
           word.ends_with("passphrase") ||
           (word.find("stdin") != word.npos && word.find("pass") != word.npos);
  }
  if (word == "keyformat=passphrase" || word.ends_with("secrets:set") ||
      word.ends_with("-reset-password")) {
    return true;
  }
  return word.starts_with("ecryptfs-") ||
         IsOneOf(BaseName(word),
                 {"login",     "signin",      "auth",           "authenticate",
                  "unlock",    "unseal",      "passwd",         "password",
                  "su",        "sudo",        "kinit",          "vncpasswd",
                  "smbpasswd", "luksOpen",    "luksFormat",     "luksAddKey",
                  "restic",    "borg",        "keepassxc-cli",  "gocryptfs",
                  "encfs",     "sshfs",       "password_stdin", "cryptsetup",
                  "age",       "openconnect", "pass",           "secret",
                  "secrets",   "keyring",     "kubeseal",       "rage",
                  "load-key",  "minisign",    "runas",          "realm",
                  "fetchmail", "saslpasswd2", "htdigest",       "adcli",
                  "usermod",   "ipa",         "veracrypt",      "chpasswd",
                  "duplicity", "signify",     "argon2",         "systemd-creds",
                  "gopass",    "slappasswd",  "useradd",        "davfs",
                  "mkpasswd",  "ipmitool",    "pdbedit",        "createuser",
                  "adduser",   "snx"});
}

bool LogsIn(std::string_view command) {
  return IsOneOf(command, {"veracrypt", "gpg-preset-passphrase", "irssi",
                           "mysql_secure_installation", "x11vnc"});
}

bool ReadsSecret(std::string_view option) {
  const bool reads = option.starts_with("--") &&
                     (option.ends_with("-stdin") || option.ends_with("-fd"));
  return option == "--with-token" ||
         (reads && IsSecretName(option.substr(0, option.rfind('-'))));
}

bool WantsKey(std::string_view word) {
  return IsOneOf(word, {"init", "store", "add-key", "set-key", "register",
                        "--arg", "authorize"});
}

bool HashesInput(std::string_view command) {
  return IsOneOf(command, {"md5sum", "sha1sum", "sha224sum", "sha256sum",
                           "sha384sum", "sha512sum", "shasum", "b2sum", "md5",
                           "sha1", "sha256", "sha512", "openssl"});
}

bool ReadsText(std::string_view command) {
  return TakesPattern(command) || WritesWords(command) ||
         IsOneOf(command,
                 {"base64",    "base32",    "basenc",   "xxd",    "od",
                  "hexdump",   "jq",        "yq",       "tr",     "wc",
                  "cut",       "cat",       "tee",      "head",   "tail",
                  "sort",      "uniq",      "bc",       "dc",     "read",
                  "rev",       "fold",      "fmt",      "gzip",   "gunzip",
                  "zcat",      "xz",        "bzip2",    "md5sum", "sha1sum",
                  "sha256sum", "sha512sum", "shasum",   "b2sum",  "cksum",
                  "protoc",    "openssl",   "qrencode", "xclip",  "pbcopy",
                  "wl-copy",   "less",      "mail",     "column", "nl",
                  "diff",      "patch",     "git"});
}

bool GivesWords(std::string_view command) {
  return IsOneOf(
      command,
      {"set", "SET", "setenv", "config", "put", "write", "secret", "nmcli",
       "iwctl", "iwconfig", "snmpset", "setx", "set-env", "--setenv", "env:set",
       "set-environment", "set_network", "variable", "secret:create"});
}

}  // namespace synapse
