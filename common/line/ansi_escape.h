// The escapes of $'...' (bash(1), QUOTING). The value is used for matching only.
// Tested by tests/line/tokenizer_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace synapse {

// Appends the byte of the escape at `at` (\n, \x41, \101), and returns where the
// text goes on. REQUIRES: a backslash at `at`, and a byte behind it.
size_t AppendAnsiEscape(std::string_view text, size_t at, std::string& out);

}  // namespace synapse
