#include "source/repair.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;

struct Fixture {
  TempTree tree;
  std::string cwd, home;
  SpecStore specs{{tree.Path("specs"), testing::SourceFile("specs")}};

  Fixture() : cwd(tree.Path("w")), home(tree.Path("home")) {
    tree.MakeDir("w/src/lib");
    tree.MakeDir("w/old");
    tree.Write("w/src/main.c", "");
    tree.Write("w/notes", "");
    tree.Write("w/tool.py", "");
    tree.MakeDir("w/deep/folder");
    tree.Write("w/two.file1", "");
    tree.Write("w/two.file2", "");
    tree.Write("w/run.sh", "");
    chmod(tree.Path("w/run.sh").c_str(), 0644);
    tree.Write("w/text.md", "# Text\n");
    tree.Write("w/tool.v2", "#!/bin/sh\n");
    tree.Write("specs/vcs.json", R"({"name": "vcs", "subcommands": [
      {"name": "go",
       "options": [{"name": "--new", "args": {"name": "branch", "open": true,
                    "creates": "new", "generator": "git.branches"}}],
       "args": {"name": "branch", "generator": "git.other_branches"}}]})");
    tree.Write("specs/jump.json", R"({"name": "jump", "enters": true,
      "args": {"name": "directory", "template": "directory"}})");
  }
  void Git(const std::string& config) {
    tree.Write("w/.git/HEAD", "ref: refs/heads/topic\n");
    tree.Write("w/.git/refs/heads/topic", std::string(40, 'a') + "\n");
    tree.Write("w/.git/packed-refs",
               "# pack-refs with: peeled fully-peeled sorted\n"
               "1f3a refs/heads/main\n1f3a refs/remotes/origin/main\n");
    tree.Write("w/.git/config", config);
  }
  std::string After(const std::string& line, int exit = 1) {
    static const std::function<bool(std::string_view)> kCanRun =
        [](std::string_view name) {
          return name == "cd" || name == "ls" || name == "git" ||
                 name == "sudo" || name == "docker" || name == "vi";
        };
    // A busy machine does not change the result.
    constexpr int64_t kMinute = int64_t{60} * 1'000'000;
    Budget budget(kMinute);
    FailedLine failed{line, exit, cwd, home, kCanRun, specs, budget};
    auto fixed = exit == 127 ? RepairName(failed) : Repair(failed);
    if (!fixed) return "";
    CHECK_FALSE(fixed->reason.empty());
    CHECK(fixed->score > 0);
    CHECK(fixed->score <= 1);
    return fixed->line;
  }
};

}  // namespace

TEST_CASE("repair: files and directories") {
  Fixture p;
  struct Case {
    const char* line;
    int exit;
    const char* right;  // "": left alone
  };
  for (const Case& c : {
           Case{"mkdir a/b/c", 1, "mkdir -p a/b/c"},
           Case{"mkdir 'a b/c'", 1, ""},  // not written plainly
           Case{"mkdir src/new", 1, ""},
           Case{"mkdir -m 700 a/b", 1, ""},
           Case{"touch a/b.c", 1, "mkdir -p a && touch a/b.c"},
           Case{"touch src/b.c", 1, ""},
           Case{"ln notes a/b", 1, "mkdir -p a && ln notes a/b"},
           Case{"mv notes a/b/", 1, "mkdir -p a/b && mv notes a/b/"},
           Case{"cp notes new/", 1, "mkdir -p new && cp notes new/"},
           Case{"cp notes src/", 1, ""},
           Case{"cp notes a/b", 1, "mkdir -p a && cp notes a/b"},
           Case{"cp nothing a/b", 1, ""},  // `nothing` is missing
           Case{"cd nowhere", 1, "mkdir -p nowhere && cd nowhere"},
           Case{"cd src/main.c", 1, "cd src"},
           Case{"cd notes", 1, ""},
           Case{"cd src", 1, ""},
           Case{"cd -P nowhere", 1, ""},
           Case{"jump src/main.c", 1, "jump src"},
           Case{"jump nowhere", 1, "mkdir -p nowhere && jump nowhere"},
           Case{"cp src dst", 1, "cp -r src dst"},
           Case{"cp notes src old", 1, "cp -r notes src old"},
           Case{"cp notes src", 1, ""},
           Case{"cp -v src dst", 1, ""},
           Case{"grep main src", 2, "grep -r main src"},
           Case{"grep src notes", 1, ""},
           Case{"rm old", 1, "rm -r old"},
           Case{"rm notes", 1, ""},
           Case{"cat src", 1, "ls src"},
           Case{"less src/lib/", 1, "ls src/lib/"},
           Case{"cat notes", 1, ""},
           Case{"gzip src", 2, "gzip -r src"},
           Case{"gzip notes", 1, ""},
           Case{"scp src host:", 1, "scp -r src host:"},
           Case{"scp notes src", 1, ""},
           Case{"./run.sh", 126, "chmod +x ./run.sh && ./run.sh"},
           Case{"./run.sh -x 1", 126, "chmod +x ./run.sh && ./run.sh -x 1"},
           Case{"./run.sh", 1, ""},
           Case{"./text.md", 126, ""},
           Case{"./tool.v2", 126, "chmod +x ./tool.v2 && ./tool.v2"},
           Case{"python3 tool", 2, "python3 tool.py"},
           Case{"python3 tool -v", 2, "python3 tool.py -v"},
           Case{"python3 tool.py", 2, ""},
           Case{"node tool", 1, ""},
           Case{"cat not", 1, "cat notes"},
           Case{"cat no", 1, ""},  // too short
           Case{"cat src/mai notes", 1, "cat src/main.c notes"},
           Case{"cat ol", 1, ""},
           Case{"cat old/x", 1, ""},
           Case{"cat src/li", 1, ""},  // a directory
           Case{"cd src/li", 1, "mkdir -p src/li && cd src/li"},
           Case{"jump src/lib2", 1, "mkdir -p src/lib2 && jump src/lib2"},
           Case{"jump ../w/src/lib", 1, ""},
           Case{"cd deep/fold", 1, "cd deep/folder"},
           Case{"head -n 3 two.fil", 1, ""},  // two files
           Case{"rm not", 1, ""},
           Case{"env -C src cat not", 1, ""},  // reads src/not
           Case{"git -C src mv not x", 1, ""},
           Case{"cd nowhere && ls", 1, ""},  // more than one command
           Case{"cat $HOME", 1, ""},
           Case{"", 1, ""},
           Case{"| x", 1, ""},
       }) {
    CAPTURE(std::string(c.line));
    CHECK(p.After(c.line, c.exit) == c.right);
  }
}

TEST_CASE("repair: a missing blank behind a name, and a copied prompt") {
  Fixture p;
  CHECK(p.After("cd..", 127) == "cd ..");
  CHECK(p.After("cd../x", 127) == "cd ../x");
  CHECK(p.After("cd...", 127) == "cd ../..");
  CHECK(p.After("cd/tmp", 127) == "cd /tmp");
  CHECK(p.After("ls-la src", 127) == "ls -la src");
  CHECK(p.After("ls-la | wc -l", 127) == "ls -la | wc -l");
  CHECK(p.After("$ git status", 127) == "git status");
  CHECK(p.After("git-status", 127) == "");  // no cluster of letters
  CHECK(p.After("xy-la", 127) == "");       // no xy
  CHECK(p.After("./ls", 127) == "");
  CHECK(p.After("'cd..'", 127) == "");
  CHECK(p.After("$ nothing x", 127) == "");
}

TEST_CASE("repair: another command that takes the same arguments") {
  Fixture p;
  CHECK(p.After("docker-compose up -d", 127) == "docker compose up -d");
  CHECK(p.After("docker-compose ps | wc -l", 127) ==
        "docker compose ps | wc -l");
  CHECK(p.After("podman ps", 127) == "docker ps");
  CHECK(p.After("vim a.txt", 127) == "vi a.txt");
  CHECK(p.After("pip install x", 127) == "");  // nothing of it is installed
  CHECK(p.After("docker ps", 127) == "");      // installed, and failed itself
  CHECK(p.After("bin/vim a.txt", 127) == "");
}

TEST_CASE("repair: lines of git, by the state of the repository") {
  Fixture p;
  CHECK(p.After("git push") == "");  // no repository
  p.Git("");
  CHECK(p.After("git push") == "");  // nowhere to push to
  CHECK(p.After("git pull") == "");
  const std::string remote = "[remote \"origin\"]\n\turl = x\n";
  p.Git(remote);
  CHECK(p.After("git push") == "git push --set-upstream origin topic");
  CHECK(p.After("git push origin topic") == "");
  CHECK(p.After("git push -f") == "");
  CHECK(p.After("git pull") == "");  // the remote has no such branch
  p.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  CHECK(p.After("git pull") ==
        "git branch --set-upstream-to=origin/main main && git pull");
  p.Git(remote + "[branch \"topic\"]\n\tmerge = refs/heads/topic\n");
  CHECK(p.After("git push") == "git pull --rebase");
  CHECK(p.After("git push origin topic") == "git pull --rebase");
  CHECK(p.After("git pull") == "");

  CHECK(p.After("git remote add origin https://host/x") ==
        "git remote set-url origin https://host/x");
  CHECK(p.After("git remote add -f origin https://host/x") ==
        "git remote set-url -f origin https://host/x");
  CHECK(p.After("git remote add other https://host/x") == "");

  CHECK(p.After("git checkout new") == "git checkout -b new");
  CHECK(p.After("git switch fix/a-1") == "git switch -c fix/a-1");
  CHECK(p.After("vcs go new") == "vcs go --new new");
  CHECK(p.After("vcs go topic") == "");
  CHECK(p.After("git merge new") == "");       // it makes none
  CHECK(p.After("git checkout topic") == "");  // the branch exists
  CHECK(p.After("git checkout -b main") == "git checkout main");
  CHECK(p.After("git switch -c main") == "git switch main");
  CHECK(p.After("vcs go --new main") == "vcs go main");
  CHECK(p.After("git checkout -b topic") == "");  // the current one
  CHECK(p.After("git checkout -b new") == "");
  CHECK(p.After("git checkout -f main") == "");
  CHECK(p.After("git checkout main") == "");
  CHECK(p.After("git checkout notes") == "");
  for (const char* name : {"HEAD~2", "a..b", ".", "-", "a b", "$x", "x/"}) {
    CAPTURE(std::string(name));
    CHECK(p.After(std::string("git checkout ") + name) == "");
  }
}

TEST_CASE("repair: sudo for a line that root must run") {
  Fixture p;
  const std::string expected = geteuid() == 0 ? "" : "sudo apt install jq";
  CHECK(p.After("apt install jq", 100) == expected);
  CHECK(p.After("make install", 2) == "");
}

}  // namespace synapse
