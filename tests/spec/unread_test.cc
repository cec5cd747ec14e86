#include "spec/unread.h"

#include <doctest/doctest.h>

#include "base/files.h"
#include "spec/parse.h"
#include "spec/store.h"
#include "spec/walk.h"
#include "tests/spec/spec_testing.h"

namespace synapse {

using testing::SourceFile;
using testing::TempTree;

namespace {

// A subcommand that is large enough to stay in its file.
std::string Large(const std::string& name, const std::string& more = "") {
  std::string options;
  for (int i = 0; i < 40; ++i) {
    options += (i ? ", " : "") + std::string(R"({"name": "--)") + name +
               std::to_string(i) + R"(", "description": "an option of many"})";
  }
  return R"({"name": ")" + name + R"(", "description": "does )" + name +
         R"(", "options": [)" + options + "]" + more + "}";
}

void ReadAll(const CommandSpec& command) {
  for (const CommandSpec& sub : Whole(command).subcommands) ReadAll(sub);
}

WalkResult WalkOf(const Spec& spec, std::vector<std::string> words) {
  return Walk(spec.root, words, "");
}

}  // namespace

TEST_CASE("unread: a line reads the members of the subcommands it names") {
  TempTree tree;
  tree.Write("x.json", R"({"name": "x", "subcommands": [)" + Large("one") +
                           ",\n" + Large("two", R"(, "subcommands": [)" +
                                                    Large("deep") + "]") +
                           R"(, {"name": "small", "args": {"name": "a"}}]})");
  SpecStore store({tree.Path()});
  const auto spec = store.Find("x");
  REQUIRE(spec);
  const auto& subs = spec->root.subcommands;
  REQUIRE(subs.size() == 3);
  CHECK(subs[0].unread);
  CHECK(subs[0].description == "does one");
  CHECK(subs[0].options.empty());
  CHECK_FALSE(subs[2].unread);
  CHECK(subs[2].args.size() == 1);
  CHECK(spec->option_names.contains("--deep7"));
  CHECK(spec->subcommand_names.contains("deep"));
  CHECK_FALSE(spec->subcommand_names.contains("--one1"));

  CHECK(WalkOf(*spec, {"x", "one"}).command().options.size() == 40);
  CHECK_FALSE(subs[0].unread);
  CHECK(subs[1].unread);
  const WalkResult deep = WalkOf(*spec, {"x", "two", "deep"});
  CHECK(deep.command().options.size() == 40);
  CHECK(deep.command().options[3].names[0] == "--deep3");
}

TEST_CASE("unread: a file that has changed adds nothing") {
  TempTree tree;
  const std::string text =
      R"({"name": "x", "subcommands": [)" + Large("one") + "]}";
  tree.Write("x.json", text);
  SpecStore store({tree.Path()});
  const auto spec = store.Find("x");
  tree.Write("x.json", R"({"name": "y", "subcommands": [)" + Large("two") +
                           "], \"hidden\": true}");
  CHECK(WalkOf(*spec, {"x", "one"}).command().options.empty());
  store.Recheck();
  const auto again = store.Find("x");
  CHECK(WalkOf(*again, {"y", "two"}).command().options.size() == 40);
  tree.Write("x.json", "");
  CHECK(WalkOf(*spec, {"x", "one"}).command().options.empty());
}

TEST_CASE("unread: a bad part is reported with its line") {
  TempTree tree;
  tree.Write("x.json", R"({"name": "x", "subcommands": [)" + Large("one") +
                           ",\n" + Large("two", R"(, "args": [{"secret": "("}])") +
                           "]}");
  SpecStore store({tree.Path()});
  const auto spec = store.Find("x");
  REQUIRE(spec);
  CHECK(store.errors().empty());
  CHECK(WalkOf(*spec, {"x", "two"}).command().options.empty());
  REQUIRE(store.errors().size() == 1);
  CHECK(store.errors()[0].starts_with(
      tree.Path("x.json:2: subcommands[1].args[0].secret: ")));
  (void)WalkOf(*spec, {"x", "two"});
  CHECK(store.errors().size() == 1);
  CHECK(WalkOf(*spec, {"x", "one"}).command().options.size() == 40);
}

TEST_CASE("unread: a subtree with a reference is read at once") {
  TempTree tree;
  tree.Write("x.json",
             R"({"name": "x", "subcommands": [)" +
                 Large("one", R"(, "subcommands": [{"name": "y", "ref": "y"}])") +
                 "]}");
  tree.Write("y.json", R"({"name": "y", "options": [{"name": "--own"}]})");
  SpecStore store({tree.Path()});
  const auto spec = store.Find("x");
  CHECK_FALSE(spec->root.subcommands[0].unread);
  CHECK(WalkOf(*spec, {"x", "one", "y"}).command().options.size() == 1);
  CHECK(spec->option_names.contains("--own"));
}

TEST_CASE("unread: every spec is the same in parts and as a whole") {
  SpecStore store({SourceFile("specs")});
  size_t in_parts = 0;
  for (const std::string& name : store.Names()) {
    CAPTURE(name);
    const std::string path = SourceFile("specs/" + name + ".json");
    const auto text = ReadFile(path);
    REQUIRE(text.ok());
    const auto whole = ParseSpec(*text, path);
    const auto parts = ParseSpec(
        *text, std::make_shared<SpecFile>(
                   SpecFile{path, StampOf(*StatFile(path)), nullptr}));
    REQUIRE(whole.ok());
    REQUIRE(parts.ok());
    in_parts += !(whole->root == parts->root);
    CHECK(parts->option_names.size() == whole->option_names.size());
    ReadAll(parts->root);
    CHECK(whole->root == parts->root);
  }
  CHECK(in_parts > 10);
}

}  // namespace synapse
