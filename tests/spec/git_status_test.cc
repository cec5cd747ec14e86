// The readers of a work tree beside git itself.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "spec/git_index.h"
#include "spec/natives.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using Names = std::vector<std::string>;

class Repository {
 public:
  Repository() {
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    has_git_ =
        Run("git init -q -b main . && git config user.name A && "
            "git config user.email a@b");
  }
  bool has_git() const { return has_git_; }

  // A shell's lines in the work tree; true if they succeed.
  bool Run(const std::string& lines) const {
    const std::string all = "cd '" + tree.MakeDir("repo") +
                            "' && export HOME='" + tree.MakeDir("home") +
                            "' && { " + lines + "; } >/dev/null 2>&1";
    return std::system(all.c_str()) == 0;  // NOLINT(cert-env33-c)
  }
  Names Of(const char* reader, std::vector<std::string> words = {},
           const std::string& below = "") const {
    const GeneratorInput input{tree.Path("repo" + below), tree.Path("home"), "",
                               std::move(words)};
    Names out = NamesOf(FindNative(reader)(input, testing::Unbounded()));
    std::sort(out.begin(), out.end());
    return out;
  }

  TempTree tree;

 private:
  bool has_git_ = false;
};

}  // namespace

TEST_CASE("git status: modified, untracked and staged files are told apart") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(
      r.Run("mkdir src docs; touch a b src/c src/d docs/e; "
            "printf '*.o\\nout/\\n' >.gitignore; "
            "git add . && git commit -qm one"));
  CHECK(r.Of("git.modified_files").empty());
  CHECK(r.Of("git.untracked_files").empty());
  CHECK(r.Of("git.staged_files").empty());
  REQUIRE(
      r.Run("sleep .02; echo more >>src/c; echo new >src/f; echo x >a.o; "
            "mkdir out new empty docs/in; echo y >out/g; echo z >new/h; "
            "echo w >docs/in/i; echo v >b; git add b src/f"));
  CHECK(r.Of("git.modified_files") == Names{"src/c"});
  CHECK(r.Of("git.untracked_files") == Names{"docs/in/", "new/"});
  CHECK(r.Of("git.staged_files") == Names{"b", "src/f"});
  CHECK(r.Of("git.untracked_files", {}, "/docs") == Names{"../new/", "in/"});
  // A checkout and a commit of one file.
  REQUIRE(r.Run("git checkout -qb other"));
  CHECK(r.Of("git.staged_files") == Names{"b", "src/f"});
  REQUIRE(r.Run("git reset -q b"));
  CHECK(r.Of("git.staged_files") == Names{"src/f"});
  REQUIRE(r.Run("sleep .02; git commit -qm two"));
  CHECK(r.Of("git.staged_files").empty());
}

TEST_CASE("git status: the files behind a revision") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(r.Run("mkdir src; touch a src/c; git add . && git commit -qm one"));
  const auto of = [&](const char* partial, const char* directory) {
    return NamesOf(FindNative("git.blobs")(
        {r.tree.Path("repo") + directory, "/", partial, {}},
        testing::Unbounded()));
  };
  CHECK(of("HEAD:s", "") == Names{"HEAD:a", "HEAD:src/c"});
  CHECK(of("v1:", "/src") == Names{"v1:./c"});
  CHECK(of("HEAD", "").empty());
  CHECK(of(":a", "").empty());
}

// What git adds again gets a new time, although nothing is staged by it; and what
// was added before the last commit of another file is staged still.
TEST_CASE("git status: what is staged is what HEAD has not") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(
      r.Run("mkdir src; for f in a b src/c src/d; do echo $f >$f; done; "
            "git add . && git commit -qm one; sleep .02; "
            "echo a >copy; git add copy; rm copy; echo 2 >src/c; "
            "git add src/c; git rm -q --cached copy; echo 3 >b"));
  CHECK(r.Of("git.staged_files") == Names{"src/c"});
  REQUIRE(r.Run("sleep .02; git commit -qm two b"));
  CHECK(r.Of("git.staged_files") == Names{"src/c"});
  REQUIRE(r.Run("git reset -q; mkdir new; echo 5 >new/f; git add new"));
  CHECK(r.Of("git.staged_files") == Names{"new/f"});
  REQUIRE(r.Run("git checkout -q --detach; git pack-refs --all"));
  CHECK(r.Of("git.staged_files") == Names{"new/f"});
  // The tree is in a pack, as in a fresh clone.
  REQUIRE(
      r.Run("git commit -qam three; git repack -qad; echo 6 >src/c; "
            "git add src/c"));
  CHECK(r.Of("git.staged_files") == Names{"src/c"});
}

// HEAD is not followed below 64 directories: the time of the content decides.
TEST_CASE("git status: a file that lies very deep") {
  Repository r;
  if (!r.has_git()) return;
  std::string deep;
  for (int i = 0; i < 80; ++i) deep += "d/";
  REQUIRE(r.Run("mkdir -p " + deep + "; touch a " + deep +
                "f; git add . && git commit -qm one; sleep .02; echo 2 >a; "
                "echo 2 >" +
                deep + "f; git add ."));
  CHECK(r.Of("git.staged_files") == Names{"a", deep + "f"});
}

TEST_CASE(
    "git status: what is changed is asked of the index or the work tree") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(
      r.Run("echo 1 >a; echo 1 >b; echo 1 >c; git add . && "
            "git commit -qm one; sleep .02; echo 22 >a; echo 22 >b; "
            "git add b"));
  const auto changed = [&](std::vector<std::string> words) {
    return r.Of("git.changed_files", std::move(words));
  };
  CHECK(changed({"git", "restore"}) == Names{"a"});
  CHECK(changed({"git", "restore", "--staged"}) == Names{"b"});
  CHECK(changed({"git", "diff", "--cached"}) == Names{"b"});
  CHECK(changed({"git", "diff"}) == Names{"a"});
  CHECK(changed({"git", "diff", "--stat", "a"}) == Names{"a"});
  CHECK(changed({"git", "diff", "HEAD"}) == Names{"a", "b", "c"});
  CHECK(changed({"git", "diff", "main", "--"}) == Names{"a", "b", "c"});
  CHECK(changed({"git", "checkout", "--"}) == Names{"a"});
  CHECK(changed({"git", "checkout", "main", "--"}) == Names{"a", "b", "c"});
  CHECK(changed({"git", "restore", "--source=HEAD~1"}) == Names{"a", "b", "c"});
}

TEST_CASE("git status: patterns of the user and of the clone") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(
      r.Run("touch a && git add . && git commit -qm one; mkdir -p "
            "$HOME/.config/git; echo '*.swp' >$HOME/.config/git/ignore; "
            "echo private >.git/info/exclude; touch x.swp private seen"));
  CHECK(r.Of("git.untracked_files") == Names{"seen"});
  REQUIRE(
      r.Run("git config core.excludesFile '~/mine'; echo seen >$HOME/mine"));
  CHECK(r.Of("git.untracked_files") == Names{"x.swp"});
}

TEST_CASE("git status: an operation that stopped is under way") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(
      r.Run("echo 1 >a; git add .; git commit -qm one; git checkout -qb b; "
            "echo 2 >a; git commit -qam two; git checkout -q main; "
            "echo 3 >a; git commit -qam three"));
  CHECK(r.Of("git.under_way").empty());
  CHECK_FALSE(r.Run("git merge b"));
  CHECK(r.Of("git.under_way") == Names{"merge"});
  CHECK(r.Run("git merge --abort"));
  CHECK_FALSE(r.Run("git rebase b"));
  CHECK(r.Of("git.under_way") == Names{"rebase"});
  CHECK(r.Run("git rebase --abort"));
  CHECK_FALSE(r.Run("git cherry-pick b"));
  CHECK(r.Of("git.under_way") == Names{"cherry-pick"});
  CHECK(r.Run("git cherry-pick --abort"));
  CHECK_FALSE(r.Run("git format-patch -1 --stdout b >../p; git am ../p"));
  CHECK(r.Of("git.under_way") == Names{"am"});
  CHECK(r.Run("git am --abort"));
  CHECK(r.Of("git.under_way").empty());
}

TEST_CASE("git status: in a directory without tracked files") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(r.Run("mkdir -p src/in; touch src/a src/in/b c"));
  CHECK(r.Of("git.untracked_files") == Names{"c", "src/"});
  CHECK(r.Of("git.untracked_files", {}, "/src") == Names{"../c", "a", "in/"});
}

// Damaged numbers in the extension TREE.
TEST_CASE("git status: what the user said about a file counts") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(
      r.Run("touch a s; git add . && git commit -qm one; "
            "git update-index --assume-unchanged a; "
            "git update-index --skip-worktree s; rm s; echo x >a; "
            "echo x >new; git add -N new"));
  CHECK(r.Of("git.modified_files") == Names{"new"});
  CHECK(r.Of("git.staged_files").empty());
  CHECK(r.Of("git.untracked_files").empty());
}

TEST_CASE("git status: git adds no fifo and no directory without files") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(
      r.Run("mkfifo fifo; mkdir -p e/m/p/t y/es z; mkfifo z/f; touch y/es/f"));
  CHECK(r.Of("git.untracked_files") == Names{"y/"});
}

// `git checkout --theirs ` and `git mergetool ` listed every modified file.
TEST_CASE("git status: files in conflict are told from modified ones") {
  Repository r;
  if (!r.has_git()) return;
  REQUIRE(
      r.Run("mkdir d; touch a b d/c; git add . && git commit -qm one && "
            "git checkout -qb side && echo x >a && echo x >d/c && "
            "git commit -qam two && git checkout -q main && echo y >a && "
            "echo y >d/c && git commit -qam three"));
  CHECK(r.Of("git.conflict_files").empty());
  (void)r.Run("git merge side");
  REQUIRE(r.Run("sleep .02; echo z >b"));
  CHECK(r.Of("git.modified_files") == Names{"a", "b", "d/c"});
  CHECK(r.Of("git.conflict_files") == Names{"a", "d/c"});
  CHECK(r.Of("git.conflict_files", {}, "/d") == Names{"../a", "c"});
}

TEST_CASE("git status: an index of SHA-256 is read, a split one is unknown") {
  Repository r;
  if (!r.has_git()) return;
  if (r.Run("rm -rf .git; git init -q --object-format=sha256 .")) {
    REQUIRE(
        r.Run("git config user.name A; git config user.email a@b; mkdir d; "
              "touch a d/b; git add . && git commit -qm one; "
              "sleep .02; echo x >a; echo y >d/b; git add a; touch new"));
    CHECK(r.Of("git.modified_files") == Names{"d/b"});
    CHECK(r.Of("git.staged_files") == Names{"a"});
    CHECK(r.Of("git.untracked_files") == Names{"new"});
  }
  REQUIRE(
      r.Run("rm -rf .git a d new; git init -q .; touch a; git add a; "
            "git update-index --split-index; touch b; git add b"));
  Budget budget = Budget::Unlimited();
  Reading reading(budget);
  CHECK(GitUntrackedFiles({r.tree.Path("repo"), r.tree.Path("home"), "", {}},
                          reading)
            .empty());
  CHECK_FALSE(reading.finished());
}

TEST_CASE("git: a file among the refs that is no ref is no branch") {
  TempTree tree;
  tree.Write(".git/HEAD", "ref: refs/heads/main\n");
  for (const char* name : {"main", "a/b", ".DS_Store", "x.lock", "b..c", "a~",
                           "@{", "dot.", "a/.hid/den"}) {
    tree.Write(std::string(".git/refs/heads/") + name,
               std::string(40, '1') + "\n");
  }
  // What a crash leaves; `git branch` ignores these.
  tree.Write(".git/refs/heads/empty", "");
  tree.Write(".git/refs/heads/nul", std::string(41, '\0'));
  tree.Write(".git/refs/heads/short", "0123\n");
  tree.Write(".git/refs/heads/garbage", "not an object at all\n");
  tree.Write(".git/refs/heads/sha256", std::string(64, '1') + "\n");
  tree.Write(".git/refs/heads/symbolic", "ref: refs/heads/main\n");
  const GeneratorInput input{tree.Path(), tree.Path(), "", {"git"}};
  Names names = NamesOf(GitBranches(input, testing::Unbounded()));
  std::sort(names.begin(), names.end());
  CHECK(names == Names{"a/b", "main", "sha256", "symbolic"});
  // Where a reftable holds the refs, nothing is known of them.
  tree.Write(".git/HEAD", "ref: refs/heads/.invalid\n");
  tree.Write(".git/reftable/tables.list", "");
  Reading& reading = testing::Unbounded();
  CHECK(GitBranches(input, reading).empty());
  CHECK_FALSE(reading.finished());
  CHECK(CurrentBranch(tree.Path(".git")).empty());
}

TEST_CASE("git status: a damaged index names no tree") {
  TempTree tree;
  tree.Write("repo/.git/HEAD", "ref: refs/heads/main\n");
  const auto git = FindGitDir({tree.Path("repo"), tree.Path(), "", {}});
  REQUIRE(git);
  const auto trees = [&](const std::string& data) {
    std::string size(4, '\0');
    size[3] = static_cast<char>(data.size());
    tree.Write("repo/.git/index",
               std::string("DIRC\0\0\0\2\0\0\0\0", 12) + "TREE" + size + data);
    return TreesOfIndex(*git, testing::Unbounded()).size();
  };
  const std::string id(20, 'x'), nul(1, '\0');
  CHECK(trees(nul + "0 0\n" + id) == 1);
  CHECK(trees(nul + "-1 1\n" + "src" + nul + "2 0\n" + id) == 1);
  CHECK(trees(nul + "0 99999\n" + id) == 1);
  CHECK(trees(nul + "0 0\n" + id.substr(1)) == 0);
  CHECK(trees(nul + "x 0\n") == 0);
  CHECK(trees("no end") == 0);
}

}  // namespace synapse
