// kill -9 at any moment, while several shells write: an acknowledged command is
// there once, and none is there twice.
#include <unistd.h>

#include "tests/safety/safety.h"

namespace synapse {
namespace {

using namespace testing;

// A shell that runs commands until it is killed, and reports each one after its
// hooks returned.
int Shell(const std::string& store, int number, int acknowledge) {
  Engine engine(OptionsOver(store, number % 2 ? By::kSpool : By::kCommit));
  std::string session = "shell" + std::to_string(number);
  for (int i = 0;; ++i) {
    std::string line =
        "run " + std::to_string(number) + " " + std::to_string(i);
    RunHooks(engine, session, line, 1700000000000 + number * 1000 + i);
    line += '\n';
    (void)!write(acknowledge, line.data(), line.size());
    usleep(300);
  }
}

}  // namespace

TEST_CASE("safety: kill -9 at a random moment loses and doubles nothing") {
  const int kKills = Rounds(500, 120);
  constexpr int kShells = 4;
  uint64_t seed = RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  TempTree tree;
  std::string store = tree.Path("store");
  int pipe_fds[2];
  REQUIRE(pipe2(pipe_fds, O_CLOEXEC) == 0);
  fcntl(pipe_fds[0], F_SETFL, O_NONBLOCK);
  fcntl(pipe_fds[0], F_SETPIPE_SZ, 1 << 20);
  int started = 0;
  auto start = [&] {
    int number = started++;
    return Fork([&] { return Shell(store, number, pipe_fds[1]); });
  };
  std::vector<pid_t> shells;
  for (int i = 0; i < kShells; ++i) shells.push_back(start());
  std::set<std::string> acknowledged;
  std::string held;
  for (int killed = 0; killed < kKills; ++killed) {
    usleep(static_cast<useconds_t>(random() % 20000));
    size_t victim = random() % kShells;
    kill(shells[victim], SIGKILL);
    int status = WaitFor(shells[victim]);
    // The shell was alive until then.
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGKILL);
    shells[victim] = start();
    ReadLines(pipe_fds[0], held, acknowledged);
  }
  for (pid_t shell : shells) {
    kill(shell, SIGKILL);
    WaitFor(shell);
  }
  ReadLines(pipe_fds[0], held, acknowledged);
  close(pipe_fds[0]);
  close(pipe_fds[1]);
  CHECK(acknowledged.size() > static_cast<size_t>(kKills));
  CheckOnce(store, acknowledged);
  Say("killed %d shells of %d writing at once; %zu commands acknowledged",
      kKills + kShells, kShells, acknowledged.size());
}

}  // namespace synapse
