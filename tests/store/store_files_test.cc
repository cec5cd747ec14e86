// The files of a store: their owners, their modes, and a file that cannot be
// opened now.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "store/store.h"
#include "tests/engine/engine_testing.h"
#include "tests/store/store_testing.h"

namespace synapse {
namespace {

using testing::Ran;
using testing::Session;
using testing::TempTree;

mode_t ModeOf(const std::string& path) {
  return StatFile(path)->st_mode & 07777;
}

}  // namespace

TEST_CASE(
    "store files: modes that others could read are repaired and reported") {
  TempTree tree;
  std::string path = tree.Path("s");
  { REQUIRE(Store::Open(path)->repairs().empty()); }
  for (const char* name : {"", "/events", "/index"}) {
    chmod((path + name).c_str(), 0755);
  }
  chmod((path + "/events/data.mdb").c_str(), 0644);
  auto store = Store::Open(path);
  REQUIRE(store->persistent());
  CHECK(store->repairs().size() == 4);
  for (const char* name : {"", "/events", "/index"}) {
    CHECK(ModeOf(path + name) == 0700);
  }
  CHECK(ModeOf(path + "/events/data.mdb") == 0600);
}

TEST_CASE("store files: every file of a store is its owner's alone") {
  Session s(true, 0);
  s.Run("ls one");
  s.engine->NewPrompt();
  for (auto& entry :
       std::filesystem::recursive_directory_iterator(s.tree.Path("store"))) {
    CHECK_MESSAGE((ModeOf(entry.path()) & 077) == 0, entry.path().string());
  }
}

TEST_CASE("store files: a link in the place of a file is not followed") {
  for (const char* name : {"events/data.mdb", "events/lock.mdb",
                           "events/write.lock", "index/data.mdb"}) {
    CAPTURE(name);
    TempTree tree;
    std::string path = tree.Path("s"), victim = tree.Write("victim", "theirs");
    { REQUIRE(Store::Open(path)->persistent()); }
    std::filesystem::remove(path + "/" + name);
    std::filesystem::create_symlink(victim, path + "/" + name);
    auto store = Store::Open(path);
    CHECK_FALSE(store->persistent());
    CHECK_FALSE(store->why().empty());
    store.reset();
    CHECK(*ReadFile(victim) == "theirs");
  }
}

// A directory and a pipe were reported as "a link, or belongs to another user",
// a link in the place of write.lock as "too many levels of symbolic links".
TEST_CASE("store files: what stands in the place of a file is named") {
  for (const char* name :
       {"events/data.mdb", "events/lock.mdb", "events/write.lock"}) {
    for (const char* kind : {"a link", "a directory", "a pipe"}) {
      CAPTURE(name);
      CAPTURE(kind);
      TempTree tree;
      std::string path = tree.Path("s"), file = path + "/" + name;
      { REQUIRE(Store::Open(path)->persistent()); }
      std::filesystem::remove(file);
      const std::string is = kind;
      if (is == "a link") std::filesystem::create_symlink("/nowhere", file);
      if (is == "a directory") std::filesystem::create_directory(file);
      if (is == "a pipe") REQUIRE(mkfifo(file.c_str(), 0600) == 0);
      auto store = Store::Open(path);
      CHECK_FALSE(store->persistent());
      CHECK(store->why().find("is " + is + ", not a file of the store") !=
            std::string::npos);
    }
  }
}

// As in `sudo -E zsh`: root has the HOME of the user.
TEST_CASE("store files: nothing is made in somebody else's home") {
  if (geteuid() != 0) {
    MESSAGE("the right to give a directory away is missing: skipped");
    return;
  }
  TempTree tree;
  std::string home = tree.MakeDir("home");
  REQUIRE(chown(home.c_str(), 12345, 12345) == 0);
  auto store = Store::Open(home + "/.local/share/synapse/store");
  CHECK_FALSE(store->persistent());
  CHECK(store->why().find("belongs to another user") != std::string::npos);
  CHECK(std::filesystem::is_empty(home));
  // The store of another user is not written to.
  std::string theirs = tree.MakeDir("theirs");
  REQUIRE(chown(theirs.c_str(), 12345, 12345) == 0);
  CHECK_FALSE(Store::Open(theirs)->persistent());
  CHECK(std::filesystem::is_empty(theirs));
  // Their link, in a directory that everybody can write to, leads to our store.
  std::string ours = tree.MakeDir("ours"), shared = tree.MakeDir("shared");
  REQUIRE(symlink(ours.c_str(), (shared + "/l").c_str()) == 0);
  CHECK(Store::Open(shared + "/l/own")->persistent());
  std::filesystem::remove_all(ours + "/own");
  REQUIRE(lchown((shared + "/l").c_str(), 12345, 12345) == 0);
  for (const char* path : {"/l", "/l/", "/l/deeper/store"}) {
    auto planted = Store::Open(shared + path);
    CHECK_FALSE(planted->persistent());
    CHECK(planted->why().find("is a link of another user") !=
          std::string::npos);
  }
  CHECK(std::filesystem::is_empty(ours));
}

TEST_CASE(
    "store files: what was learned meanwhile is written when there is one") {
  TempTree tree;
  tree.Write("in-the-way", "a file");
  auto store = Store::Open(tree.Path("in-the-way/store"));
  CHECK_FALSE(store->persistent());
  CHECK_FALSE(store->why().empty());
  REQUIRE(store->log().Append({Ran("one"), Ran("two")}).ok());
  store->Refresh();  // too early to try again
  CHECK_FALSE(store->persistent());
  std::filesystem::remove(tree.Path("in-the-way"));
  store->SetTryAgain(0);
  store->Refresh();
  REQUIRE(store->persistent());
  CHECK(store->why().empty());
  CHECK(store->log().Find(2)->command == "two");
  CHECK(store->log().Append({Ran("three")}).ok());
  CHECK(Store::Open(tree.Path("in-the-way/store"))->log().last_sequence() == 3);
}

}  // namespace synapse
