// Child processes of the shell: they start with signals held, and without the
// shell's handlers, descriptors and terminal.
//
// Only system calls are used. A child may come from a bare clone(2), which the
// C library does not know of.
// Tested by tests/base/detached_test.cc and tests/runner/command_runner_test.cc.
#pragma once

#include <signal.h>

namespace synapse {

// Blocks all signals of this process while it lives: the shell's handlers must
// not run in a child.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

// Copies this process. Returns 0 in the copy, and a negative number on error.
// With `exit_signal` 0 the end of the child raises no signal, and only a wait
// with __WALL or __WCLONE finds the child.
long CloneProcess(unsigned long exit_signal);

// Called in a child: resets the shell's handlers, then unblocks signals.
void DropHandlers();
// Like DropHandlers(), and moves the child to a session of its own without the
// terminal.
void LeaveShell();

// Closes every descriptor from `lowest` on. Without it a child that does not
// exec keeps the shell's files open: a lock on one stays held, and a pipe of
// the user never reaches its end.
void CloseFrom(int lowest);

}  // namespace synapse
