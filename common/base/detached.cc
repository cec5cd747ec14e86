#include "base/detached.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/child.h"
#include "base/file_cache.h"

namespace synapse {
namespace {

constexpr unsigned kMaxSeconds = 600;

}  // namespace

int RunInterruptibly(const std::function<int()>& body) {
  SignalsHeld held;
  const long child = CloneProcess(0);
  if (child == 0) {
    const pid_t pid = fork();
    if (pid == 0) {
      DropHandlers();
      // A stopped waiter could not continue together with the shell.
      (void)signal(SIGTSTP, SIG_IGN);
      int status = 1;
      try {
        status = body();
      } catch (...) {
      }
      _exit(status);
    }
    // ^C reaches both processes; this one reports how the other ended.
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    _exit(pid < 0               ? 1
          : WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                                : WEXITSTATUS(status));
  }
  int status = -1;
  while (child > 0 && waitpid(static_cast<pid_t>(child), &status, __WALL) < 0 &&
         errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool RunDetached(const std::function<void()>& body) {
  SignalsHeld held;
  // No signal at its end, so that no wait of the shell finds the process.
  long between = CloneProcess(0);
  if (between == 0) {
    // fork() of the C library: its locks identify a process by data that fork()
    // updates.
    pid_t pid = fork();
    if (pid != 0) _exit(pid > 0 ? 0 : 1);
    LeaveShell();
    CloseFrom(0);
    for (int fd = open("/dev/null", O_RDWR); fd >= 0 && fd < 2;) fd = dup(fd);
    (void)setpriority(PRIO_PROCESS, 0, 10);
    alarm(kMaxSeconds);
    FileCache::Leave();
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
  return between > 0 && status == 0;
}

}  // namespace synapse
