// SecretSpan: the position of a likely secret in a line. effect/secrets.h
// finds secrets; it is in a layer above the code that must not keep them.
// Tested by tests/effect/secrets_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace synapse {

struct SecretSpan {
  size_t begin = 0;  // bytes of the line as written
  size_t end = 0;
  // The quote that is open at `begin`, to be closed after the replacement; 0
  // for none.
  char quote = 0;
};

// Returns spans in order, none inside another.
using FindSecrets =
    std::function<std::vector<SecretSpan>(std::string_view line)>;

}  // namespace synapse
