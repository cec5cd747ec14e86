#include "spec/store.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include "spec/loose_pack.h"
#include "tests/spec/spec_testing.h"

namespace synapse {

using testing::TempTree;

TEST_CASE("store: the first directory that has a name wins") {
  TempTree tree;
  tree.Write("user/x.json", R"({"name": "x", "description": "user"})");
  tree.Write("ours/x.json", R"({"name": "x", "description": "ours"})");
  tree.Write("ours/y.json", R"({"name": "y"})");
  SpecStore store({tree.Path("none"), tree.Path("user"), tree.Path("ours")});
  REQUIRE(store.Find("x"));
  CHECK(store.Find("x")->root.description == "user");
  CHECK(store.Find("y"));
  CHECK_FALSE(store.Find("z"));
  CHECK(store.Names() == std::vector<std::string>{"x", "y"});
  auto list = store.List();
  REQUIRE(list.size() == 2);
  CHECK(list[0].description == "user");
  CHECK(list[0].path == tree.Path("user/x.json"));
}

TEST_CASE("store: a version or a target is no other command") {
  TempTree tree;
  for (const char* name : {"python", "clang", "gcc", "g++", "test", "rm"}) {
    tree.Write(std::string(name) + ".json",
               R"({"name": ")" + std::string(name) + R"("})");
  }
  tree.Write("python3.12.json", R"({"name": "own"})");
  SpecStore store({tree.Path()});
  auto name = [&](const char* command) {
    const auto spec = store.Find(command);
    return spec ? spec->root.name().str() : "";
  };
  CHECK(name("python3.11") == "python");
  CHECK(name("python3.12") == "own");
  CHECK(name("clang-15") == "clang");
  CHECK(name("clang++-15") == "");
  CHECK(name("g++-12.2") == "g++");
  CHECK(name("arm-none-eabi-gcc") == "gcc");
  CHECK(name("x86_64-linux-gnu-gcc") == "gcc");
  CHECK(name("x86_64-w64-mingw32-g++") == "g++");
  for (const char* other :
       {"test1", "rm2", "my-own-test", "git-rm", "3.11", "gcc-12-1", "-12",
        "gcc-", "gcc.1", "12", "-linux-"}) {
    CAPTURE(std::string(other));
    CHECK(name(other) == "");
  }
}

TEST_CASE("store: a name is never a path") {
  TempTree tree;
  tree.Write("x.json", R"({"name": "x"})");
  tree.Write(".y.json", R"({"name": "y"})");
  tree.MakeDir("specs");
  SpecStore store({tree.Path("specs"), tree.Path()});
  CHECK_FALSE(store.Find("../x"));
  CHECK_FALSE(store.Find("./x"));
  CHECK_FALSE(store.Find(".y"));
  CHECK_FALSE(store.Find(""));
  CHECK_FALSE(store.Find(std::string(5000, 'x')));
  CHECK_FALSE(store.Find(std::string_view("x\0", 2)));
}

TEST_CASE("store: a reference takes the other spec's tree") {
  TempTree tree;
  tree.Write("pip.json", R"({"name": "pip", "description": "packages",
    "subcommands": [{"name": "install", "args": {"generator": "g"}}],
    "generators": {"g": {"command": ["a"]}}})");
  tree.Write("pip3.json", R"({"name": "pip3", "ref": "pip"})");
  tree.Write("tool.json", R"({"name": "tool", "subcommands": [
    {"name": "pip", "description": "own", "ref": "pip"}]})");
  SpecStore store({tree.Path()});
  auto pip3 = store.Find("pip3");
  REQUIRE(pip3);
  CHECK(pip3->root.name() == "pip3");
  CHECK(pip3->root.description == "packages");
  CHECK(pip3->root.subcommands[0].name() == "install");
  CHECK(GeneratorNamed(*pip3, "g"));
  auto tool = store.Find("tool");
  REQUIRE(tool);
  CHECK(tool->root.subcommands[0].description == "own");
  CHECK(tool->root.subcommands[0].subcommands.size() == 1);
  CHECK(store.errors().empty());
}

// `podman rm` had the subcommand of podman's own file only, and each option of
// both files was listed twice.
TEST_CASE("store: what has the same name here and there is joined") {
  TempTree tree;
  std::string options;
  for (int i = 0; i < 40; ++i) {
    options += R"({"name": "--o)" + std::to_string(i) +
               R"(", "description": "an option"}, )";
  }
  tree.Write("box.json", R"({"name": "box", "subcommands": [
    {"name": ["rm", "remove"], "description": "theirs", "risk": "theirs",
     "next": {"line": "box ps"}, "options_first": true,
     "options": [)" + options +
                             R"({"name": ["-a", "--all"]}],
     "args": {"name": "container"}},
    {"name": "swarm", "options": [)" +
                             options + R"({"name": "-s"}]},
    {"name": "run"}], "options": [{"name": ["-c", "--context"]}]})");
  tree.Write("pod.json", R"({"name": "pod", "ref": "box", "subcommands": [
    {"name": "rm", "options": [{"name": ["-a", "--every"], "risk": "all"}]},
    {"name": "swarm", "hidden": true}],
    "options": [{"name": ["-c", "--connection"]}, {"name": "-r"}]})");
  SpecStore store({tree.Path()});
  const auto pod = store.Find("pod");
  REQUIRE(pod);
  const CommandSpec& root = pod->root;
  REQUIRE(root.subcommands.size() == 3);
  REQUIRE(root.options.size() == 2);
  CHECK(root.options[0].is_named("--connection"));
  const CommandSpec& rm = root.subcommands[0];
  CHECK(rm.description == "theirs");
  CHECK(rm.risk.why == "theirs");
  CHECK(rm.next.size() == 1);
  CHECK(rm.options_first);
  CHECK(rm.args.size() == 1);
  CHECK(rm.options.size() == 41);
  CHECK(rm.options[0].is_named("--every"));
  CHECK(root.subcommands[1].hidden);
  CHECK(root.subcommands[1].options.size() == 41);
  CHECK(root.subcommands[2].name() == "run");
  // The spec that was read for it stays as it is.
  CHECK(store.Find("box")->root.subcommands[0].names.size() == 2);
  CHECK(store.errors().empty());
}

TEST_CASE("store: the alias of a partial spec is partial") {
  TempTree tree;
  tree.Write("fd.json", R"({"name": "fd", "partial": true, "finds": true})");
  tree.Write("fdfind.json", R"({"name": "fdfind", "ref": "fd"})");
  SpecStore store({tree.Path()});
  CHECK_FALSE(store.Find("fdfind"));
  REQUIRE(store.FindAny("fdfind"));
  CHECK(store.FindAny("fdfind")->root.finds);
}

TEST_CASE("store: references in a circle end and are reported") {
  TempTree tree;
  tree.Write("a.json", R"({"name": "a", "ref": "b"})");
  tree.Write("b.json", R"({"name": "b", "ref": "a"})");
  tree.Write("c.json", R"({"name": "c", "ref": "gone"})");
  SpecStore store({tree.Path()});
  CHECK(store.Find("a"));
  CHECK_FALSE(store.errors().empty());
  CHECK(store.Find("c"));
  CHECK(store.errors().back().find("gone") != std::string::npos);
}

TEST_CASE("store: a bad spec costs that spec and is reported once") {
  TempTree tree;
  tree.Write("bad.json", "{\n\"name\": }");
  tree.Write("good.json", R"({"name": "good"})");
  SpecStore store({tree.Path()});
  CHECK_FALSE(store.Find("bad"));
  CHECK_FALSE(store.Find("bad"));
  CHECK(store.List().size() == 1);
  CHECK(store.Find("good"));
  REQUIRE(store.errors().size() == 1);
  CHECK(store.errors()[0].find("bad.json:2: ") != std::string::npos);
}

TEST_CASE("store: names follow the directory") {
  TempTree tree;
  tree.Write("a.json", R"({"name": "a"})");
  SpecStore store({tree.Path()});
  CHECK(store.Names().size() == 1);
  tree.Write("b.json", R"({"name": "b"})");
  store.Recheck();
  CHECK(store.Names().size() == 2);
}

TEST_CASE("store: a new, edited or removed file is noticed at the next check") {
  TempTree tree;
  SpecStore store({tree.Path("user"), tree.Path("ours")});
  CHECK_FALSE(store.Find("x"));
  tree.Write("ours/x.json", R"({"name": "x", "description": "ours"})");
  CHECK_FALSE(store.Find("x"));  // it was looked for just now
  store.Recheck();
  REQUIRE(store.Find("x"));
  tree.Write("user/x.json", R"({"name": "x", "description": "user's"})");
  store.Recheck();
  REQUIRE(store.Find("x"));
  CHECK(store.Find("x")->root.description == "user's");
  tree.Write("user/x.json", R"({"name": "x", "description": "edited"})");
  store.Recheck();
  CHECK(store.Find("x")->root.description == "edited");
  REQUIRE(unlink(tree.Path("user/x.json").c_str()) == 0);
  store.Recheck();
  REQUIRE(store.Find("x"));
  CHECK(store.Find("x")->root.description == "ours");
}

TEST_CASE("store: what a caller holds survives a change of the file") {
  TempTree tree;
  tree.Write("x.json", R"({"name": "x", "description": "first"})");
  SpecStore store({tree.Path()});
  const auto first = store.Find("x");
  REQUIRE(first);
  REQUIRE(unlink(tree.Path("x.json").c_str()) == 0);
  store.Recheck();
  CHECK_FALSE(store.Find("x"));
  CHECK(first->root.description == "first");
}

namespace {

std::string WriteNames(const TempTree& tree) {
  return tree.Write("specs/names/commands.json", R"({"popular": ["z", "a"],
    "filters": ["a"], "builtins": {"both": ["a"], "zsh": ["zle"], "bash": []}})");
}

}  // namespace

TEST_CASE("store: a builtin of zsh has a spec of its own") {
  TempTree tree;
  for (const char* name : {"a", "other"}) {
    const std::string own(name);
    tree.Write("specs/" + own + ".json", R"({"name": ")" + own + R"("})");
    tree.Write("specs/" + own + ".zsh.json",
               R"({"name": ")" + own + R"(", "description": "of zsh"})");
  }
  WriteNames(tree);
  tree.Write("specs.pack", PackDirectory(tree.Path("specs")));
  SpecStore store({tree.Path("specs")});
  const auto description = [&](const char* name) {
    const auto spec = store.Find(name);
    return spec ? spec->root.description.str() : "none";
  };
  CHECK(description("a") == "");
  store.UseShell("zsh");
  CHECK(description("a") == "of zsh");
  CHECK(description("other") == "");  // no builtin
  // `./a.zsh` is a script, and `other.zsh` a command with a spec.
  CHECK(description("a.zsh") == "none");
  CHECK(description("other.zsh") == "of zsh");
  CHECK(store.Names() == std::vector<std::string>{"a", "other", "other.zsh"});
  store.UseShell("bash");
  CHECK(description("a") == "");
  CHECK(description("a.zsh") == "none");
}

TEST_CASE("store: a directory of ours is read from its pack alone") {
  TempTree tree;
  tree.Write("specs/a.json", R"({"name": "a", "description": "packed",
    "subcommands": [{"name": "s", "finds": true}]})");
  WriteNames(tree);
  tree.Write("specs.pack", PackDirectory(tree.Path("specs")));
  tree.Write("specs/a.json", R"({"name": "a", "description": "edited"})");
  SpecStore store({tree.Path("user"), tree.Path("specs")},
                  SpecStore::Compiles::kInBackground, tree.Path("cache"));
  REQUIRE(store.Find("a"));
  CHECK(store.Find("a")->root.description == "packed");
  CHECK(store.Names() == std::vector<std::string>{"a"});
  CHECK(store.errors().empty());
  const NameTraits a = store.TraitsOf("a"), z = store.TraitsOf("z");
  CHECK(a.has_spec);
  CHECK(a.finds);
  CHECK(a.popular == 1);
  CHECK(a.filter == 0);
  CHECK(a.builtin == Builtin::kBoth);
  CHECK_FALSE(z.has_spec);
  CHECK(z.popular == 0);
  CHECK(z.filter == -1);
  CHECK(store.TraitsOf("zle").builtin == Builtin::kZsh);
  CHECK(store.TraitsOf("none").popular == -1);
  CHECK_FALSE(store.Find("z"));
  // A user's file has precedence and keeps the facts of its name.
  tree.Write("user/a.json", R"({"name": "a", "description": "user's"})");
  SpecStore tool({tree.Path("user"), tree.Path("specs")});
  CHECK(tool.Find("a")->root.description == "user's");
  CHECK(tool.TraitsOf("a").popular == 1);
  CHECK_FALSE(tool.TraitsOf("a").finds);
}

TEST_CASE("store: a shell without a pack says so and compiles nothing") {
  TempTree tree;
  tree.Write("specs/a.json", R"({"name": "a"})");
  WriteNames(tree);
  SpecStore shell({tree.Path("specs")}, SpecStore::Compiles::kInBackground,
                  tree.Path("cache"));
  CHECK_FALSE(shell.Find("a"));
  REQUIRE(shell.errors().size() == 1);
  CHECK(shell.errors()[0].find("specs.pack: no such pack") !=
        std::string::npos);
  CHECK_FALSE(IsDirectory(tree.Path("cache")));
  CHECK(SpecStore({tree.Path("specs")}).Find("a"));
  // One of another version leaves the one in use.
  const std::string bytes = PackDirectory(tree.Path("specs"));
  tree.Write("specs.pack", bytes);
  shell.Recheck();
  CHECK(shell.Find("a"));
  std::string other = bytes;
  ++other[8];
  REQUIRE(unlink(tree.Path("specs.pack").c_str()) == 0);
  tree.Write("specs.pack", other + "       ");
  shell.Recheck();
  CHECK(shell.Find("a"));
  REQUIRE(shell.errors().size() == 1);
  CHECK(shell.errors()[0].find("another version") != std::string::npos);
}

TEST_CASE("store: a shell has a user's spec compiled in the background") {
  TempTree tree;
  tree.Write("user/b.json", R"({"name": "b", "ref": "a"})");
  tree.Write("user/bad.json", "{");
  tree.Write("specs/a.json", R"({"name": "a", "description": "first"})");
  const std::vector<std::string> directories = {tree.Path("user"),
                                                tree.Path("specs")};
  const std::string cache = tree.Path("cache");
  SpecStore store(directories, SpecStore::Compiles::kInBackground, cache);
  CompileLoose(cache, tree.Path("user"), directories);
  REQUIRE(store.Find("b"));
  CHECK(store.Find("b")->root.description == "first");
  CHECK_FALSE(store.Find("bad"));
  REQUIRE(store.errors().size() == 1);
  CHECK(store.errors()[0].find("bad.json:1: ") != std::string::npos);
  // The spec that it refers to is edited: the earlier pack answers meanwhile.
  tree.Write("specs/a.json", R"({"name": "a", "description": "second one"})");
  store.Recheck();
  REQUIRE(store.Find("b"));
  CompileLoose(cache, tree.Path("user"), directories);
  store.Recheck();
  CHECK(store.Find("b")->root.description == "second one");
}

}  // namespace synapse
