#include "base/child.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/file_cache.h"

namespace synapse {
namespace {

// The number is the same on all machines. Headers before Linux 5.9 lack its
// name.
constexpr long kCloseRange = 436;
constexpr unsigned kMaxSeconds = 600;  // of a detached process

// The status of waitpid(2) for a child of CloneProcess(); -1: there is none.
int WaitFor(long child) {
  int status = -1;
  while (child > 0 && waitpid(static_cast<pid_t>(child), &status, __WALL) < 0 &&
         errno == EINTR) {
  }
  return status;
}

}  // namespace

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
  const int status = WaitFor(child);
  return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

std::vector<char*> PointersTo(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const std::string& text : texts) {
    out.push_back(const_cast<char*>(text.c_str()));
  }
  out.push_back(nullptr);
  return out;
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
  return WaitFor(between) == 0;
}

}  // namespace synapse
