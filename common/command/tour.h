// The tour: what Synapse does and its keys, in short steps. Each is a screen of
// text; tour_shell.h walks through them in a shell.
// Tested by tests/command/command_test.cc, tests/command/pages_test.cc and
// tests/shell/cases/tour.sh.
#pragma once

#include <string>
#include <vector>

namespace synapse {

struct TourStep {
  std::string screen;
  // A pattern of the shell for the line that does what the screen asks for;
  // empty: any line.
  const char* goal;
  // Likewise for a line that the screen asks for before that one.
  const char* before = "";
};
const std::vector<TourStep>& TourSteps();
// All screens.
std::string Tour();

}  // namespace synapse
