// Words around a secret: what a word of a command line says about the next one,
// and where a byte of its value is written.
//
// Tested by tests/context/secrets_test.cc.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace synapse {

// Where the value's byte `offset` is written in `raw`, and in which quote.
std::pair<size_t, char> RawOffset(std::string_view raw, size_t offset);

// The command searches for a text, or says how texts are changed.
bool TakesPattern(std::string_view command);

bool IsHeaderOption(std::string_view word);

// A name as it stands before `=` or as an option without its dashes.
bool IsPlainName(std::string_view name);

// A file whose lines are passwords without names.
bool IsSecretFile(std::string_view path);

// The command writes its words to its output.
bool WritesWords(std::string_view command);

// `8080:80`, `1-1024`, `22,80`: what `-p` takes elsewhere.
bool IsNumber(std::string_view value);

// `$NAME` and `${NAME}`, also where quotes keep the shell from reading it.
bool IsReference(std::string_view value);

// The command gives a name the word behind it: `set -gx API_TOKEN x`.
bool GivesWords(std::string_view command);

}  // namespace synapse
