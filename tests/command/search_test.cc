// The subcommands search and config.
#include "tests/command/command_testing.h"

namespace synapse {
namespace {

using testing::CheckUsage;
using testing::LinesOf;
using testing::Outcome;
using testing::RunCommand;
using testing::Session;

// The commands that `search` prints, best first.
std::vector<std::string> Found(Session& s, std::vector<std::string> args) {
  std::vector<std::string> out;
  for (const std::string& line : LinesOf(RunCommand(s, "search", args).out)) {
    out.push_back(line.substr(std::string("2020-01-01 00:00:00   0  ").size()));
  }
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("search: what fits best first, of equals the latest") {
  Session s;
  s.Run("git push origin");
  s.Run("make push");
  s.Run("git pull");
  s.Run("git push origin");
  CHECK(Found(s, {"push"}) == Lines{"git push origin", "make push"});
  CHECK(Found(s, {"git", "!push"}) == Lines{"git pull"});
  CHECK(Found(s, {"--limit", "1"}) == Lines{"git push origin"});
  CHECK(Found(s, {}).size() == 3);
  // A query matches words, typos, and scattered letters.
  CHECK(Found(s, {"--in", "commands", "psuh"}).size() == 2);
  CHECK(Found(s, {"gpll"}) == Lines{"git pull"});
  CHECK(Found(s, {"pull git"}) == Lines{"git pull"});
  Outcome none = RunCommand(s, "search", {"no-such-thing"});
  CHECK(none.status == 1);
  CHECK(none.out.empty());
}

// A search that finds nothing.
TEST_CASE("search: without a result it says so, but not to a program") {
  Session s;
  CHECK(RunCommand(s, "search", {"--in", "commands"}).err ==
        "synapse: search: there is nothing to list\n");
  s.Run("git pull");
  const Outcome none = RunCommand(s, "search", {"no-such", "thing\x1b[2J"});
  CHECK(none.status == 1);
  CHECK(none.err.starts_with("synapse: search: no-such thing"));
  CHECK(none.err.ends_with(": no result\n"));
  CHECK(none.err.find('\x1b') == std::string::npos);
  for (const char* format : {"json", "fzf"}) {
    CHECK(RunCommand(s, "search", {"--format", format, "no-such-thing"})
              .err.empty());
  }
  CHECK(RunCommand(s, "search", {"pull"}).err.empty());
}

TEST_CASE("search: by scope and by exit status") {
  Session s;
  s.Run("make test", 1, 2);
  s.Run("make all");
  std::string here = s.cwd;
  s.cwd = s.tree.MakeDir("elsewhere");
  s.Run("make elsewhere");
  CHECK(Found(s, {"--scope", "cwd"}) == Lines{"make elsewhere"});
  CHECK(Found(s, {"--exit", "failed"}) == Lines{"make test"});
  CHECK(Found(s, {"--exit=2"}) == Lines{"make test"});
  CHECK(Found(s, {"--exit", "ok", "make"}) ==
        Lines{"make elsewhere", "make all"});
  CHECK(RunCommand(s, "search", {"--scope", "repo"}).status == 1);
  CHECK(Found(s, {"--scope", "host", "test"}) == Lines{"make test"});
}

TEST_CASE("search: formats, and what is wrong usage") {
  Session s;
  s.Run("echo one");
  CHECK(RunCommand(s, "search", {"--format", "json"})
            .out.find("\"cmd\":\"echo one\"") != std::string::npos);
  CHECK(RunCommand(s, "search", {"--format", "fzf"})
            .out.starts_with("echo one\t"));
  for (int exit : {1, 12, 130}) {
    std::string line = "make fail" + std::to_string(exit);
    s.Run(line, 1, exit);
    auto out = RunCommand(s, "search", {"--format", "fzf", line}).out;
    CHECK(out.find(" " + std::to_string(exit) + "  " + s.cwd) != out.npos);
  }
  for (const Lines& args :
       {Lines{"--scope", "all"}, Lines{"--limit", "0"}, Lines{"--exit", "bad"},
        Lines{"--format", "xml"}, Lines{"--no-such"}}) {
    CheckUsage(RunCommand(s, "search", args));
  }
}

TEST_CASE("config: list, get and set") {
  Session s;
  CHECK(RunCommand(s, "config", {"get", "list.rows"}).out == "20\n");
  CHECK(RunCommand(s, "config", {"set", "list.rows", "7"}).status == 0);
  auto text = ReadFile(s.tree.Path("config/config.json"));
  REQUIRE(text.ok());
  CHECK(text->find("\"list.rows\": 7") != std::string::npos);
  Outcome list = RunCommand(s, "config", {"list"});
  CHECK(list.status == 0);
  CHECK(LinesOf(list.out).size() == ConfigKeys().size());
  CHECK(RunCommand(s, "config", {"list", "--format", "json"})
            .out.find(
                "\"type\":\"choice\",\"choices\":\"complete cycle shell\"") !=
        std::string::npos);
}

TEST_CASE("config: what is wrong is refused, and a broken file is left alone") {
  Session s;
  for (const Lines& args :
       {Lines{}, Lines{"get"}, Lines{"get", "no.such"},
        Lines{"set", "list.rows"}, Lines{"set", "list.rows", "many"},
        Lines{"set", "prompt.tab", "x"},
        Lines{"set", "prompt.ghost_style", "fg=mauve"}, Lines{"unset"}}) {
    CheckUsage(RunCommand(s, "config", args));
  }
  s.tree.Write("config/config.json", "{ \"list.rows\": 3,, }");
  Outcome broken = RunCommand(s, "config", {"set", "list.rows", "7"});
  CHECK(broken.status == 1);
  CHECK(broken.err.find("config.json:1: ") != std::string::npos);
  CHECK(*ReadFile(s.tree.Path("config/config.json")) ==
        "{ \"list.rows\": 3,, }");
}

}  // namespace synapse
