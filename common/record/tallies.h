// Tallies: counts of this session's lines by outcome, for `synapse doctor`.
// Tested by tests/command/history_test.cc.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace synapse {

struct Tallies {
  size_t recorded = 0;
  size_t redacted = 0;  // recorded lines with a secret removed
  std::map<std::string, size_t> left_out;  // by reason

  size_t skipped() const {
    size_t n = 0;
    for (const auto& [why, count] : left_out) n += count;
    return n;
  }
};

}  // namespace synapse
