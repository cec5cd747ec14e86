// Child processes of the shell: they start with signals held, and without the
// shell's handlers, descriptors and terminal.
//
// Only system calls are used up to the call of a body. A child may come from a
// bare clone(2), which the C library does not know of.
// Tested by tests/base/child_test.cc and tests/runner/command_runner_test.cc.
#pragma once

#include <signal.h>

#include <functional>
#include <string>
#include <vector>

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

// The texts as execve(2) takes them, with a null pointer at the end. The
// pointers lead into `texts`; execve(2) does not write through them.
std::vector<char*> PointersTo(const std::vector<std::string>& texts);

// Runs `body` in a process that nobody waits for. Returns false if no process
// can be made.
//
// The process is a fork that does not exec. It sees the caller's memory as it
// was, and has none of the caller's descriptors, signal handlers or terminal:
// `body` must not use an open store or a descriptor of the caller. The process
// has no parent that waits for it, so the shell does not notice its end. It
// lives for at most ten minutes, at low priority. Rejected: exec of the
// program. A module may be installed without the program, and the work would
// have to be passed in arguments, which other users can read.
bool RunDetached(const std::function<void()>& body);

// Runs `body` in a copy of this process and waits for it; ^C ends the copy. For
// long work inside the shell's process. `body` writes with write(2) and uses
// only memory. Returns its status, or 128 plus the signal that ended it.
int RunInterruptibly(const std::function<int()>& body);

}  // namespace synapse
