#include "base/file_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/files.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;

}  // namespace

TEST_CASE("file cache: a scope answers a second question from memory") {
  TempTree tree;
  tree.Write("a/file", "old");
  const std::string file = tree.Path("a/file");
  FileCache here;
  {
    FileCache::Scope scope(here, "/");
    CHECK(IsRegularFile(file));
    CHECK(*ReadFile(file) == "old");
    unlink(file.c_str());
    CHECK(IsRegularFile(file));
    CHECK(*ReadFile(file) == "old");
  }
  CHECK_FALSE(IsRegularFile(file));
  CHECK(ReadFile(file).status().code() == Code::kNotFound);
  {
    FileCache::Scope scope(here, "/");
    CHECK(IsRegularFile(file));
  }
  here.Forget();
  FileCache::Scope scope(here, "/");
  CHECK_FALSE(IsRegularFile(file));
  CHECK(ReadFile(file).status().code() == Code::kNotFound);
}

TEST_CASE("file cache: a change of the directory makes all answers old") {
  TempTree tree;
  FileCache here;
  {
    FileCache::Scope scope(here, tree.Path());
    CHECK_FALSE(StatFile(tree.Path("one")));
    CHECK_FALSE(StatFile(tree.Path("two")));
    CHECK(here.IsAbsent(tree.Path("three")));
  }
  tree.Write("three", "");
  // A file system may have coarse times.
  const timespec later[2] = {{0, UTIME_OMIT}, {2'000'000'000, 0}};
  REQUIRE(utimensat(AT_FDCWD, tree.Path().c_str(), later, 0) == 0);
  FileCache::Scope scope(here, tree.Path());
  CHECK(StatFile(tree.Path("three")));
}

TEST_CASE("file cache: scopes nest, and nothing is kept outside of them") {
  TempTree tree;
  FileCache outer, inner;
  CHECK(FileCache::Current() == nullptr);
  {
    FileCache::Scope a(outer, "/");
    {
      FileCache::Scope b(inner, "/");
      CHECK(FileCache::Current() == &inner);
    }
    CHECK(FileCache::Current() == &outer);
  }
  CHECK(FileCache::Current() == nullptr);
}

TEST_CASE("file cache: the second missing name reads the directory") {
  TempTree tree;
  tree.Write("Makefile", "");
  FileCache here;
  FileCache::Scope scope(here, "/");
  CHECK_FALSE(StatFile(tree.Path("one")));
  CHECK_FALSE(here.IsAbsent(tree.Path("three")));
  CHECK_FALSE(StatFile(tree.Path("two")));
  CHECK(here.IsAbsent(tree.Path("three")));
  CHECK_FALSE(StatFile(tree.Path("three")));
  CHECK(errno == ENOENT);
  CHECK_FALSE(LinkStatus(tree.Path("four")));
  CHECK_FALSE(CanExecute(tree.Path("five")));
  CHECK(ReadFile(tree.Path("six")).status().code() == Code::kNotFound);
  CHECK(IsRegularFile(tree.Path("Makefile")));
  // A file system that folds names is asked itself.
  CHECK_FALSE(here.IsAbsent(tree.Path("MAKEFILE")));
  CHECK_FALSE(here.IsAbsent(tree.Path("\xc3\xa9t\xc3\xa9")));
  CHECK_FALSE(here.IsAbsent(tree.Path("MAKEFI~1")));
  CHECK_FALSE(here.IsAbsent(tree.Path("..")));
}

TEST_CASE("file cache: nothing is below a directory that is not there") {
  TempTree tree;
  FileCache here;
  FileCache::Scope scope(here, "/");
  CHECK_FALSE(StatFile(tree.Path("gone/a")));
  CHECK_FALSE(StatFile(tree.Path("gone/b")));
  CHECK(here.IsAbsent(tree.Path("gone/c")));
}

TEST_CASE("file cache: a directory of many names is not read") {
  TempTree tree;
  for (size_t i = 0; i <= FileCache::kMaxNames; ++i) {
    tree.Write("f" + std::to_string(i), "");
  }
  FileCache here;
  FileCache::Scope scope(here, "/");
  CHECK_FALSE(StatFile(tree.Path("one")));
  CHECK_FALSE(StatFile(tree.Path("two")));
  CHECK_FALSE(here.IsAbsent(tree.Path("three")));
  CHECK(IsRegularFile(tree.Path("f17")));
}

TEST_CASE("file cache: a directory that may not be read is asked by name") {
  if (geteuid() == 0) return;  // root reads it
  TempTree tree;
  tree.Write("locked/file", "");
  chmod(tree.Path("locked").c_str(), 0100);
  FileCache here;
  {
    FileCache::Scope scope(here, "/");
    CHECK_FALSE(StatFile(tree.Path("locked/a")));
    CHECK_FALSE(StatFile(tree.Path("locked/b")));
    CHECK(IsRegularFile(tree.Path("locked/file")));
  }
  chmod(tree.Path("locked").c_str(), 0700);
}

TEST_CASE("file cache: what is kept is bounded") {
  TempTree tree;
  const std::string large(FileCache::kMaxTextOfFile + 1, 'x');
  tree.Write("large", large);
  tree.Write("small", "x");
  FileCache here;
  FileCache::Scope scope(here, "/");
  CHECK(*ReadFile(tree.Path("large")) == large);
  CHECK(here.TextOf(tree.Path("large")) == nullptr);
  CHECK(*ReadFile(tree.Path("small")) == "x");
  CHECK(here.TextOf(tree.Path("small")) != nullptr);
  // A limit of the caller holds for a kept text too.
  tree.Write("ten", "0123456789");
  CHECK(ReadFile(tree.Path("ten")).ok());
  CHECK_FALSE(ReadFile(tree.Path("ten"), 5).ok());
}

}  // namespace synapse
