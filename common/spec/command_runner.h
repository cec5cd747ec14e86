// CommandRunner: commands of generators, and whoever else is not waited for, run
// in the background.
//
// The shell's child is a keeper, cloned without an exit signal: the shell gets
// no SIGCHLD, and its own wait() never sees it, so that jobs, traps and `$!`
// know nothing of it. exec would bring the signal back (clone(2)), so the keeper
// starts the command as a child of its own, waits for it, and writes its exit
// status as one byte behind its output. Both are in a session of their own,
// read what they are given, write into a pipe and nowhere else, and die with the
// shell, with the line, or when their time is over. One descriptor, which an
// epoll stands behind, becomes readable when there is something to read:
// nothing wakes an idle shell.
//
// Descriptors: at 64 and above, close-on-exec.
// Forks:       a child of the shell must not call it; abi/abi.cc sees to that.
// Rejected:    popen() and posix_spawn(): both children send SIGCHLD.
// Tested by tests/spec/command_runner_test.cc.
#pragma once

#include <sys/types.h>

#include <cstdint>
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
    std::string program;             // an absolute path
    std::vector<std::string> words;  // argv
    std::vector<std::string> environment;  // "NAME=value"
    std::string cwd;
    int timeout_ms = 1000;
    std::string input = {};  // on its stdin
  };
  // Starts it under a name; false when it cannot, when one of that name runs,
  // or when enough run already.
  bool Start(const std::string& name, const Command& command);
  bool running() const { return !children_.empty(); }

  // To be watched for reading; -1 before the first Start().
  int fd() const { return epoll_; }

  struct Finished {
    std::string name;
    std::string output;
    int status = -1;  // of its exit; -1: it was ended
    bool ok() const { return status == 0; }
  };
  // Takes what can be read without waiting; those that ended. Those whose time
  // is over are ended.
  std::vector<Finished> Read();
  // What one that runs has said until the last Read().
  std::string_view OutputOf(const std::string& name) const;
  // Ends one of them; all of them.
  void Stop(const std::string& name);
  void Stop();
  // The descriptor becomes readable in so many milliseconds, once; the latest
  // call counts.
  void WakeIn(int ms);

 private:
  struct Child {
    std::string name;
    pid_t pid;  // the keeper's
    int pipe;
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
  std::list<Child> children_;
  std::vector<pid_t> ended_;  // killed, not yet waited for
};

// The program of that name on `path` ($PATH's form); "" when there is none or
// when it lies on a mount that may block.
std::string FindProgram(const std::string& name, const std::string& path);

}  // namespace synapse
