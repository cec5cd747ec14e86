// Privacy: what is not recorded. A line that begins with a blank, one that
// `history.ignore` names, and one that looks as if it held a secret.
//
// Tested by tests/learn/privacy_test.cc: a table of good and bad examples.
#pragma once

#include <string_view>

#include "base/config.h"

namespace synapse {

// Why the line must not be kept, or null.
const char* WhyPrivate(std::string_view line, const Config& config);

}  // namespace synapse
