// Places of secrets that no name and no spec describes: behind an option, a
// login, in a substitution.
//
// Tested by tests/effect/secrets_test.cc over tests/cases/secrets.txt.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "line/secret.h"
#include "spec/model.h"

namespace synapse {

// The secrets of `${API_KEY:=x}` and `${API_KEY:-x}`.
std::vector<SecretSpan> DefaultsIn(std::string_view line);

// True for an option of a command without a spec that takes a password.
bool TakesPassword(std::string_view command, std::string_view option);

// The secrets of `<(echo x)` and `$(echo x)`, as written; none if another
// command writes.
std::vector<SecretSpan> WrittenIn(std::string_view substitution);

// The use of a command's later words: a value that it stores, also under a
// secret name (`variable set DB_PW -v x`).
enum class Gives { kNothing, kValue, kSecret };

// Where the secret begins in the value of an option: `-a bob:x`, `-t key`,
// `--body x` of a command that sets a value. `known`: a spec
// describes the option.
std::optional<size_t> SecretBehind(std::string_view option,
                                   std::string_view value, Gives gives,
                                   bool known);

// `id=npm,src=.npmrc` names the location of a secret.
bool NamesLocation(std::string_view value);

// The pattern of the secret in the input of a command that no spec describes:
// one word behind a login (`borg init r <<< x`), of other commands a key. No
// value if the command reads texts.
std::optional<std::string> LoginInput(std::span<const std::string> words);

}  // namespace synapse
