// SecretSpan: where in a line something is that looks secret. Who knows it
// (context/secrets.h) stands above those who must not keep it.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace synapse {

struct SecretSpan {
  size_t begin = 0;  // bytes of the line as it is written
  size_t end = 0;
  // A quote that is open where it begins, to be closed again behind what takes
  // its place; 0: none.
  char quote = 0;
};

// In order, and none within another.
using FindSecrets =
    std::function<std::vector<SecretSpan>(std::string_view line)>;

}  // namespace synapse
