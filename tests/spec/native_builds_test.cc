// Targets of cabal, steps of zig, environments of PlatformIO; disks and serial
// ports.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "spec/natives.h"
#include "spec/project_files.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using BuildNames = std::vector<std::string>;

BuildNames BuildsFrom(const char* reader, const std::string& cwd) {
  return NamesOf(
      FindNative(reader)({cwd, "/", "", {"x"}}, testing::Unbounded()));
}

}  // namespace

TEST_CASE("cabal: sections of the package, and of packages of the project") {
  TempTree tree;
  tree.Write("a/a.cabal",
             "cabal-version: 3.0\nname: a\n-- executable no\nlibrary\n"
             "  executable: inner\nExecutable a-tool\n  main-is: M.hs\n"
             "executable $(evil)\nexecutable\ntest-suite a-test\n"
             "benchmark a-bench\n");
  tree.Write("b/b.cabal", "name: b\nexecutable b-tool\n");
  tree.Write("a/.cabal", "executable hidden\n");
  const std::string a = tree.Path("a");
  CHECK(BuildsFrom("cabal.programs", a) ==
        BuildNames{"a-tool", "a", "exe:a-tool", "exe:a"});
  CHECK(BuildsFrom("cabal.tests", a) == BuildNames{"a-test", "test:a-test"});
  CHECK(BuildsFrom("cabal.benchmarks", a) ==
        BuildNames{"a-bench", "bench:a-bench"});
  CHECK(BuildsFrom("cabal.targets", a).at(0) == "a");
  CHECK(BuildsFrom("cabal.programs", tree.Path()).empty());
  tree.Write("cabal.project", "packages: */*.cabal\n");
  CHECK(
      BuildsFrom("cabal.programs", tree.MakeDir("src/deep")) ==
      BuildNames{"a-tool", "a", "exe:a-tool", "exe:a", "b-tool", "exe:b-tool"});
}

TEST_CASE("dotnet: at a solution, profiles and packages of its projects") {
  TempTree tree;
  tree.Write("Shop.sln",
             "Project(\"{F}\") = \"Web\", \"src\\Web\\Web.csproj\", \"{1}\"\n");
  tree.Write("src/Web/Web.csproj",
             "<PackageReference Include=\"Serilog\" />\n");
  tree.Write("src/Web/Properties/launchSettings.json",
             R"({"profiles": {"http": {"commandName": "Project"}}})");
  const auto run = [&](const char* reader, std::vector<std::string> words) {
    return NamesOf(FindNative(reader)({tree.Path(), "/", "", std::move(words)},
                                      testing::Unbounded()));
  };
  CHECK(run("dotnet.launch_profiles", {"dotnet", "run"}) == BuildNames{"http"});
  CHECK(run("dotnet.packages", {"dotnet", "remove", "src/Web", "package"}) ==
        BuildNames{"Serilog"});
  CHECK(run("dotnet.packages", {"dotnet", "remove", "package"}).empty());
}

TEST_CASE("zig: steps of the build.zig here or above") {
  TempTree tree;
  tree.Write("build.zig",
             "  const run = b.step(\"run\", \"Run the app\");\n"
             "  // b.step(\"old\", \"x\");\n  b.step(name, \"y\");\n"
             "  _ = b.step(\"bad name\", \"x\"); b.step(\"open\n"
             "  const t = b.step(\"test-all\", \"Tests\");\n");
  const auto found = ZigSteps(tree.Path("build.zig"), testing::Unbounded());
  CHECK(NamesOf(found) == BuildNames{"run", "test-all"});
  CHECK(found.at(0).description == "Run the app");
  CHECK(BuildsFrom("zig.steps", tree.MakeDir("src")) ==
        BuildNames{"run", "test-all"});
}

TEST_CASE("platformio: environments with their boards") {
  TempTree tree;
  tree.Write("platformio.ini",
             "[platformio]\nboard = none\n[env]\nframework = arduino\n"
             "[env:nucleo] ; first\nboard=nucleo_f411re\nboard_build.x = y\n"
             "[env:esp32dev]\n  board = esp32dev\n[env:]\n[env:a b]\n"
             "[env:open\n");
  const auto found =
      PlatformioEnvironments(tree.Path("platformio.ini"), testing::Unbounded());
  CHECK(NamesOf(found) == BuildNames{"nucleo", "esp32dev"});
  CHECK(found.at(0).description == "nucleo_f411re");
  CHECK(found.at(1).description == "esp32dev");
  CHECK(BuildsFrom("platformio.environments", tree.Path()).size() == 2);
  CHECK(BuildsFrom("platformio.environments", tree.MakeDir("src")).empty());
}

TEST_CASE("disks: partitions first, none in memory; damaged tables") {
  const auto found = DisksIn(
      "major minor  #blocks  name\n\n   7  0  1 loop0\n 259 0 488386584 "
      "nvme0n1\n 259 1 524288 nvme0n1p1\n 8 0 31457280 sda\n 8 1 31456256 "
      "sda1\n 1 0 4096 ram0\n 8 x y sdz\n 9\n 253 0 10485760 dm-0\n");
  CHECK(NamesOf(found) == BuildNames{"/dev/nvme0n1p1", "/dev/sda1",
                                     "/dev/nvme0n1", "/dev/sda", "/dev/dm-0"});
  CHECK(found.at(0).description == "512 MiB");
  CHECK(found.at(2).description == "465 GiB");
  CHECK(DisksIn("").empty());
}

TEST_CASE("serial ports: adapters first") {
  TempTree tree;
  for (const char* name :
       {"ttyS0", "tty", "tty1", "ttyUSB1", "ttyACM0", "ttyUSB0", "null"}) {
    tree.Write(name, "");
  }
  const BuildNames found =
      NamesOf(SerialPortsIn(tree.Path(), testing::Unbounded()));
  const auto at = [&](const char* name) { return tree.Path(name); };
  CHECK(found ==
        BuildNames{at("ttyUSB0"), at("ttyUSB1"), at("ttyACM0"), at("ttyS0")});
}

// `man pri` listed nothing.
TEST_CASE("man: pages of this machine, commands first") {
  TempTree tree;
  for (const char* file :
       {"man1/printf.1.gz", "man1/print.1", "man3/printf.3", "man3/printw.3x",
        "man5/protocols.5.xz", "man1/ls.1", "man1/noextension", "man1/.1"}) {
    tree.Write(file, "");
  }
  const auto at = [&](const char* partial, std::vector<std::string> words) {
    Budget budget = Budget::Unlimited();
    Reading reading(budget);
    GeneratorInput input;
    input.partial = partial;
    input.words = std::move(words);
    std::vector<std::string> out;
    for (const auto& page : ManPagesIn({tree.Path()}, input, reading)) {
      out.push_back(page.value);
      // Section 1 comes first: printf(1) is not described by printf(3).
      if (page.value == "printf" && input.words.size() == 1) {
        CHECK(page.description.empty());
      }
    }
    CHECK(reading.is_open());
    return out;
  };
  using Names = std::vector<std::string>;
  CHECK(at("pr", {"man"}) == Names{"print", "printf", "protocols", "printw"});
  CHECK(at("", {"man"}).empty());
  CHECK(at("p", {"man"}) == Names{"print", "printf", "protocols"});
  CHECK(at("", {"man", "3"}) == Names{"printf", "printw"});
  CHECK(at("", {"man", "-s", "3x"}) == Names{"printw"});
  CHECK(at("p", {"man", "ls"}) == Names{"print", "printf", "protocols"});
}

TEST_CASE("system: units that run, by their control groups") {
  TempTree tree;
  tree.MakeDir("nginx.service");
  tree.MakeDir("system-getty.slice/getty@tty1.service");
  tree.MakeDir("other");
  tree.Write("cgroup.procs", "");
  Budget budget = Budget::Unlimited();
  Reading reading(budget);
  std::set<std::string> names;
  for (const auto& unit : RunningUnitsIn(tree.Path(), reading)) {
    names.insert(unit.value);
  }
  CHECK(names == std::set<std::string>{"getty@tty1.service", "nginx.service"});
  CHECK(RunningUnitsIn(tree.Path("none"), reading).empty());
}

}  // namespace synapse
