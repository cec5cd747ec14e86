#include "runner/command_runner.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "base/child.h"
#include "base/clock.h"
#include "base/files.h"

namespace synapse {
namespace {

constexpr int kLowest = 64;

// Moves a descriptor to a higher number and closes the old one.
int MoveUp(int fd) {
  if (fd < 0) return -1;
  int moved = fcntl(fd, F_DUPFD_CLOEXEC, kLowest);
  close(fd);
  return moved;
}

// A file with this text, positioned at its beginning; -1 on error.
int InputOf(const std::string& text) {
  if (text.empty()) return -1;
  const int fd = MoveUp(memfd_create("synapse", MFD_CLOEXEC));
  for (size_t at = 0; fd >= 0 && at < text.size();) {
    const ssize_t n = write(fd, text.data() + at, text.size() - at);
    if (n <= 0) break;
    at += static_cast<size_t>(n);
  }
  if (fd >= 0) lseek(fd, 0, SEEK_SET);
  return fd;
}

// The keeper process, from clone to its end: system calls only.
struct Pipes {
  int input;  // -1: no input
  int output;
};
[[noreturn]] void Keep(const CommandRunner::Command& command, char** argv,
                       char** envp, Pipes pipes) {
  LeaveShell();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A timeout in case the shell no longer reads.
  alarm(static_cast<unsigned>(command.timeout_ms / 1000 + 2));
  int null = open("/dev/null", O_RDWR);
  dup2(pipes.input >= 0 ? pipes.input : null, 0);
  dup2(pipes.output, 1);
  dup2(null, 2);
  CloseFrom(3);
  long pid = CloneProcess(SIGCHLD);
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (command.run) {
      command.run();
      _exit(0);
    }
    if (chdir(command.cwd.c_str()) == 0) {
      execve(command.program.c_str(), argv, envp);
    }
    _exit(127);
  }
  int status = 0;
  while (pid > 0 && waitpid(static_cast<pid_t>(pid), &status, 0) < 0) {
  }
  char exit_status = static_cast<char>(
      pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 126);
  (void)!write(1, &exit_status, 1);
  _exit(0);
}

}  // namespace

CommandRunner::~CommandRunner() {
  Stop();
  if (epoll_ >= 0 && FileId::Of(epoll_) == epoll_id_) close(epoll_);
  if (timer_ >= 0 && FileId::Of(timer_) == timer_id_) close(timer_);
}

// Opened again if the user closed it, when its number may belong to one of the
// user's files. (All epolls look alike; the shell's user has none.)
bool CommandRunner::OpenEpoll() {
  if (epoll_ >= 0 && FileId::Of(epoll_) == epoll_id_) return true;
  epoll_ = MoveUp(epoll_create1(EPOLL_CLOEXEC));
  epoll_id_ = FileId::Of(epoll_).value_or(FileId());
  return epoll_ >= 0;
}

bool CommandRunner::Start(const std::string& name, const Command& command) {
  Reap();
  bool there = std::any_of(children_.begin(), children_.end(),
                           [&](const Child& c) { return c.name == name; });
  if (there || children_.size() >= kMaxRunning || !OpenEpoll()) return false;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  int from = MoveUp(ends[0]), to = MoveUp(ends[1]);
  const int input = InputOf(command.input);
  std::vector<char*> argv = PointersTo(command.words);
  std::vector<char*> envp = PointersTo(command.environment);
  long pid = -1;
  {
    SignalsHeld held;
    if (from >= 0 && to >= 0) pid = CloneProcess(0);
    if (pid == 0) Keep(command, argv.data(), envp.data(), {input, to});
  }
  if (to >= 0) close(to);
  if (input >= 0) close(input);
  if (pid < 0) {
    if (from >= 0) close(from);
    return false;
  }
  fcntl(from, F_SETFL, O_NONBLOCK);
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.fd = from;
  epoll_ctl(epoll_, EPOLL_CTL_ADD, from, &event);
  children_.push_back(
      {name, static_cast<pid_t>(pid), from, FileId::Of(from).value_or(FileId()),
       Clock::MonotonicUs() + command.timeout_ms * int64_t{1000}, ""});
  return true;
}

// Closing the last descriptor of the pipe removes it from the epoll.
void CommandRunner::End(Child& child) {
  if (FileId::Of(child.pipe) == child.pipe_id) close(child.pipe);
  kill(-child.pid, SIGKILL);
  kill(child.pid, SIGKILL);
  ended_.push_back(child.pid);
}

void CommandRunner::Reap() {
  std::erase_if(ended_, [](pid_t pid) {
    return waitpid(pid, nullptr, __WCLONE | WNOHANG) != 0;
  });
}

std::vector<CommandRunner::Finished> CommandRunner::Read() {
  std::vector<Finished> out;
  int64_t now = Clock::MonotonicUs();
  uint64_t woken;
  if (wakes_) {
    wakes_ = FileId::Of(timer_) == timer_id_ &&
             read(timer_, &woken, sizeof woken) < 0;
  }
  for (auto child = children_.begin(); child != children_.end();) {
    char buffer[16384];
    ssize_t n = 0;
    const bool is_ours = FileId::Of(child->pipe) == child->pipe_id;
    while (is_ours && (n = read(child->pipe, buffer, sizeof buffer)) > 0 &&
           child->output.size() < kMaxOutput) {
      child->output.append(buffer, static_cast<size_t>(n));
    }
    if (n < 0 && now < child->deadline_us) {
      ++child;
      continue;
    }
    // The keeper's status byte comes last, when the command has ended.
    std::string& text = child->output;
    Finished done{child->name, ""};
    if (is_ours && n == 0 && !text.empty()) {
      done.status = static_cast<unsigned char>(text.back());
      text.pop_back();
    }
    done.output = std::move(text);
    End(*child);
    child = children_.erase(child);
    out.push_back(std::move(done));
  }
  Reap();
  return out;
}

std::string_view CommandRunner::OutputOf(const std::string& name) const {
  for (const Child& child : children_) {
    if (child.name == name) return child.output;
  }
  return {};
}

void CommandRunner::WakeIn(int ms) {
  if (!OpenEpoll()) return;
  if (timer_ < 0 || FileId::Of(timer_) != timer_id_) {
    timer_ =
        MoveUp(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    if (timer_ < 0) return;
    timer_id_ = FileId::Of(timer_).value_or(FileId());
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.fd = timer_;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, timer_, &event);
  }
  itimerspec when = {};
  when.it_value.tv_sec = ms / 1000;
  when.it_value.tv_nsec = std::max(ms % 1000, ms < 1000 ? 1 : 0) * 1'000'000L;
  wakes_ = timerfd_settime(timer_, 0, &when, nullptr) == 0;
}

void CommandRunner::Stop(const std::string& name) {
  for (auto child = children_.begin(); child != children_.end(); ++child) {
    if (child->name != name) continue;
    End(*child);
    children_.erase(child);
    break;
  }
  Reap();
}

void CommandRunner::Stop() {
  for (Child& child : children_) End(child);
  children_.clear();
  // Killed processes end at once, except in an uninterruptible wait.
  for (int i = 0; i < 20 && !ended_.empty(); ++i) {
    Reap();
    if (!ended_.empty()) usleep(100);
  }
}

std::string FindProgram(const std::string& name, const std::string& path) {
  for (size_t at = 0; at <= path.size();) {
    size_t end = std::min(path.find(':', at), path.size());
    std::string dir = path.substr(at, end - at);
    at = end + 1;
    if (!dir.starts_with('/') || OnSlowMount(dir)) continue;
    std::string program = JoinPath(dir, name);
    if (IsRegularFile(program) && CanExecute(program)) {
      return program;
    }
  }
  return "";
}

}  // namespace synapse
