// Quoting: a value as it must be written so that the accepted line runs.
//
//   my file      ->  my\ file          outside quotes
//   my file"x    ->  my file\"x"       inside an open double quote
//   it's         ->  it'\''s'          inside an open single quote
//   -rf          ->  ./-rf             a file name that looks like an option
//   a<newline>b  ->  $'a\nb'         so any hidden character and bad UTF-8
//   a$b          ->  a\\\$b           inside `...`, which takes a level away
//
// Tested by tests/line/quote_test.cc: every value, written in every quote and
// read back by the tokenizer (and by both shells), is itself again.
#pragma once

#include <string>
#include <string_view>

#include "line/tokenizer.h"

namespace synapse {

enum class QuoteStyle {
  kValue,  // any word
  kPath,   // a file name: a leading ~/ stays, a leading - gets ./
};

// `value` written to continue a word whose quote is `open`; a quote that is
// open is closed again when `complete`. No character of the result is hidden
// (base/text.h).
std::string QuoteValue(std::string_view value, Quote open, QuoteStyle style,
                       bool complete);

// `text` as one word in single quotes, as both shells read it.
std::string SingleQuoted(std::string_view text);

// What is written inside `levels` of backquotes, so that the command there
// reads `written`.
std::string InBackquotes(std::string written, int levels);

}  // namespace synapse
