// Words for the sentences of findings.
// Tested by tests/reflect/trajectory_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"

namespace synapse {

// "`make test`", cut if it is long.
inline std::string Quoted(std::string_view text) {
  constexpr int kColumns = 60;
  const std::string_view clipped = ClipToWidth(text, kColumns);
  return "`" + std::string(clipped) +
         (clipped.size() < text.size() ? "…`" : "`");
}

inline std::string Times(uint64_t n) {
  return n == 2 ? "twice" : std::to_string(n) + (n == 1 ? " time" : " times");
}

}  // namespace synapse
