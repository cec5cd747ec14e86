#include "runner/command_runner.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include "tests/testing.h"

namespace synapse {
namespace {

CommandRunner::Command Shell(const std::string& words, int timeout_ms = 5000) {
  return {.program = "/bin/sh",
          .words = {"sh", "-c", words},
          .environment = {"PATH=/usr/bin:/bin", "GREETING=hello"},
          .cwd = "/",
          .timeout_ms = timeout_ms};
}

// Waits like a line editor.
CommandRunner::Finished Wait(CommandRunner& runner) {
  for (;;) {
    pollfd watched = {runner.fd(), POLLIN, 0};
    poll(&watched, 1, 100);
    auto done = runner.Read();
    if (!done.empty()) return done[0];
    REQUIRE(runner.running());
  }
}

int children_heard_of = 0;
void OnChild(int) { ++children_heard_of; }

}  // namespace

TEST_CASE("command runner: the output, the environment, the directory") {
  CommandRunner runner;
  CHECK(runner.fd() == -1);
  REQUIRE(runner.Start("a", Shell("echo $GREETING; pwd; echo lost >&2")));
  CHECK(runner.fd() >= 64);
  auto done = Wait(runner);
  CHECK(done.name == "a");
  CHECK(done.ok());
  CHECK(done.output == "hello\n/\n");
  CHECK(!runner.running());
  REQUIRE(runner.Start("b", Shell("echo partial; exit 3")));
  done = Wait(runner);
  CHECK(!done.ok());
  CHECK(done.output == "partial\n");
  // A command that ends long after its output.
  REQUIRE(runner.Start("late", Shell("echo x; exec >&-; sleep 0.1")));
  done = Wait(runner);
  CHECK(done.ok());
  CHECK(done.output == "x\n");
  REQUIRE(runner.Start("c", {.program = "/no/such/program",
                             .words = {"x"},
                             .environment = {},
                             .cwd = "/",
                             .timeout_ms = 1000}));
  CHECK(!Wait(runner).ok());
}

// `exec 65>file` in the shell, when 65 was the pipe of a command.
TEST_CASE("command runner: a file of the user under the number of a pipe") {
  const auto pipes = [] {
    std::set<int> out;
    for (int fd = 64; fd < 256; ++fd) {
      struct stat st;
      if (fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode)) out.insert(fd);
    }
    return out;
  };
  const std::set<int> before = pipes();
  CommandRunner runner;
  REQUIRE(runner.Start("a", Shell("sleep 0.05; echo mine")));
  std::set<int> after = pipes();
  for (int fd : before) after.erase(fd);
  REQUIRE(after.size() == 1);
  const int number = *after.begin();
  const int file = memfd_create("user", MFD_CLOEXEC);
  REQUIRE(write(file, "theirs", 6) == 6);
  lseek(file, 0, SEEK_SET);
  dup2(file, number);

  const auto done = runner.Read();
  REQUIRE(done.size() == 1);
  CHECK(!done[0].ok());
  CHECK(done[0].output.empty());
  CHECK(lseek(file, 0, SEEK_CUR) == 0);  // nothing was read
  CHECK(FileId::Of(number) == FileId::Of(file));
  runner.Stop();
  CHECK(FileId::Of(number) == FileId::Of(file));
  close(number);
  close(file);
}

// The shell must not notice the child: no SIGCHLD, nothing for its wait().
TEST_CASE("command runner: nobody else hears of a child") {
  struct sigaction mine = {}, before = {};
  mine.sa_handler = OnChild;
  sigaction(SIGCHLD, &mine, &before);
  children_heard_of = 0;
  CommandRunner runner;
  REQUIRE(runner.Start("a", Shell("echo x")));
  int status = 0;
  CHECK(waitpid(-1, &status, WNOHANG) == -1);
  CHECK(errno == ECHILD);
  CHECK(Wait(runner).ok());
  runner.Start("b", Shell("sleep 100"));
  runner.Stop();
  CHECK(children_heard_of == 0);
  sigaction(SIGCHLD, &before, nullptr);
}

TEST_CASE("command runner: one that takes too long, or that is not wanted") {
  testing::TempTree tree;
  std::string mark = tree.Path("pid");
  CommandRunner runner;
  REQUIRE(runner.Start("slow", Shell("echo $$ >" + mark + "; sleep 100", 30)));
  CHECK(!runner.Start("slow", Shell("echo twice")));
  auto done = Wait(runner);
  CHECK(!done.ok());
  REQUIRE(runner.Start("other",
                       Shell("echo $$ >" + mark + "; echo go; sleep 100")));
  pollfd watched = {runner.fd(), POLLIN, 0};
  REQUIRE(poll(&watched, 1, 5000) == 1);
  auto text = ReadFile(mark);
  REQUIRE(text.ok());
  pid_t pid = atoi(text->c_str());
  CHECK(kill(pid, 0) == 0);
  runner.Stop();
  CHECK(!runner.running());
  CHECK(synapse::testing::Ends(pid));
}

TEST_CASE("command runner: only so many at a time, only so much of each") {
  CommandRunner runner;
  for (size_t i = 0; i < CommandRunner::kMaxRunning; ++i) {
    REQUIRE(runner.Start(std::to_string(i), Shell("sleep 100")));
  }
  CHECK(!runner.Start("more", Shell("echo x")));
  runner.Stop();
  REQUIRE(runner.Start("much", Shell("yes")));
  auto done = Wait(runner);
  CHECK(done.output.size() >= CommandRunner::kMaxOutput);
  CHECK(done.output.size() < 2 * CommandRunner::kMaxOutput);
}

TEST_CASE("command runner: programs are found on the path") {
  testing::TempTree tree;
  tree.Write("bin/tool", "");
  CHECK(FindProgram("tool", tree.Path("bin")).empty());  // not executable
  chmod(tree.Path("bin/tool").c_str(), 0755);
  CHECK(FindProgram("tool", "/nowhere::relative:" + tree.Path("bin")) ==
        tree.Path("bin/tool"));
  CHECK(FindProgram("tool", "").empty());
}

}  // namespace synapse
