#include <rapidjson/document.h>

#include "tests/command/command_testing.h"

namespace synapse {
namespace {

using testing::CheckUsage;
using testing::LinesOf;
using testing::RunCommand;
using testing::ScopedEnv;
using testing::Session;

}  // namespace

TEST_CASE("explain: a table, as wide as the terminal") {
  Session s;
  s.tree.Write("w/a.tgz", "x");
  for (const char* columns : {"50", "80", "300"}) {
    ScopedEnv width("COLUMNS", columns);
    const auto o = RunCommand(s, "explain", {"git commit -m 'x y' && ls >f"});
    CHECK(o.status == 0);
    CHECK(o.err.empty());
    for (const std::string& line : LinesOf(o.out)) {
      CHECK(DisplayWidth(line) <= std::min(atoi(columns), 160));
    }
  }
  ScopedEnv width("COLUMNS", "80");
  const auto o = RunCommand(s, "explain", {"tar", "xzf", "a.tgz"});
  const auto lines = LinesOf(o.out);
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].starts_with("  tar    command"));
  CHECK(lines[0].ends_with("(not found)"));
  CHECK(lines[1].starts_with("  x      option"));
  CHECK(lines[4].ends_with("ARCHIVE (a file of 1 byte)"));
}

TEST_CASE("explain: what runs as the command") {
  Session s;
  s.engine->shell().kind = [](std::string_view name) {
    if (name == "greet") return ShellNames::Kind::kFunction;
    return name == "cd" ? ShellNames::Kind::kBuiltin : ShellNames::Kind::kNone;
  };
  s.tree.Write("w/run.sh", "x");
  CHECK(WhatRuns(*s.engine, "greet", s.cwd) == "shell function");
  CHECK(WhatRuns(*s.engine, "cd", s.cwd) == "shell builtin");
  CHECK(WhatRuns(*s.engine, "git", s.cwd) == s.tree.Path("bin/git"));
  CHECK(WhatRuns(*s.engine, "nothing", s.cwd) == "not found");
  CHECK(WhatRuns(*s.engine, "./run.sh", s.cwd) == "a file of 1 byte");
}

TEST_CASE("explain: JSON, and wrong usage") {
  Session s;
  const auto o = RunCommand(s, "explain", {"--json", "--", "rm -rf x"});
  CHECK(o.status == 0);
  rapidjson::Document all;
  all.Parse(o.out.c_str());
  REQUIRE(!all.HasParseError());
  CHECK(all["parts"].Size() == 4);
  CHECK(std::string(all["risk_level"].GetString()) == "destructive");
  CheckUsage(RunCommand(s, "explain", {}));
  CheckUsage(RunCommand(s, "explain", {"--nonsense", "ls"}));
  const auto longer =
      RunCommand(s, "explain", {std::string(kMaxExplained + 1, 'x')});
  CHECK(longer.status == 1);
  CHECK(longer.err.starts_with("synapse: explain: "));
}

}  // namespace synapse
