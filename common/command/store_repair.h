// Store repair: finds damage in the files of the store, and takes over what a
// damaged log still has (`synapse doctor --repair`).
//
// The index keeps no events. For each line it has the time of the first and of
// the latest run, and the exit status and the directory of the latest one.
// Events that a damaged log lost are made of these: sessions and the runs
// between the two are lost, and lines that only coding agents ran.
//
// Tested by tests/command/store_repair_test.cc.
#pragma once

#include <string>
#include <vector>

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

// The runs that the index has, in the order of time. A damaged index gives what
// can be read.
std::vector<Event> EventsOfIndex(IndexFile& index);

}  // namespace synapse
