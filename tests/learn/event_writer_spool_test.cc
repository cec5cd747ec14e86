// The spool's file is removed, closed, damaged, or lines in it are forgotten.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "base/files.h"
#include "learn/event_writer.h"
#include "tests/command/command_testing.h"
#include "tests/learn/event_writer_testing.h"

namespace synapse {

using namespace testing;

TEST_CASE(
    "event writer: a spool that somebody removes is folded all the same, "
    "once") {
  for (bool runs_on : {false, true}) {
    INFO("runs on: " << runs_on);
    Session s(true, kAlways);
    s.Run("make one");
    Engine other(s.engine->options());
    CatchUp(other);  // which knows the line from the spool
    std::filesystem::remove_all(s.tree.Path("store/spool"));
    if (runs_on) s.Run("make two");
    CatchUp(other);
    auto options = s.engine->options();
    s.engine.reset();
    CatchUp(other);
    CHECK(CountOf(other, "make one") == 1);
    CHECK(CountOf(other, "make two") == runs_on);
    CHECK(LogOf(other).size() == (runs_on ? 2 : 1));
  }
}

// `rm -rf` of the store is a way to forget all of it: each open shell put up to
// 64 lines of its spool into the new store.
TEST_CASE("event writer: nothing of a removed store comes back") {
  enum class Then { kRuns, kPrompt, kEnds };
  for (Then then : {Then::kRuns, Then::kPrompt, Then::kEnds}) {
    INFO("then: " << static_cast<int>(then));
    Session s(true, kAlways);
    auto options = s.engine->options();
    auto other = std::make_unique<Engine>(options);
    s.Run("make one");
    s.engine->NewPrompt();
    s.Run("make two");
    CatchUp(*other);
    std::filesystem::remove_all(s.tree.Path("store"));
    CatchUp(*other);  // makes the new store
    if (then == Then::kRuns) s.Run("make three");
    if (then != Then::kEnds) s.engine->NewPrompt();
    if (then == Then::kPrompt) s.Run("make three");
    s.engine.reset();
    other = std::make_unique<Engine>(options);
    CatchUp(*other);
    other->CatchUpFully();
    CHECK(LogOf(*other) ==
          (then == Then::kEnds ? Lines{} : Lines{"make three"}));
    CHECK(CountOf(*other, "make one") == 0);
  }
}

// The commands of such a shell were in its memory alone, and lost when it ended.
TEST_CASE(
    "event writer: without a directory for spools the log takes commands") {
  Session s(true, kAlways);
  s.Run("make one");
  Engine other(s.engine->options());
  s.engine.reset();
  std::filesystem::remove_all(s.tree.Path("store/spool"));
  s.tree.Write("store/spool", "");
  s.engine = std::make_unique<Engine>(other.options());
  for (const char* line : {"make two", "make three"}) {
    s.Run(line);
    s.engine->NewPrompt();
  }
  CHECK(LogOf(other) == Lines{"make one", "make two", "make three"});
  const Outcome doctor = RunCommand(s, "doctor", {});
  CHECK(doctor.status == 1);
  CHECK(doctor.out.find("store/spool: Not a directory\n") != std::string::npos);
}

// The log as the next shell finds it when all shells are killed now.
Lines AfterKill(Session& s) {
  namespace fs = std::filesystem;
  std::error_code none;
  fs::copy(s.tree.Path("store"), s.tree.Path("killed"),
           fs::copy_options::recursive, none);
  EngineOptions options = s.engine->options();
  options.store = s.tree.Path("killed");
  Lines lines;
  {
    Engine next(options);
    CatchUp(next);
    lines = LogOf(next);
  }
  fs::remove_all(s.tree.Path("killed"));
  return lines;
}

// `mv ~/.local/share/synapse old`, or a backup that is put back: lines went to
// the spool that was moved away, where the next shell does not look.
TEST_CASE(
    "event writer: a store that is moved away or put back loses no line") {
  namespace fs = std::filesystem;
  enum class Then { kNothing, kEmpty, kBackup };
  for (int64_t slow : {kAlways, int64_t{1'000'000'000}}) {
    for (Then then : {Then::kNothing, Then::kEmpty, Then::kBackup}) {
      INFO("slow: " << slow << ", then: " << static_cast<int>(then));
      Session s(true, slow);
      const std::string store = s.tree.Path("store");
      s.Run("make backup");
      s.engine->CatchUpFully();
      fs::copy(store, s.tree.Path("backup"), fs::copy_options::recursive);
      s.Run("make one");
      fs::rename(store, s.tree.Path("old"));
      if (then == Then::kEmpty) fs::create_directory(store);
      if (then == Then::kBackup) fs::rename(s.tree.Path("backup"), store);
      Lines expected;
      if (then == Then::kBackup) expected.push_back("make backup");
      // Of a spool, all records are put back.
      if (slow == kAlways) expected.push_back("make one");
      for (const char* line : {"make two", "make three"}) {
        s.Run(line);
        expected.push_back(line);
        CHECK(AfterKill(s) == expected);
        s.engine->NewPrompt();
        CHECK(CountOf(*s.engine, line) == 1);
        CHECK(AfterKill(s) == expected);
      }
      // After a power cut the index of this store is not trusted.
      s.Run("make last", Learner::kMaxAhead);
      expected.insert(expected.end(), Learner::kMaxAhead, "make last");
      s.engine->NewPrompt();
      auto state = ReadFile(store + "/index.state");
      REQUIRE(state.ok());
      CHECK(state->ends_with(" open\n"));
      auto options = s.engine->options();
      s.engine.reset();
      Engine next(options);
      CatchUp(next);
      CHECK(LogOf(next) == expected);
      CHECK(Spools(s) == 0);
    }
  }
}

int SpoolDescriptor(const Session& s) {
  for (int fd = 64; fd < 256; ++fd) {
    char path[4096];
    std::string link = "/proc/self/fd/" + std::to_string(fd);
    ssize_t n = readlink(link.c_str(), path, sizeof path);
    if (n > 0 && std::string_view(path, static_cast<size_t>(n))
                     .starts_with(s.tree.Path("store/spool/"))) {
      return fd;
    }
  }
  return -1;
}

// The shell's user closes it (`exec 70>&-`). Other shells may then take it for
// the spool of a dead shell, and somebody may remove its file.
TEST_CASE(
    "event writer: a spool that is closed loses nothing and doubles nothing") {
  enum class Then { kNothing, kOthersFold, kRemoved };
  for (Then then : {Then::kNothing, Then::kOthersFold, Then::kRemoved}) {
    INFO("then: " << static_cast<int>(then));
    Session s(true, kAlways);
    s.Run("make one");
    Engine other(s.engine->options());
    CatchUp(other);
    int fd = SpoolDescriptor(s);
    REQUIRE(fd >= 0);
    close(fd);
    if (then == Then::kOthersFold) other.CatchUpFully();
    if (then == Then::kRemoved) {
      std::filesystem::remove_all(s.tree.Path("store/spool"));
    }
    s.Run("make two");
    s.engine->NewPrompt();
    s.engine.reset();
    CatchUp(other);
    CHECK(LogOf(other) == Lines{"make one", "make two"});
    CHECK(CountOf(other, "make one") == 1);
    CHECK(CountOf(other, "make two") == 1);
  }
}

// Another process overwrote the file: later events are still in memory.
TEST_CASE(
    "event writer: records that cannot be read in its spool are not lost") {
  Session s(true, kAlways);
  s.Run("make one");
  s.Run("make two");
  auto listed = Spool::List(s.tree.Path("store/spool"), "");
  REQUIRE(listed.size() == 1);
  s.tree.Write("store/spool/" + listed[0].name + ".log", "garbage, and more");
  s.Run("make three");
  s.engine->CatchUpFully();
  CHECK(LogOf(*s.engine) == Lines{"make one", "make two", "make three"});
  CHECK(CountOf(*s.engine, "make two") == 1);
}

// A prompt folds in one commit, and keeps the file for later events.
TEST_CASE(
    "event writer: what is folded is forgotten in the file that is kept too") {
  Session s(true, kAlways);
  const std::string secret = "frob --key hunter2";
  s.Run(secret);
  for (size_t i = 0; i < EventWriter::kMaxWaiting; ++i) {
    s.Run("make " + std::to_string(i));
  }
  s.engine->NewPrompt();
  CHECK(LogOf(*s.engine).size() > EventWriter::kMaxWaiting);
  CHECK(Spools(s) == 1);
  Engine other(s.engine->options());
  CatchUp(other);
  REQUIRE(other.Hide(secret, other.clock().NowMs()).ok());
  REQUIRE(other.FinishForgetting().ok());
  for (const auto& [name, size] : Spool::List(s.tree.Path("store/spool"), "")) {
    auto bytes = ReadFile(s.tree.Path("store/spool/" + name + ".log"));
    REQUIRE(bytes.ok());
    CHECK(bytes->find("hunter2") == std::string::npos);
  }
  // Its shell writes on in the same file.
  s.Run("make last");
  s.engine.reset();
  CatchUp(other);
  CHECK(CountOf(other, "make last") == 1);
  CHECK(Spools(s) == 0);
}

}  // namespace synapse
