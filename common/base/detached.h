// RunDetached: work in a process of its own that nobody waits for.
//
// The process is a fork that does not exec. It sees the caller's memory as it
// was, and has none of the caller's descriptors, signal handlers or terminal.
// It has no parent that waits for it, so the shell does not notice its end. It
// lives for at most ten minutes, at low priority. Rejected: exec of the
// program. A module may be installed without the program, and the work would
// have to be passed in arguments, which other users can read.
// Tested by tests/base/detached_test.cc.
#pragma once

#include <functional>

namespace synapse {

// Returns false if no process can be made. `body` must not use resources of the
// caller's process, such as an open store or a descriptor.
bool RunDetached(const std::function<void()>& body);

// Runs `body` in a copy of this process and waits for it; ^C ends the copy. For
// long work inside the shell's process. `body` writes with write(2) and uses
// only memory. Returns its status, or 128 plus the signal that ended it.
int RunInterruptibly(const std::function<int()>& body);

}  // namespace synapse
