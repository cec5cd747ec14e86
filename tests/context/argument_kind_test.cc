#include "context/argument_kind.h"

#include "tests/testing.h"

namespace synapse {
namespace {

SpecStore Specs() { return SpecStore({testing::SourceFile("specs")}); }

}  // namespace

TEST_CASE("argument type: the kind of value behind a command's words") {
  SpecStore specs = Specs();
  struct {
    std::string words, kind;
  } const kCases[] = {
      {"git checkout", "branch"},
      {"git -C shop merge", "branch"},
      {"git push", "remote"},
      {"git push origin", "branch"},
      {"git tag", "tag"},
      {"ssh", "host"},
      {"ping", "address"},
      {"systemctl restart", "unit"},
      {"sudo systemctl restart", "unit"},
      {"kubectl get pods -n", "namespace"},
      {"kubectl --context", "context"},
      {"docker exec -it", "container"},
      // A subcommand, a text, a file: none.
      {"git", ""},
      {"git commit -m", ""},
      {"tar -f", ""},
      {"nosuchcommand", ""},
      {"./git checkout", "branch"},
  };
  for (const auto& c : kCases) {
    INFO(c.words);
    CHECK(ArgumentTypeAfter(specs, testing::SplitAtBlanks(c.words)).kind ==
          c.kind);
  }
}

TEST_CASE("argument type: a user's generator says the kind of its values") {
  testing::TempTree tree;
  tree.Write("x.json", R"({"name": "x", "subcommands": [
    {"name": "go", "args": {"name": "a", "generator": "ours"}},
    {"name": "on", "args": {"name": "a", "generator": "theirs"}},
    {"name": "at", "args": {"name": "a", "generator": "silent"}}],
    "generators": {
      "ours": {"command": ["x", "list"], "kind": "branch"},
      "theirs": {"native": "git.remotes"},
      "silent": {"command": ["x", "all"]}}})");
  SpecStore specs({tree.Path()});
  auto kind = [&](std::string_view words) {
    return ArgumentTypeAfter(specs, testing::SplitAtBlanks(words)).kind;
  };
  CHECK(kind("x go") == "branch");
  CHECK(kind("x on") == "remote");
  CHECK(kind("x at") == "");
}

TEST_CASE("argument type: a file may stand beside what is listed") {
  SpecStore specs = Specs();
  auto files = [&](std::string_view words) {
    return ArgumentTypeAfter(specs, testing::SplitAtBlanks(words)).files;
  };
  CHECK(files("git checkout"));
  CHECK(files("git log"));
  CHECK_FALSE(files("git merge"));
  CHECK_FALSE(files("git push origin"));
}

TEST_CASE("argument type: whether the current branch is meant") {
  using Current = ArgumentType::Current;
  SpecStore specs = Specs();
  auto current = [&](std::string_view words) {
    return ArgumentTypeAfter(specs, testing::SplitAtBlanks(words)).current;
  };
  CHECK((current("git merge") == Current::kNever));
  CHECK((current("git branch -D") == Current::kNever));
  CHECK((current("git push origin") == Current::kUsually));
  CHECK((current("git push -d origin") == Current::kNever));
  CHECK((current("git log") == Current::kMaybe));
}

TEST_CASE("argument type: a name may be new where one is made") {
  SpecStore specs = Specs();
  auto open = [&](std::string_view words) {
    return ArgumentTypeAfter(specs, testing::SplitAtBlanks(words)).open;
  };
  CHECK(open("git branch"));
  CHECK(open("git tag"));
  CHECK(open("git checkout -B"));
  CHECK(open("git pull origin"));
  CHECK_FALSE(open("git merge"));
  CHECK_FALSE(open("git push origin"));
}

TEST_CASE("argument type: behind the last argument") {
  SpecStore specs = Specs();
  auto behind_last = [&](std::string_view words) {
    return ArgumentTypeAfter(specs, testing::SplitAtBlanks(words)).behind_last;
  };
  CHECK(behind_last("docker logs -f web"));
  CHECK_FALSE(behind_last("docker logs -f"));
  CHECK_FALSE(behind_last("docker stop web"));
  CHECK_FALSE(behind_last("cp a b"));
  CHECK_FALSE(behind_last("git"));
}

}  // namespace synapse
