// The configuration file as text: finds where each value is written, and
// replaces a value without changing comments and layout.
// Tested by tests/base/config_file_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/config.h"

namespace synapse {

// A value that is not an object. `name` is "suggest.max_results", whether it is
// written flat or nested.
struct ConfigSpan {
  std::string name;
  size_t begin, end;  // bytes of the value
};
// The spans of all values. For a text that does not parse: the spans up to the
// error.
std::vector<ConfigSpan> ConfigSpans(std::string_view text);

// Returns `text` with the new value; `value` is written as in the environment.
// A new key is inserted first. An empty text becomes a new file.
std::string WithConfigValue(std::string_view text, const ConfigKey& key,
                            std::string_view value);

// Returns `text` without the key and its comma, wherever the key is written. A
// comment between the key and its comma may leave a text that does not parse:
// the caller must check the result.
std::string WithoutConfigKey(std::string_view text, const ConfigKey& key);

}  // namespace synapse
