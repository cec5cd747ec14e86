#include "spec/directories.h"

#include "spec/store.h"
#include "tests/testing.h"

namespace synapse::testing {
namespace {

using Directories = std::vector<std::string>;

}  // namespace

TEST_CASE("spec directories: the user's, ours, generated ones") {
  TempTree tree;
  PathSet paths;
  paths.config = tree.Path("config");
  paths.cache = tree.Path("cache");
  tree.Write("prefix/share/synapse/specs/git.json", R"({"name": "git"})");
  const Directories found =
      SpecDirectories(paths, tree.Path("prefix/lib/zsh/5.9/synapse.so"));
  CHECK(found == Directories{tree.Path("config/specs"),
                             tree.Path("prefix/share/synapse/specs"),
                             tree.Path("cache/specs")});
}

TEST_CASE("spec directories: a source tree is known by its spec of git") {
  TempTree tree;
  tree.Write("source/build/specs/other.json", R"({"name": "other"})");
  tree.Write("source/specs/git.json", R"({"name": "git"})");
  const Directories found =
      SpecDirectories(PathSet{}, tree.Path("source/build/zsh/synapse.so"));
  CHECK(found == Directories{tree.Path("source/specs")});
}

TEST_CASE("spec directories: the Fig pack comes after ours, if it is there") {
  TempTree tree;
  const std::string module = "/build/zsh/synapse.so";
  tree.Write("source/specs/git.json", R"({"name": "git"})");
  tree.Write("source/specs/names/commands.json", "{}");
  tree.Write("source/build/fig-specs/frob.json",
             R"({"name": "frob", "options": [{"name": "-x"}]})");
  tree.Write("source/build/fig-specs/git.json", R"({"name": "other"})");
  const auto directories = [&] {
    return SpecDirectories(PathSet{}, tree.Path("source") + module);
  };
  CHECK(directories() == Directories{tree.Path("source/specs")});
  const std::string fig = tree.Path("source/build/fig-specs");
  tree.Write("source/build/fig-specs.pack", PackDirectory(fig));
  CHECK(directories() == Directories{tree.Path("source/specs"), fig});
  // A shell reads the pack alone.
  std::filesystem::remove_all(fig);
  tree.Write("source/build/specs.pack",
             PackDirectory(tree.Path("source/specs")));
  SpecStore store(directories(), SpecStore::Compiles::kInBackground);
  REQUIRE(store.Find("frob"));
  CHECK(store.Find("frob")->root.options.size() == 1);
  REQUIRE(store.Find("git"));
  CHECK(store.Find("git")->root.names.front().view() == "git");
}

TEST_CASE("spec directories: without a home nothing is generated") {
  CHECK(GeneratedSpecs(PathSet{}).empty());
}

TEST_CASE("spec directories: a generated spec is found last") {
  TempTree tree;
  PathSet paths;
  paths.config = tree.MakeDir("config");
  paths.cache = tree.MakeDir("cache");
  tree.Write("cache/specs/frob.json",
             R"({"name": "frob", "options": [{"name": "-x"}]})");
  tree.Write("cache/specs/git.json", R"({"name": "git"})");
  SpecStore store(SpecDirectories(
      paths, std::filesystem::absolute(SourceFile("build/synapse"))));
  REQUIRE(store.Find("frob"));
  CHECK(store.Find("frob")->root.options.size() == 1);
  REQUIRE(store.Find("git"));
  CHECK_FALSE(store.Find("git")->root.subcommands.empty());
}

}  // namespace synapse::testing
