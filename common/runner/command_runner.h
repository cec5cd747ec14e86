// CommandRunner: runs commands of generators, and other commands that nobody
// waits for, in the background.
//
// The shell's child is a keeper, cloned without an exit signal. The shell gets
// no SIGCHLD and its own wait() never sees the keeper, so jobs, traps and `$!`
// are not affected. exec would restore the signal (clone(2)). The keeper
// therefore starts the command as its own child, waits for it, and writes the
// exit status as one byte after the output. Both processes run in a session of
// their own, read the given input, and write only into a pipe. They end with
// the shell, with the line, or when their time is over. One epoll descriptor
// becomes readable when there is output. An idle shell is never woken.
//
// Descriptors: at 64 and above, close-on-exec.
// Forks:       a child of the shell must not call it; abi/abi.cc checks that.
// Rejected:    popen() and posix_spawn(): both children send SIGCHLD.
// Tested by tests/runner/command_runner_test.cc.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace synapse {

class CommandRunner {
 public:
  static constexpr size_t kMaxRunning = 3;
  static constexpr size_t kMaxOutput = size_t{1} << 20;  // bytes

  CommandRunner() = default;
  ~CommandRunner();
  CommandRunner(const CommandRunner&) = delete;
  CommandRunner& operator=(const CommandRunner&) = delete;

  struct Command {
    std::string program = {};                   // an absolute path
    std::vector<std::string> words = {};        // argv
    std::vector<std::string> environment = {};  // "NAME=value"
    std::string cwd;
    int timeout_ms = 1000;
    std::string input = {};  // its stdin
    // The child calls this function in place of a program, with its output at
    // descriptor 1, and ends afterwards. The shell sees no variable of the
    // child.
    std::function<void()> run = {};
  };
  // Starts the command under a name. Returns false on error, when a command of
  // that name runs, or when too many run.
  bool Start(const std::string& name, const Command& command);
  bool running() const { return !children_.empty(); }

  // The descriptor to watch for reading; -1 while no command runs and no time
  // was set by WakeIn(), so that nothing is watched at most keys.
  int fd() const { return running() || wakes_ ? epoll_ : -1; }

  struct Finished {
    std::string name;
    std::string output;
    int status = -1;  // exit status; -1: killed
    bool ok() const { return status == 0; }
  };
  // Reads available output without waiting, kills commands whose time is over,
  // and returns the commands that ended.
  std::vector<Finished> Read();
  // The output of a running command up to the last Read().
  std::string_view OutputOf(const std::string& name) const;
  // Kills one command; kills all of them.
  void Stop(const std::string& name);
  void Stop();
  // The descriptor becomes readable once in `ms` milliseconds. The latest call
  // replaces earlier ones.
  void WakeIn(int ms);

 private:
  struct Child {
    std::string name;
    pid_t pid;  // of the keeper
    int pipe;
    FileId pipe_id;  // its number may belong to a file of the user later
    int64_t deadline_us;
    std::string output;
  };
  bool OpenEpoll();
  void End(Child& child);
  void Reap();

  int epoll_ = -1;
  int timer_ = -1;
  FileId timer_id_;
  FileId epoll_id_;
  bool wakes_ = false;  // the time of WakeIn() has not come yet
  std::list<Child> children_;
  std::vector<pid_t> ended_;  // killed, not yet waited for
};

// The path of a program on `path` (in $PATH's form); "" when it is missing or
// is on a mount that may block.
std::string FindProgram(const std::string& name, const std::string& path);

}  // namespace synapse
