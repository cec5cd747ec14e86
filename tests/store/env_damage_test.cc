// An Env whose files are damaged or replaced, and writers that do not end.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <new>

#include "tests/store/env_testing.h"
#include "tests/store/fault_testing.h"

namespace synapse {
namespace {

using testing::GetOne;
using testing::InChild;
using testing::OpenDescriptors;
using testing::OpenEnv;
using testing::OptionsFor;
using testing::PutOne;
using testing::TempTree;

// Sets a u16 of the page that holds the names of the tables.
void DamageNames(const std::string& directory, size_t field, uint16_t value) {
  const std::string path = directory + "/data.mdb";
  int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  constexpr size_t kPage = 4096, kUsed = 12;
  const size_t pages = std::filesystem::file_size(path) / kPage;
  for (size_t page = 2; page < pages; ++page) {
    std::string bytes(kPage, '\0');
    const auto at = static_cast<off_t>(page * kPage);
    REQUIRE(pread(fd, bytes.data(), kPage, at) == kPage);
    // The page holds two names and the records of their trees.
    uint16_t used;
    memcpy(&used, &bytes[kUsed], sizeof used);
    if (used != 20 || bytes[10] != 2) continue;
    (void)!pwrite(fd, &value, sizeof value, at + static_cast<off_t>(field));
  }
  close(fd);
}

}  // namespace

TEST_CASE("env: a writer that was killed leaves no lock") {
  TempTree tree;
  std::string dir = tree.Path("e");
  OpenEnv(dir).reset();
  pid_t child = fork();
  if (child == 0) {
    auto other = Env::Open(OptionsFor(dir));
    if (!other.ok()) _exit(1);
    (void)(*other)->Write([](Txn& txn) {
      (void)txn.PutIn(0, "k", "half");
      kill(getpid(), SIGKILL);
      return Status();
    });
    _exit(2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  auto env = OpenEnv(dir);
  CHECK(GetOne(*env, "k") == "(none)");
  CHECK(PutOne(*env, "k", "whole").ok());
}

// The fault is not in the map: it says nothing of the file.
TEST_CASE("env: a write that met a fault holds up nobody") {
  TempTree tree;
  std::string dir = tree.Path("e");
  OpenEnv(dir).reset();
  int faulted[2], go[2];
  REQUIRE(pipe(faulted) == 0);
  REQUIRE(pipe(go) == 0);
  auto env = OpenEnv(dir);
  REQUIRE(PutOne(*env, "k", "v").ok());
  pid_t child = fork();
  if (child == 0) {
    close(go[1]);  // the child ends with the test
    env.release();
    auto other = Env::Open(OptionsFor(dir));
    char byte = '?';
    if (other.ok()) {
      Status written = (*other)->Write([](Txn&) {
        testing::FaultInLockFile();
        return Status();
      });
      if (written.code() == Code::kUnavailable && (*other)->lost()) byte = 'f';
    }
    (void)!write(faulted[1], &byte, 1);
    (void)!read(go[0], &byte, 1);  // and lives on
    _exit(0);
  }
  char byte = 0;
  close(faulted[1]);  // the death of the child ends the read
  REQUIRE(read(faulted[0], &byte, 1) == 1);
  CHECK(byte == 'f');
  // An endless wait ends the test.
  alarm(10);
  CHECK(PutOne(*env, "k", "v").code() == Code::kBusy);
  CHECK(env->Replaced());
  env = nullptr;
  env = OpenEnv(dir);
  CHECK(PutOne(*env, "k", "w").ok());
  alarm(0);
  (void)!write(go[1], &byte, 1);
  waitpid(child, nullptr, 0);
  CHECK(GetOne(*env, "k") == "w");
  for (int fd : {faulted[0], go[0], go[1]}) close(fd);
}

TEST_CASE("env: one that met a fault while it was made is made again") {
  TempTree tree;
  std::string dir = tree.Path("e");
  int status = InChild([&] {
    Env::Options options = OptionsFor(dir);
    options.newest_schema = 1;
    options.upgrade = [](Txn&) {
      testing::FaultInLockFile();
      return Status();
    };
    if (Env::Open(options).status().code() != Code::kCorrupt) return 1;
    auto again = Env::Open(OptionsFor(dir));
    if (!again.ok()) return 2;
    return PutOne(**again, "k", "v").ok() ? 0 : 3;
  });
  CHECK(status == 0);
  CHECK(GetOne(*OpenEnv(dir), "k") == "v");
}

TEST_CASE("env: a body may throw, and the next write does not wait for it") {
  TempTree tree;
  std::string dir = tree.Path("e");
  auto env = OpenEnv(dir);
  auto throws = [](Txn&) -> Status { throw std::bad_alloc(); };
  CHECK_THROWS_AS((void)env->Write(throws), std::bad_alloc);
  CHECK_THROWS_AS((void)env->Read([](Txn&) { throw std::bad_alloc(); }),
                  std::bad_alloc);
  CHECK(InChild([&] {
          env.release();
          alarm(10);
          return PutOne(*OpenEnv(dir), "k", "v").ok() ? 0 : 1;
        }) == 0);
  CHECK(PutOne(*env, "k", "w").ok());
  CHECK(GetOne(*env, "k") == "w");
}

TEST_CASE("env: a body under the lock may throw, and the lock is released") {
  TempTree tree;
  std::string dir = tree.Path("e");
  auto env = OpenEnv(dir);
  CHECK_THROWS_AS((void)env->WithLock([] { throw std::bad_alloc(); }),
                  std::bad_alloc);
  CHECK(InChild([&] {
          env.release();
          return PutOne(*OpenEnv(dir), "k", "v").ok() ? 0 : 1;
        }) == 0);
}

// `exec 70>&-` for each of them, and then a file of the user in its place.
TEST_CASE(
    "env: what the user put in the place of a descriptor is not written") {
  std::vector<int> ours;
  {
    TempTree tree;
    auto env = OpenEnv(tree.Path("e"));
    for (const auto& [fd, path] : OpenDescriptors()) {
      if (path.starts_with(tree.Path("e"))) ours.push_back(fd);
    }
  }
  REQUIRE(ours.size() == 4);
  for (int fd : ours) {
    CAPTURE(fd);
    TempTree tree;
    std::string dir = tree.Path("e");
    auto env = OpenEnv(dir);
    REQUIRE(PutOne(*env, "k", "v").ok());
    int theirs = open(tree.Path("theirs").c_str(), O_RDWR | O_CREAT, 0600);
    REQUIRE(write(theirs, "mine", 4) == 4);
    REQUIRE(dup2(theirs, fd) == fd);
    close(theirs);
    CHECK(PutOne(*env, "k", "w").code() == Code::kUnavailable);
    CHECK(env->lost());
    env = nullptr;
    CHECK(fcntl(fd, F_GETFD) == 0);  // and is open still
    CHECK(*ReadFile(tree.Path("theirs")) == "mine");
    env = OpenEnv(dir);
    CHECK(GetOne(*env, "k") == "v");
    CHECK(PutOne(*env, "k", "w").ok());
    CHECK(PutOne(*OpenEnv(tree.Path("e2")), "k", "w").ok());
    CHECK(*ReadFile(tree.Path("theirs")) == "mine");
    env = nullptr;
    close(fd);
  }
}

TEST_CASE("env: a file that is no LMDB file is corrupt, not a crash") {
  TempTree tree;
  tree.Write("e/data.mdb", std::string(64 << 10, 'x'));
  auto env = Env::Open(OptionsFor(tree.Path("e")));
  REQUIRE_FALSE(env.ok());
  CHECK(env.status().code() == Code::kCorrupt);
}

TEST_CASE("env: damage is seen before a table is made") {
  TempTree tree;
  std::string dir = tree.Path("e");
  REQUIRE(PutOne(*OpenEnv(dir), "k", "v").ok());
  DamageNames(dir, 12, 22);                  // a third name, which is invalid
  CHECK(GetOne(*OpenEnv(dir), "k") == "v");  // a read does not use it
  Env::Options more = OptionsFor(dir);
  more.tables.push_back("c");
  auto env = Env::Open(more);
  REQUIRE_FALSE(env.ok());
  CHECK(env.status().code() == Code::kCorrupt);
}

TEST_CASE("env: a page that says it is another does not turn the check off") {
  TempTree tree;
  std::string dir = tree.Path("e");
  auto env = OpenEnv(dir);
  REQUIRE(PutOne(*env, "k", "v").ok());
  DamageNames(dir, 0, 3);
  DamageNames(dir, 14, 8);
  CHECK(PutOne(*env, "k", "w").code() == Code::kCorrupt);
}

TEST_CASE("env: a page that says it has no values, or lies elsewhere") {
  constexpr uint16_t kLeafWithoutValues = 0x22;
  TempTree tree;
  std::string flags = tree.Path("flags"), number = tree.Path("number");
  auto damaged = OpenEnv(flags);
  REQUIRE(PutOne(*damaged, "k", "v").ok());
  DamageNames(flags, 10, kLeafWithoutValues);
  CHECK(PutOne(*damaged, "k", "w").code() == Code::kCorrupt);

  // Page numbers that the file has, up to the last.
  for (uint16_t other : {0, 1, 2, 40, 200, 1000}) {
    CAPTURE(other);
    std::string dir = number + std::to_string(other);
    auto env = OpenEnv(dir);
    for (int i = 0; i < 4; ++i) {
      REQUIRE(PutOne(*env, std::to_string(i), std::string(1 << 20, 'v')).ok());
    }
    DamageNames(dir, 0, other);
    CHECK(PutOne(*env, "k", "w").code() == Code::kCorrupt);
  }
}

TEST_CASE("env: a file that was replaced is noticed") {
  TempTree tree;
  auto env = OpenEnv(tree.Path("e"));
  CHECK_FALSE(env->Replaced());
  REQUIRE(rename(tree.Path("e/data.mdb").c_str(),
                 tree.Path("e/moved").c_str()) == 0);
  CHECK(env->Replaced());
}

}  // namespace synapse
