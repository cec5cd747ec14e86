// Forgetting: a line, or whatever is named, goes from everything that was kept
// of it: the log, the feedback, the spools, and all that was derived.
//
// At once:  HideLine() takes it out of what is offered: a small transaction of
//           the log and one of the index. Its bytes are still in the files, and
//           the log says so.
// For good: Forget() and FinishForgetting() take out the rows, write the log
//           anew and build the index again, each in a new file. When they
//           answer ok, no byte of it is in any file of the store.
// Cut short: the mark in the log stays, and the next shell to open finishes it.
// Tested by tests/learn/forgetting_test.cc.
#pragma once

#include <string_view>

#include "base/status.h"
#include "learn/learner.h"
#include "store/store.h"

namespace synapse {

// Waits no longer than a prompt may. What was run before `now_ms` and comes to
// the log later stays away too.
Status HideLine(Store& store, Learner& learner, std::string_view line,
                int64_t now_ms);

// Both wait for other writers, and take as long as a rebuild. REQUIRES: the
// spools are folded (EventWriter::FoldAll).
// Answers how many events went.
Result<size_t> Forget(Store& store, Learner& learner,
                      const ToRemove& to_remove);
// The events of lines that were hidden, or what was left in between.
Status FinishForgetting(Store& store, Learner& learner);

}  // namespace synapse
