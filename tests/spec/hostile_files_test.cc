// Files of a repository that hang the shell, or have their text run: each of
// them did so once.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <time.h>

#include <functional>

#include "spec/git_dir.h"
#include "spec/natives.h"
#include "spec/project_files.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using testing::Unbounded;
using Names = std::vector<std::string>;

// The CPU time of this thread: a loaded machine changes nothing.
double CpuSeconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

// Some hundred times the time of a reader, also with sanitizers. A reader that
// is not linear takes minutes.
constexpr double kMaxSeconds = 2;

std::string Times(size_t n, const std::string& text) {
  std::string out;
  out.reserve(n * text.size());
  while (n-- > 0) out += text;
  return out;
}

void IsQuick(const std::string& what, const std::function<void()>& read) {
  INFO(what);
  double start = CpuSeconds();
  read();
  CHECK(CpuSeconds() - start < kMaxSeconds);
}

// The values of a generator in a repository.
Values Run(const char* generator, const std::string& cwd) {
  return FindNative(generator)({cwd, cwd, "", {"x"}}, Unbounded());
}

}  // namespace

TEST_CASE("hostile: a Makefile that includes without end") {
  TempTree tree;
  tree.Write("b.mk", "there:\n" + Times(20000, "x:\n"));
  std::string path = tree.Write(
      "Makefile", Times(150000, "include b.mk\n").substr(0, 1 << 20));
  IsQuick("one file again and again", [&] {
    CHECK(NamesOf(MakeTargets(path, Unbounded())) == Names{"there", "x"});
  });
  std::string many;
  for (int i = 0; i < 40000; ++i)
    many += "include d/" + std::to_string(i) + "\n";
  tree.Write("Makefile", many);
  IsQuick("many files", [&] { (void)MakeTargets(path, Unbounded()); });
}

TEST_CASE("hostile: a Makefile that evaluates without end") {
  TempTree tree;
  const std::string words = Times(20000, "w ");
  std::string path =
      tree.Write("Makefile", "L := " + words + "\n$(foreach x,$(L),$(eval " +
                                 Times(30000, "t ") + ":))\nlast:\n");
  IsQuick("a long rule for each word", [&] {
    CHECK(NamesOf(MakeTargets(path, Unbounded())) == Names{"t", "last"});
  });
  tree.Write("Makefile",
             "define a\n$(eval $(call a))$(eval $(call a))\nendef\n"
             "$(eval $(call a))\nlast:\n");
  IsQuick("itself, twice", [&] {
    CHECK(NamesOf(MakeTargets(path, Unbounded())) == Names{"last"});
  });
}

TEST_CASE("hostile: lines that go on and on") {
  TempTree tree;
  std::string lines = "a: b \\\n" + Times(500000, "\\\n") + "c\nlast:\n";
  std::string path = tree.Write("Makefile", lines);
  IsQuick("Makefile", [&] {
    CHECK(NamesOf(MakeTargets(path, Unbounded())) == Names{"a", "last"});
  });
  IsQuick(".git/config", [&] {
    tree.Write(".git/config", "[remote \"o\"]\nurl = \\\n" +
                                  Times(500000, "\\\n") +
                                  "x\n[remote \"p\"]\nk=v\n");
    CHECK(NamesOf(Run("git.remotes", tree.Path())) == Names{"o", "p"});
  });
  IsQuick("pyproject.toml", [&] {
    std::string file = tree.Write(
        "pyproject.toml", "[tool.poe.tasks]\na = [" + Times(1000000, "\n"));
    (void)TomlTasks(file, TaskTable::kPoe, Unbounded());
    tree.Write("pyproject.toml",
               "[tool.poe.tasks]\na = [" + Times(200000, "1,\n"));
    (void)TomlTasks(file, TaskTable::kPoe, Unbounded());
  });
  for (const char* name : {"justfile", "compose.yaml", "Cargo.toml"}) {
    IsQuick(name, [&] {
      std::string file = tree.Write(name, Times(1 << 20, "\n"));
      (void)JustRecipes(file, {}, Unbounded());
      (void)ComposeServices({file}, Unbounded());
      (void)CargoTargets(file, "bin", Unbounded());
    });
  }
  IsQuick("one line of words", [&] {
    tree.Write("Makefile", Times(200000, "t ") + ":\n");
    (void)MakeTargets(path, Unbounded());
    std::string file = tree.Write("justfile", Times(1 << 19, "'\""));
    (void)JustRecipes(file, {}, Unbounded());
  });
}

TEST_CASE("hostile: a workspace of a hundred thousand members") {
  TempTree tree;
  std::string path =
      tree.Write("Cargo.toml",
                 "[workspace]\nmembers = [" + Times(100000, "\"m\",") + "]\n");
  tree.Write("m/Cargo.toml", "[package]\nname = \"m\"\n");
  IsQuick("Cargo.toml", [&] { (void)CargoTargets(path, "bin", Unbounded()); });
  // A bound of the reader: it offers nothing, as the next read ends there too.
  Budget budget = Budget::Unlimited();
  Reading reading(budget);
  CHECK(CargoTargets(path, "package", reading).empty());
  CHECK(reading.out_of_bounds());
}

TEST_CASE("hostile: git files that include themselves, or are too large") {
  TempTree tree;
  tree.Write(".git/HEAD", "ref: refs/heads/main\n");
  std::string again = Times(2000, "[include]\npath = .gitmodules\n");
  tree.Write(".gitmodules", again + "[submodule \"a\"]\npath = a\n");
  IsQuick(".gitmodules", [&] { (void)Run("git.submodules", tree.Path()); });
  tree.Write(".git/config", Times(30000, "[include]\npath = config\n"));
  IsQuick(".git/config", [&] {
    (void)Run("git.remotes", tree.Path());
    (void)Run("git.modified_files", tree.Path());
  });
  std::string refs = "# pack-refs with: peeled\n";
  for (int i = 0; i < 200000; ++i) {
    refs += Times(40, "1") + " refs/heads/b" + std::to_string(i) + "\n";
  }
  tree.Write(".git/packed-refs", refs);
  IsQuick("packed-refs", [&] {
    CHECK(Run("git.branches", tree.Path()).size() == kMaxGenerated);
  });
  // An index that claims four billion entries, and one with endless paths.
  tree.Write(".git/config", "");
  tree.Write(".git/index", std::string("DIRC\0\0\0\2\xff\xff\xff\xff", 12) +
                               std::string(8 << 20, 'a'));
  IsQuick("index", [&] { (void)Run("git.tracked_files", tree.Path()); });
}

TEST_CASE("hostile: a reading stops when its time is over") {
  TempTree tree;
  std::string path = tree.Write("Makefile", Times(100000, "target:\n"));
  Budget spent(-1);
  Reading reading(spent);
  CHECK(MakeTargets(path, reading).empty());
  CHECK_FALSE(reading.finished());
  CHECK_FALSE(reading.out_of_bounds());
}

TEST_CASE("hostile: what met a bound is read again when it changed") {
  TempTree tree;
  std::string path = tree.Write("Makefile", std::string(2 << 20, '#'));
  GeneratorCache cache;
  GeneratorInput input{tree.Path(), tree.Path(), "", {"make"}};
  Budget budget = Budget::Unlimited();
  const GeneratedValues& none = cache.Get({}, "make.targets", input, budget);
  CHECK(none.values.empty());
  CHECK_FALSE(none.complete);
  tree.Write("Makefile", "all:\n");
  cache.CommandRan();
  CHECK(cache.Get({}, "make.targets", input, budget).values.size() == 1);
}

TEST_CASE("hostile: names that nobody could mean are not taken") {
  TempTree tree;
  std::string path = tree.Write(
      "package.json",
      "{\"scripts\": {\"start\\ntouch PWNED #\": \"x\", \"--script-shell=./x\": "
      "\"x\", \"a\\u202eb\": \"x\", \"ok\": \"x\", \"esc\\u001b[2J\": \"x\", "
      "\"c1\\u009b2J\": \"x\", \"\": \"x\", \"two words\": \"x\", \"" +
          Times(300, "x") + "\": \"x\"}}");
  CHECK(NamesOf(PackageJsonScripts(path, Unbounded())) ==
        Names{"ok", "two words"});
  path = tree.Write(
      "pyproject.toml",
      "[project.scripts]\n\"ls -la;touch PWNED\" = \"a:b\"\n"
      "\"a$(x)\" = \"a:b\"\nfine-one = \"a:b\"\n"
      "[tool.poe.tasks]\n\"x;y\" = \"z\"\n[tool.poe.tasks.\"-x\"]\n");
  CHECK(NamesOf(TomlTasks(path, TaskTable::kCommands, Unbounded())) ==
        Names{"fine-one"});
  CHECK(TomlTasks(path, TaskTable::kPoe, Unbounded()).empty());
  path = tree.Write("justfile",
                    "lint;touch${IFS}PWNED:\n  x\nlint:\n  x\n"
                    "A=b:\n  x\nalias x;y := lint\n");
  CHECK(NamesOf(JustRecipes(path, {}, Unbounded())) == Names{"lint"});
  path = tree.Write("Makefile",
                    "--eval=$(shell touch x):\na;b:\n-x:\nall:\n"
                    "`id`:\nSHELL=./x y:\na|b c>d e&:\n");
  // `&` before the colon is that of grouped targets.
  CHECK(NamesOf(MakeTargets(path, Unbounded())) == Names{"all", "e"});
  path =
      tree.Write("compose.yaml", "services:\n  a;b:\n    image: x\n  web:\n");
  CHECK(NamesOf(ComposeServices({path}, Unbounded())) == Names{"web"});
  path = tree.Write("Cargo.toml",
                    "[package]\nname = \"a;b\"\n[[bin]]\nname = \"c$d\"\n"
                    "[[bin]]\nname = \"e\"\n");
  tree.Write("src/bin/x;y.rs", "");
  CHECK(NamesOf(CargoTargets(path, "bin", Unbounded())) == Names{"e"});
}

TEST_CASE("hostile: names in .git that git itself would refuse") {
  TempTree tree;
  std::string sha = Times(40, "1");
  tree.Write(".git/HEAD", "ref: refs/heads/main\n");
  tree.Write(".git/refs/heads/main", sha);
  tree.Write(".git/refs/heads/a\nb", sha);
  tree.Write(".git/refs/heads/--upload-pack=touch x", sha);
  tree.Write(".git/refs/heads/\u009bb", sha);
  tree.Write(".git/packed-refs",
             sha + " refs/heads/-f\n" + sha + " refs/heads/right\u202eleft\n");
  CHECK(NamesOf(Run("git.branches", tree.Path())) == Names{"main"});
  tree.Write(".git/config",
             "[remote \"--x\"]\nurl = y\n[remote \"a\\tb\"]\nurl=y\n"
             "[remote \"origin\"]\nurl=y\n");
  // git drops a backslash that escapes nothing.
  CHECK(NamesOf(Run("git.remotes", tree.Path())) == Names{"atb", "origin"});
}

}  // namespace synapse
