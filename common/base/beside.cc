#include "base/beside.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace synapse {
namespace {

constexpr unsigned kMostSeconds = 600;

void LeaveTheShell() {
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  for (int signal = 1; signal < 65; ++signal) {
    (void)sigaction(signal, &plain, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  setsid();
  // A pipe of the user's that stayed open here would never come to its end.
  if (syscall(SYS_close_range, 0, ~0u, 0) != 0) {
    for (int fd = 0; fd < 1024; ++fd) close(fd);
  }
  for (int fd = open("/dev/null", O_RDWR); fd >= 0 && fd < 2;) fd = dup(fd);
  (void)setpriority(PRIO_PROCESS, 0, 10);
  alarm(kMostSeconds);
}

}  // namespace

bool RunBeside(const std::function<void()>& body) {
  // The shell's handlers must not run in a child.
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  // Without a signal at its end: no wait of the shell's finds it.
  long between = syscall(SYS_clone, 0, 0, 0, 0, 0);
  if (between == 0) {
    // The C library's own: its locks know a process by what it notes here.
    pid_t pid = fork();
    if (pid != 0) _exit(pid > 0 ? 0 : 1);
    LeaveTheShell();
    try {
      body();
    } catch (...) {
    }
    _exit(0);
  }
  int status = -1;
  while (between > 0 &&
         waitpid(static_cast<pid_t>(between), &status, __WALL) < 0 &&
         errno == EINTR) {
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return between > 0 && status == 0;
}

}  // namespace synapse
