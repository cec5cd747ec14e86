// Quoting: writes a value so that the accepted line runs as meant.
//
//   my file      ->  my\ file          outside quotes
//   my file"x    ->  my file\"x"       inside an open double quote
//   it's         ->  it'\''s'          inside an open single quote
//   -rf          ->  ./-rf             a file name that looks like an option
//   a<newline>b  ->  $'a\nb'         also any hidden character and bad UTF-8
//   a$b          ->  a\\\$b           inside `...`, which removes one level
//
// Tested by tests/line/quote_test.cc: every value, written in every quote and
// read back by the tokenizer (and by both shells), is unchanged.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "line/tokenizer.h"

namespace synapse {

enum class QuoteStyle {
  kValue,  // any word
  kPath,   // a file name: a leading ~/ stays, a leading - gets ./
};

// Writes `value` to continue a word whose quote is `open`. An open quote is
// closed when `complete`. `before`: the byte of the word before the value, 0 where
// it begins the word. The result has no hidden character (base/text.h).
std::string QuoteValue(std::string_view value, Quote open, QuoteStyle style,
                       bool complete, char before = 0);

// `value` as a whole word, quoted only if needed.
std::string QuotedWord(std::string_view value);

// `text` as one word in single quotes, as both shells read it.
std::string SingleQuoted(std::string_view text);

// Escapes `written` for the inside of `levels` of backquotes, so that the inner
// command reads `written`.
std::string InBackquotes(std::string written, int levels);

// The escapes of $'...' (bash(1), QUOTING). The value is used for matching only.
// Appends the byte of the escape at `at` (\n, \x41, \101), and returns where the
// text goes on. REQUIRES: a backslash at `at`, and a byte behind it.
size_t AppendAnsiEscape(std::string_view text, size_t at, std::string& out);

}  // namespace synapse
