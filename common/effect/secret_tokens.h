// Secret tokens: forms of tokens of services, by prefix, alphabet and length.
//
//   ghp_…36, AKIA…16, xoxb-…     wherever they stand in a line
//   ghp_short, xghp_…, $ghp_     no token
//
// The table is searched by the first byte of a word: one pass over the line,
// without patterns. A form that a prefix and an alphabet do not describe is in
// secret_forms.cc.
// Tested by tests/effect/secret_tokens_test.cc over tests/cases/secret_tokens.txt.
#pragma once

#include <string_view>
#include <vector>

#include "line/secret.h"

namespace synapse {

// Appends the tokens of the line to `out`, in order.
void AddTokensIn(std::string_view line, std::vector<SecretSpan>& out);

}  // namespace synapse
