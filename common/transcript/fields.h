// Fields of untrusted JSON: a field that is absent or has another type is
// empty. Nothing is read deeper than kMaxJsonDepth.
//
// Tested by tests/transcript/reader_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json_value.h"

namespace synapse {

// The parser does not recurse, but uses memory for each level.
inline constexpr size_t kMaxJsonDepth = 64;

// Calls `visit(offset, bracket)` with each bracket outside of strings, until it
// answers false.
template <class Visit>
void EachBracket(std::string_view json, const Visit& visit) {
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[' || c == '}' || c == ']')) {
      if (!visit(i, c)) return;
    }
  }
}

// True if brackets outside of strings nest at most kMaxJsonDepth levels.
// Linear.
bool IsShallow(std::string_view json);
// False for text that is not JSON, or is too deep.
bool ParseJson(std::string_view json, rapidjson::Document& into);

// Parses "2025-07-19T17:58:44.561Z", also with an offset. Milliseconds since
// 1970; 0 for other text.
int64_t ParseIsoTime(std::string_view text);

// Sets `out` if the member exists, at most kMaxName bytes.
inline constexpr size_t kMaxName = 4096;
void SetIfAny(std::string& into, std::string_view value);

// Cut at a code point, at most `most` bytes.
std::string_view CutAt(std::string_view text, size_t most);

}  // namespace synapse
