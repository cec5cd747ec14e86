// What a line needs to be meant: a place to go to, a remote, a branch, a name that
// is free.
#include <unistd.h>

#include "tests/source/plausibility_testing.h"

namespace synapse {
namespace {

using testing::There;

}  // namespace

TEST_CASE("plausibility: cd needs an existing directory, also of CDPATH") {
  There t;
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  t.tree.MakeDir("dir");
  auto ran = [&](const char* text) {
    PoolLine line;
    line.text = text;
    line.stem = "cd";
    line.stat.count = 3;
    return t.plausibility.Of(line);
  };
  CHECK(ran("cd gone") == Finding::kMissingGoal);
  CHECK(t.plausibility.OfGoal("gone") == Finding::kMissingGoal);
  CHECK(ran("cd dir") == Finding::kNone);
  CHECK(t.plausibility.OfGoal("dir") == Finding::kNone);
  t.tree.MakeDir("other/apart");
  t.shell.variable = [&](std::string_view name) -> std::optional<std::string> {
    return name == "CDPATH" ? std::optional("/none:" + t.tree.Path("other"))
                            : std::nullopt;
  };
  CHECK(ran("cd apart") == Finding::kNone);
  CHECK(t.plausibility.OfGoal("apart") == Finding::kNone);
  CHECK(ran("cd gone") == Finding::kMissingGoal);
  CHECK(t.plausibility.OfGoal("./apart") == Finding::kMissingGoal);
}

TEST_CASE("plausibility: git push and git fetch need a remote") {
  There with;
  with.MakeRepository("");
  with.Expect(Finding::kNone,
              {"git push origin", "git pull --rebase", "git fetch"});
  There without;
  without.MakeRepository("");
  without.tree.Write(".git/config", "");
  without.Expect(Finding::kNoRemote, {"git push", "git push -f",
                                      "git pull --rebase", "git fetch --all"});
  without.Expect(Finding::kNone, {"git push ../other main", "git remote",
                                  "git commit -m push"});
  CHECK(without.plausibility.OfNew("git push") == Finding::kNoRemote);
  // Without a repository there is no finding.
  There nowhere;
  nowhere.Expect(Finding::kNone, {"git push"});
}

// suggestion-algorithm, Workflow Prediction: the first push of a branch.
TEST_CASE("plausibility: a plain push needs a branch that tracks another one") {
  const std::string remote = "[remote \"origin\"]\n\turl = x\n";
  const auto expect = [&](Finding finding, const std::string& config) {
    There t;
    t.MakeRepository("");
    t.tree.Write(".git/HEAD", "ref: refs/heads/topic\n");
    t.tree.Write(".git/refs/heads/topic", std::string(40, 'a') + "\n");
    t.tree.Write(".git/config", remote + config);
    INFO(config);
    t.Expect(finding, {"git push", "git pull"});
    t.Expect(Finding::kNone, {"git push origin", "git push -u origin topic",
                              "git push --tags", "git fetch"});
  };
  expect(Finding::kNoUpstream, "");
  expect(Finding::kNoUpstream,
         "[branch \"main\"]\n\tmerge = refs/heads/main\n");
  expect(Finding::kNoUpstream, "[push]\n\tautoSetupRemote = false\n");
  expect(Finding::kNone, "[push]\n\tautoSetupRemote = true\n");
  expect(Finding::kNone, "[push]\n\tdefault = current\n");
  expect(Finding::kNone, "[branch \"topic\"]\n\tmerge = refs/heads/topic\n");
}

TEST_CASE("plausibility: nobody goes to the current directory") {
  There t;
  t.tree.MakeDir("dir");
  const std::string here = t.tree.Path();
  CHECK(t.Line("cd " + here) == Finding::kHere);
  CHECK(t.Line("cd " + here + "/") == Finding::kHere);
  CHECK(t.Line("cd dir/..") == Finding::kHere);
  CHECK(t.Line("pushd .") == Finding::kHere);
  CHECK(t.Line("cd dir") == Finding::kNone);
  CHECK(t.Line("cd -") == Finding::kNone);
  CHECK(t.Line("pushd dir") == Finding::kNone);
  CHECK(t.Line("cd $X") == Finding::kNone);
  CHECK(t.Line("cd") == Finding::kNone);
  CHECK(t.Line("ls " + here) == Finding::kNone);
  CHECK(t.plausibility.OfGoal(here) == Finding::kHere);
  CHECK(t.plausibility.OfGoal("dir") == Finding::kNone);
  CHECK(t.plausibility.OfDirectory(here) == Finding::kNone);
}

TEST_CASE("plausibility: a user's spec says what enters a directory") {
  There t;
  t.tree.MakeDir("dir");
  t.tree.Write("specs/jump.json", R"({"name": "jump", "enters": true,
    "args": {"name": "directory", "template": "directory"}})");
  t.Expect(Finding::kHere, {"jump .", "jump dir/.."});
  t.Expect(Finding::kMissing, {"jump gone"});
  t.Expect(Finding::kNone, {"jump dir", "jump -", "jump", "jump gone dir"});
}

TEST_CASE(
    "plausibility: branches, tags and remotes that a line names are there") {
  There t;
  t.MakeRepository("");
  t.tree.Write("file.txt", "");
  // clang-format off
  t.Expect(Finding::kNone,
           {"git checkout fix/one", "git merge fix/one", "git switch theirs",
            "git log origin/theirs", "git checkout v1", "git checkout file.txt",
            "git checkout -b gone", "git branch gone", "git tag gone",
            "git pull origin main", "git reset HEAD~2", "git show 1f3a9c0",
            "git diff main..gone", "git checkout -", "git checkout $b",
            "git push origin main", "git push https://host/y main",
            "git push ../other main", "git push host:y main",
            "git push .git main", "git stash branch gone",
            "sudo git checkout v1"});
  // clang-format on
  CHECK(t.Line("git rm file.txt") == Finding::kUnlisted);  // untracked
  CHECK(t.Line("git rm main") == Finding::kMissing);
  for (const char* missing :
       {"git checkout gone", "git merge fix/two", "git switch 'gone'",
        "git push origin gone", "git push upstream main", "git push fix/one",
        "git merge file.txt",  // no file is merged
        "sudo git checkout gone"}) {
    INFO(missing);
    CHECK(t.Line(missing) == Finding::kUnknownName);
    CHECK(t.Line(missing, "/no/such/directory") == Finding::kNone);
  }
}

TEST_CASE("plausibility: the first of several commands must be able to run") {
  There t;
  t.MakeRepository("");
  t.tree.Write("file.txt", "");
  t.Expect(Finding::kMissing, {"cat gone.txt | wc -l", "cat gone.txt && make",
                               "cat gone.txt 2>&1 | wc"});
  t.Expect(Finding::kMissing, {"cd gone && make"});
  t.Expect(Finding::kUnknownName, {"git checkout gone && git pull"});
  t.Expect(Finding::kNone,
           {"cat gone.txt; make", "cat gone.txt || make",
            "cat file.txt | wc gone.txt", "cd . && make",
            "git checkout main && git pull", "git fetch && git checkout gone"});
}

TEST_CASE("plausibility: an existing name is not created again") {
  There t;
  t.MakeRepository("");
  t.tree.MakeDir("dir");
  t.tree.Write("file.txt", "");
  t.tree.MakeDir("home/notes");
  testing::ScopedEnv home("HOME", t.tree.Path("home"));
  // clang-format off
  t.Expect(Finding::kExists,
           {"mkdir dir", "mkdir dir/", "mkdir -p dir", "mkdir file.txt",
            "mkdir dir file.txt", "mkdir ~/notes", "git branch fix/one",
            "git branch main v1", "git checkout -b fix/one",
            "git switch -c main", "git tag v1", "git tag -a v1 -m x",
            "git remote add origin https://host/y", "git worktree add dir",
            "cargo new dir", "sudo mkdir dir", "mkdir dir && cd dir",
            "git init", "git init -q", "git init && git add ."});
  // clang-format on
  // clang-format off
  t.Expect(Finding::kNone,
           {"mkdir gone", "mkdir dir gone", "mkdir gone && cd gone",
            "mkdir -p dir && cd dir", "mkdir dir; cd dir", "mkdir $dir", "mkdir dir/*", "mkdir 'dir x'", "touch file.txt",
            "git branch gone", "git branch -d fix/one", "git branch -f fix/one",
            "git branch -m fix/one", "git branch -m fix/one new",
            "git checkout -B fix/one", "git tag -f v1", "git tag -d v1",
            "git tag v2", "git remote add upstream https://host/y",
            "git worktree add ../gone fix/one", "cargo new gone",
            "git init gone", "npm init -y", "cargo init"});
  // clang-format on
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  // In a missing directory nothing is known.
  CHECK(t.Line("mkdir dir", "/no/such/directory") == Finding::kNone);
  CHECK(t.Line("git branch main", "/") == Finding::kNone);
}

TEST_CASE(
    "plausibility: the branch one is on is sent, and no other one is left") {
  There t;
  t.MakeRepository("");
  t.tree.Write("file.txt", "");
  t.tree.Write(".git/index", testing::GitIndexOf({"file.txt"}));
  t.Expect(Finding::kHere, {"git checkout main", "git switch main",
                            "git merge main", "git rebase main"});
  t.Expect(Finding::kOtherBranch,
           {"git push origin fix/one", "git push origin theirs",
            "git pull origin fix/one", "git pull origin gone"});
  t.Expect(Finding::kNone,
           {"git pull origin main", "git pull origin master",
            "git pull origin main:fix/one", "git push origin v1"});
  t.Expect(Finding::kHere, {"git cherry-pick main"});
  t.Expect(Finding::kNone, {"git cherry-pick fix/one"});
  t.Expect(Finding::kHere, {"git push -d origin main", "git branch -d main"});
  t.Expect(Finding::kNone, {"git push --delete origin fix/one"});
  t.Expect(Finding::kNone,
           {"git checkout main file.txt", "git checkout main && make",
            "git log main", "git diff main", "git pull origin main"});
  There detached;
  detached.MakeRepository("");
  detached.tree.Write(".git/HEAD", std::string(40, 'a'));
  CHECK(detached.Line("git checkout main") == Finding::kNone);
}

TEST_CASE("plausibility: a user's spec says which branch and remote it needs") {
  constexpr const char* kSpec = R"({"name": "vcs", "subcommands": [
    {"name": "go", "args": {"name": "branch",
                            "generator": "git.other_branches"}},
    {"name": "send",
     "options": [{"name": "--remove", "not_current": true}],
     "args": [{"name": "remote", "optional": true, "generator": "git.remotes"},
              {"name": "branch", "optional": true, "current": true,
               "generator": "git.branches"}]}]})";
  There t;
  t.MakeRepository("");
  t.tree.Write("specs/vcs.json", kSpec);
  t.Expect(Finding::kHere, {"vcs go main", "vcs send --remove origin main"});
  t.Expect(Finding::kOtherBranch, {"vcs send origin fix/one"});
  t.Expect(Finding::kUnknownName, {"vcs go gone", "vcs send gone main"});
  t.Expect(Finding::kNone, {"vcs go fix/one", "vcs send origin main",
                            "vcs send", "vcs send --remove origin fix/one"});
  There without;
  without.MakeRepository("");
  without.tree.Write(".git/config", "");
  without.tree.Write("specs/vcs.json", kSpec);
  without.Expect(Finding::kNoRemote, {"vcs send", "vcs send --remove"});
}

TEST_CASE(
    "plausibility: names of another repository, of none, of an empty one") {
  There t;
  t.MakeRepository("repo/");
  t.tree.MakeDir("plain");
  t.tree.Write("new/.git/HEAD", "ref: refs/heads/main\n");
  // git reads the repository that the option names.
  CHECK(t.Line("git -C repo checkout v1") == Finding::kNone);
  CHECK(t.Line("git -C repo checkout gone") == Finding::kUnknownName);
  t.tree.Write("repo/main.cc", "");
  CHECK(t.Line("git -C repo add main.cc") == Finding::kNone);
  CHECK(t.Line("git -C repo add gone.cc") == Finding::kMissing);
  CHECK(t.Line("git -C gone checkout v1") == Finding::kMissing);
  CHECK(t.Line("git -C 'my gone' add x") == Finding::kMissing);
  CHECK(t.Line("git -C \"$X\" add gone.cc") == Finding::kNone);
  CHECK(t.Line("env -C repo cat main.cc") == Finding::kNone);
  CHECK(t.Line("env -C repo cat gone.cc") == Finding::kMissing);
  CHECK(t.Line("git checkout gone", t.tree.Path("plain")) == Finding::kNone);
  CHECK(t.Line("git checkout gone", t.tree.Path("new")) == Finding::kNone);
}

TEST_CASE("plausibility: a commit that the repository does not hold") {
  There t;
  t.MakeRepository("");
  // Without a directory of objects nothing is known.
  t.Expect(Finding::kNone, {"git checkout 1f3a9c0", "git show 5eed5eed"});
  t.tree.Write(".git/objects/1f/3a9c0" + std::string(33, '0'), "");
  t.Expect(Finding::kNone, {"git checkout 1f3a9c0", "git cherry-pick 1f3a",
                            "git show 5eed5eed^"});
  t.Expect(Finding::kUnknownName,
           {"git checkout 5eed5eed", "git cherry-pick 5eed5eed"});
}

// `npm run start:dev` was the ghost in a project without that script.
TEST_CASE("plausibility: a script that the project does not have") {
  There t;
  t.tree.Write("package.json", R"({"scripts": {"dev": "vite", "test": "x"}})");
  t.tree.MakeDir("src");
  t.Expect(Finding::kNone,
           {"npm run dev", "npm run test -- -u", "npm run start -w web",
            "npm run $X", "npm run", "npm run dev | cat"});
  t.Expect(Finding::kUnlisted, {"npm run start", "npm run start -- -u"});
  CHECK(t.Line("npm run start", t.tree.Path("src")) == Finding::kUnlisted);
  There without;
  CHECK(without.Line("npm run start") == Finding::kNone);
}

TEST_CASE("plausibility: one word, by the type of its argument") {
  There t;
  t.MakeRepository("");
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  const std::vector<std::string> words = {"git", "merge"};
  const ArgumentType branch = {.kind = "branch",
                               .current = ArgumentType::Current::kNever};
  const ArgumentType host = {.kind = "host"};
  CHECK(t.plausibility.OfValue(branch, "fix/one", words) == Finding::kNone);
  CHECK(t.plausibility.OfValue(branch, "main", words) == Finding::kHere);
  CHECK(t.plausibility.OfValue(branch, "gone", words) == Finding::kUnknownName);
  CHECK(t.plausibility.OfValue({.kind = "branch", .open = true}, "gone",
                               words) == Finding::kNone);
  CHECK(t.plausibility.OfValue(host, "gone", {"ssh"}) == Finding::kNone);
  CHECK(t.plausibility.OfValue({}, "gone", words) == Finding::kNone);
}

}  // namespace synapse
