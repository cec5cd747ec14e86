#include "store/guard.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>

#include "base/child.h"
#include "engine.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

// A page that is in the map and not in the file.
class TruncatedMap {
 public:
  TruncatedMap() {
    file_ = tree_.Path("data.mdb");
    int fd = open(file_.c_str(), O_RDWR | O_CREAT, 0600);
    REQUIRE(ftruncate(fd, 8192) == 0);
    bytes_ = static_cast<volatile char*>(
        mmap(nullptr, 8192, PROT_READ, MAP_SHARED, fd, 0));
    REQUIRE(ftruncate(fd, 0) == 0);
    close(fd);
  }
  ~TruncatedMap() { munmap(const_cast<char*>(bytes_), 8192); }
  char Read() const { return bytes_[4096]; }

 private:
  testing::TempTree tree_;
  std::string file_;
  volatile char* bytes_;
};

TEST_CASE("guard: a read beyond a truncated file answers false") {
  FaultGuard guard;
  TruncatedMap map;
  bool behind = false;
  CHECK_FALSE(guard.Run([&] {
    (void)map.Read();
    behind = true;
  }));
  CHECK_FALSE(behind);
  CHECK(guard.Run([] {}));
}

TEST_CASE("guard: a fault in a nested body ends that body alone") {
  FaultGuard guard;
  TruncatedMap map;
  bool inner = true, went_on = false;
  CHECK(guard.Run([&] {
    inner = guard.Run([&] { (void)map.Read(); });
    went_on = true;
  }));
  CHECK_FALSE(inner);
  CHECK(went_on);
}

int seen_signal = 0;

TEST_CASE("guard: a fault outside of a body goes to the handler before") {
  struct sigaction theirs = {}, old;
  theirs.sa_handler = [](int signal) { seen_signal = signal; };
  sigaction(SIGBUS, &theirs, &old);
  {
    FaultGuard guard;
    raise(SIGBUS);
    CHECK(seen_signal == SIGBUS);
  }
  struct sigaction now;
  sigaction(SIGBUS, nullptr, &now);
  CHECK((now.sa_handler == theirs.sa_handler));
  sigaction(SIGBUS, &old, nullptr);
}

// The process dies of the signal as without Synapse, in a body or outside.
TEST_CASE("guard: a signal that a process sends is passed on") {
  for (bool in_body : {false, true}) {
    CAPTURE(in_body);
    pid_t child = fork();
    if (child == 0) {
      signal(SIGSEGV, SIG_DFL);
      FaultGuard guard;
      auto send = [] { kill(getpid(), SIGSEGV); };
      if (in_body)
        (void)guard.Run(send);
      else
        send();
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
  }
}

TEST_CASE("guard: a body may throw; the guard is off behind it") {
  pid_t child = fork();
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL);
    FaultGuard guard;
    try {
      (void)guard.Run([] { throw 1; });
    } catch (int) {
      *static_cast<volatile int*>(nullptr) = 1;  // the default handler gets it
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV));
}

// A fault of our own code was taken for damage of the store, and hidden.
TEST_CASE("guard: a null pointer in a body goes to the handler before") {
  pid_t child = fork();
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL);
    FaultGuard guard;
    (void)guard.Run([] { *static_cast<volatile int*>(nullptr) = 1; });
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV));
}

// base/child.h: a child in the background removes the handlers.
TEST_CASE("guard: where numbers of a file are followed, any address counts") {
  struct sigaction theirs = {}, old;
  theirs.sa_handler = [](int) { _exit(7); };
  sigaction(SIGSEGV, &theirs, &old);
  auto wild = [] { (void)*reinterpret_cast<volatile char*>(8); };
  auto status = [&](const std::function<void(FaultGuard&)>& body) {
    const pid_t child = fork();
    if (child == 0) {
      FaultGuard guard;
      body(guard);
      _exit(0);
    }
    int result = 0;
    waitpid(child, &result, 0);
    return WEXITSTATUS(result);
  };
  CHECK(status([&](FaultGuard& guard) {
          const bool whole = guard.Run([&] {
            FaultGuard::Unchecked unchecked;
            wild();
          });
          if (whole) _exit(1);
        }) == 0);
  // Not any more in the next body, nor in a body within.
  CHECK(status([&](FaultGuard& guard) {
          (void)guard.Run([&] {
            FaultGuard::Unchecked unchecked;
            wild();
          });
          (void)guard.Run([&] { wild(); });
        }) == 7);
  CHECK(status([&](FaultGuard& guard) {
          (void)guard.Run([&] {
            FaultGuard::Unchecked unchecked;
            (void)guard.Run([&] { wild(); });
          });
        }) == 7);
  sigaction(SIGSEGV, &old, nullptr);
}

TEST_CASE("guard: a child that dropped the handlers has a guard of its own") {
  FaultGuard ours;
  TruncatedMap map;
  pid_t child = fork();
  if (child == 0) {
    LeaveShell();
    FaultGuard guard;
    _exit(guard.Run([&] { (void)map.Read(); }) ? 1 : 0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("store: an index cut short while it is mapped is built again") {
  testing::TempTree tree;
  EngineOptions options;
  options.store = tree.Path("store");
  options.config = Config::Load("", nullptr);
  Engine engine(options);
  for (int i = 0; i < 50; ++i) {
    Run run;
    run.session = "s";
    run.command = "command number" + std::to_string(i);
    run.start_ms = 1600000000000 + i * 1000;
    run.exit = 0;
    REQUIRE(engine.Record(run).ok());
  }
  REQUIRE(truncate(tree.Path("store/index/data.mdb").c_str(), 4096) == 0);
  SuggestRequest request;
  request.session = "s";
  request.now_ms = 1600000100000;
  request.buffer = "comm";
  request.cursor = 4;
  (void)engine.Suggest(request);  // finds the damage, and continues
  engine.NewPrompt();             // repairs it
  // Each prompt builds as much as its two milliseconds allow.
  for (int i = 0; i < 200 && engine.learner().Behind() > 0; ++i) {
    engine.NewPrompt();
  }
  auto reply = engine.Suggest(request);
  REQUIRE(!reply.suggestions.empty());
  CHECK(reply.suggestions[0].text.starts_with("command number"));
  CHECK(engine.learner().Behind() == 0);
}

TEST_CASE("store: an event log cut short while mapped is set aside") {
  testing::TempTree tree;
  auto store = Store::Open(tree.Path("store"));
  Event event;
  event.command = "make";
  event.start_ms = 1600000000000;
  REQUIRE(store->log().Append({event}).ok());
  REQUIRE(truncate(tree.Path("store/events/data.mdb").c_str(), 0) == 0);
  CHECK_FALSE(store->log().Append({event}).ok());
  store->Refresh();
  CHECK(store->log().Append({event}).ok());
  CHECK(store->why().find("set aside") != std::string::npos);
}

}  // namespace
}  // namespace synapse
