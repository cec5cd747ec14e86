// What children of the shell have in common: made with the signals held, and
// without anything of the shell's.
//
// Only system calls: a child may be a bare clone(2), which the C library knows
// nothing of.
// Tested by tests/base/detached_test.cc and tests/spec/command_runner_test.cc.
#pragma once

#include <signal.h>

namespace synapse {

// No signal reaches this process while it lives: the shell's handlers must not
// run in a child.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

// A copy of this process; 0 in the copy, below 0 where there can be none. With
// `exit_signal` 0 its end raises nothing, and only waits for __WALL or __WCLONE
// find it.
long CloneProcess(unsigned long exit_signal);

// In a child: the shell's handlers are dropped, then signals let in.
void DropHandlers();
// The same, in a session of its own, without the terminal.
void LeaveShell();

// Closes every descriptor from `lowest` on. Files of the shell stay open in a
// child that does not exec: a lock on one would be held on, and a pipe of the
// user's would never come to its end.
void CloseFrom(int lowest);

}  // namespace synapse
