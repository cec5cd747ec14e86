#include "store/env.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/bytes.h"
#include "tests/store/env_testing.h"
#include "tests/store/held_lock.h"

namespace synapse {

using testing::GetOne;
using testing::InChild;
using testing::OpenDescriptors;
using testing::OpenEnv;
using testing::OptionsFor;
using testing::PutOne;
using testing::TempTree;

TEST_CASE("env: what is written is read, in another handle's process too") {
  TempTree tree;
  std::string dir = tree.Path("e");
  {
    auto env = OpenEnv(dir);
    CHECK(PutOne(*env, "k", "v").ok());
    CHECK(GetOne(*env, "k") == "v");
    CHECK(GetOne(*env, "other") == "(none)");
  }
  auto env = OpenEnv(dir);
  CHECK(GetOne(*env, "k") == "v");
  CHECK((StatFile(dir)->st_mode & 0777) == 0700);
  CHECK((StatFile(dir + "/data.mdb")->st_mode & 0777) == 0600);
}

TEST_CASE("env: a write that answers an error leaves nothing") {
  TempTree tree;
  auto env = OpenEnv(tree.Path("e"));
  Status status = env->Write([](Txn& txn) {
    (void)txn.PutIn(0, "k", "v");
    return Status(Code::kInternal, "no");
  });
  CHECK(status.code() == Code::kInternal);
  CHECK(GetOne(*env, "k") == "(none)");
}

TEST_CASE("env: a lock that stays taken is not waited for again and again") {
  TempTree tree;
  std::string dir = tree.Path("e");
  auto env = OpenEnv(dir);
  auto other = OpenEnv(dir);  // its lock is its own, in one process too
  constexpr int kWaitMs = 300;
  env->SetLockWait(kWaitMs);
  auto write = [&] {
    int64_t start = Clock::MonotonicUs();
    Status put = PutOne(*env, "k", "v");
    return std::make_pair(put.code(), Clock::MonotonicUs() - start);
  };
  REQUIRE(other
              ->WithLock([&] {
                auto [code, us] = write();
                CHECK(code == Code::kBusy);
                CHECK(us >= kWaitMs * 1000);
                // It would take thirty times as long if each write waited.
                int64_t all_us = 0;
                for (int i = 0; i < 30; ++i) {
                  auto [again, again_us] = write();
                  CHECK(again == Code::kBusy);
                  all_us += again_us;
                }
                CHECK(all_us < 10 * kWaitMs * 1000);
                // A longer wait is still possible.
                env->SetLockWait(2 * kWaitMs);
                CHECK(write().second >= 2 * kWaitMs * 1000);
              })
              .ok());
  CHECK(write().first == Code::kOk);
  REQUIRE(other->WithLock([&] { CHECK(write().second >= 2 * kWaitMs * 1000); })
              .ok());
}

TEST_CASE("env: two processes write, nothing is lost") {
  TempTree tree;
  std::string dir = tree.Path("e");
  OpenEnv(dir).reset();  // the tables exist
  constexpr int kEach = 200;
  auto work = [&](int who) {
    auto env = Env::Open(OptionsFor(dir));
    if (!env.ok()) return 1;
    (*env)->SetLockWait(Env::kForever);
    for (int i = 0; i < kEach; ++i) {
      Status put = (*env)->Write([&](Txn& txn) {
        // Both processes advance a counter: a lost write would show.
        auto old = txn.GetIn(1, "n");
        uint32_t n = old ? ByteReader(*old).Little<uint32_t>() : 0;
        std::string next;
        PutLittle<uint32_t>(next, n + 1);
        Status s = txn.PutIn(1, "n", next);
        if (!s.ok()) return s;
        return txn.PutIn(0, std::to_string(who) + ":" + std::to_string(i), "x");
      });
      if (!put.ok()) return 2;
    }
    return 0;
  };
  pid_t children[2];
  for (int who = 0; who < 2; ++who) {
    children[who] = fork();
    if (children[who] == 0) _exit(work(who));
  }
  for (pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  auto env = OpenEnv(dir);
  uint32_t n = 0;
  uint64_t entries = 0;
  CHECK(env->Read([&](Txn& txn) {
             n = ByteReader(*txn.GetIn(1, "n")).Little<uint32_t>();
             entries = txn.EntriesIn(0);
           })
            .ok());
  CHECK(n == 2 * kEach);
  CHECK(entries == 2 * kEach);
}

// LMDB's own lock is the process's: the close of a second handle destroyed the
// mutexes of the first (Debian 13, LMDB 0.9.31).
TEST_CASE("env: a second handle of the process takes nothing from the first") {
  TempTree tree;
  std::string dir = tree.Path("e");
  auto env = OpenEnv(dir);
  auto other = OpenEnv(dir);
  CHECK(PutOne(*other, "k", "1").ok());
  other.reset();
  CHECK(PutOne(*env, "k", "2").ok());
  CHECK(GetOne(*env, "k") == "2");
  int fd = open((dir + "/lock.mdb").c_str(), O_RDWR | O_CLOEXEC);
  struct flock alone = {};
  alone.l_type = F_WRLCK;
  alone.l_whence = SEEK_SET;
  alone.l_len = 1;
  CHECK(fcntl(fd, F_SETLK, &alone) != 0);
  env.reset();
  CHECK(fcntl(fd, F_SETLK, &alone) == 0);
  close(fd);
}

TEST_CASE("env: a full map grows, and another handle follows") {
  TempTree tree;
  Env::Options options = OptionsFor(tree.Path("e"));
  options.map_bytes = 256 << 10;
  auto env = Env::Open(options);
  REQUIRE(env.ok());
  std::string value(4000, 'x');
  for (int i = 0; i < 400; ++i) {
    REQUIRE(PutOne(**env, std::to_string(i), value).ok());
  }
  CHECK((*env)->info().map_bytes > options.map_bytes);
  CHECK((*env)->info().used_bytes > options.map_bytes);
  // The child opens it with the small map, while it is open here.
  CHECK(InChild([&] {
          auto other = Env::Open(options);
          if (!other.ok()) return 1;
          std::string got;
          Status read = (*other)->Read([&](Txn& txn) {
            if (auto v = txn.GetIn(0, "399")) got = std::string(*v);
          });
          return read.ok() && got == value ? 0 : 2;
        }) == 0);
}

TEST_CASE("env: a map that another process grew is taken over") {
  TempTree tree;
  Env::Options options = OptionsFor(tree.Path("e"));
  options.map_bytes = 256 << 10;
  auto env = Env::Open(options);
  REQUIRE(env.ok());
  CHECK(PutOne(**env, "k", "v").ok());
  std::string value(4000, 'x');
  // LMDB does not open a file twice in one process: the other is a child.
  CHECK(InChild([&] {
          auto other = Env::Open(options);
          if (!other.ok()) return 1;
          for (int i = 0; i < 400; ++i) {
            if (!PutOne(**other, std::to_string(i), value).ok()) return 2;
          }
          return 0;
        }) == 0);
  CHECK(GetOne(**env, "399") == value);
  CHECK(PutOne(**env, "mine", "w").ok());
  CHECK(GetOne(**env, "mine") == "w");
}

// The user's `exec 3>file` must never hit a descriptor of LMDB.
TEST_CASE("env: descriptors lie at 64 and above and close on exec") {
  TempTree tree;
  auto env = OpenEnv(tree.Path("e"));
  int seen = 0;
  for (const auto& [fd, path] : OpenDescriptors()) {
    if (!path.starts_with(tree.Path())) continue;
    std::string what = path + " is " + std::to_string(fd);
    INFO(what);
    ++seen;
    CHECK(fd >= 64);
    CHECK((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
  }
  CHECK(seen >= 3);  // data.mdb, lock.mdb, write.lock
  env.reset();
  for (const auto& [fd, path] : OpenDescriptors()) {
    CHECK_FALSE(path.starts_with(tree.Path()));
  }
}

TEST_CASE("env: a write lock that somebody holds answers busy") {
  TempTree tree;
  std::string dir = tree.Path("e");
  auto env = OpenEnv(dir);
  testing::HeldLock held(dir);
  CHECK(PutOne(*env, "k", "v").code() == Code::kBusy);
  CHECK(GetOne(*env, "k") == "(none)");  // readers continue
  held.Release();
  CHECK(PutOne(*env, "k", "v").ok());
}

// The inner read ended the transaction of the outer one, which then read freed
// memory.
TEST_CASE("env: a read within a read leaves the outer one as it is") {
  TempTree tree;
  auto env = OpenEnv(tree.Path("e"));
  REQUIRE(PutOne(*env, "k", "v").ok());
  for (int round = 0; round < 2; ++round) {
    std::string inner, outer;
    Status read = env->Read([&](Txn& txn) {
      inner = GetOne(*env, "k");
      if (auto value = txn.GetIn(0, "k")) outer = std::string(*value);
    });
    CHECK(read.ok());
    CHECK(inner == "v");
    CHECK(outer == "v");
  }
  CHECK(PutOne(*env, "k", "w").ok());
  CHECK(GetOne(*env, "k") == "w");
}

TEST_CASE("env: a write within a read does not move the map under it") {
  TempTree tree;
  Env::Options options = OptionsFor(tree.Path("e"));
  options.map_bytes = 256 << 10;
  auto env = Env::Open(options);
  REQUIRE(env.ok());
  REQUIRE(PutOne(**env, "k", "v").ok());
  const std::string large(1 << 20, 'x');
  Status written;
  std::string value;
  Status read = (*env)->Read([&](Txn& txn) {
    written = PutOne(**env, "large", large);
    if (auto got = txn.GetIn(0, "k")) value = std::string(*got);
  });
  CHECK(read.ok());
  CHECK(written.code() == Code::kBusy);
  CHECK(value == "v");
  CHECK(PutOne(**env, "large", large).ok());
}

TEST_CASE("env: a low limit of descriptors does not keep it from opening") {
  TempTree tree;
  std::string dir = tree.Path("e");
  CHECK(InChild([&] {
          rlimit limit = {24, 24};
          setrlimit(RLIMIT_NOFILE, &limit);
          return Env::Open(OptionsFor(dir)).ok() ? 0 : 1;
        }) == 0);
}

TEST_CASE("env: a low limit of memory makes a smaller map") {
  TempTree tree;
  Env::Options options = OptionsFor(tree.Path("e"));
  options.map_bytes = size_t{64} << 40;
  auto env = Env::Open(options);
  if (env.ok()) CHECK((*env)->info().map_bytes <= options.map_bytes);
}

TEST_CASE("env: scans go both ways, from a key on") {
  TempTree tree;
  auto env = OpenEnv(tree.Path("e"));
  CHECK(env->Write([](Txn& txn) {
             for (const char* k : {"a", "b", "c"}) {
               Status put = txn.PutIn(0, k, k);
               if (!put.ok()) return put;
             }
             return Status();
           })
            .ok());
  std::string up, down;
  CHECK(env->Read([&](Txn& txn) {
             txn.ScanIn(0, "b", [&](auto key, auto) {
               up += key;
               return true;
             });
             txn.ScanBackwardsIn(0, [&](auto key, auto) {
               down += key;
               return key != "b";
             });
           })
            .ok());
  CHECK(up == "bc");
  CHECK(down == "cb");
}

}  // namespace synapse
