// Secret forms: patterns of secrets that do not depend on the command.
//
//   ghp_…, AKIA…, eyJ….eyJ…      a token with a known form
//   https://bob:hunter22@host    a password in an address
//   DB_PASS, adminPassword       a name whose value is secret
//   PASSWORD_FILE, max_tokens    a name whose value is not secret
//   $TOKEN, xxx, changeme…       a reference or a placeholder: not secret
//
// Tested by tests/effect/secrets_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "line/secret.h"

namespace synapse {

// Spans of secrets with a known form, anywhere in the line: tokens, keys,
// passwords in addresses and in SQL.
std::vector<SecretSpan> SecretsByForm(std::string_view line);

// True if a value with this name is a secret.
bool IsSecretName(std::string_view name);

// True if the value can be a secret: it is not short, a reference, a
// placeholder, yes or no.
bool MayBeSecret(std::string_view value);

// True for at least `length` characters of the alphabets of keys, with letters
// and digits.
bool LooksRandom(std::string_view value, size_t length);

// True for `least` characters that change between capitals, small letters and
// digits as random ones do: no name and no number of a commit.
bool LooksMixed(std::string_view value, size_t least);

// True for a word with letters and digits that is long enough for a password.
bool LooksChosen(std::string_view value);

// True for the name of a secret that is kept elsewhere: `--secret db-password`.
bool NamesSecret(std::string_view name, std::string_view value);

// True if a setting NAME=value holds a secret, in any form of setting it: the
// name says so, or it names a key and the value looks random, or the value
// looks like nothing but a key.
bool IsSecretSetting(std::string_view name, std::string_view value);

enum class TextKind {
  kAny,
  kHeader,    // of a request: "Name: value"
  kPattern,   // a search pattern
  kEdit,      // an edit of a text, as of sed
  kDocument,  // a line of a here-document
};

// Finds `name=value`, `"name": "value"` and `Name: value` with secret names in
// a text that a command is given, and `name value` as the whole line of a
// here-document. Returns the offsets of the values in the text.
std::vector<size_t> NamedSecretsIn(std::string_view text, TextKind kind);

// True if a format of printf writes a secret after its name: `password=%s`.
bool NamesFormat(std::string_view text);

}  // namespace synapse
