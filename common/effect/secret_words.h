// Words around a secret: what a word of a command line implies for the next
// one, and where a byte of its value is written.
//
// Tested by tests/effect/secrets_test.cc.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace synapse {

// The offset in `raw` of the value's byte `offset`, and the quote around it.
std::pair<size_t, char> RawOffset(std::string_view raw, size_t offset);

// True if the command searches for a text or describes how to edit texts.
bool TakesPattern(std::string_view command);

bool IsHeaderOption(std::string_view word);

// True for a name before `=`, or for an option without its dashes.
bool IsPlainName(std::string_view name);

// True for a file whose lines are passwords without names. Any word that is
// written to it is a secret.
bool IsPasswordFile(std::string_view path);

// True for a file that holds secrets and must not be read: a password file, and
// files such as `.env`, where a name says which value is secret.
bool IsSecretFile(std::string_view path);

// True if the command writes its words to its output.
bool WritesWords(std::string_view command);

// True for `8080:80`, `1-1024`, `22,80`: values of `-p` in other commands.
bool IsNumber(std::string_view value);

// True for `$NAME` and `${NAME}`, even if quotes prevent the expansion.
bool IsReference(std::string_view value);

// True if a word says that the command asks for a password or key: `login`,
// `-o password_stdin`, `unlock`. It is read from standard input.
bool AsksToLogIn(std::string_view word);

// True if the command's `-p`, `-P` or `-w` is a password.
bool LogsIn(std::string_view command);

// True for an option that reads a secret: `--password-stdin`, `--with-token`.
bool ReadsSecret(std::string_view option);

// True if a key follows that has no name: `shodan init x`.
bool WantsKey(std::string_view word);

// True if the command's input is a text, and no secret: `base64 -d <<< x`.
bool ReadsText(std::string_view command);

// True if the command writes a checksum of its input.
bool HashesInput(std::string_view command);

// True if the command assigns the next word to a name: `set -gx API_TOKEN x`.
bool GivesWords(std::string_view command);

}  // namespace synapse
