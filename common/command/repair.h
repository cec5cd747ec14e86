// Repair: finds damage in the files of the store, and takes over what a damaged
// log still has (`synapse doctor --repair`).
//
// Tested by tests/command/repair_test.cc.
#pragma once

#include <string>

#include "command/command.h"

namespace synapse {

// Read every entry of the log or of the index. A damaged page ends the reading,
// or has keys in a wrong order. "" without damage.
std::string LogDamage(Store& store);
std::string IndexDamage(Store& store);

// Sets a damaged log aside, and takes over the events of logs that were set
// aside; events that such a log lost are taken from the index. Prints what was
// recovered. The index is left to be rebuilt.
Status RecoverLogs(const CommandInput& input);

}  // namespace synapse
