#include "store/store.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "store/keys.h"
#include "tests/store/fault_testing.h"
#include "tests/store/held_lock.h"
#include "tests/store/store_testing.h"

namespace synapse {
namespace {

using testing::CommandsIn;
using testing::Ran;
using testing::TempTree;

using Lines = std::vector<std::string>;

std::string Meta(Store& store, std::string_view key) {
  std::string out = "(none)";
  (void)store.index().Read([&](Kv& kv) {
    if (auto v = kv.Get(Table::kMeta, key)) out = std::string(*v);
  });
  return out;
}

Status PutMeta(Store& store, std::string_view key, std::string_view value) {
  return store.index().Write(
      [&](Kv& kv) { return kv.Put(Table::kMeta, key, value); });
}

std::vector<std::string> NamesIn(const std::string& path) {
  std::vector<std::string> out;
  DIR* dir = opendir(path.c_str());
  while (dirent* e = dir ? readdir(dir) : nullptr) out.push_back(e->d_name);
  if (dir) closedir(dir);
  return out;
}

void CheckWorks(Store& store) {
  std::vector<uint64_t> sequences;
  REQUIRE(store.log().Append({Ran("a"), Ran("b")}, &sequences).ok());
  REQUIRE(store.log().Append({Ran("c")}, &sequences).ok());
  REQUIRE(sequences.size() == 1);
  CHECK(store.log().last_sequence() == sequences[0]);
  CHECK(store.log().Find(sequences[0])->command == "c");
  CHECK_FALSE(store.log().Find(0));
  CHECK_FALSE(store.log().Find(sequences[0] + 1));
  CHECK(CommandsIn(store) == Lines{"a", "b", "c"});
  CHECK(CommandsIn(store, sequences[0]) == Lines{"c"});
  Lines back;
  store.log().VisitBackwards([&](uint64_t, const Event& e) {
    back.push_back(e.command);
    return back.size() < 2;
  });
  CHECK(back == Lines{"c", "b"});
  CHECK(store.log().HasIdentity(EventIdentity(1700000000, "a")));
  CHECK_FALSE(store.log().HasIdentity(EventIdentity(1700000001, "a")));
  CHECK(PutMeta(store, "x", "1").ok());
  CHECK(Meta(store, "x") == "1");
  MemoryKv tables;
  CHECK(tables.Put(Table::kMeta, "y", "2").ok());
  CHECK(store.ReplaceIndex(tables).ok());
  CHECK(Meta(store, "x") == "(none)");
  CHECK(Meta(store, "y") == "2");
  CHECK(testing::ClearIndex(store).ok());
  CHECK(Meta(store, "y") == "(none)");
  CHECK(store.info().event_count == 3);
}

}  // namespace

TEST_CASE("store: events and index, on disk") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  REQUIRE(store->persistent());
  CHECK(store->why().empty());
  CheckWorks(*store);
  CHECK((StatFile(tree.Path("s"))->st_mode & 0777) == 0700);
}

TEST_CASE("store: the same, in memory, without a directory") {
  auto store = Store::Open("");
  CHECK_FALSE(store->persistent());
  CHECK(store->why().empty());  // no error
  CheckWorks(*store);
}

TEST_CASE("store: reopened, everything is there and the index stays") {
  TempTree tree;
  {
    auto store = Store::Open(tree.Path("s"));
    CHECK(store->log().Append({Ran("a")}).ok());
    CHECK(PutMeta(*store, "x", "1").ok());
  }
  auto store = Store::Open(tree.Path("s"));
  CHECK(CommandsIn(*store) == Lines{"a"});
  CHECK(Meta(*store, "x") == "1");
}

TEST_CASE("store: what is written ahead of the index is seen here only") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s")), other = Store::Open(tree.Path("s"));
  auto put = [](const char* key, Status result = {}) {
    return [=](Kv& kv) {
      Status put = kv.Put(Table::kText, key, "value");
      return put.ok() ? result : put;
    };
  };
  auto keys = [](Store& s) {
    std::string out;
    REQUIRE(s.index()
                .Read([&](Kv& kv) {
                  kv.Scan(Table::kText, "", [&](std::string_view key, auto) {
                    out += key;
                    return true;
                  });
                })
                .ok());
    return out;
  };
  REQUIRE(store->index().WriteAhead(put("a")).ok());
  REQUIRE(store->index().WriteAhead(put("b")).ok());
  CHECK(keys(*store) == "ab");
  CHECK(keys(*other) == "");
  // A write includes the changes ahead in its transaction, unless it fails.
  CHECK_FALSE(store->index().Write(put("c", {Code::kBusy, "no"})).ok());
  CHECK(keys(*store) == "ab");
  REQUIRE(store->index().Write(put("c")).ok());
  CHECK(keys(*store) == "abc");
  CHECK(keys(*other) == "abc");
  // The write of another handle comes first.
  REQUIRE(store->index().WriteAhead(put("d")).ok());
  REQUIRE(other->index().Write(put("e")).ok());
  CHECK(keys(*store) == "abce");
  REQUIRE(store->index().Write(put("f")).ok());
  CHECK(keys(*other) == "abcef");
  // A failed change leaves nothing.
  CHECK_FALSE(store->index().WriteAhead(put("g", {Code::kBusy, "no"})).ok());
  CHECK(keys(*store) == "abcef");
  other.reset();
  // A new file in the place of the index has none of the changes.
  REQUIRE(store->index().WriteAhead(put("h")).ok());
  REQUIRE(testing::ClearIndex(*store).ok());
  CHECK(keys(*store) == "");
}

TEST_CASE("store: after another boot a clean index stays") {
  TempTree tree;
  {
    auto store = Store::Open(tree.Path("s"));
    CHECK(PutMeta(*store, "x", "1").ok());
  }
  CHECK(ReadFile(tree.Path("s/index.state"))->ends_with(" clean\n"));
  tree.Write("s/index.state", "another clean\n");
  auto store = Store::Open(tree.Path("s"));
  CHECK(Meta(*store, "x") == "1");
}

TEST_CASE("store: one that was open when the machine went down is emptied") {
  TempTree tree;
  pid_t child = fork();
  if (child == 0) {
    auto own = Store::Open(tree.Path("s"));
    bool right =
        own->log().Append({Ran("a")}).ok() && PutMeta(*own, "x", "1").ok();
    _exit(right ? 0 : 1);  // no destructor: no clean mark
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  // In the same boot the index stays; after another one it is dropped.
  CHECK(Meta(*Store::Open(tree.Path("s")), "x") == "1");
  tree.Write("s/index.state", "another open\n");
  auto store = Store::Open(tree.Path("s"));
  CHECK(Meta(*store, "x") == "(none)");
  CHECK(CommandsIn(*store) == Lines{"a"});
}

TEST_CASE("store: an index of another schema is built anew") {
  TempTree tree;
  {
    auto store = Store::Open(tree.Path("s"));
    CHECK(store->log().Append({Ran("a")}).ok());
    CHECK(PutMeta(*store, "x", "1").ok());
    CHECK(PutMeta(*store, "schema", std::string("\1\0\0\0", 4)).ok());
  }
  auto store = Store::Open(tree.Path("s"));
  CHECK(Meta(*store, "x") == "(none)");
  CHECK(CommandsIn(*store) == Lines{"a"});
}

TEST_CASE("store: a damaged log is set aside and reported") {
  TempTree tree;
  {
    auto store = Store::Open(tree.Path("s"));
    CHECK(store->log().Append({Ran("a")}).ok());
  }
  tree.Write("s/events/data.mdb", std::string(64 << 10, 'x'));
  auto store = Store::Open(tree.Path("s"));
  CHECK(store->persistent());
  CHECK(store->why().find("set aside") != std::string::npos);
  CHECK(CommandsIn(*store).empty());
  CHECK(store->log().Append({Ran("b")}).ok());
  bool aside = false;
  for (const std::string& name : NamesIn(tree.Path("s"))) {
    aside = aside || name.starts_with("events.bad-");
  }
  CHECK(aside);
}

TEST_CASE("store: a damaged index is removed, the events stay") {
  TempTree tree;
  {
    auto store = Store::Open(tree.Path("s"));
    CHECK(store->log().Append({Ran("a")}).ok());
    CHECK(PutMeta(*store, "x", "1").ok());
  }
  tree.Write("s/index/data.mdb", "garbage that is no page");
  auto store = Store::Open(tree.Path("s"));
  CHECK(store->persistent());
  CHECK(CommandsIn(*store) == Lines{"a"});
  CHECK(Meta(*store, "x") == "(none)");
  CHECK(PutMeta(*store, "x", "2").ok());
}

// A flipped number in LMDB's first pages or in a schema was not taken for
// damage: the store did not open again until somebody removed the file.
TEST_CASE("store: behind a write that met a fault others go on") {
  TempTree tree;
  std::string dir = tree.Path("store");
  auto other = Store::Open(dir);
  REQUIRE(PutMeta(*other, "x", "1").ok());
  int mended[2], go[2];
  REQUIRE(pipe(mended) == 0);
  REQUIRE(pipe(go) == 0);
  pid_t child = fork();
  if (child == 0) {
    close(go[1]);  // it ends with the test
    auto store = Store::Open(dir);
    Status fault = store->index().Write([](Kv&) {
      testing::FaultInLockFile();
      return Status();
    });
    store->Refresh();
    char byte =
        fault.code() == Code::kUnavailable && PutMeta(*store, "y", "2").ok()
            ? 'm'
            : '?';
    (void)!write(mended[1], &byte, 1);
    (void)!read(go[0], &byte, 1);
    _exit(0);
  }
  char byte = 0;
  REQUIRE(read(mended[0], &byte, 1) == 1);
  CHECK(byte == 'm');
  // LMDB's lock stays taken there: an endless wait ends the test.
  alarm(10);
  CHECK(PutMeta(*other, "x", "3").code() == Code::kBusy);
  other->Refresh();
  CHECK(PutMeta(*other, "x", "4").ok());
  alarm(0);
  CHECK(Meta(*other, "y") == "2");
  (void)!write(go[1], &byte, 1);
  waitpid(child, nullptr, 0);
  for (int fd : {mended[0], mended[1], go[0], go[1]}) close(fd);
}

TEST_CASE("store: a fault outside of its map, or of its lock, loses nothing") {
  for (bool in_lock : {false, true}) {
    CAPTURE(in_lock);
    TempTree tree;
    std::string dir = tree.Path("store");
    auto store = Store::Open(dir);
    Event event;
    event.command = "make";
    event.start_ms = 1600000000000;
    REQUIRE(store->log().Append({event}).ok());
    if (in_lock) {
      REQUIRE(truncate((dir + "/events/lock.mdb").c_str(), 0) == 0);
    } else {
      (void)store->log().Find(1);
      store->log().Visit(1, [](uint64_t, const Event&) {
        testing::FaultInLockFile();
        return true;
      });
    }
    (void)store->log().Append({event});
    store->Refresh();
    CHECK(store->why() == "");
    CHECK(store->log().Append({event}).ok());
    CHECK(store->info().event_count == 2);
  }
}

TEST_CASE("store: a lock that is cut short under several shells is made anew") {
  TempTree tree;
  std::string dir = tree.Path("store");
  auto store = Store::Open(dir);
  Event event;
  event.command = "make";
  event.start_ms = 1600000000000;
  int ready[2], go[2];
  REQUIRE(pipe(ready) == 0);
  REQUIRE(pipe(go) == 0);
  pid_t child = fork();
  if (child == 0) {
    close(go[1]);
    auto other = Store::Open(dir);
    char byte = other->log().Append({event}).ok() ? 'r' : '?';
    (void)!write(ready[1], &byte, 1);
    (void)!read(go[0], &byte, 1);
    other->Refresh();
    (void)other->log().Append({event});
    other->Refresh();
    byte = other->log().Append({event}).ok() ? 'w' : '?';
    (void)!write(ready[1], &byte, 1);
    _exit(0);
  }
  char byte = 0;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  REQUIRE(byte == 'r');
  REQUIRE(truncate((dir + "/events/lock.mdb").c_str(), 0) == 0);
  (void)store->log().Append({event});
  store->Refresh();
  CHECK(store->why() == "");
  CHECK(store->log().Append({event}).ok());
  (void)!write(go[1], "g", 1);
  REQUIRE(read(ready[0], &byte, 1) == 1);
  CHECK(byte == 'w');
  waitpid(child, nullptr, 0);
  CHECK(store->info().event_count >= 3);
  for (int fd : {ready[0], ready[1], go[0], go[1]}) close(fd);
}

TEST_CASE("store: numbers that cannot be are damage") {
  for (const char* name : {"events", "index"}) {
    // The schema; the size of a page; a page number that needs more than the
    // memory, and one that needs more bytes than can be counted.
    constexpr size_t kPageSize = 40, kLastPage = 136;
    for (size_t flipped :
         {size_t{0}, kPageSize + 3, kLastPage + 4, kLastPage + 7}) {
      CAPTURE(name);
      CAPTURE(flipped);
      TempTree tree;
      const std::string path = tree.Path("s");
      { REQUIRE(Store::Open(path)->log().Append({Ran("one")}).ok()); }
      const std::string file = path + "/" + name + "/data.mdb";
      std::string bytes = *ReadFile(file, 1 << 30);
      if (flipped == 0) {
        for (size_t at = 0; (at = bytes.find("schema", at)) != bytes.npos;
             ++at) {
          ++bytes[at + 6];  // the first byte of the value after the key
        }
      } else {
        for (size_t meta : {0, 4096}) {
          bytes[meta + flipped] = static_cast<char>(0x95);
        }
      }
      tree.Write(std::string("s/") + name + "/data.mdb", bytes);
      auto store = Store::Open(path);
      CHECK(store->persistent());
      CHECK(store->log().Append({Ran("two")}).ok());
      CHECK(store->info().event_count == (name[0] == 'e' ? 1 : 2));
    }
  }
}

TEST_CASE("store: where nothing can be kept it says why and works in memory") {
  TempTree tree;
  tree.Write("file", "");
  auto store = Store::Open(tree.Path("file/s"));
  CHECK_FALSE(store->persistent());
  CHECK_FALSE(store->why().empty());
  CHECK(store->log().Append({Ran("a")}).ok());
  CHECK(CommandsIn(*store) == Lines{"a"});
}

TEST_CASE("store: a directory of somebody else is refused") {
  if (geteuid() != 0) {
    MESSAGE("the right to give a directory away is missing: skipped");
    return;
  }
  TempTree tree;
  std::string dir = tree.MakeDir("s");
  REQUIRE(chown(dir.c_str(), 12345, 12345) == 0);
  auto store = Store::Open(dir);
  CHECK_FALSE(store->persistent());
  CHECK(store->why().find("another user") != std::string::npos);
  CHECK(NamesIn(dir).size() == 2);  // nothing was written there
}

TEST_CASE("store: a forked child answers unavailable and touches nothing") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  CHECK(store->log().Append({Ran("a")}).ok());
  pid_t child = fork();
  if (child == 0) {
    bool right = store->log().Append({Ran("b")}).code() == Code::kUnavailable &&
                 store->index().Read([](Kv&) {}).code() == Code::kUnavailable &&
                 PutMeta(*store, "x", "1").code() == Code::kUnavailable &&
                 testing::ClearIndex(*store).code() == Code::kUnavailable &&
                 store->log().last_sequence() == 0 && !store->log().Find(1) &&
                 CommandsIn(*store).empty();
    store.reset();
    _exit(right ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(store->log().Append({Ran("c")}).ok());
  CHECK(CommandsIn(*store) == Lines{"a", "c"});
}

TEST_CASE("store: another process sees what was appended, and appends behind") {
  TempTree tree;
  auto store = Store::Open(tree.Path("s"));
  CHECK(store->log().Append({Ran("a")}).ok());
  pid_t child = fork();
  if (child == 0) {
    auto own = Store::Open(tree.Path("s"));
    bool right = own->persistent() && CommandsIn(*own) == Lines{"a"} &&
                 own->log().Append({Ran("b")}).ok();
    own.reset();
    _exit(right ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(CommandsIn(*store) == Lines{"a", "b"});
}

TEST_CASE("store: what kill -9 comes behind is there") {
  TempTree tree;
  pid_t child = fork();
  if (child == 0) {
    auto own = Store::Open(tree.Path("s"));
    if (!own->log().Append({Ran("a")}).ok()) _exit(1);
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  auto store = Store::Open(tree.Path("s"));
  CHECK(CommandsIn(*store) == Lines{"a"});
}

TEST_CASE("store: one that is busy when it is opened is opened later") {
  // Twenty terminals that start at once create one store. The shells that could
  // not wait kept everything in memory for the whole session, and lost it.
  TempTree tree;
  std::string dir = tree.MakeDir("store/events");
  chmod(tree.Path("store").c_str(), 0700);
  testing::HeldLock held(dir);
  auto store = Store::Open(tree.Path("store"));
  CHECK_FALSE(store->persistent());
  REQUIRE(store->log().Append({Ran("kept in memory"), Ran("secret")}).ok());
  // A line that was forgotten meanwhile came back when the store opened.
  REQUIRE(store->forgotten().KeepAway("secret", 1700000000001).ok());
  store->Refresh();
  CHECK_FALSE(store->persistent());
  CHECK(CommandsIn(*store) == Lines{"kept in memory"});
  held.Release();
  store->Refresh();
  CHECK(store->persistent());
  CHECK(store->why().empty());
  CHECK(CommandsIn(*store) == Lines{"kept in memory"});
  CHECK(store->forgotten().Contains("secret"));
}

}  // namespace synapse
