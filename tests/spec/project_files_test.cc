#include "spec/project_files.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/spec/spec_testing.h"

namespace synapse {

using testing::NamesOf;
using testing::TempTree;
using testing::Unbounded;
using Names = std::vector<std::string>;

TEST_CASE("make: targets with their comments, without patterns and dots") {
  TempTree tree;
  tree.Write("rules.mk", "included: ## from elsewhere\n");
  std::string path = tree.Write("Makefile",
                                "CC := gcc\nURL = http://x:80/\nA ::= b\n"
                                "-include rules.mk $(OTHER)\n"
                                "# Builds all of it\nall: lib \\\n  bin\n"
                                "\t@echo not: a target\n"
                                "lib bin: CFLAGS += -g\n%.o: %.c\n.PHONY: all\n"
                                "ifeq ($(A),b:c)\nendif\n"
                                "test:: all ## Runs the tests\n"
                                "$(OUT)/x: y\n"
                                "define block\ninside: x\nendef\n"
                                "clean:\n\trm -f x\n");
  auto targets = MakeTargets(path, Unbounded());
  CHECK(NamesOf(targets) ==
        Names{"included", "all", "lib", "bin", "test", "/x", "clean"});
  CHECK(targets[0].description == "from elsewhere");
  CHECK(targets[1].description == "Builds all of it");
  CHECK(targets[4].description == "Runs the tests");
  CHECK(FindMakefile(tree.Path()) == path);
  CHECK(FindMakefile(tree.Path("none")) == "");
}

TEST_CASE("make: an include that leads back is read once") {
  TempTree tree;
  std::string path = tree.Write("Makefile", "include Makefile\nall:\n");
  CHECK(NamesOf(MakeTargets(path, Unbounded())) == Names{"all"});
}

TEST_CASE("npm: scripts and dependencies of package.json") {
  TempTree tree;
  std::string path = tree.Write("package.json", R"({
    "name": "x", "scripts": {"test": "vitest", "build": "tsc", "n": 3},
    "dependencies": {"react": "^18"}, "devDependencies": {"vite": "5"}})");
  auto scripts = PackageJsonScripts(path, Unbounded());
  CHECK(NamesOf(scripts) == Names{"test", "build"});
  CHECK(scripts[0].description == "vitest");
  CHECK(NamesOf(PackageJsonDependencies(path, Unbounded())) ==
        Names{"react", "vite"});
  CHECK(
      PackageJsonScripts(tree.Write("bad.json", "{\"scripts\": ["), Unbounded())
          .empty());
}

TEST_CASE("just: recipes, aliases, no variables and nothing private") {
  TempTree tree;
  std::string path = tree.Write("justfile",
                                "set shell := ['bash']\nversion := '1:2'\n"
                                "alias b := build\n# Builds\n"
                                "build target='a:b' *args: dep\n  cc x: y\n"
                                "@quiet:\n  true\n_hidden:\n  true\n"
                                "[private]\nsecret:\n  true\n"
                                "[group('a')]\ntest: build\n");
  auto recipes = JustRecipes(path, {}, Unbounded());
  CHECK(NamesOf(recipes) == Names{"b", "build", "quiet", "test"});
  CHECK(recipes[1].description == "Builds");
}

// `just ship ` listed the recipes, and `just ship web1` could not run again.
TEST_CASE("just: no recipe stands where a parameter does") {
  TempTree tree;
  const std::string path = tree.Write(
      "justfile",
      "ship host port=('8' + '0'):\n  true\nall +hosts: (ship 'a')\n  true\n"
      "test:\n  true\n");
  const auto names = [&](std::vector<std::string> words) {
    return NamesOf(JustRecipes(path, words, Unbounded()));
  };
  const Names all = {"ship", "all", "test"};
  CHECK(names({}) == all);
  CHECK(names({"test"}) == all);
  CHECK(names({"ship"}).empty());
  CHECK(names({"ship", "web1"}).empty());
  CHECK(names({"ship", "web1", "80"}) == all);
  CHECK(names({"all", "web1", "web2", "web3"}).empty());
  CHECK(names({"test", "ship", "test"}).empty());
}

TEST_CASE("cargo: targets named and found, over a whole workspace") {
  TempTree tree;
  std::string root = tree.Write("Cargo.toml",
                                "[workspace]\nmembers = [\n \"app\", # one\n"
                                " \"crates/*\",\n]\n");
  std::string app = tree.Write(
      "app/Cargo.toml",
      "[package]\nname = \"app\" # the name\n[[bin]]\nname = \"tool\"\n"
      "[features]\ndefault = [\"a\"]\na = []\n[dependencies]\nb = \"1\"\n");
  tree.Write("app/src/main.rs", "");
  tree.Write("app/src/bin/other.rs", "");
  tree.Write("app/src/bin/big/main.rs", "");
  tree.Write("app/tests/smoke.rs", "");
  tree.Write("app/examples/demo.rs", "");
  tree.Write("app/benches/speed.rs", "");
  tree.Write("crates/lib/Cargo.toml", "[package]\nname = 'lib'\n");
  auto sorted = [](std::vector<GeneratedValue> values) {
    Names names = NamesOf(values);
    std::sort(names.begin(), names.end());
    return names;
  };
  CHECK(sorted(CargoTargets(app, "bin", Unbounded())) ==
        Names{"app", "big", "other", "tool"});
  CHECK(sorted(CargoTargets(app, "test", Unbounded())) == Names{"smoke"});
  CHECK(sorted(CargoTargets(app, "example", Unbounded())) == Names{"demo"});
  CHECK(sorted(CargoTargets(app, "bench", Unbounded())) == Names{"speed"});
  CHECK(sorted(CargoTargets(app, "feature", Unbounded())) ==
        Names{"a", "default"});
  CHECK(sorted(CargoTargets(root, "package", Unbounded())) ==
        Names{"app", "lib"});
  CHECK(sorted(CargoTargets(root, "test", Unbounded())) == Names{"smoke"});
}

TEST_CASE("pyproject: scripts of the four tools") {
  TempTree tree;
  std::string path = tree.Write(
      "pyproject.toml",
      "[project.scripts]\nserve = \"a:main\"\n"
      "[tool.poetry.scripts]\np = 'b:c'\n"
      "[tool.poe.tasks]\nlint = \"ruff\"\n[tool.poe.tasks.fmt]\ncmd = \"x\"\n"
      "[tool.pdm.scripts]\nstart = {cmd = \"y\"}\n[other]\nz = 1\n");
  auto names = [&](TaskTable table) {
    return NamesOf(TomlTasks(path, table, Unbounded()));
  };
  CHECK(names(TaskTable::kCommands) == Names{"serve", "p"});
  CHECK(names(TaskTable::kPoe) == Names{"lint", "fmt"});
  CHECK(names(TaskTable::kPdm) == Names{"start"});
}

TEST_CASE("compose: services with their images") {
  TempTree tree;
  std::string path = tree.Write("compose.yaml",
                                "version: '3'\nservices:\n  # the base\n"
                                "  postgres:\n    image: \"postgres:16\" # x\n"
                                "    environment:\n      image: no\n"
                                "  'web':\n    build: .\nvolumes:\n  data:\n");
  auto services = ComposeServices({path}, Unbounded());
  CHECK(NamesOf(services) == Names{"postgres", "web"});
  CHECK(services[0].description == "postgres:16");
  CHECK(FindComposeFiles(tree.Path()) == Names{path});
}

TEST_CASE("project files: damaged or missing ones give what is there") {
  TempTree tree;
  CHECK(MakeTargets(tree.Path("none"), Unbounded()).empty());
  CHECK(ComposeServices({}, Unbounded()).empty());
  std::string junk =
      tree.Write("junk", std::string("\0\xff\n[x\n:\n=\n[[", 11));
  CHECK(PackageJsonScripts(junk, Unbounded()).empty());
  CHECK(CargoTargets(junk, "bin", Unbounded()).empty());
  CHECK(TomlTasks(junk, TaskTable::kPoe, Unbounded()).empty());
  CHECK(ComposeServices({junk}, Unbounded()).empty());
  (void)JustRecipes(junk, {}, Unbounded());
  (void)MakeTargets(junk, Unbounded());
}

}  // namespace synapse
