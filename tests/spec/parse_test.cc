#include "spec/parse.h"

#include <doctest/doctest.h>

#include "spec/store.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::SourceFile;

// The error message of an invalid spec; "" for a valid one.
std::string Failure(std::string_view json) {
  auto spec = ParseSpec(json, "x.json");
  return spec.ok() ? "" : spec.status().message();
}

std::vector<std::string> Findings(std::string_view json) {
  std::vector<SpecProblem> problems;
  (void)ParseSpec(json, "x.json", &problems).ok();
  std::vector<std::string> out;
  for (const auto& p : problems) {
    out.push_back(std::to_string(p.line) + " " + p.path + ": " + p.what);
  }
  return out;
}

using Strings = std::vector<std::string>;

constexpr const char* kEverything = R"({
  // comments and trailing commas are allowed
  "name": ["x", "y"], "description": "d", "hidden": true, "deprecated": true,
  "risk": "r", "frequent": ["b"], "piped_to": ["less"], "dashless": true, "root": true,
  "prints": true, "tracks": true,
  "makes": ".x", "instead": ["z w"],
  "options_first": true, "args_first": true,
  "ref": "z",
  "next": {"line": "cd $1", "words": ["-m", "v"], "extensions": ".c",
           "files": "f", "lacks": ["a", "b"], "fresh": true,
           "failed": true, "wrapped": true, "percent": 60},
  "subcommand_generator": "make.targets",
  "subcommands": [{"name": "s", "args": [{"name": "a"}, {"name": "b"}]}],
  "options": [{"name": ["-o", "--out"], "description": "d",
    "args": {"name": "f", "description": "ad", "optional": true,
             "variadic": true, "open": true, "after_dashes": true, "template": "file",
             "values": ["one", {"value": "two", "description": "2"}],
             "generator": ["g", "git.branches"], "default": "one",
             "extensions": [".py", ".pyi"], "contents": ["object", "/a"],
             "creates": "last",
             "reads": "file", "removes": true, "overwrites": true,
             "written_with": "-p"},
    "directories": true, "keeps": true, "frequent": ["now"], "extensions": [".xz"],
    "separator": "=", "persistent": true, "repeatable": true,
    "required": true, "hidden": true, "deprecated": true,
    "exclusive": ["-p"], "requires": "-p", "risk": "bad"},
    {"name": "-p"}],
  "args": {"name": "only", "command": true, "elsewhere": true,
           "enters": true, "runs_only": "programs"},
  "generators": {
    "g": {"command": ["git", "log"], "parse": "jsonl", "path": "a[].b",
          "pattern": "^(x+)$", "value": "{1}", "description": "{2}",
          "timeout_ms": 5, "ttl_s": 7, "depends": ["cwd", ".git/HEAD"],
          "kind": "thing"},
    "n": {"native": "git.tags"},
  },
})";

}  // namespace

TEST_CASE("parse: every key of the format arrives in the model") {
  std::vector<SpecProblem> problems;
  auto spec = ParseSpec(kEverything, "x.json", &problems);
  REQUIRE(spec.ok());
  CHECK(problems.empty());
  const CommandDraft& root = spec->root;
  CHECK(root.names == Strings{"x", "y"});
  CHECK(root.hidden);
  CHECK(root.frequent == std::vector<std::string>{"b"});
  CHECK(root.piped_to == Strings{"less"});
  CHECK(root.makes == Strings{".x"});
  REQUIRE(root.next.size() == 1);
  CHECK(root.next[0] == NextDraft{"cd $1",
                                  {"-m", "v"},
                                  {".c"},
                                  {"f"},
                                  {"a", "b"},
                                  true,
                                  true,
                                  true,
                                  60});
  CHECK(root.tracks);
  CHECK(root.dashless);
  CHECK(root.root);
  CHECK(root.ref == "z");
  CHECK(root.subcommand_generator == "make.targets");
  CHECK(root.subcommands[0].args.size() == 2);
  CHECK(root.args[0].type == ValueType::kCommand);
  CHECK(root.args[0].elsewhere);
  CHECK(root.args[0].enters);
  const OptionDraft& option = root.options[0];
  CHECK(option.separator == "=");
  CHECK(option.persistent);
  CHECK(option.directories);
  CHECK(option.frequent == Strings{"now"});
  CHECK(option.extensions == Strings{".xz"});
  CHECK(option.requires_ == Strings{"-p"});
  const ArgDraft& arg = option.args[0];
  CHECK(arg.type == ValueType::kFile);
  CHECK(arg.values[1].description == "2");
  CHECK(arg.generators == Strings{"g", "git.branches"});
  CHECK(arg.default_value == "one");
  CHECK(arg.after_dashes);
  CHECK(arg.open);
  CHECK(arg.creates == Creates::kLast);
  CHECK(arg.reads == Reads::kFile);
  CHECK(arg.removes);
  const GeneratorDraft& g = *GeneratorNamed(*spec, "g");
  CHECK(g.command == Strings{"git", "log"});
  CHECK(g.timeout_ms == 5);
  CHECK(g.kind == "thing");
  CHECK(g.depends == Strings{"cwd", ".git/HEAD"});
  CHECK(GeneratorNamed(*spec, "n")->native == "git.tags");
}

TEST_CASE("parse: a next line that cannot be filled is a mistake") {
  for (const char* next :
       {R"({"line": "cd $x"})", R"({"line": "cd $"})", R"({"percent": 5})",
        R"({"line": "ls", "percent": 101})", R"({"line": "ls", "often": 1})"}) {
    INFO(next);
    std::vector<SpecProblem> problems;
    (void)ParseSpec(std::string(R"({"name": "x", "next": )") + next + "}",
                    "x.json", &problems);
    CHECK(problems.size() == 1);
  }
}

TEST_CASE("parse: what is written by SpecToJson reads as the same spec") {
  auto first = ParseSpec(kEverything, "x.json");
  REQUIRE(first.ok());
  auto second = ParseSpec(SpecToJson(*first), "x.json");
  REQUIRE(second.ok());
  CHECK(first->root == second->root);
  CHECK(first->generators == second->generators);
}

TEST_CASE("parse: every spec of ours is free of findings and round-trips") {
  SpecStore store({SourceFile("specs")});
  CHECK(store.Names().size() >= 29);
  for (const std::string& name : store.Names()) {
    CAPTURE(name);
    auto text = ReadFile(SourceFile("specs/" + name + ".json"));
    REQUIRE(text.ok());
    std::vector<SpecProblem> problems;
    auto spec = ParseSpec(*text, name, &problems);
    for (const auto& p : problems) {
      FAIL_CHECK(name << ":" << p.line << ": " << p.path << ": " << p.what);
    }
    REQUIRE(spec.ok());
    CHECK(spec->root.name() == name);
    auto again = ParseSpec(SpecToJson(*spec), name);
    REQUIRE(again.ok());
    CHECK(again->root == spec->root);
    CHECK(again->generators == spec->generators);
  }
}

TEST_CASE("parse: a fatal problem names file, line, path and reason") {
  CHECK(Failure("{\n\"name\": 3\n}") ==
        "x.json:2: name: expected a string or an array of strings");
  CHECK(Failure("{\"name\": \"x\",\n\"options\": [\n{\"name\": \"-a\"},\n"
                "{\"name\": \"-b\", \"args\": {\"optional\": 1}}]}") ==
        "x.json:4: options[1].args.optional: expected true or false");
  CHECK(Failure("{\"name\": \"x\",\n\"subcommands\": [{}]}") ==
        "x.json:2: subcommands[0]: a command needs a name");
  CHECK(Failure("[]") == "x.json:1: expected an object");
  CHECK(Failure("{\n\n\"name\": \"x\" \"y\"}").starts_with("x.json:3: "));
  CHECK(Failure("").starts_with("x.json:1: "));
}

TEST_CASE("parse: a generator's command is argv, never a shell string") {
  CHECK(Failure(R"({"name": "x", "generators": {"g": {"command": "ls"}}})") ==
        "x.json:1: generators.g.command: expected an array: argv, not a shell "
        "string");
  CHECK(
      Failure(R"({"name": "x", "generators": {"g": {}}})") ==
      "x.json:1: generators.g: expected one of 'native', 'command' and 'files'");
  CHECK(Failure(R"({"name": "x", "generators": {"g": {"native": "git.tags",
        "kind": "a>"}}})")
            .find("kind: expected small letters only") != std::string::npos);
  CHECK(Failure(R"({"name": "x", "generators": {"g": {"command": ["a"],
        "pattern": "("}}})")
            .find("pattern: ") != std::string::npos);
}

TEST_CASE("parse: what it does not know is reported and not fatal") {
  auto findings = Findings(
      "{\"name\": \"x\",\n\"colour\": 1,\n\"args\": "
      "{\"template\": \"planet\", \"generator\": \"g\"}}");
  CHECK(findings == Strings{"2 colour: unknown key",
                            "3 args.template: unknown template 'planet'",
                            "3 args.generator: unknown generator 'g'"});
  CHECK(Failure("{\"name\": \"x\", \"colour\": 1}") == "");
}

TEST_CASE("parse: options that clash or speak of others are reported") {
  CHECK(Findings(R"({"name": "x", "options": [{"name": "-a"},
      {"name": ["-b", "-a"]}]})") == Strings{"1 : two options are named '-a'"});
  CHECK(Findings(R"({"name": "x", "options": [
      {"name": "-a", "exclusive": "-z"}]})") ==
        Strings{"1 : '-a' refers to '-z', which is not an option here"});
}

// Found by the fuzzer: RapidJSON's encoding check took four bytes where the
// text ended after one, and read beyond the buffer.
TEST_CASE("parse: a sequence cut short at the end is reported, not read past") {
  for (const char* tail : {"\xf2\n", "\xf2", "\xe2\x82", "\xc3"}) {
    CHECK(Failure(std::string("{\n\"name\": \"x\\\\") + tail) ==
          "x.json:2: a byte that is not UTF-8");
  }
}

TEST_CASE("parse: no depth of nesting and no bytes harm") {
  std::string deep(1000000, '[');
  CHECK(Failure(deep).find("nested too deeply") != std::string::npos);
  std::string chain;
  for (int i = 0; i < 40; ++i) chain += R"({"name":"s","subcommands":[)";
  chain += R"({"name":"s"})";
  for (int i = 0; i < 40; ++i) chain += "]}";
  CHECK(Failure(chain).find("more than 32 levels") != std::string::npos);
  CHECK(Failure("{\"name\": \"\xff\"}") != "");
  CHECK(Failure(std::string("{\"name\": \"x\"}\0", 14)) != "");
  CHECK(Failure("{\"name\": \"a b\"}") != "");
  CHECK(Failure("{\"name\": []}") != "");
  CHECK(Failure(R"({"name": "x", "ref": "../etc"})") != "");
}

}  // namespace synapse
