// Machines share a folder: what each has after a pass.
#include "sync/sync.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "lines/line_history.h"
#include "tests/sync/sync_testing.h"
#include "track/stats.h"

namespace synapse::sync {
namespace {

using ::synapse::testing::kNow;
using ::synapse::testing::TempTree;
using testing::Machine;
using testing::Shared;
using Lines = std::multiset<std::string>;

TEST_CASE("sync: two machines have the same events after two passes") {
  Shared s;
  Machine a("a"), b("b");
  a.Run("git push", kNow);
  a.names_host = false;
  a.Run("make", kNow + 1000);
  b.Run("git push", kNow);  // in the same second: another event
  CHECK(a.MustPass(s.directory, s.key).written == 1);
  CHECK(b.MustPass(s.directory, s.key).taken == 2);
  CHECK(a.MustPass(s.directory, s.key).taken == 1);
  CHECK(a.Events() == b.Events());
  CHECK(a.Commands() == Lines{"git push", "git push", "make"});
  // Nothing new: nothing is written or taken in.
  const Report idle = b.MustPass(s.directory, s.key);
  CHECK(idle.taken + idle.written == 0);
  // Another machine's event says so, and follows the one that it followed there.
  b.CheckFollows("a", "git push", "make");
}

TEST_CASE("sync: a forgotten line leaves every machine and every segment") {
  Shared s;
  Machine a("a"), b("b"), c("c");
  a.Run("echo secret");
  a.Run("ls");
  b.Run("echo secret", kNow + 5000);
  for (Machine* m : {&a, &b, &c, &a}) m->MustPass(s.directory, s.key);
  CHECK(c.Commands() == Lines{"echo secret", "echo secret", "ls"});
  c.Forget("echo secret");
  for (Machine* m : {&c, &a, &b, &c}) m->MustPass(s.directory, s.key);
  for (Machine* m : {&a, &b, &c}) CHECK(m->Commands() == Lines{"ls"});
  Machine late("late");
  late.MustPass(s.directory, s.key);
  CHECK(late.Commands() == Lines{"ls"});
  // Nor is it in a segment, which only the key would show.
  for (const SegmentFile& file : s.folder().List()) {
    auto segment = s.folder().Read(file.name);
    REQUIRE(segment.ok());
    for (const SegmentEvent& e : segment->events) {
      CHECK(e.event.command != "echo secret");
    }
  }
}

TEST_CASE("sync: a line that runs again after it was forgotten stays") {
  Shared s;
  Machine a("a"), b("b");
  a.Run("make");
  a.MustPass(s.directory, s.key);
  b.MustPass(s.directory, s.key);
  a.Forget("make");
  a.Run("make", kNow - 999999);  // whatever the clock says
  a.MustPass(s.directory, s.key);
  b.MustPass(s.directory, s.key);
  CHECK(a.Commands() == Lines{"make"});
  CHECK(a.Events() == b.Events());
  // Also when its deletion comes later than the run: the run proves it.
  Machine c("c");
  c.Run("make");
  c.MustPass(s.directory, s.key);
  CHECK(c.Events() == a.Events());
}

TEST_CASE(
    "sync: what was forgotten before the machine joined is forgotten for all") {
  Shared s;
  Machine a("a"), b("b");
  b.Run("echo secret");
  b.MustPass(s.directory, s.key);
  a.Run("echo secret");
  a.Forget("echo secret");
  a.MustPass(s.directory, s.key);
  CHECK(a.Commands().empty());
  b.MustPass(s.directory, s.key);
  CHECK(b.Commands().empty());
}

TEST_CASE("sync: one run of many can be forgotten for all") {
  Shared s;
  Machine a("a"), b("b");
  a.Run("make", kNow);
  a.Run("make", kNow + 60000);
  a.MustPass(s.directory, s.key);
  b.MustPass(s.directory, s.key);
  auto removed = b.store->Remove(
      {.event = [](uint64_t, const Event& e) { return e.start_ms == kNow; },
       .afterwards = ToRemove::Afterwards::kStayAway,
       .now_ms = kNow});
  REQUIRE(removed.ok());
  CHECK(*removed == 1);
  b.MustPass(s.directory, s.key);
  a.MustPass(s.directory, s.key);
  CHECK(a.Commands() == Lines{"make"});
  CHECK(a.Events() == b.Events());
}

TEST_CASE("sync: stats are those of this machine") {
  Shared s;
  Machine a("a"), b("b");
  a.Run("ls");
  a.Run("make");
  a.MustPass(s.directory, s.key);
  b.Run("pwd", kNow + 1000);
  b.MustPass(s.directory, s.key);
  Stats stats;
  CHECK(ReadStats(*b.store, 0, stats) == kNow + 1000);
  CHECK(stats.commands() == 1);
  CHECK(stats.others() == std::map<std::string, size_t>{{"a", 2}});
  // Nor are lines that came just now the newest ones.
  LineHistory history(*b.store, b.learner);
  history.BeginPrompt("b", "/w", kNow + 2000);
  CHECK(history.recent_lines() == std::deque<std::string>{"pwd"});
}

TEST_CASE(
    "sync: a run on another machine is half a run, and never the latest") {
  Shared s;
  Machine a("a"), b("b");
  for (int i = 0; i < 3; ++i) a.Run("make there", kNow + i);
  a.MustPass(s.directory, s.key);
  b.Run("make here");
  b.MustPass(s.directory, s.key);
  const auto stat_of = [&](const std::string& line) {
    LineStat out;
    REQUIRE(b.store->index()
                .Read([&](Kv& kv) {
                  const auto stat = ReadStat(kv, IdOf(line));
                  if (stat) out = *stat;
                })
                .ok());
    return out;
  };
  LineStat there = stat_of("make there");
  CHECK(there.only_elsewhere());
  CHECK(there.count == 1);
  CHECK(there.successes == 0);
  CHECK(there.decayed == doctest::Approx(1.5));
  CHECK_FALSE(stat_of("make here").only_elsewhere());
  LineHistory history(*b.store, b.learner);
  history.BeginPrompt("b", "/w", kNow + 10);
  CHECK(history.facts().model.tick == 1);
  b.Run("make there", kNow + 20);
  there = stat_of("make there");
  CHECK_FALSE(there.only_elsewhere());
  CHECK(there.count == 2);
}

TEST_CASE("sync: what Syncthing leaves of a conflict is not read") {
  Shared s;
  Machine a("a"), b("b");
  a.Run("ls");
  a.MustPass(s.directory, s.key);
  const std::string path = s.folder().PathOf(s.folder().List().at(0).name);
  const std::string stem = path.substr(0, path.size() - 4);
  for (const char* end : {".sync-conflict-20261127-101500-ABCDEFG.seg",
                          ".seg.sync-conflict-20261127-101500-ABCDEFG"}) {
    std::filesystem::copy_file(path, stem + end);
  }
  std::ofstream(std::string(DirName(path)) + "/.syncthing.x.seg.tmp") << "half";
  const Report report = b.MustPass(s.directory, s.key);
  CHECK(report.taken == 1);
  CHECK(report.problems.empty());
}

TEST_CASE("sync: an ignored line does not leave the machine") {
  Shared s;
  Machine a("a"), b("b");
  a.keep_here = [](const Event& e) { return e.command == "work"; };
  a.Run("work");
  a.Run("ls");
  a.MustPass(s.directory, s.key);
  b.MustPass(s.directory, s.key);
  CHECK(b.Commands() == Lines{"ls"});
}

TEST_CASE("sync: each changed byte of a segment is refused, and reported") {
  Shared s;
  Machine a("a");
  a.Run("ls");
  a.MustPass(s.directory, s.key);
  const auto files = s.folder().List();
  REQUIRE(files.size() == 1);
  const std::string path = s.folder().PathOf(files[0].name);
  const auto bytes = ReadFile(path);
  REQUIRE(bytes.ok());
  Machine b("b");
  for (size_t i = 0; i < bytes->size(); ++i) {
    std::string changed = *bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 << (i % 8)));
    REQUIRE(WriteFileAtomically(path, changed).ok());
    const Report report = b.MustPass(s.directory, s.key);
    CHECK(report.taken == 0);
    CHECK(report.problems.size() == 1);
  }
  REQUIRE(WriteFileAtomically(path, *bytes).ok());
  CHECK(b.MustPass(s.directory, s.key).taken == 1);
}

// Its size is right, so only reading it says that it is another one.
TEST_CASE("sync: a damaged segment of the same size is written again") {
  Shared s;
  Machine a("a"), b("b");
  a.Run("make");
  a.MustPass(s.directory, s.key);
  const auto files = s.folder().List();
  REQUIRE(files.size() == 1);
  const std::string path = s.folder().PathOf(files[0].name);
  const std::string whole = *ReadFile(path);
  REQUIRE(WriteFileAtomically(path, RandomBytes(whole.size())).ok());
  Report report;
  REQUIRE(b.Pass(s.directory, s.key, report).ok());
  CHECK(report.taken == 0);
  CHECK(report.problems.size() == 1);
  CHECK(a.MustPass(s.directory, s.key).written == 1);
  CHECK(b.MustPass(s.directory, s.key).taken == 1);
  CHECK(b.Commands() == Lines{"make"});
}

TEST_CASE("sync: a segment below another machine, name or folder is refused") {
  Shared s, other;
  Machine a("a");
  a.Run("ls");
  a.MustPass(s.directory, s.key);
  const SegmentName name = s.folder().List().at(0).name;
  const auto bytes = ReadFile(s.folder().PathOf(name));
  REQUIRE(bytes.ok());
  const auto is_refused = [&](Shared& in, const SegmentName& as) {
    const std::string path = in.folder().PathOf(as);
    REQUIRE(MakePrivateDirs(std::string(DirName(path))).ok());
    REQUIRE(WriteFileAtomically(path, *bytes).ok());
    Machine b("b");
    const Report report = b.MustPass(in.directory, in.key);
    CHECK(report.problems.size() == 1);
    CHECK(report.taken == (&in == &s ? 1 : 0));
    REQUIRE(in.folder().Remove(as).ok());
  };
  is_refused(s, {name.machine + 1, name.first, name.last});
  is_refused(s, {name.machine, name.first, name.last + 1});
  is_refused(other, name);
}

TEST_CASE("sync: a link that a carrier brings is not followed") {
  Shared s;
  Machine a("a");
  a.Run("ls");
  a.MustPass(s.directory, s.key);
  const Folder folder = s.folder();
  const SegmentName name = folder.List().at(0).name;
  const std::string path = folder.PathOf(name), outside = s.tree.Path("mine");
  REQUIRE(WriteFileAtomically(outside, "mine").ok());
  REQUIRE(unlink(path.c_str()) == 0);
  REQUIRE(symlink(outside.c_str(), path.c_str()) == 0);
  CHECK(a.MustPass(s.directory, s.key).written == 1);
  CHECK(*ReadFile(outside, 4096) == "mine");
  CHECK(folder.Read(name).ok());
  // The machine's own folder likewise.
  const std::string own(DirName(path)), elsewhere = s.tree.Path("elsewhere");
  REQUIRE(rename(own.c_str(), elsewhere.c_str()) == 0);
  REQUIRE(symlink(elsewhere.c_str(), own.c_str()) == 0);
  REQUIRE(unlink((elsewhere + "/" + std::string(BaseName(path))).c_str()) == 0);
  Report report;
  CHECK(a.Pass(s.directory, s.key, report).code() == Code::kInvalidArgument);
  CHECK(report.written == 0);
}

TEST_CASE("sync: with a wrong key, or without a folder, nothing is taken in") {
  Shared s;
  Machine a("a"), b("b");
  a.Run("ls");
  a.MustPass(s.directory, s.key);
  Report report;
  CHECK(b.Pass(s.directory, NewKey(), report).code() == Code::kInvalidArgument);
  CHECK(b.Pass(s.tree.Path("none"), s.key, report).code() == Code::kNotFound);
  CHECK(report.taken == 0);
  CHECK(b.Commands().empty());
  CHECK_FALSE(Folder::Make(s.directory, NewKey()).ok());
}

TEST_CASE("sync: a new key makes the old one useless") {
  Shared s;
  Machine a("a"), b("b");
  a.Run("ls");
  a.MustPass(s.directory, s.key);
  const Key old = s.key;
  s.key = NewKey();
  auto folder = Folder::Open(s.directory, old);
  REQUIRE(folder.ok());
  REQUIRE(folder->ChangeKey(s.key).ok());
  Options options;
  options.place = a.place;
  Sync sync(*a.store, a.learner, *folder, options);
  REQUIRE(sync.Join().ok());
  REQUIRE(sync.WriteAllAnew().ok());
  CHECK(a.MustPass(s.directory, s.key).written == 1);
  Report report;
  CHECK_FALSE(b.Pass(s.directory, old, report).ok());
  CHECK(b.MustPass(s.directory, s.key).taken == 1);
}

TEST_CASE("sync: a copied store gets another name, and doubles nothing") {
  Shared s;
  TempTree tree;
  auto a = std::make_unique<Machine>("a", tree.MakeDir("a"));
  a->Run("before");
  a->MustPass(s.directory, s.key);
  a.reset();
  std::filesystem::copy(tree.Path("a"), tree.Path("b"),
                        std::filesystem::copy_options::recursive);
  a = std::make_unique<Machine>("a", tree.Path("a"));
  Machine b("b", tree.Path("b"), /*place=*/2);
  a->Run("on a");
  b.Run("on b");
  for (int i = 0; i < 2; ++i) {
    a->MustPass(s.directory, s.key);
    b.MustPass(s.directory, s.key);
  }
  CHECK(a->id() != b.id());
  CHECK(a->Commands() == Lines{"before", "on a", "on b"});
  CHECK(b.Commands() == Lines{"before", "on a", "on b"});
}

TEST_CASE(
    "sync: a store of yesterday's backup loses nothing and doubles nothing") {
  Shared s;
  TempTree tree;
  auto a = std::make_unique<Machine>("a", tree.MakeDir("a"));
  a->Run("first");
  a->MustPass(s.directory, s.key);
  a.reset();
  std::filesystem::copy(tree.Path("a"), tree.Path("backup"),
                        std::filesystem::copy_options::recursive);
  a = std::make_unique<Machine>("a", tree.Path("a"));
  a->Run("second");
  a->MustPass(s.directory, s.key);
  a.reset();
  Machine back("a", tree.Path("backup"));
  back.Run("third");
  back.MustPass(s.directory, s.key);
  CHECK(back.Commands() == Lines{"first", "second", "third"});
  Machine b("b");
  b.MustPass(s.directory, s.key);
  CHECK(b.Commands() == Lines{"first", "second", "third"});
}

// `sync init` of another folder by mistake, and back: the machine had another
// name then, and the others had each of its lines twice.
TEST_CASE("sync: a machine that comes back to a folder is the same one") {
  Shared s, other;
  Machine a("a"), b("b");
  a.Run("first");
  a.Run("again");
  a.MustPass(s.directory, s.key);
  b.MustPass(s.directory, s.key);
  a.Forget("again");
  a.MustPass(s.directory, s.key);
  a.Run("again");
  a.MustPass(s.directory, s.key);
  a.MustPass(other.directory, other.key);
  a.Run("second");
  b.Run("of b");
  b.MustPass(s.directory, s.key);
  for (int i = 0; i < 2; ++i) {
    a.MustPass(s.directory, s.key);
    b.MustPass(s.directory, s.key);
  }
  CHECK(b.Commands() == Lines{"again", "first", "of b", "second"});
  CHECK(a.Events() == b.Events());
  Machine c("c");
  c.MustPass(s.directory, s.key);
  CHECK(c.Commands() == b.Commands());
}

TEST_CASE("sync: many small segments become one") {
  Shared s;
  Machine a("a"), b("b");
  for (int i = 0; i < 200; ++i) {
    a.Run("make " + std::to_string(i));
    a.MustPass(s.directory, s.key);
    if (i % 7 == 0) b.MustPass(s.directory, s.key);
    CHECK(s.folder().List().size() <= 65);
  }
  b.MustPass(s.directory, s.key);
  CHECK(b.Commands() == a.Commands());
  CHECK(b.Commands().size() == 200);
}

// A disk that is full in the middle of a file: the limit of a file's size.
TEST_CASE("sync: a full disk stops the pass, and the next one ends it") {
  Shared s;
  Machine a("a"), b("b");
  for (int i = 0; i < 200; ++i) a.Run("make " + std::to_string(i));
  rlimit before;
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  for (rlim_t size : {0, 100, 500}) {
    rlimit full = before;
    full.rlim_cur = size;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &full) == 0);
    Report report;
    const Status status = a.Pass(s.directory, s.key, report);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK_FALSE(status.ok());
    CHECK(status.message().find("File too large") != std::string::npos);
    CHECK(s.folder().List().empty());
  }
  CHECK(a.MustPass(s.directory, s.key).written == 1);
  CHECK(b.MustPass(s.directory, s.key).taken == 200);
}

// Ends a process with a store on the disk at any moment of its passes.
TEST_CASE("sync: kill -9 at any moment loses nothing and doubles nothing") {
  const uint64_t seed = ::synapse::testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  Shared s;
  TempTree tree;
  tree.MakeDir("a");
  tree.MakeDir("b");
  std::multiset<std::string> ran;
  int killed = 0;
  for (int round = 0; round < 30; ++round) {
    const std::string name = round % 2 ? "a" : "b";
    {
      Machine m(name, tree.Path(name));
      for (int i = 0; i < 5; ++i) {
        const std::string line =
            "make " + std::to_string(round) + "." + std::to_string(i);
        ran.insert(line);
        m.Run(line);
      }
    }
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Machine m(name, tree.Path(name));
      Report report;
      (void)m.Pass(s.directory, s.key, report);
      _exit(0);
    }
    usleep(static_cast<useconds_t>(random() % 15000));
    kill(child, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status)) ++killed;
  }
  Machine a("a", tree.Path("a")), b("b", tree.Path("b"));
  for (int i = 0; i < 2; ++i) {
    a.MustPass(s.directory, s.key);
    b.MustPass(s.directory, s.key);
  }
  CHECK(a.Commands() == ran);
  CHECK(b.Commands() == ran);
  CHECK(killed > 0);
}

}  // namespace
}  // namespace synapse::sync
