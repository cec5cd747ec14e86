// Programs of node_modules/.bin, CMake presets, stages of a Dockerfile, tests
// of Go, machines of Vagrant, hooks of pre-commit.
#include <doctest/doctest.h>
#include <unistd.h>

#include "spec/natives.h"
#include "spec/project_files.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using Names = std::vector<std::string>;

Names NamesFrom(const char* reader, const std::string& cwd,
                std::vector<std::string> words) {
  return NamesOf(FindNative(reader)({cwd, "/", "", std::move(words)},
                                    testing::Unbounded()));
}

}  // namespace

TEST_CASE("npm: programs of node_modules/.bin, upwards, direct ones first") {
  TempTree tree;
  tree.MakeDir("repo/.git");
  tree.Write("node_modules/.bin/outside", "");
  tree.Write("repo/package.json",
             R"({"devDependencies": {"typescript": "5"}})");
  tree.MakeDir("repo/node_modules/.bin");
  const auto link = [&](const char* name, const char* target) {
    const std::string path = tree.Path("repo/node_modules/.bin/") + name;
    REQUIRE(symlink(target, path.c_str()) == 0);
  };
  link("acorn", "../acorn/bin/acorn");
  link("tsc", "../typescript/bin/tsc");
  link("swc", "../@swc/cli/bin/swc.js");
  link("escape", "../../../../etc/passwd");
  tree.Write("repo/node_modules/.bin/tsc.cmd", "");
  tree.Write("repo/node_modules/.bin/-rf", "");
  tree.Write("repo/node_modules/.bin/bad\nname", "");
  tree.Write("repo/packages/a/node_modules/.bin/vite", "");
  const auto found =
      NodeBinaries(tree.MakeDir("repo/packages/a/src"), testing::Unbounded());
  CHECK(NamesOf(found) == Names{"tsc", "vite", "acorn", "escape", "swc"});
  CHECK(found.at(0).description == "typescript");
  CHECK(found.at(3).description.empty());
  CHECK(found.at(4).description == "@swc/cli");
  CHECK(NamesFrom("npm.binaries", tree.MakeDir("empty"), {"npx"}) ==
        Names{"outside"});
  tree.Write("new/package.json",
             R"({"dependencies": {"react": "1", "@acme/lib": "1"},
                 "devDependencies": {"typescript": "5", "@angular/cli": "1"}})");
  const Names programs = NamesFrom("npm.programs", tree.Path("new"), {"npx"});
  CHECK(programs == Names{"react", "tsc", "ng"});
  // What is installed has its programs in .bin, or none: react.
  tree.MakeDir("new/node_modules/react");
  CHECK(NamesFrom("npm.programs", tree.Path("new"), {"npx"}) ==
        Names{"tsc", "ng"});
}

TEST_CASE("cmake: presets of the step, of includes, without hidden ones") {
  TempTree tree;
  tree.Write("p/CMakePresets.json", R"({"version": 4,
    "include": ["more/a.json", "${fileDir}/more/b.json", "$penv{X}/c.json", 7],
    "configurePresets": [
      {"name": "base", "hidden": true},
      {"name": "debug", "displayName": "Debug build"},
      {"name": "-evil"}, {"name": 5}, "text", {}],
    "buildPresets": [{"name": "build-debug", "configurePreset": "debug"}],
    "testPresets": [{"name": "unit", "description": "Unit tests"}]})");
  tree.Write("p/more/a.json",
             R"({"include": ["../CMakePresets.json"],
                 "configurePresets": [{"name": "ci"}]})");
  tree.Write("p/more/b.json", R"({"workflowPresets": [{"name": "all"}]})");
  tree.Write("p/CMakeUserPresets.json",
             R"({"configurePresets": [{"name": "mine"}]})");
  const std::string at = tree.Path("p");
  CHECK(NamesFrom("cmake.presets", at, {"cmake", "--preset"}) ==
        Names{"debug", "ci", "mine"});
  CHECK(NamesFrom("cmake.presets", at, {"cmake", "--build", "--preset"}) ==
        Names{"build-debug"});
  CHECK(NamesFrom("cmake.presets", at, {"cmake", "--workflow", "--preset"}) ==
        Names{"all"});
  CHECK(NamesFrom("cmake.presets", tree.Path(), {"cmake", "-S", "p"}) ==
        Names{"debug", "ci", "mine"});
  CHECK(NamesFrom("cmake.test_presets", at, {"ctest"}) == Names{"unit"});
  const auto found = CmakePresets(at, "configurePresets", testing::Unbounded());
  CHECK(found.at(0).description == "Debug build");
}

TEST_CASE("cmake: damaged and huge presets give nothing, and no harm") {
  TempTree tree;
  for (const std::string& text :
       Names{"", "{", "[]", "7", R"({"configurePresets": {"name": "x"}})",
             R"({"configurePresets": [{"name": "x"}]})" + std::string(2, '}'),
             std::string(5000, '['), std::string(2 << 20, ' ')}) {
    tree.Write("CMakePresets.json", text);
    CHECK(NamesFrom("cmake.presets", tree.Path(), {"cmake"}).empty());
  }
}

TEST_CASE("docker: named stages, not the text of here-documents") {
  TempTree tree;
  tree.Write("Dockerfile",
             "# syntax=docker/dockerfile:1\n"
             "FROM golang:1.22 AS Build\nRUN make \\\n  FROM x as y\n"
             "from --platform=$BUILDPLATFORM alpine as test-1.0\n"
             "RUN <<EOF\nFROM sql AS inner\nEOF\n"
             "FROM scratch\nFROM build AS $(evil)\nFROM build AS\n"
             "FROM build AS final\n");
  tree.Write("docker/dev.Dockerfile", "FROM node:22 AS dev\n");
  const auto found =
      DockerStages(tree.Path("Dockerfile"), testing::Unbounded());
  CHECK(NamesOf(found) == Names{"build", "test-1.0", "final"});
  CHECK(found.at(0).description == "from golang:1.22");
  CHECK(found.at(1).description == "from alpine");
  CHECK(NamesFrom("docker.stages", tree.Path(),
                  {"docker", "build", "-f", "docker/dev.Dockerfile"}) ==
        Names{"dev"});
  CHECK(NamesFrom("docker.stages", tree.Path(),
                  {"docker", "build", "--file=none"})
            .empty());
  tree.Write("Dockerfile", "RUN <<EOF\n" + std::string(1 << 19, 'x'));
  CHECK(NamesFrom("docker.stages", tree.Path(), {"docker", "build"}).empty());
}

TEST_CASE("go: tests of the directory, of packages, and below") {
  TempTree tree;
  tree.Write("a_test.go",
             "package a\n\nfunc TestMain(m *testing.M) {}\n"
             "func TestParse(t *testing.T) {\n\tfunc() {}()\n}\n"
             "func Testing() {}\nfunc (s *Suite) TestMethod() {}\n"
             "func BenchmarkParse(b *testing.B) {}\n"
             "func FuzzParse(f *testing.F) {}\nfunc ExampleParse() {}\n"
             "// func TestComment(t *testing.T) {}\nfunc Test\n");
  tree.Write("a.go", "func TestNot(t *testing.T) {}\n");
  tree.Write("pkg/b_test.go", "func TestB(t *testing.T) {}\r\n");
  tree.Write("vendor/v_test.go", "func TestVendor(t *testing.T) {}\n");
  tree.Write("_x/x_test.go", "func TestX(t *testing.T) {}\n");
  const std::string at = tree.Path();
  CHECK(NamesFrom("go.tests", at, {"go", "test", "-run"}) ==
        Names{"TestParse", "FuzzParse", "ExampleParse", "Test"});
  CHECK(NamesFrom("go.benchmarks", at, {"go", "test", "-bench"}) ==
        Names{"BenchmarkParse"});
  CHECK(NamesFrom("go.fuzz_tests", at, {"go", "test", "-fuzz"}) ==
        Names{"FuzzParse"});
  CHECK(NamesFrom("go.tests", at, {"go", "test", "./pkg", "-run"}) ==
        Names{"TestB"});
  CHECK(NamesFrom("go.tests", at, {"go", "test", "./...", "-run"}) ==
        Names{"TestParse", "FuzzParse", "ExampleParse", "Test", "TestB"});
  // `go test -run TestB ./...`
  tree.Write("module/cmd/main.go", "");
  tree.Write("module/internal/b_test.go", "func TestInner(t *testing.T) {}\n");
  const std::string module = tree.Path("module");
  CHECK(NamesFrom("go.tests", module, {"go", "test", "-run"}) ==
        Names{"TestInner"});
  CHECK(NamesFrom("go.tests", module, {"go", "test", ".", "-run"}).empty());
  tree.Write("huge_test.go", std::string(2 << 20, '\n'));
  CHECK(NamesFrom("go.tests", at, {"go", "test", "-run"}).size() == 4);
}

TEST_CASE("vagrant and pre-commit: machines and hooks") {
  TempTree tree;
  tree.Write("Vagrantfile",
             "Vagrant.configure(\"2\") do |config|\n"
             "  config.vm.define \"web\" do |web|\n  end\n"
             "  config.vm.define :db do |db|\n  end\n"
             "  # config.vm.define \"old\"\n"
             "  config.vm.define \"node#{i}\" do |n|\n"
             "  config.vm.define(\"cache\", primary: true)\n");
  tree.Write(
      ".pre-commit-config.yaml",
      "repos:\n- repo: https://example.org/psf/black\n  rev: 24.1\n"
      "  hooks:\n  - id: black\n    args: [--fast]\n- repo: local\n"
      "  hooks:\n    - id: \"types\"\n      name: Types\n    - id: $(x)\n"
      "ci:\n  id: none\n");
  const std::string deep = tree.MakeDir("a/b");
  CHECK(NamesFrom("vagrant.machines", deep, {"vagrant"}) ==
        Names{"web", "db", "cache"});
  CHECK(NamesFrom("precommit.hooks", deep, {"pre-commit"}) ==
        Names{"black", "types"});
}

}  // namespace synapse
