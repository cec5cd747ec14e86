#include <sstream>

#include "context/completion_context.h"
#include "line/commands.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::Case;
using testing::ReadCases;
using testing::SourceFile;
using testing::Wanted;

std::string Joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& w : words) out += (out.empty() ? "" : ",") + w;
  return out;
}

std::optional<std::string> Alias(std::string_view name) {
  static const std::map<std::string, std::string, std::less<>> kAliases = {
      {"gst", "git status"}, {"g", "git"},          {"loop1", "loop2"},
      {"loop2", "loop1"},    {"ls", "ls --color"},  {"gp", "git push origin"},
      {"s", "sudo "},        {"pg", "cat x | grep"}};
  auto at = kAliases.find(name);
  if (at == kAliases.end()) return std::nullopt;
  return at->second;
}

// The value of one key that a case can check.
std::string ValueOf(const CompletionContext& c, const std::string& key) {
  if (key == "command") return c.command;
  if (key == "words") return Joined(c.words);
  if (key == "path") return Joined(c.subcommand_path);
  if (key == "options") return Joined(c.present_options);
  if (key == "option") return c.option;
  if (key == "index") return std::to_string(c.argument_index);
  if (key == "partial") return c.partial;
  if (key == "prefix") return c.prefix;
  if (key == "silent") return c.silent ? "1" : "0";
  FAIL("no such key: ", key);
  return "";
}

CompletionContext Build(const std::string& line, SpecStore& specs) {
  return BuildContext(line, line.size(), specs, Alias);
}

}  // namespace

TEST_CASE("context: the table of lines over our own specs") {
  SpecStore specs({SourceFile("specs")});
  auto cases = ReadCases("contexts.txt");
  CHECK(cases.size() > 90);
  for (const Case& c : cases) {
    INFO("contexts.txt:" << c.number << ": " << c.line);
    CompletionContext got = BuildContext(c.line, c.cursor, specs, Alias);
    size_t first = c.expected.find(' ');
    size_t second =
        std::min(c.expected.find(' ', first + 1), c.expected.size());
    CHECK(std::string(PositionName(got.position)) ==
          c.expected.substr(0, first));
    // Another layer of specs may give alternatives.
    std::string types =
        "," + c.expected.substr(first + 1, second - first - 1) + ",";
    std::string type = ExpectedTypeName(got.expected);
    CHECK_MESSAGE(types.find("," + type + ",") != std::string::npos, type,
                  " is not in ", types);
    auto wanted = Wanted(std::string_view(c.expected).substr(second));
    CHECK(got.silent == (wanted.count("silent") > 0));
    for (const auto& [key, value] : wanted) {
      std::string name = key;  // clang 14 captures no binding
      INFO("key: " << name);
      CHECK(ValueOf(got, key) == value);
    }
  }
}

TEST_CASE("context: the seed's example, field by field") {
  SpecStore specs({SourceFile("specs")});
  CompletionContext c = Build("git checkout f", specs);
  CHECK(c.buffer == "git checkout f");
  CHECK(c.tokens == std::vector<std::string>{"git", "checkout", "f"});
  CHECK_FALSE(c.trailing_space);
  CHECK(c.partial == "f");
  CHECK(c.prefix == "git checkout ");
  CHECK(c.command == "git");
  CHECK(c.position == Position::kArgument);
  CHECK(c.argument_index == 0);
  CHECK(c.expected == ExpectedType::kGenerator);
  REQUIRE(c.spec);
  CHECK(c.subcommand_path == std::vector<std::string>{"checkout"});
  CHECK(c.present_options.empty());
  CHECK(Build("git checkout ", specs).trailing_space);
}

TEST_CASE("context: every cursor of every line gives an answer") {
  SpecStore specs({SourceFile("specs")});
  for (const Case& c : ReadCases("contexts.txt")) {
    for (size_t cursor = 0; cursor <= c.line.size(); ++cursor) {
      CompletionContext got = BuildContext(c.line, cursor, specs, Alias);
      INFO(c.line << " at " << cursor);
      CHECK(got.prefix.size() <= cursor);
      CHECK(c.line.starts_with(got.prefix));
    }
  }
}

TEST_CASE("context: what common commands take") {
  SpecStore specs({SourceFile("specs")});
  struct {
    std::string commands;  // with the words in front of the argument
    ExpectedType expected;
  } const kRows[] = {
      {"cd,pushd,mkdir,rmdir,tree", ExpectedType::kDirectory},
      {"cat,less,head,tail,vim,nvim,code,nano", ExpectedType::kFilePath},
      {"cp,mv,rm,chmod 644,chown me,[ -f,test -f", ExpectedType::kFilePath},
      {"grep x,sed x,awk x,rg x", ExpectedType::kFilePath},
      {"python,python3,node,ruby,perl", ExpectedType::kFilePath},
      {".,source", ExpectedType::kGenerator},  // environments, and files
      {"man,whatis", ExpectedType::kGenerator},
      {"sudo,env,nohup,time,watch,nocorrect,which", ExpectedType::kCommand},
      {"export,unset,printenv", ExpectedType::kEnvVar},
      {"frobnicate", ExpectedType::kAny},
  };
  for (const auto& row : kRows) {
    std::string command;
    std::istringstream commands(row.commands);
    while (std::getline(commands, command, ',')) {
      INFO(command);
      CHECK(Build(command + " ", specs).expected == row.expected);
    }
  }
  for (const char* hosts : {"ssh ", "scp ", "mosh ", "ping "}) {
    INFO(hosts);
    const CompletionContext c = Build(hosts, specs);
    REQUIRE(c.walk);
    REQUIRE(c.walk->arg);
    const bool listed = !c.walk->arg->generators.empty() &&
                        c.walk->arg->generators[0] == "ssh.hosts";
    CHECK((listed || c.expected == ExpectedType::kHostname));
  }
}

// Wrappers are known by name to the learner; their specs must agree.
TEST_CASE("context: what the learner takes for a wrapper is one to the specs") {
  SpecStore specs({SourceFile("specs")});
  size_t wrappers = 0;
  for (const std::string& name : specs.Names()) {
    if (!IsWrapper(name)) continue;
    ++wrappers;
    INFO(name);
    const CompletionContext c = Build(name + " git chec", specs);
    CHECK(c.command == "git");
    CHECK(c.partial == "chec");
  }
  CHECK(wrappers == 11);
}

TEST_CASE("context: wrappers nested without end stop somewhere") {
  SpecStore specs({SourceFile("specs")});
  std::string line;
  for (int i = 0; i < 200; ++i) line += "sudo ";
  CompletionContext c = Build(line + "gi", specs);
  CHECK(c.partial == "gi");
}

}  // namespace synapse
