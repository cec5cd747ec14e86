// A shell that is stopped in the middle of a commit keeps the writer lock: the
// hooks of other shells return within their budget, and catch up later.
#include <algorithm>

#include "tests/safety/safety.h"

namespace synapse {
namespace {

using namespace testing;

bool IsLocked(const std::string& path) {
  int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  bool locked = fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  close(fd);
  return locked;
}

}  // namespace

TEST_CASE("safety: a stopped writer holds up nobody") {
  for (const char* environment : {"events", "index"}) {
    CAPTURE(environment);
    TempTree tree;
    std::string store = tree.Path("store");
    { Engine first(OptionsOver(store, By::kCommit)); }
    pid_t writer = Fork([&] {
      Engine engine(OptionsOver(store, By::kCommit));
      for (int i = 0;; ++i) {
        RunHooks(engine, "writer", "writer " + std::to_string(i),
                 1700000000000 + i);
      }
      return 0;
    });
    // The writer is stopped until a stop falls in the middle of a transaction.
    bool caught = false;
    for (int i = 0; i < 5000 && !caught; ++i) {
      usleep(500);
      kill(writer, SIGSTOP);
      int status;
      waitpid(writer, &status, WUNTRACED);
      caught = IsLocked(store + "/" + environment + "/write.lock");
      if (!caught) kill(writer, SIGCONT);
    }
    REQUIRE(caught);
    std::set<std::string> mine;
    std::vector<int64_t> took;
    {
      Engine engine(OptionsOver(store, By::kCommit));
      for (int i = 0; i < 50; ++i) {
        std::string line = "mine " + std::to_string(i);
        int64_t start = Clock::MonotonicUs();
        RunHooks(engine, "mine", line, 1700000000000 + i);
        took.push_back(Clock::MonotonicUs() - start);
        mine.insert(line);
        start = Clock::MonotonicUs();
        (void)Ask(engine, "mine", "min", 1700000001000);
        took.push_back(Clock::MonotonicUs() - start);
      }
      // The locked environment is the log, or the index only.
      CHECK((engine.event_writer().waiting() > 0) == (environment[0] == 'e'));
      kill(writer, SIGCONT);
      // The writer continues, and has the lock nearly always; a prompt that
      // does not get the lock does not wait.
      const int64_t deadline = Clock::MonotonicUs() + 30'000'000;
      while (engine.event_writer().waiting() > 0 &&
             Clock::MonotonicUs() < deadline) {
        engine.NewPrompt();
        usleep(200);
      }
      CHECK(engine.event_writer().waiting() == 0);
    }
    kill(writer, SIGKILL);
    WaitFor(writer);
    CheckOnce(store, mine);
    std::sort(took.begin(), took.end());
    int64_t most = took[took.size() * 9 / 10];
    Say("a writer of %s stopped in a transaction: 50 commands of another "
        "shell; of their hooks and suggestions nine in ten took %ld us at "
        "most, the slowest %ld us",
        environment, static_cast<long>(most), static_cast<long>(took.back()));
    // Two environments take 5 ms each; a loaded machine adds to that.
    CHECK(most < 60'000);
  }
}

}  // namespace synapse
