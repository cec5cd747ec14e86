#include "base/mounts.h"

#include <unistd.h>

#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;

std::string TableWith(const std::string& lines) {
  return "/dev/sda1 / ext4 rw 0 0\nproc /proc proc rw 0 0\n" + lines;
}

}  // namespace

TEST_CASE("mounts: without a server nothing is slow") {
  MountTable table(TableWith("/dev/sdb1 /data ext4 rw 0 0\n"));
  CHECK_FALSE(table.IsSlow("/data/x"));
  CHECK_FALSE(table.IsSlow("/"));
  CHECK_FALSE(MountTable("").IsSlow("/x"));
  CHECK_FALSE(MountTable("nonsense\n\n a b\n").IsSlow("/x"));
}

TEST_CASE(
    "mounts: what lies on a server, and nothing that is only named alike") {
  MountTable table(
      TableWith("srv:/x /net/dead nfs4 rw 0 0\n"
                "srv:/y /a\\040b cifs rw 0 0\n"
                "bucket /mnt/bucket fuse rw 0 0\n"
                "/dev/sdc1 /mnt/stick fuseblk rw 0 0\n"));
  CHECK(table.IsSlow("/net/dead"));
  CHECK(table.IsSlow("/net/dead/"));
  CHECK(table.IsSlow("/net/dead/a/b"));
  CHECK(table.IsSlow("/a b/x"));
  CHECK(table.IsSlow("/mnt/bucket/x"));
  CHECK_FALSE(table.IsSlow("/mnt/stick/x"));
  CHECK_FALSE(table.IsSlow("/net/deadline"));
  CHECK_FALSE(table.IsSlow("/net"));
  CHECK_FALSE(table.IsSlow("relative"));
}

// A check of a repository's `gitdir: ../../net/dead` hung the shell.
TEST_CASE("mounts: two dots and links are no way around") {
  TempTree tree;
  std::string dead = tree.MakeDir("net/dead");
  MountTable table(TableWith("srv:/x " + dead + " nfs rw 0 0\n"));
  tree.MakeDir("repo/sub");
  CHECK(table.IsSlow(tree.Path("repo/sub/../../net/dead/x")));
  CHECK(table.IsSlow(tree.Path("repo/./../net/dead")));
  CHECK_FALSE(table.IsSlow(tree.Path("net/dead/../alive")));
  REQUIRE(symlink("../net/dead", tree.Path("repo/link").c_str()) == 0);
  REQUIRE(symlink(dead.c_str(), tree.Path("repo/sub/whole").c_str()) == 0);
  REQUIRE(symlink("link", tree.Path("repo/twice").c_str()) == 0);
  REQUIRE(symlink("round", tree.Path("repo/round").c_str()) == 0);
  CHECK(table.IsSlow(tree.Path("repo/link")));
  CHECK(table.IsSlow(tree.Path("repo/link/x")));
  CHECK(table.IsSlow(tree.Path("repo/sub/whole/x/y")));
  CHECK(table.IsSlow(tree.Path("repo/twice/x")));
  CHECK(table.IsSlow(tree.Path("repo/round/x")));
  CHECK_FALSE(table.IsSlow(tree.Path("repo/sub")));
}

TEST_CASE("mounts: the deepest mount decides") {
  MountTable table(
      TableWith("auto /home autofs rw 0 0\n"
                "/dev/sdb1 /home/ann ext4 rw 0 0\n"
                "auto /disk autofs rw 0 0\n"
                "/dev/sdc1 /disk ext4 rw 0 0\n"
                "srv:/x /home/ann/far nfs rw 0 0\n"));
  CHECK_FALSE(table.IsSlow("/home/ann/project"));
  CHECK_FALSE(table.IsSlow("/disk/x"));
  CHECK(table.IsSlow("/home/bob"));  // a check would mount it
  CHECK(table.IsSlow("/home/ann/far/x"));
}

}  // namespace synapse
