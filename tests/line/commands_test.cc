#include "line/commands.h"

#include "tests/testing.h"

namespace synapse {
namespace {

using Lines = std::vector<std::string>;

// The commands' words as "a b|c"; > before a command that is written into.
Lines CommandsOf(const std::string& line) {
  Lines out;
  for (const SimpleCommand& c : ParseCommands(line).commands) {
    std::string text = c.piped ? ">" : "";
    for (const Token& word : c.words) {
      text += (text.empty() || text == ">" ? "" : " ") + word.value;
    }
    out.push_back(text);
  }
  return out;
}

}  // namespace

TEST_CASE("commands: behind operators and keywords") {
  CHECK(CommandsOf("a=1 x y | z 2>f && w") == Lines{"x y", ">z", "w"});
  CHECK(CommandsOf("if a b; then c; elif d; then e; else f; fi") ==
        Lines{"a b", "c", "d", "e", "f"});
  CHECK(CommandsOf("while ! read x; do echo $x; done") ==
        Lines{"read x", "echo $x"});
  CHECK(CommandsOf("for f in a b; do c $f; done") == Lines{"c $f"});
  CHECK(CommandsOf("for f (a b) c $f") == Lines{"a b", "c $f"});
  CHECK(CommandsOf("case x in a|b) c;; *) d;; esac") ==
        Lines{">b", "c", "*", "d"});
  CHECK(CommandsOf("[[ -f x && -d y ]] && a") == Lines{"a"});
  CHECK(CommandsOf("if ((x > 1)) { a b }") == Lines{"a b }"});
  CHECK(CommandsOf("{ a; b; }; ( c )") == Lines{"a", "b", "c"});
  CHECK(CommandsOf("repeat 3 a; time -p b; ! c; coproc d") ==
        Lines{"a", "time -p b", "c", "d"});
  CHECK(CommandsOf("a &\nb # c") == Lines{"a", "b"});
  CHECK(CommandsOf("echo 'a;b'") == Lines{"echo a;b"});
  CHECK(CommandsOf("\\if 'then'") == Lines{"if then"});
  CHECK(CommandsOf("").empty());
  CHECK(CommandsOf(" ; ").empty());
}

TEST_CASE("commands: functions, redirections, assignments") {
  CommandList list = ParseCommands("f() { a; }; function g { b; }");
  CHECK(list.functions == Lines{"f"});
  CHECK(CommandsOf("f() { a; }; function g { b; }") == Lines{"a", "b"});
  list = ParseCommands("A=1 B=2 x 2>&1 >>f <g | y >");
  REQUIRE(list.commands.size() == 2);
  CHECK(list.commands[0].assignments[1].value == "B=2");
  REQUIRE(list.commands[0].redirects.size() == 3);
  CHECK(list.commands[0].redirects[1].first == ">>");
  CHECK(list.commands[0].redirects[1].second.value == "f");
  CHECK(ParseCommands("> f").commands.size() == 1);
}

TEST_CASE("commands: what is nested, also where it is open") {
  CHECK(ParseCommands("a \"$(b $(c))\" `d` <(e) ${x:-$(f)}").substitutions ==
        Lines{"b $(c)", "d", "e", "f"});
  CHECK(ParseCommands("a $(b \"c").substitutions == Lines{"b \"c"});
  CHECK(ParseCommands("a `b \\`c\\` \\$x").substitutions == Lines{"b `c` $x"});
  CHECK(ParseCommands("cat <<E | sh\na b\nc\nE\nd").here_documents ==
        Lines{"a b\nc\n"});
  CHECK(ParseCommands("cat <<E\na b").here_documents == Lines{"a b"});
}

// The delimiter of `<<-` was a word of the command: `sh <<-E` ran a file E.
TEST_CASE("commands: the delimiter of a here-document is no word") {
  for (const std::string op : {"<<", "<<-"}) {
    const CommandList list = ParseCommands("sh -s " + op + "E 2>&-\n\tls\nE");
    CAPTURE(op);
    REQUIRE(list.commands.size() == 1);
    CHECK(list.commands[0].words.size() == 2);
    REQUIRE(list.commands[0].redirects.size() == 2);
    CHECK(list.commands[0].redirects[0].first == op);
    CHECK(list.commands[0].redirects[0].second.value == "E");
    CHECK(list.here_documents == std::vector<std::string>{"\tls\n"});
  }
}

TEST_CASE("commands: the schedule in a line of a crontab") {
  const auto before = [](const char* line) {
    return ScheduleWords(testing::SplitAtBlanks(line));
  };
  CHECK(before("0 3 * * 1 backup --all") == 5);
  CHECK(before("*/5 0-6,12 * * * x") == 5);
  CHECK(before("@daily x") == 1);
  CHECK(before("@daily") == 0);
  CHECK(before("0 3 * * 1") == 0);
  CHECK(before("1 2 3 x 5 6") == 0);
  CHECK(before("backup 0 3 * * 1") == 0);
}

}  // namespace synapse
