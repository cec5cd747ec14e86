// IndexRecovery: runs that only the index still has, after a damaged log was set
// aside. For `doctor --repair`.
//
// The index keeps no events. For each line it has the time of the first and of
// the latest run, and the exit status and the directory of the latest one. An
// event is made of each: sessions and the runs between the two are lost. Lines
// that only coding agents ran are left out.
//
// Tested by tests/learn/index_recovery_test.cc and tests/command/repair_test.cc.
#pragma once

#include <vector>

#include "store/event.h"
#include "store/index_file.h"

namespace synapse {

// In the order of time. An index that is damaged, too, gives what can be read.
std::vector<Event> EventsOfIndex(IndexFile& index);

}  // namespace synapse
