// Keywords: the reserved words that are due where a command begins, because a
// compound command is open.
//
//   for f in *; do ls; |          done
//   for f in *; |                 do
//   if true; then ls; |           fi, else, elif
//   while read x; do if y; |      then
//   for f in *; do |              nothing: a command must come first
//
// Tested by tests/line/keywords_test.cc.
#pragma once

#include <string_view>
#include <vector>

namespace synapse {

// The words that begin with `partial`, and continue or end the innermost open
// compound command of `left`, the likeliest first. Linear in `left`, and never
// fails.
std::vector<std::string_view> DueKeywords(std::string_view left,
                                          std::string_view partial);

}  // namespace synapse
