#include "base/child.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace synapse {

// The number is the same on all machines. Headers before Linux 5.9 lack its
// name.
static constexpr long kCloseRange = 436;

SignalsHeld::SignalsHeld() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before_);
}

SignalsHeld::~SignalsHeld() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

long CloneProcess(unsigned long exit_signal) {
  return syscall(SYS_clone, exit_signal, 0, 0, 0, 0);
}

void DropHandlers() {
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  for (int signal = 1; signal < 65; ++signal) {
    (void)sigaction(signal, &plain, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void LeaveShell() {
  DropHandlers();
  setsid();
}

void CloseFrom(int lowest) {
  if (syscall(kCloseRange, lowest, ~0u, 0) == 0) return;
  for (int fd = lowest; fd < 1024; ++fd) close(fd);
}

}  // namespace synapse
