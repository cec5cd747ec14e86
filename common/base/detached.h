// RunDetached: work that nobody waits for, in a process of its own.
//
// The process is a fork that does not exec: it sees the caller's memory as it
// was, has none of its descriptors, signal handlers or terminal, and is nobody's
// child, so that the shell neither waits for it nor hears of its end. It lives
// for ten minutes at the most, at low priority.
// Rejected: exec of the program. A module may be there without it, and what is
// to be done would have to go by arguments, which others can read.
// Tested by tests/base/detached_test.cc.
#pragma once

#include <functional>

namespace synapse {

// False where no process can be made. `body` uses nothing that belongs to the
// caller's process: no store that is open, no descriptor.
bool RunDetached(const std::function<void()>& body);

// Runs `body` in a copy of this process that ^C ends, and waits for it: work that
// takes long, in the shell's own process. `body` writes with write(2), and uses
// nothing but memory. Answers its status; 128 and the signal that ended it.
int RunInterruptibly(const std::function<int()>& body);

}  // namespace synapse
