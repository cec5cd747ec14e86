#include "base/child.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/file_cache.h"
#include "base/files.h"

namespace synapse {
namespace {

struct Seen {
  std::atomic<int> done, descriptor, session, signals;
};

std::atomic<int> children_ended;

}  // namespace

TEST_CASE("detached: a process of nobody's, without what the caller has open") {
  auto* seen =
      static_cast<Seen*>(mmap(nullptr, sizeof(Seen), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  REQUIRE(seen != MAP_FAILED);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  struct sigaction count = {}, before;
  count.sa_handler = [](int) { ++children_ended; };
  sigaction(SIGCHLD, &count, &before);
  int text = 41;
  REQUIRE(RunDetached([&] {
    seen->descriptor = fcntl(ends[1], F_GETFD) < 0 ? errno : -1;
    seen->session = getsid(0) == getpid();
    struct sigaction now;
    sigaction(SIGCHLD, nullptr, &now);
    seen->signals = now.sa_handler == SIG_DFL;
    seen->done = text + 1;
  }));
  // The process has closed its copy of the pipe: the reader finds its end.
  close(ends[1]);
  pollfd end = {ends[0], POLLIN, 0};
  CHECK(poll(&end, 1, 60000) == 1);
  char byte;
  CHECK(read(ends[0], &byte, 1) == 0);
  for (int i = 0; i < 60000 && seen->done == 0; ++i) usleep(1000);
  CHECK(seen->done == 42);
  CHECK(seen->descriptor == EBADF);
  CHECK(seen->session == 1);
  CHECK(seen->signals == 1);
  // The shell that waits for its jobs finds none, and got no signal.
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
  CHECK(errno == ECHILD);
  CHECK(children_ended == 0);
  sigaction(SIGCHLD, &before, nullptr);
  close(ends[0]);
  munmap(seen, sizeof(Seen));
}

TEST_CASE("detached: what is thrown ends that process only") {
  REQUIRE(RunDetached([] { throw 1; }));
}

TEST_CASE("detached: what may be interrupted answers how it ended") {
  CHECK(RunInterruptibly([] { return 0; }) == 0);
  CHECK(RunInterruptibly([] { return 7; }) == 7);
  CHECK(RunInterruptibly([]() -> int { throw std::runtime_error("x"); }) == 1);
  CHECK(RunInterruptibly([] {
          raise(SIGINT);
          return 0;
        }) == 128 + SIGINT);
  CHECK(RunInterruptibly([] {
          raise(SIGTSTP);  // does not stop it
          return 3;
        }) == 3);
  int mine = 0;
  CHECK(RunInterruptibly([&] { return mine = 5; }) == 5);
  CHECK(mine == 0);
}

TEST_CASE("child: texts are handed to execve with a null pointer at the end") {
  const std::vector<std::string> texts = {"env", ""};
  const std::vector<char*> pointers = PointersTo(texts);
  REQUIRE(pointers.size() == 3);
  CHECK(pointers[0] == texts[0].c_str());
  CHECK(std::string(pointers[1]).empty());
  CHECK(pointers[2] == nullptr);
  CHECK(PointersTo({}).size() == 1);
}

// A shell asked for a directory at a key; the process that then made it did not
// find it, and compiled nothing.
TEST_CASE("detached: a file that the caller missed is there once it is made") {
  std::string root = std::filesystem::temp_directory_path() / "synapse-XXXXXX";
  REQUIRE(mkdtemp(root.data()));
  auto* made = static_cast<std::atomic<int>*>(
      mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  REQUIRE(made != MAP_FAILED);
  FileCache files;
  const FileCache::Scope scope(files, root);
  const std::string directory = root + "/cache";
  CHECK_FALSE(IsDirectory(directory));
  REQUIRE(
      RunDetached([&] { *made = MakePrivateDirs(directory).ok() ? 1 : 2; }));
  for (int i = 0; i < 500 && *made == 0; ++i) usleep(10'000);
  CHECK(*made == 1);
  munmap(made, sizeof(std::atomic<int>));
  std::filesystem::remove_all(root);
}

}  // namespace synapse
