#include "learn/event_writer.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "base/files.h"
#include "command/command.h"
#include "tests/learn/event_writer_testing.h"
#include "tests/store/clear_index.h"
#include "tests/store/held_lock.h"

namespace synapse {

using namespace testing;

TEST_CASE(
    "event writer: where commits are slow a command waits, and is known") {
  Session s(true, kAlways);
  s.Run("make one");
  s.Run("make two");
  CHECK(LogOf(*s.engine).empty());
  CHECK(s.engine->event_writer().waiting() ==
        3);  // with the session's beginning
  CHECK(s.engine->event_writer().held() == 0);
  CHECK(CountOf(*s.engine, "make two") == 1);
  // Another shell knows the line before the first shell ends.
  Engine other(s.engine->options());
  CatchUp(other);
  CHECK(CountOf(other, "make two") == 1);
  // At the end the line is in the log once, and applied once.
  s.engine.reset();
  CatchUp(other);
  CHECK(LogOf(other) == Lines{"make one", "make two"});
  CHECK(other.store().log().Find(2)->previous == 1);
  CHECK(CountOf(other, "make one") == 1);
  CHECK(CountOf(other, "make two") == 1);
  CHECK(Spools(s) == 0);
  auto session = other.store().log().FindSession("s1");
  REQUIRE(session);
  CHECK(session->cwd == s.cwd);
  CHECK(session->end_ms > 0);
}

TEST_CASE(
    "event writer: what another runs is known at the next prompt, from its "
    "spool") {
  Session s(true, kAlways);
  Engine other(s.engine->options());
  CatchUp(other);
  auto in_file = [&](const char* line) {
    return !testing::FilesWith(s.tree.Path("store/index"), line).empty();
  };
  s.Run("make one");
  s.Run("make two");
  CatchUp(other);
  for (Engine* engine : {s.engine.get(), &other}) {
    CHECK(CountOf(*engine, "make one") == 1);
    CHECK(CountOf(*engine, "make two") == 1);
  }
  CHECK_FALSE(in_file("make two"));
  CHECK(LogOf(other).empty());
  // The session is kept: `make two` follows `make one` in both sessions.
  Run run;
  run.session = "s2";
  run.exit = 0;
  for (const char* line : {"make one", "make two", "echo of other"}) {
    run.command = line;
    run.start_ms = s.now_ms += 1000;
    REQUIRE(other.Record(run).ok());
  }
  CatchUp(*s.engine);
  CHECK(CountOf(*s.engine, "make one") == 2);
  CHECK(CountOf(*s.engine, "echo of other") == 1);
  // After many lines one writes the index; both engines know the same.
  for (size_t i = 0; i < Learner::kMaxAhead; ++i) s.Run("make three");
  CHECK(in_file("make three"));
  s.engine->NewPrompt();
  CatchUp(other);
  for (Engine* engine : {s.engine.get(), &other}) {
    CHECK(CountOf(*engine, "make three") == Learner::kMaxAhead);
    CHECK(CountOf(*engine, "make two") == 2);
    CHECK(CountOf(*engine, "echo of other") == 1);
  }
}

TEST_CASE(
    "event writer: what another shell's writing takes away is back at the next "
    "key") {
  for (const int64_t slow : {kAlways, int64_t{1'000'000'000}}) {
    CAPTURE(slow);
    Session s(true, slow);
    Engine other(s.engine->options());
    CatchUp(other);
    constexpr int kRuns = static_cast<int>(Learner::kMaxAhead) - 1;
    s.Run("frobnicate here", kRuns);
    s.engine->NewPrompt();
    REQUIRE(s.First("frobn") == "frobnicate here");
    REQUIRE(other.store()
                .index()
                .Write([](Kv& kv) {
                  return kv.Put(Table::kMeta, "another", "was here");
                })
                .ok());
    // The index stays in memory: a key waits for no lock and no disk.
    const std::string file = s.tree.Path("store/index/data.mdb");
    auto before = ReadFile(file);
    REQUIRE(before.ok());
    // A key has half a millisecond for it; the next key continues.
    for (int key = 0; key < 50; ++key) {
      CHECK(s.First("frobn") == "frobnicate here");
      if (CountOf(*s.engine, "frobnicate here") == kRuns) break;
    }
    CHECK(CountOf(*s.engine, "frobnicate here") == kRuns);
    CHECK(*ReadFile(file) == *before);
  }
}

TEST_CASE("event writer: folded records come before the waiting ones") {
  Session s(true, kAlways);
  s.Run("make one");
  s.Run("make two");
  Engine other(s.engine->options());
  // A process folds the spool and does not update the index.
  REQUIRE(other.store().spools().FoldOthers("", true).ok());
  s.Run("make three");
  auto listed = Spool::List(s.tree.Path("store/spool"), "");
  REQUIRE(listed.size() == 1);
  int fd = Spool::OpenToRead(s.tree.Path("store/spool"), listed[0].name);
  REQUIRE(fd >= 0);
  uint64_t last = 0;
  auto records = other.store().spools().Read(listed[0].name, fd, &last);
  CHECK(records.size() == 1);
  Status early =
      other.learner().ApplyOthers(records, last, [] { return true; });
  CHECK(early.code() == Code::kBusy);
  close(fd);
  for (Engine* engine : {s.engine.get(), &other}) {
    for (const char* line : {"make one", "make two", "make three"}) {
      CAPTURE(std::string(line));
      CatchUpTo(*engine, line);
      CHECK(CountOf(*engine, line) == 1);
    }
  }
}

TEST_CASE("event writer: commands are known while the index is locked") {
  for (const int64_t slow : {kAlways, int64_t{1'000'000'000}}) {
    CAPTURE(slow);
    Session s(true, slow);
    s.Run("make one");
    s.engine->NewPrompt();
    HeldLock held(s.tree.Path("store/index"));
    constexpr int kRuns = 3 * static_cast<int>(Learner::kMaxAhead);
    for (int i = 0; i < kRuns; ++i) {
      s.Run("make two");
      s.engine->NewPrompt();
    }
    CHECK(CountOf(*s.engine, "make two") == kRuns);
    held.Release();
    s.Run("make two");
    s.engine->NewPrompt();
    CHECK(CountOf(*s.engine, "make two") == kRuns + 1);
    auto options = s.engine->options();
    s.engine.reset();
    Engine next(options);
    CatchUp(next);
    CHECK(CountOf(next, "make two") == kRuns + 1);
  }
}

TEST_CASE(
    "event writer: an index that was thrown away has the newest at once") {
  Session s;
  constexpr int kMany = 700;
  for (int i = 0; i < kMany; ++i) s.Run("make n" + std::to_string(i));
  auto options = s.engine->options();
  s.engine.reset();
  std::filesystem::remove_all(s.tree.Path("store/index"));
  Engine next(options);
  next.NewPrompt();
  CHECK(CountOf(next, "make n" + std::to_string(kMany - 1)) == 1);
}

TEST_CASE("event writer: a spool that vanishes while it is read is not read") {
  Session s(true, kAlways);
  s.Run("make one");
  Engine other(s.engine->options());
  CatchUp(other);
  auto listed = Spool::List(s.tree.Path("store/spool"), "");
  REQUIRE(listed.size() == 1);
  int fd = Spool::OpenToRead(s.tree.Path("store/spool"), listed[0].name);
  REQUIRE(fd >= 0);
  uint64_t last = 0;
  s.Run("make two");
  auto records = other.store().spools().Read(listed[0].name, fd, &last);
  CHECK(records.size() == 3);
  // Its shell ends: the log has the records, and the index drops its own.
  s.engine.reset();
  auto is_there = [&] { return Spool::IsThere(fd); };
  CHECK_FALSE(is_there());
  CHECK(other.learner().ApplyOthers(records, last, is_there).ok());
  close(fd);
  CatchUp(other);
  CHECK(CountOf(other, "make one") == 1);
  CHECK(CountOf(other, "make two") == 1);
}

TEST_CASE("event writer: a shell that is alone changes the index in memory") {
  for (bool one_died : {false, true}) {
    INFO("another one died: " << one_died);
    Session s(true, kAlways);
    if (one_died) {
      pid_t dead = fork();
      if (dead == 0) {
        Engine engine(s.engine->options());
        Run run;
        run.session = "dead";
        run.command = "make dead";
        (void)engine.Record(run);
        _exit(0);
      }
      waitpid(dead, nullptr, 0);
    }
    s.Run("make one");
    s.engine->NewPrompt();
    s.Run("make two", 3);
    s.engine->NewPrompt();
    CHECK(CountOf(*s.engine, "make two") == 3);
    CHECK(s.First("make t") == "make two");
    CHECK(testing::FilesWith(s.tree.Path("store/index"), "make two").empty());
    // The next shell has all of it at its first prompt.
    Engine other(s.engine->options());
    CHECK(CountOf(other, "make two") == 0);
    CatchUp(other);
    CHECK(CountOf(other, "make one") == 1);
    CHECK(CountOf(other, "make two") == 3);
    CHECK(CountOf(other, "make dead") == one_died);
    // A later line is there at its next prompt.
    s.Run("make three");
    CatchUp(other);
    CHECK(CountOf(other, "make three") == 1);
    CatchUp(*s.engine);
    CHECK(CountOf(*s.engine, "make two") == 3);
    CHECK(CountOf(*s.engine, "make three") == 1);
  }
}

TEST_CASE(
    "event writer: at its end a shell that was alone leaves an index like "
    "built") {
  Session s(true, kAlways);
  for (int i = 0; i < 100; ++i) {
    s.Run("make " + std::to_string(i % 7), 1, i % 3 == 0);
    if (i % 10 == 0) s.engine->NewPrompt();
  }
  // A busy machine may have had little time for the index.
  CatchUp(*s.engine);
  s.Run("make last", 3);
  auto options = s.engine->options();
  s.engine.reset();
  auto dump = [&](Engine& engine) {
    std::map<std::string, std::string> out;
    REQUIRE(engine.store()
                .index()
                .Read([&](Kv& kv) {
                  for (int t = 1; t < kTables; ++t) {  // all but meta
                    kv.Scan(static_cast<Table>(t), "",
                            [&](auto key, auto value) {
                              out[std::to_string(t) + std::string(key)] =
                                  std::string(value);
                              return true;
                            });
                  }
                })
                .ok());
    return out;
  };
  Engine engine(options);
  CHECK(engine.learner().Behind() == 0);
  auto left = dump(engine);
  CHECK(left.size() > 20);
  REQUIRE(engine.learner().rebuild().Run(nullptr).ok());
  CHECK(left == dump(engine));
}

TEST_CASE("event writer: it is folded after so many records") {
  Session s(true, kAlways);
  for (size_t i = 0; i < EventWriter::kMaxWaiting; ++i) {
    s.Run("echo " + std::to_string(i));
    s.engine->NewPrompt();
  }
  CHECK(LogOf(*s.engine).size() >= EventWriter::kMaxWaiting - 2);
  CHECK(s.engine->event_writer().waiting() < 3);
  for (size_t i = 0; i < EventWriter::kMaxWaiting; ++i) {
    CHECK(CountOf(*s.engine, "echo " + std::to_string(i)) == 1);
  }
}

TEST_CASE("event writer: a chain of events goes on over folds") {
  Session s(true, kAlways);
  s.Run("a one");
  s.engine->CatchUpFully();
  s.Run("b two");
  s.Run("c three");
  s.engine->CatchUpFully();
  s.Run("d four");
  s.engine.reset();
  auto store = Store::Open(s.tree.Path("store"));
  for (uint64_t i = 1; i <= 4; ++i)
    CHECK(store->log().Find(i)->previous == i - 1);
}

TEST_CASE("event writer: any shell folds what waits in another's spool, once") {
  Session s(true, kAlways);
  s.Run("waits here");
  Engine other(s.engine->options());
  other.CatchUpFully();
  CHECK(LogOf(other) == Lines{"waits here"});
  CHECK(CountOf(other, "waits here") == 1);
  s.Run("and this");
  other.CatchUpFully();
  other.CatchUpFully();
  CHECK(LogOf(other) == Lines{"waits here", "and this"});
  CHECK(other.store().log().Find(2)->previous == 1);
  s.Run("the last");
  s.engine->CatchUpFully();
  CHECK(LogOf(other) == Lines{"waits here", "and this", "the last"});
  CHECK(other.store().log().Find(3)->previous == 2);
  for (const char* line : {"waits here", "and this", "the last"}) {
    CHECK(CountOf(other, line) == 1);
  }
}

// A line that another shell forgets is removed from the spool of a live shell.
TEST_CASE("event writer: what waits in another's spool can be forgotten") {
  Session s(true, kAlways);
  s.Run("keeps this");
  s.Run("xylograph waits");
  Engine other(s.engine->options());
  CommandInput input;
  input.engine = &other;
  input.args = {"forget", "xylograph"};
  input.io.write = [](int, std::string_view) {};
  REQUIRE(FindSubcommand("history")->run(input) == 0);
  s.Run("goes on");
  s.engine->NewPrompt();
  for (auto& file :
       std::filesystem::recursive_directory_iterator(s.tree.Path("store"))) {
    if (!file.is_regular_file()) continue;
    auto bytes = ReadFile(file.path(), 1 << 30);
    REQUIRE(bytes.ok());
    CHECK_MESSAGE(bytes->find("xylograph") == std::string::npos,
                  file.path().string());
  }
  s.engine->CatchUpFully();
  CHECK(LogOf(*s.engine) == Lines{"keeps this", "goes on"});
  CHECK(CountOf(*s.engine, "keeps this") == 1);
  CHECK(CountOf(*s.engine, "goes on") == 1);
}

TEST_CASE(
    "event writer: an index that is built anew meanwhile has all of it, once") {
  Session s(true, kAlways);
  s.Run("before it");
  s.engine->CatchUpFully();
  s.Run("waits meanwhile");
  Engine other(s.engine->options());
  REQUIRE(other.learner().rebuild().Run(nullptr).ok());
  CHECK(CountOf(other, "waits meanwhile") == 0);
  s.engine->NewPrompt();
  CHECK(CountOf(*s.engine, "waits meanwhile") == 1);
  CatchUp(other);
  CHECK(CountOf(other, "waits meanwhile") == 1);
  s.Run("waits too");
  other.CatchUpFully();
  REQUIRE(other.learner().rebuild().Run(nullptr).ok());
  s.Run("waits last");
  s.engine.reset();
  other.NewPrompt();
  for (const char* line :
       {"before it", "waits meanwhile", "waits too", "waits last"}) {
    CHECK_MESSAGE(CountOf(other, line) == 1, line);
  }
}

TEST_CASE("event writer: feedback is truth, and outlives the index") {
  for (const int64_t slow : {kAlways, int64_t{1'000'000'000}}) {
    CAPTURE(slow);
    Session s(true, slow);
    s.Run("make all");
    for (int i = 0; i < 3; ++i) {
      REQUIRE(
          s.engine->Feedback(FeedbackAction::kAccepted, "make all", "make all")
              .ok());
    }
    REQUIRE(
        s.engine->Feedback(FeedbackAction::kDismissed, "make all", "ls").ok());
    double before = Liking(*s.engine, "make all");
    CHECK(before == doctest::Approx(0.22).epsilon(0.01));
    s.engine->CatchUpFully();
    CHECK(Liking(*s.engine, "make all") == doctest::Approx(before));
    REQUIRE(s.engine->learner().rebuild().Run(nullptr).ok());
    CHECK(Liking(*s.engine, "make all") == doctest::Approx(before));
    REQUIRE(testing::ClearIndex(s.engine->store()).ok());
    s.engine->NewPrompt();
    CHECK(Liking(*s.engine, "make all") == doctest::Approx(before));
    size_t n = 0;
    s.engine->store().log().VisitFeedback(
        1, [&](uint64_t, const FeedbackRecord& f) {
          ++n;
          CHECK(f.session == "s1");
          CHECK(f.suggestion == "make all");
          return true;
        });
    CHECK(n == 4);
  }
}

TEST_CASE("event writer: a private line is in no feedback either") {
  Session s;
  s.Run("ls one");
  REQUIRE(s.engine
              ->Feedback(FeedbackAction::kDismissed, "ls one",
                         "curl -u me:hunter22 http://x")
              .ok());
  s.engine->store().log().VisitFeedback(1,
                                        [&](uint64_t, const FeedbackRecord& f) {
                                          CHECK(f.executed.empty());
                                          return true;
                                        });
  CHECK(s.engine->store().log().last_feedback() == 1);
}

TEST_CASE(
    "event writer: kill -9 while records wait loses nothing, doubles nothing") {
  Session s(true, kAlways);
  s.Run("before");
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    Engine engine(s.engine->options());
    for (int i = 0; i < 10; ++i) {
      Run run;
      run.session = "killed";
      run.command = "survivor " + std::to_string(i);
      run.start_ms = s.now_ms + i;
      run.exit = 0;
      (void)engine.Record(run);
    }
    (void)!write(ready[1], "y", 1);
    pause();
    _exit(0);
  }
  char ok;
  REQUIRE(read(ready[0], &ok, 1) == 1);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
  Engine other(s.engine->options());
  other.NewPrompt();
  s.engine->NewPrompt();
  size_t there = 0;
  for (const std::string& line : LogOf(other)) {
    there += line.starts_with("survivor");
  }
  CHECK(there == 10);
  // A prompt gives the index a slice of time, which a busy machine may take.
  for (int i = 0; i < 1000 && CountOf(other, "survivor 9") == 0; ++i) {
    other.NewPrompt();
  }
  for (int i = 0; i < 10; ++i) {
    CHECK(CountOf(other, "survivor " + std::to_string(i)) == 1);
  }
  CHECK(Spools(s) == 1);  // of the live shell
}

// A limit of the file size acts as a full disk: no file can grow.
TEST_CASE(
    "event writer: with no room it is kept in memory, and written when there "
    "is") {
  for (const int64_t slow : {kAlways, int64_t{1'000'000'000}}) {
    CAPTURE(slow);
    Session s(true, slow);
    s.Run("before it");
    struct rlimit old, none;
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old) == 0);
    none = old;
    none.rlim_cur = 0;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &none) == 0);
    ::synapse::Run run;
    run.session = s.session;
    run.cwd = s.cwd;
    run.exit = 0;
    for (int i = 0; i < 3; ++i) {
      run.command = "echo squeezed" + std::to_string(i);
      run.start_ms = s.now_ms += 1000;
      CHECK_FALSE(s.engine->Record(run).ok());
      s.engine->NewPrompt();
    }
    std::string known = s.First("echo sq");
    size_t unwritten = s.engine->event_writer().unwritten();
    REQUIRE(setrlimit(RLIMIT_FSIZE, &old) == 0);
    CHECK(known.starts_with("echo squeezed"));
    CHECK(unwritten == 3);
    CHECK(s.engine->reports().size() > 0);
    s.engine->NewPrompt();
    CHECK(s.engine->event_writer().unwritten() == 0);
    s.engine->CatchUpFully();
    CHECK(LogOf(*s.engine) == Lines{"before it", "echo squeezed0",
                                    "echo squeezed1", "echo squeezed2"});
    CHECK(CountOf(*s.engine, "echo squeezed2") == 1);
  }
}

}  // namespace synapse
