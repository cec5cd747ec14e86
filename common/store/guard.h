// Guard: a memory fault while the store's map is read becomes an error, not
// the shell's death. A map faults when another program truncates the file, or
// when a damaged page sends LMDB astray (docs/internals/store.md,
// "Faults of the maps").
//
// One SIGSEGV and SIGBUS handler for the process, installed while a guard
// user lives. It jumps only out of a guarded body of this process; any other
// fault, and any signal that a process has sent, goes to whoever was there
// before. Arming costs some nanoseconds.
//
// A body that faults leaks the resources that it holds: the caller must give up
// the environment that it used, and must not close it. A body may throw.
// Forks:     a child that drops the handlers (base/child.h) gets its own with
//            its first guard.
// Tested by tests/store/guard_test.cc.
#pragma once

#include <functional>

namespace synapse {

class FaultGuard {
 public:
  FaultGuard();   // installs the handlers for the first user
  ~FaultGuard();  // the last user restores the earlier handlers
  FaultGuard(const FaultGuard&) = delete;
  FaultGuard& operator=(const FaultGuard&) = delete;

  // False when `body` faulted. Guarded bodies may nest.
  bool Run(const std::function<void()>& body);
  // How the latest body that did not end was left.
  struct Fault {
    bool escaped = false;           // by Escape()
    bool unchecked = false;         // see Unchecked
    const void* address = nullptr;  // unless escaped
  };
  static Fault latest();

  // While it lives, a fault at any address ends the innermost guarded body: the
  // code around it follows numbers of a file before they were checked. A body
  // that is left by a fault is no longer followed.
  class Unchecked {
   public:
    Unchecked();
    ~Unchecked();
    Unchecked(const Unchecked&) = delete;
    Unchecked& operator=(const Unchecked&) = delete;

   private:
    const bool outer_;
  };

  // Leaves the innermost guarded body as if it had faulted; returns when
  // there is none. For LMDB's assertions.
  static void Escape();
};

}  // namespace synapse
