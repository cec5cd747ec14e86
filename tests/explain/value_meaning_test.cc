#include "explain/value_meaning.h"

#include "tests/testing.h"

namespace synapse {
namespace {

struct SmallSpec {
  testing::TempTree tree;
  std::string path = tree.Write("mk.json", R"({"name": "mk",
    "generators": {"pods": {"command": ["x"], "kind": "pod"}},
    "options": [{"name": "-o", "args": {"name": "COLUMN", "joined_by": ",",
      "values": [{"value": "pid", "description": "process ID"},
                 {"value": "comm", "description": "name"}]}}],
    "args": [{"name": "pod", "generator": "pods"},
             {"name": "new file", "template": "file", "creates": "all"},
             {"name": "PATH", "template": "file", "suffix": ":"},
             {"name": "commit", "generator": "git.branches"},
             {"name": "WORD", "description": "any word",
              "risks": {"^all$": "careful: takes all"}}]})");
  SpecStore specs{{tree.Path()}};
  std::shared_ptr<const Spec> spec = specs.Find("mk");

  const ArgSpec& Arg(size_t i) const { return spec->root.args[i]; }
  const ArgSpec& Value() const { return spec->root.options[0].args[0]; }
  std::string Type(size_t i, std::string_view value) const {
    return TypeOfValue(*spec, Arg(i), value, nullptr);
  }
};

}  // namespace

TEST_CASE("value meaning: types") {
  SmallSpec small;
  REQUIRE(small.spec);
  CHECK(small.Type(0, "web") == "pod");
  CHECK(small.Type(1, "a") == "file");
  CHECK(small.Type(2, "a:b") == "remote path");
  CHECK(small.Type(2, "./a:b") == "file");
  CHECK(small.Type(3, "main") == "branch");
  CHECK(small.Type(3, "HEAD~3") == "revision");
  CHECK(small.Type(3, "main..dev") == "revisions");
  CHECK(small.Type(4, "x") == "word");
  CHECK(small.Type(4, "--x") == "");
  CHECK(TypeOfValue(*small.spec, small.Value(), "pid",
                    &small.spec->root.options[0]) == "");
  CHECK(TypeOfGenerated("make.targets") == "target");
  CHECK(TypeOfGenerated("task.names") == "task");
}

TEST_CASE("value meaning: descriptions, also of values in one word") {
  SmallSpec small;
  REQUIRE(small.spec);
  CHECK(MeaningOfValue(small.Value(), "pid") == "process ID");
  CHECK(MeaningOfValue(small.Value(), "comm,pid") ==
        "comm: name; pid: process ID");
  CHECK(MeaningOfValue(small.Value(), "other") == "");
  CHECK(MeaningOfValue(small.Arg(4), "x") == "any word");
}

TEST_CASE("value meaning: paths and risks") {
  SmallSpec small;
  REQUIRE(small.spec);
  const std::vector<std::string> words = {"mk"};
  const WalkResult walk = Walk(small.spec->root, words, "");
  CHECK((PathUseOf(small.Arg(1), walk, "a") == PathUse::kCreates));
  CHECK((PathUseOf(small.Arg(2), walk, "h:a") == PathUse::kNone));
  CHECK((PathUseOf(small.Arg(2), walk, "a") == PathUse::kReads));
  CHECK((PathUseOf(small.Arg(2), walk, "-") == PathUse::kNone));
  CHECK((PathUseOf(small.Arg(2), walk, "ftp://h/a") == PathUse::kNone));
  CHECK((PathUseOf(small.Arg(0), walk, "web") == PathUse::kNone));
  CHECK(RiskOfValue(small.Arg(4), "all").why == "takes all");
  CHECK(!RiskOfValue(small.Arg(4), "one").any());
}

}  // namespace synapse
