#include "rank/admission.h"

#include "tests/rank/rank_testing.h"

namespace synapse {
namespace {

struct Slots : testing::JudgedProject {
  bool Admits(const std::string& left, const std::string& word, UsedAt used) {
    const auto context = BuildContext(left, left.size(), specs, nullptr);
    const ArgumentType type = context.words.empty()
                                  ? ArgumentType()
                                  : ArgumentTypeAfter(specs, context.words);
    return Admission(context, type, plausibility).MayEnter(word, used);
  }
};

}  // namespace

// `docker volume rm ` listed `2>&1` after `docker logs web 2>&1`.
TEST_CASE("admission: an operator is no argument") {
  Slots s;
  for (const char* left :
       {"docker volume rm ", "git stash drop ", "mytool x "}) {
    for (const char* word : {">", "2>&1", "&&", "|", "2>/dev/null", ">out"}) {
      INFO(left << word);
      CHECK_FALSE(s.Admits(left, word, UsedAt::kBehindAll));
    }
  }
  CHECK(s.Admits("mytool x ", "'a > b'", UsedAt::kBehindAll));
}

TEST_CASE("admission: an option is one of its command's") {
  Slots s;
  CHECK(s.Admits("cargo build ", "--release", UsedAt::kElsewhere));
  CHECK_FALSE(s.Admits("cargo build ", "--version", UsedAt::kInCommand));
  CHECK(s.Admits("cargo ", "--version", UsedAt::kInCommand));
  CHECK_FALSE(s.Admits("git stash drop ", "-5", UsedAt::kInCommand));
  CHECK(s.Admits("git log ", "-5", UsedAt::kBehindAll));
  CHECK(s.Admits("ls ", "-la", UsedAt::kElsewhere));
  CHECK(s.Admits("make ", "-j4", UsedAt::kElsewhere));
  CHECK_FALSE(s.Admits("cargo add serde ", "--", UsedAt::kInCommand));
}

// `cat f | ` listed `-E` after `curl x | sudo -E bash -`.
TEST_CASE("admission: no command begins with a dash") {
  Slots s;
  for (const char* left : {"cat f | ", "", "ls && "}) {
    INFO(left);
    CHECK_FALSE(s.Admits(left, "-E", UsedAt::kInSlot));
    CHECK(s.Admits(left, "grep", UsedAt::kInSlot));
  }
  CHECK(s.Admits("sudo ", "-E", UsedAt::kInSlot));
}

TEST_CASE("admission: an option without a spec is one that was typed there") {
  Slots s;
  CHECK(s.Admits("mytool ", "--env", UsedAt::kInCommand));
  CHECK_FALSE(s.Admits("mytool ", "--env", UsedAt::kElsewhere));
  CHECK_FALSE(s.Admits("mytool put ", "--env", UsedAt::kInCommand));
  CHECK(s.Admits("mytool put ", "--env", UsedAt::kInSlot));
}

TEST_CASE("admission: a word without a type is one that was typed there") {
  Slots s;
  CHECK(s.Admits("mytool put ", "here", UsedAt::kInSlot));
  CHECK_FALSE(s.Admits("mytool put ", "here", UsedAt::kAtPosition));
  CHECK_FALSE(s.Admits("mytool put ", "elsewhere", UsedAt::kElsewhere));
  CHECK(s.Admits("mytool put ", "notes.txt", UsedAt::kElsewhere));
  CHECK_FALSE(s.Admits("mytool put ", "gone.txt", UsedAt::kElsewhere));
  CHECK_FALSE(s.Admits("npm install ", "12", UsedAt::kInCommand));
}

TEST_CASE("admission: only the program knows what goes on behind its command") {
  Slots s;
  for (const char* left : {"git annex ", "docker scout ", "npm frobnicate "}) {
    for (const char* word :
         {"reset", "rebase", "run", "install", "--quiet-x"}) {
      INFO(left << word);
      CHECK_FALSE(s.Admits(left, word, UsedAt::kElsewhere));
      CHECK_FALSE(s.Admits(left, word, UsedAt::kInCommand));
    }
    CHECK(s.Admits(left, "sync", UsedAt::kInSlot));
  }
  CHECK(s.Admits("git ", "reset", UsedAt::kElsewhere));
}

TEST_CASE("admission: a value is one that its generator lists") {
  Slots s;
  CHECK(s.Admits("npm run ", "dev", UsedAt::kElsewhere));
  CHECK_FALSE(s.Admits("npm run ", "serve", UsedAt::kBehindAll));
  CHECK(s.Admits("make ", "test", UsedAt::kElsewhere));
  CHECK_FALSE(s.Admits("make ", "deploy", UsedAt::kBehindAll));
  CHECK(s.Admits("make ", "PREFIX=/usr", UsedAt::kBehindAll));
  CHECK(s.Admits("git merge ", "topic", UsedAt::kElsewhere));
  CHECK_FALSE(s.Admits("git merge ", "HEAD:notes.txt", UsedAt::kElsewhere));
}

// After `git diff HEAD~2` the first row of `git merge ` was HEAD~2: without tags
// it was not known that no tag has that name.
TEST_CASE(
    "admission: no expression or unknown name where the spec wants a branch") {
  Slots s;
  CHECK_FALSE(s.Admits("git merge ", "HEAD~2", UsedAt::kAsType));
  CHECK_FALSE(s.Admits("git push origin ", "gone", UsedAt::kAsType));
}

// After `git show v1` the first row of `git push origin ` and of `git blame ` was
// the tag.
TEST_CASE("admission: a branch, a tag or a file, as the slot of git wants") {
  Slots s;
  s.tree.Write(".git/refs/tags/v1", std::string(40, 'a') + "\n");
  s.tree.Write(".git/index", testing::GitIndexOf({"notes.txt"}));
  CHECK(s.Admits("git push origin ", "topic", UsedAt::kAsType));
  CHECK_FALSE(s.Admits("git push origin ", "v1", UsedAt::kAsType));
  CHECK(s.Admits("git push origin ", "v1", UsedAt::kInSlot));
  CHECK(s.Admits("git blame ", "notes.txt", UsedAt::kAsType));
  CHECK_FALSE(s.Admits("git blame ", "topic", UsedAt::kAsType));
  CHECK(s.Admits("git blame ", "topic", UsedAt::kBehindAll));
  CHECK(s.Admits("git show ", "v1", UsedAt::kAsType));
}

// After `cmake --version` the first row of `cmake --build build ` was the option.
TEST_CASE("admission: an option that stands alone follows no other word") {
  Slots s;
  CHECK(s.Admits("cmake ", "--version", UsedAt::kElsewhere));
  CHECK_FALSE(s.Admits("cmake --build build ", "--version", UsedAt::kInSlot));
  CHECK(s.Admits("cmake --build build ", "--version", UsedAt::kBehindAll));
  CHECK_FALSE(s.Admits("cmake --build build ", "--help", UsedAt::kInSlot));
  CHECK(s.Admits("cmake --build build ", "--verbose", UsedAt::kInSlot));
}

// `git worktree add ` listed upstream after `git remote add upstream URL`.
TEST_CASE(
    "admission: a word of git remote add is no word of git worktree add") {
  Slots s;
  CHECK_FALSE(s.Admits("git worktree add ", "upstream", UsedAt::kInSlot));
  CHECK(s.Admits("git worktree add ", "../topic", UsedAt::kBehindAll));
}

// No command runs in the test: the list is not known.
TEST_CASE(
    "admission: while a list is unknown, a value of its type is admitted") {
  Slots s;
  CHECK(s.Admits("docker stop ", "web", UsedAt::kAsType));
  CHECK_FALSE(s.Admits("docker stop ", "web", UsedAt::kInCommand));
  CHECK(s.Admits("ssh ", "host-a", UsedAt::kAsType));
  CHECK_FALSE(s.Admits("ssh ", "example.com", UsedAt::kElsewhere));
}

TEST_CASE("admission: in a missing directory every file may exist") {
  Slots s;
  CHECK_FALSE(s.Admits("cat ", "gone.txt", UsedAt::kElsewhere));
  s.plausibility.BeginPrompt(s.tree.Path("gone"), s.tree.Path("home"));
  CHECK(s.Admits("cat ", "gone.txt", UsedAt::kElsewhere));
}

}  // namespace synapse
