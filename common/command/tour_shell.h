// The walk through the tour (tour.h): a shell like the running one, with
// Synapse, in a made-up directory with a made-up history. Each prompt shows the
// next step, once the line did what the step asked for; an empty line skips a
// step. Nothing of it is kept: the directory has the store and the settings too.
//
// Processes: the shell runs in the terminal's foreground, and the caller waits.
// Tested by tests/shell/cases/tour.sh.
#pragma once

#include <string>

namespace synapse {

// False if there is no terminal, no shell module, or a tour is under way.
bool CanWalkTour();
// Returns what failed; empty if the shell ran. REQUIRES: CanWalkTour().
std::string WalkTour();

}  // namespace synapse
