// Forgetting: a line, or any set of events, is removed from the log, the
// feedback, the spools, and everything that was derived from them.
//
// At once:   HideLine() stops the line from being offered, by a small transaction
//            of the log and one of the index. Its bytes are still in the files,
//            and a mark in the log says so.
// For good:  Forget() and FinishForgetting() take out the rows, write the log
//            anew and build the index again, each in a new file. When they
//            answer ok, no file of the store has a byte of it.
// Cut short: the mark in the log stays, and the next shell that opens the store
//            finishes it.
// Tested by tests/learn/forgetting_test.cc.
#pragma once

#include <string_view>

#include "base/status.h"
#include "learn/learner.h"
#include "store/store.h"

namespace synapse {

// It waits no longer than a prompt may wait. A run before `now_ms` stays
// hidden, even if it comes to the log later.
Status HideLine(Store& store, Learner& learner, std::string_view line,
                int64_t now_ms);

// Forget() and FinishForgetting() wait for other writers, and take as long as a
// rebuild. REQUIRES: the spools are folded (EventWriter::FoldAll). Returns the
// number of events that were taken out.
Result<size_t> Forget(Store& store, Learner& learner,
                      const ToRemove& to_remove);
// Takes out the events of hidden lines, also if an earlier attempt was
// interrupted.
Status FinishForgetting(Store& store, Learner& learner);

}  // namespace synapse
