#include "spec/walk.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "spec/parse.h"
#include "spec/store.h"
#include "tests/spec/pack_testing.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::SourceFile;
using testing::SplitAtBlanks;

const char* NameOf(const WalkResult& walk) {
  switch (walk.expect) {
    case Expect::kSubcommand: return "subcommand";
    case Expect::kOptionFlag: return "flag";
    case Expect::kOptionValue: return "value";
    case Expect::kArgument: return "argument";
  }
  return "";
}

// The values that a case can check, by key.
std::map<std::string, std::string> Describe(const WalkResult& walk) {
  std::map<std::string, std::string> out;
  out["command"] = walk.command().name();
  if (walk.option) {
    for (const auto& name : walk.option->names) out["option"] += name + ",";
  }
  if (walk.arg) out["arg"] = walk.arg->name;
  out["index"] = std::to_string(walk.arg_index);
  out["offset"] = std::to_string(walk.value_offset);
  if (walk.nested_from != WalkResult::npos) {
    out["nested"] = std::to_string(walk.nested_from);
  }
  for (const ArgSpec* arg : walk.also) out["also"] += arg->name;
  out["dashes"] = walk.after_double_dash ? "1" : "0";
  return out;
}

void CheckCase(SpecStore& store, const std::string& line,
               const std::string& expected) {
  INFO("line: " << line);
  auto words = SplitAtBlanks(std::string_view(line).substr(0, line.find('|')));
  std::string partial = words.back();
  words.pop_back();
  auto spec = store.Find(words[0]);
  REQUIRE(spec);
  WalkResult walk = Walk(spec->root, words, partial);
  auto wanted = SplitAtBlanks(expected);
  CHECK(std::string(NameOf(walk)) == wanted[0]);
  auto got = Describe(walk);
  for (size_t i = 1; i < wanted.size(); ++i) {
    size_t equals = wanted[i].find('=');
    std::string key = wanted[i].substr(0, equals);
    std::string value = wanted[i].substr(equals + 1);
    INFO("key: " << key);
    if (key == "option") {
      CHECK(("," + got[key]).find("," + value + ",") != std::string::npos);
    } else {
      CHECK(got[key] == value);
    }
  }
  bool nested_wanted = expected.find("nested=") != std::string::npos;
  CHECK((walk.nested_from != WalkResult::npos) == nested_wanted);
}

}  // namespace

TEST_CASE("walk: the table of real lines over our own specs") {
  SpecStore store({SourceFile("specs")});
  auto text = ReadFile(SourceFile("tests/cases/spec_walk.txt"));
  REQUIRE(text.ok());
  std::string line;
  size_t cases = 0;
  for (size_t at = 0; at < text->size();) {
    size_t end = std::min(text->find('\n', at), text->size());
    std::string next = text->substr(at, end - at);
    at = end + 1;
    if (next.empty() || next[0] == '#') continue;
    if (next.starts_with("=> ")) {
      CheckCase(store, line, next.substr(3));
      ++cases;
    }
    line = next;
  }
  CHECK(cases > 90);
  CHECK(store.errors().empty());
}

namespace {

std::shared_ptr<const Spec> Parsed(const char* json) {
  auto spec = ParseSpec(json, "test");
  REQUIRE(spec.ok());
  return testing::Packed(*spec);
}

std::vector<std::string> Available(const std::shared_ptr<const Spec>& spec,
                                   const std::string& line) {
  auto words = SplitAtBlanks(line);
  std::vector<std::string> out;
  for (const auto* option : AvailableOptions(Walk(spec->root, words, "-"))) {
    out.emplace_back(option->names[0]);
  }
  return out;
}

using Names = std::vector<std::string>;

}  // namespace

// `git show ` listed README.md among the commits.
TEST_CASE("walk: paths that stand behind -- alone") {
  SpecStore store({SourceFile("specs")});
  const auto git = store.FindAny("git");
  REQUIRE(git);
  const auto behind = [&](const char* line) {
    return Walk(git->root, SplitAtBlanks(line), "");
  };
  CHECK(behind("git show").also.empty());
  REQUIRE(behind("git show HEAD --").arg);
  CHECK(behind("git show HEAD --").arg->takes_files());
  // Where paths stand without it, too.
  CHECK(behind("git diff").arg->takes_files());
  CHECK(behind("git checkout").also.size() == 1);
}

TEST_CASE("walk: an option is offered once, unless it is repeatable") {
  const auto spec = Parsed(R"({"name": "x", "options": [
    {"name": ["-a", "--all"]}, {"name": "-v", "repeatable": true},
    {"name": "-h", "hidden": true}]})");
  CHECK(Available(spec, "x") == Names{"-a", "-v"});
  CHECK(Available(spec, "x --all") == Names{"-v"});
  CHECK(Available(spec, "x -va") == Names{"-v"});
}

TEST_CASE("walk: exclusive options leave, whichever of the two says so") {
  const auto spec = Parsed(R"({"name": "x", "options": [
    {"name": "-a", "exclusive": "-b"}, {"name": "-b"}, {"name": "-c"}]})");
  CHECK(Available(spec, "x -a") == Names{"-c"});
  CHECK(Available(spec, "x -b") == Names{"-c"});
}

TEST_CASE("walk: persistent options of parents are valid after subcommands") {
  const auto spec = Parsed(R"({"name": "x", "options": [
    {"name": "-n", "persistent": true, "args": {"name": "v"}},
    {"name": "-o", "args": {"name": "v"}}],
    "subcommands": [{"name": "s", "args": {"name": "a"},
                     "options": [{"name": "-l"}]}]})");
  CHECK(Available(spec, "x s") == Names{"-l", "-n"});
  CHECK(Available(spec, "x -n 1 s") == Names{"-l"});
  Names words{"x", "s", "-n"};
  CHECK(Walk(spec->root, words, "").expect == Expect::kOptionValue);
  words = {"x", "s", "-o"};
  CHECK(Walk(spec->root, words, "").expect == Expect::kArgument);
}

TEST_CASE("walk: a hidden subcommand is read, and not expected") {
  const auto spec = Parsed(R"({"name": "x", "args": {"template": "file"},
    "subcommands": [{"name": "s.py", "hidden": true,
                     "options": [{"name": "-l"}]}]})");
  CHECK(Walk(spec->root, Names{"x"}, "").expect == Expect::kArgument);
  CHECK(Available(spec, "x s.py") == Names{"-l"});
}

TEST_CASE("walk: an option takes as many values as it has arguments") {
  const auto spec = Parsed(R"({"name": "x", "args": {"name": "p"}, "options": [
    {"name": "-p", "args": [{"name": "a"}, {"name": "b"}]},
    {"name": "-m", "args": {"name": "many", "variadic": true}}]})");
  Names words{"x", "-p", "1"};
  CHECK(Walk(spec->root, words, "").arg->name == "b");
  words = {"x", "-p", "1", "2"};
  CHECK(Walk(spec->root, words, "").arg->name == "p");
  words = {"x", "-m", "1", "2"};
  CHECK(Walk(spec->root, words, "").arg->name == "many");
  CHECK(Walk(spec->root, words, "-").expect == Expect::kOptionFlag);
  words = {"x", "-m", "1", "--"};
  CHECK(Walk(spec->root, words, "").arg->name == "p");
}

TEST_CASE("walk: a name with one dash and many letters is read whole") {
  const auto spec = Parsed(R"({"name": "find", "options": [
    {"name": "-name", "args": {"name": "pattern"}}, {"name": "-n"}]})");
  Names words{"find", ".", "-name"};
  CHECK(Walk(spec->root, words, "").option->names[0] == "-name");
  words = {"find", "."};
  CHECK(Walk(spec->root, words, "-na").expect == Expect::kOptionFlag);
  WalkResult joined = Walk(spec->root, words, "-name=x");
  CHECK(joined.expect == Expect::kOptionValue);
  CHECK(joined.value_offset == 6);
}

TEST_CASE("walk: present_names keeps the spelling that was written") {
  const auto spec = Parsed(R"({"name": "x", "options": [
    {"name": ["-d", "--detach"]}, {"name": ["-m", "--message"],
     "args": {"name": "text"}}]})");
  Names words{"x", "--detach", "-dmtext"};
  WalkResult walk = Walk(spec->root, words, "");
  CHECK(walk.present_names == Names{"--detach", "-m"});
  words = {"x", "--message=-d"};
  CHECK(Walk(spec->root, words, "").present_names == Names{"--message"});
}

TEST_CASE("walk: any bytes and any length are walked") {
  const auto spec = Parsed(R"({"name": "x", "options": [{"name": "-a"}],
                         "args": {"name": "p", "variadic": true}})");
  Names words{"x",
              "",
              "-",
              "-\xff",
              "--=",
              "-=",
              std::string(100000, '-'),
              "-" + std::string(100000, 'a'),
              "\n"};
  CHECK(Walk(spec->root, words, "\xff").expect == Expect::kArgument);
  CHECK(Walk(spec->root, words, "-a\xff").expect == Expect::kOptionFlag);
}

TEST_CASE("walk: the values that are written, with what they belong to") {
  SpecStore store({SourceFile("specs")});
  auto values = [&](const std::string& line) {
    auto words = SplitAtBlanks(line);
    auto spec = store.FindAny(words[0]);
    REQUIRE(spec);
    WalkResult walk = Walk(spec->root, words, "");
    std::string out;
    for (const WalkedValue& v : walk.values) {
      out += (v.option ? v.option->names[0].str() : "") + "<" +
             words[v.word].substr(v.offset) + ">";
    }
    return out;
  };
  CHECK(values("git -C dir commit -m text --author=me a.c") ==
        "-C<dir>-m<text>--author<me><a.c>");
  CHECK(values("git commit -amtext") == "-m<text>");
  CHECK(values("tar xzf a.tar b") == "-f<a.tar><b>");
  CHECK(values("kill -s KILL 1 2") == "-s<KILL><1><2>");
  CHECK(values("sudo -u root ls x") == "-u<root>");
}

TEST_CASE("walk: names of subcommands and options are looked up") {
  const auto spec = Parsed(R"({"name": "tool", "piped_to": ["less"],
    "options": [{"name": ["-v", "--verbose"]}],
    "subcommands": [{"name": ["remove", "rm"], "options": [{"name": "-f"}]}]})");
  const CommandSpec& root = spec->root;
  const CommandSpec& sub = root.subcommands[0];
  CHECK(SubcommandNamed(root, "rm") == &sub);
  CHECK_FALSE(SubcommandNamed(root, "r"));
  CHECK(OptionNamed(root, "--verbose") == &root.options[0]);
  CHECK_FALSE(OptionNamed(root, "-f"));
  const std::vector<std::string> words = {"tool", "rm"};
  const WalkResult walk = Walk(root, words, "");
  CHECK(OptionNamed(walk, "-f") == &sub.options[0]);
  CHECK(OptionNamed(walk, "-v") == &root.options[0]);
  CHECK_FALSE(OptionNamed(walk, "-x"));
  CHECK(DeepestWith(walk, &CommandSpec::piped_to) == &root);
  CHECK(DeepestWith(walk, &CommandSpec::options) == &sub);
  CHECK_FALSE(DeepestWith(walk, &CommandSpec::frequent));
}

TEST_CASE("walk: the beginning of an option that no command has") {
  const auto spec = Parsed(R"({"name": "tool",
    "options": [{"name": ["-v", "--verbose"]}, {"name": "--level",
      "args": {"name": "n"}}],
    "subcommands": [{"name": "rm", "options": [{"name": "--force"}]}]})");
  const auto lacks = [&](std::vector<std::string> words, const char* partial) {
    return LacksOption(Walk(spec->root, words, partial), partial);
  };
  CHECK(lacks({"tool"}, "--zeal"));
  CHECK(lacks({"tool", "rm"}, "--zeal"));
  CHECK_FALSE(lacks({"tool", "rm"}, "--verb"));
  CHECK_FALSE(lacks({"tool"}, "--z"));
  CHECK_FALSE(lacks({"tool"}, "-zeal"));
  CHECK_FALSE(lacks({"tool"}, "zeal"));
  CHECK_FALSE(lacks({"tool", "--level"}, "--zeal"));
  CHECK_FALSE(lacks({"tool", "--"}, "--zeal"));
}

}  // namespace synapse
