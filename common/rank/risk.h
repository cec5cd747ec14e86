// Risk: destructive commands carry a label, lose score, and are never shown
// unasked on an empty line (engine-v2, I6). Patterns are RE2.
//
// Tested by tests/rank/risk_test.cc: each pattern with lines that it marks and
// lines that it must not.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

// Why the line is dangerous ("deletes recursively"), or "".
std::string RiskOf(std::string_view line);

// What a risky suggestion's score is multiplied by.
inline constexpr double kRiskFactor = 0.8;

}  // namespace synapse
