// Secret forms: what a secret looks like, whatever command it is given to.
//
//   ghp_…, AKIA…, eyJ….eyJ…      by its own form
//   https://bob:hunter22@host    by its place in an address
//   DB_PASS, adminPassword       a name that says that its value is secret
//   PASSWORD_FILE, max_tokens    a name that says that it is not
//   $TOKEN, xxx, changeme…       a reference or a placeholder is none
//
// Tested by tests/context/secrets_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "line/secret.h"

namespace synapse {

// Spans of secrets that have a form of their own, anywhere in the line: tokens,
// keys, passwords in addresses and in SQL.
std::vector<SecretSpan> SecretsByForm(std::string_view line);

// The value of something that is called so is a secret.
bool IsSecretName(std::string_view name);

// It may be a secret: not short, no reference, no placeholder, no yes or no.
bool MayBeSecret(std::string_view value);

// At least `length` characters of the alphabets that keys are written in, with
// letters and digits.
bool LooksRandom(std::string_view value, size_t length);

enum class TextKind {
  kAny,
  kHeader,   // of a request: "Name: value"
  kPattern,  // searched for
  kEdit,     // how a text is changed: sed's
};

// `name=value`, `"name": "value"` and `Name: value` in a text that a command is
// given, where the name says that the value is secret: where the value begins
// in the text.
std::vector<size_t> NamedSecretsIn(std::string_view text, TextKind kind);

// printf's format puts a secret behind a name: `password=%s`.
bool NamesFormat(std::string_view text);

}  // namespace synapse
