// The configuration file as text: where each value stands, and putting another
// one there without touching comments and layout.
// Tested by tests/base/config_file_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/config.h"

namespace synapse {

// A value that is no object. `name` is "suggest.max_results", written flat or
// nested.
struct ConfigSpan {
  std::string name;
  size_t begin, end;  // bytes of the value
};
// Of a text that parses; of another one, those up to where it does not.
std::vector<ConfigSpan> ConfigSpans(std::string_view text);

// `text` with that value; `value` is as in the environment. A key that is not
// there comes first. An empty text becomes a new file.
std::string WithConfigValue(std::string_view text, const ConfigKey& key,
                            std::string_view value);

// `text` without that key and its comma, wherever it is written. A comment
// between the key and its comma may leave what does not parse: to be checked.
std::string WithoutConfigKey(std::string_view text, const ConfigKey& key);

}  // namespace synapse
