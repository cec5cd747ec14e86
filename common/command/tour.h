// The tour of the keys.
// Tested by tests/command/command_test.cc.
#pragma once

#include <string>
#include <vector>

namespace synapse {

// Each fits a screen of 24 rows and 80 columns.
const std::vector<std::string>& TourScreens();
// All screens.
std::string Tour();

}  // namespace synapse
