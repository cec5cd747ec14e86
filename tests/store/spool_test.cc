#include "store/spool.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "tests/engine/engine_testing.h"
#include "tests/store/held_lock.h"

namespace synapse {
namespace {

using testing::HeldLock;
using testing::Session;
using testing::TempTree;

std::vector<std::string> ReadAll(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  uint64_t end = 0;
  std::vector<std::string> payloads;
  for (auto& [behind, payload] : Spool::Read(fd, 0, &end)) {
    payloads.push_back(payload);
  }
  close(fd);
  return payloads;
}

size_t CountOf(Engine& engine, const std::string& command) {
  size_t n = 0;
  engine.store().log().Visit(1, [&](uint64_t, const Event& e) {
    n += e.command == command;
    return true;
  });
  return n;
}

size_t SpoolFiles(const std::string& store) {
  size_t n = 0;
  std::error_code none;
  for (auto& file :
       std::filesystem::directory_iterator(store + "/spool", none)) {
    (void)file;
    ++n;
  }
  return n;
}

}  // namespace

TEST_CASE("spool: the check value of CRC-32C") {
  CHECK(Crc32c("123456789") == 0xE3069283u);
  CHECK(Crc32c("") == 0);
}

TEST_CASE("spool: records come back, a torn or damaged tail does not") {
  TempTree tree;
  Spool spool(tree.Path("spool"), "a");
  REQUIRE(spool.Append("one").ok());
  REQUIRE(spool.Append(std::string("\0two", 4)).ok());
  REQUIRE(spool.Append("three").ok());
  std::string file = tree.Path("spool/a.log");
  using Records = std::vector<std::string>;
  CHECK(ReadAll(file) == Records{"one", std::string("\0two", 4), "three"});
  auto whole = *ReadFile(file);
  for (size_t cut = 0; cut < whole.size(); ++cut) {
    tree.Write("cut", whole.substr(0, cut));
    auto records = ReadAll(tree.Path("cut"));
    // A header has eight bytes: the records end at 11, 23 and 36.
    CHECK(records.size() == (cut >= 23 ? 2 : cut >= 11 ? 1 : 0));
  }
  whole[9] ^= 1;  // inside the first payload
  tree.Write("damaged", whole);
  CHECK(ReadAll(tree.Path("damaged")).empty());
}

TEST_CASE(
    "spool: the file goes when all of it is folded, and stays otherwise") {
  TempTree tree;
  {
    Spool spool(tree.Path("spool"), "a");
    REQUIRE(spool.Append("x").ok());
    spool.Folded();
  }
  CHECK_FALSE(IsRegularFile(tree.Path("spool/a.log")));
  {
    Spool spool(tree.Path("spool"), "a");
    REQUIRE(spool.Append("x").ok());
  }
  CHECK(IsRegularFile(tree.Path("spool/a.log")));
}

TEST_CASE("spool: a file that is removed under its shell is put back") {
  TempTree tree;
  Spool spool(tree.Path("spool"), "a");
  REQUIRE(spool.Append("one").ok());
  std::filesystem::remove_all(tree.Path("spool"));
  REQUIRE(spool.Append("two").ok());
  using Records = std::vector<std::string>;
  CHECK(ReadAll(tree.Path("spool/a.log")) == Records{"one", "two"});
  // The spool still belongs to a live shell.
  CHECK(Spool::Find(tree.Path("spool"), "other", false).empty());
  // If no directory can be made, Append fails; the next spool has all records.
  std::filesystem::remove_all(tree.Path("spool"));
  tree.Write("spool", "in the way");
  CHECK_FALSE(spool.Append("three").ok());
  std::filesystem::remove(tree.Path("spool"));
  REQUIRE(spool.Append("three").ok());
  CHECK(ReadAll(tree.Path("spool/a.log")) == Records{"one", "two", "three"});
}

// `exec 70>&-`, and then a file of the user in its place.
TEST_CASE(
    "spool: what the user put in the place of its descriptor is not written") {
  TempTree tree;
  Spool spool(tree.Path("spool"), "a");
  REQUIRE(spool.Append("one").ok());
  const int fd = spool.fd();
  int theirs = open(tree.Path("theirs").c_str(), O_RDWR | O_CREAT, 0600);
  REQUIRE(dup2(theirs, fd) == fd);
  close(theirs);
  REQUIRE(spool.Append("two").ok());
  using Records = std::vector<std::string>;
  CHECK(ReadAll(tree.Path("spool/a.log")) == Records{"one", "two"});
  CHECK(ReadFile(tree.Path("theirs"))->empty());
  CHECK(Spool::Find(tree.Path("spool"), "other", false).empty());
  // Another shell folds it as the spool of a dead shell, and removes it.
  const int own = spool.fd();
  REQUIRE(dup2(fd, own) == own);
  auto found = Spool::Find(tree.Path("spool"), "other", false);
  REQUIRE(found.size() == 1);
  CHECK(spool.Append("three").code() == Code::kBusy);
  Spool::Remove(found[0]);
  CHECK(spool.Append("three").code() == Code::kNotFound);
  CHECK(spool.fd() == -1);
  close(own);
  close(fd);
}

TEST_CASE("spool: a living shell's file is not taken, a dead one's is") {
  TempTree tree;
  auto spool = std::make_unique<Spool>(tree.Path("spool"), "living");
  REQUIRE(spool->Append("x").ok());
  CHECK(Spool::Find(tree.Path("spool"), "other", false).empty());
  spool.reset();
  auto orphans = Spool::Find(tree.Path("spool"), "other", false);
  REQUIRE(orphans.size() == 1);
  CHECK(orphans[0].name == "living");
  // No other shell takes it meanwhile.
  CHECK(Spool::Find(tree.Path("spool"), "third", false).empty());
  Spool::Remove(orphans[0]);
  CHECK(Spool::Find(tree.Path("spool"), "other", false).empty());
}

TEST_CASE("spool: what a busy log cannot take is folded once it can") {
  Session s;
  s.Run("before");
  std::string store = s.tree.Path("store");
  {
    HeldLock lock(store + "/events");
    s.Run("held one");
    s.Run("held two");
    CHECK(CountOf(*s.engine, "held one") == 0);
    CHECK(SpoolFiles(store) == 1);
    s.engine->NewPrompt();
    CHECK(CountOf(*s.engine, "held one") == 0);
  }
  s.engine->NewPrompt();
  CHECK(CountOf(*s.engine, "held one") == 1);
  CHECK(CountOf(*s.engine, "held two") == 1);
  // Their predecessors are lines of the session.
  auto last = s.engine->store().log().Find(3);
  REQUIRE(last);
  CHECK(last->command == "held two");
  CHECK(last->previous == 2);
  s.engine.reset();
  CHECK(SpoolFiles(store) == 0);
}

TEST_CASE(
    "spool: kill -9 while the log is busy loses nothing, doubles nothing") {
  Session s;
  s.Run("before");
  std::string store = s.tree.Path("store");
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  HeldLock lock(store + "/events");
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // The child is a shell of its own: it opens the store itself.
    EngineOptions options = s.engine->options();
    auto engine = std::make_unique<Engine>(options);
    Run run;
    run.session = "killed";
    run.command = "survives";
    run.start_ms = s.now_ms;
    run.exit = 0;
    char ok = engine->Record(run).ok() ? 'y' : 'n';
    (void)!write(ready[1], &ok, 1);
    pause();
    _exit(0);
  }
  char ok = 'n';
  REQUIRE(read(ready[0], &ok, 1) == 1);
  CHECK(ok == 'y');
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
  CHECK(SpoolFiles(store) == 1);
  lock.Release();
  EngineOptions options = s.engine->options();
  for (int shell = 0; shell < 2; ++shell) {
    Engine another(options);
    another.NewPrompt();
    CHECK(CountOf(another, "survives") == 1);
  }
  CHECK(SpoolFiles(store) == 0);
}

TEST_CASE("spool: what was folded before the shell died is not folded again") {
  Session s;
  s.Run("before");
  std::string store = s.tree.Path("store");
  Event event;
  event.command = "folded";
  event.start_ms = s.now_ms;
  {
    Spool spool(store + "/spool", "dead");
    REQUIRE(spool.Append(EncodeEvent(event)).ok());
    REQUIRE(s.engine->store().spools().FoldOwn("dead", spool.fd()).ok());
    event.command = "not yet";
    REQUIRE(spool.Append(EncodeEvent(event)).ok());
    // The shell dies here: the file stays.
  }
  REQUIRE(s.engine->store().spools().FoldOthers("us", false).ok());
  CHECK(CountOf(*s.engine, "folded") == 1);
  CHECK(CountOf(*s.engine, "not yet") == 1);
  CHECK(SpoolFiles(store) == 0);
}

}  // namespace synapse
