#include "base/beside.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/child.h"

namespace synapse {
namespace {

constexpr unsigned kMostSeconds = 600;

}  // namespace

bool RunBeside(const std::function<void()>& body) {
  SignalsHeld held;
  // Without a signal at its end: no wait of the shell's finds it.
  long between = CloneProcess(0);
  if (between == 0) {
    // The C library's own: its locks know a process by what it notes here.
    pid_t pid = fork();
    if (pid != 0) _exit(pid > 0 ? 0 : 1);
    LeaveShell();
    CloseFrom(0);
    for (int fd = open("/dev/null", O_RDWR); fd >= 0 && fd < 2;) fd = dup(fd);
    (void)setpriority(PRIO_PROCESS, 0, 10);
    alarm(kMostSeconds);
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
