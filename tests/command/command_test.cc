// The subcommands run as the shell runs them; their output is captured.
#include "command/command.h"

#include <algorithm>

#include "command/tour.h"
#include "tests/command/command_testing.h"

namespace synapse {

using testing::CheckUsage;
using testing::LinesOf;
using testing::Outcome;
using testing::Parsed;
using testing::RunCommand;
using testing::Session;
using testing::SourceFile;

TEST_CASE("command: every subcommand is documented, and says so") {
  Session s;
  Outcome all = RunCommand(s, "help", {});
  CHECK(all.status == 0);
  for (const char* name :
       {"suggest", "search", "history", "spec", "doctor", "config", "feedback",
        "incognito", "init", "version", "help", "drive", "replay"}) {
    INFO(std::string(name));
    REQUIRE(FindSubcommand(name));
    CHECK(all.out.find(name) != std::string::npos);
    Outcome one = RunCommand(s, "help", {name});
    CHECK(one.status == 0);
    CHECK(one.out.find(name) != std::string::npos);
  }
  CHECK_FALSE(FindSubcommand("frobnicate"));
  Outcome unknown = RunCommand(s, "help", {"frobnicate"});
  CHECK(unknown.status == 2);
  CHECK(unknown.err ==
        "synapse: frobnicate: no such subcommand; `synapse help` lists them\n");
  Outcome near = RunCommand(s, "help", {"hsitory"});
  CHECK(near.err ==
        "synapse: hsitory: no such subcommand; is history meant?\n");
  Outcome action = RunCommand(s, "help", {"import"});
  CHECK(action.err ==
        "synapse: import: no such subcommand; is `synapse history import` "
        "meant?\n");
  Outcome several = RunCommand(s, "help", {"show"});
  CHECK(several.err ==
        "synapse: show: no such subcommand; is `synapse spec show` or `synapse "
        "reflect show` meant?\n");
  Outcome version = RunCommand(s, "version", {});
  CHECK(version.status == 0);
  CHECK(version.out.find("synapse") != std::string::npos);
}

TEST_CASE("command: --help is asked for anywhere, but not behind --") {
  CHECK(AsksForHelp({"--help"}));
  CHECK(AsksForHelp({"forget", "-h"}));
  CHECK_FALSE(AsksForHelp({"git", "--", "--help"}));
  CHECK_FALSE(AsksForHelp({"help", "-hx"}));
  CHECK_FALSE(AsksForHelp({}));
}

TEST_CASE("command: a word too many is an error") {
  Session s;
  for (const auto& [name, args] :
       std::vector<std::pair<const char*, std::vector<std::string>>>{
           {"version", {"extra"}},
           {"doctor", {"extra"}},
           {"stats", {"extra"}},
           {"help", {"doctor", "extra"}},
           {"help", {"tour", "1", "extra"}},
           {"spec", {"show", "git", "extra"}},
           {"history", {"list", "extra"}},
           {"history", {"forget", "x", "extra"}},
           {"history", {"forget", "x", "--exact", "y"}}}) {
    CAPTURE(name);
    CheckUsage(RunCommand(s, name, args));
  }
}

TEST_CASE("command: arguments") {
  constexpr Term kTerms[] = {
      {"--limit", "N", "", ""},          {"--format", "", "text json", ""},
      {"--explain", "", "", ""},         {"--exit", "N", "ok failed", ""},
      {"", "WORD", "", "", Need::kMany},
  };
  auto parse = [&](const std::vector<std::string>& args) {
    return ParseArgs(args, kTerms);
  };
  ParsedArgs a = parse(
      {"--limit", "3", "--format=json", "--explain", "x", "--", "--limit"});
  CHECK(a.error.empty());
  CHECK(a.Get("--limit") == "3");
  CHECK(a.Get("--format") == "json");
  CHECK(a.Has("--explain"));
  CHECK(a.rest == std::vector<std::string>{"x", "--limit"});
  CHECK(parse({"--nope"}).error == "--nope: no such option");
  CHECK(parse({"--explain=x"}).error == "--explain: no such option");
  CHECK_FALSE(parse({"-n", "3"}).error.empty());
  CHECK(parse({"-", "x"}).rest.size() == 2);
  CHECK(parse({"--limit"}).error == "--limit: a value is missing");
  CHECK(parse({"--format", "xml"}).error == "--format: expected text or json");
  // An option that also has a name for its value takes any text.
  CHECK(parse({"--exit", "3"}).error.empty());
  constexpr Term kWanted[] = {{"--store", "DIR", "", "", Need::kRequired}};
  CHECK(ParseArgs(std::vector<std::string>{}, kWanted).error ==
        "--store DIR is missing");
  // An argument has a position; an optional argument may be absent.
  constexpr Term kPositions[] = {{"", "", "yes no", ""},
                                 {"", "WHAT", "", "", Need::kRequired}};
  auto error = [&](const std::vector<std::string>& args) {
    return ParseArgs(args, kPositions).error;
  };
  CHECK(error({"yes", "x"}) == "");
  CHECK(error({"x"}) == "");
  CHECK(error({"x", "yes"}) == "x: expected yes or no");
  CHECK(error({"yes", "x", "more"}) == "more: not expected");
  CHECK(ParseNumber("12") == 12);
  for (const char* bad : {"", "-1", "1x", "x", "99999999999999999999"}) {
    INFO(std::string(bad));
    CHECK_FALSE(ParseNumber(bad));
  }
}

TEST_CASE("command: suggest, as text, JSON and for fzf") {
  Session s;
  s.Run("frob alpha", 3);
  s.Run("frob beta");
  s.Run("ls");
  Outcome text = RunCommand(s, "suggest", {"frob "});
  CHECK(text.status == 0);
  auto lines = LinesOf(text.out);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].starts_with("frob "));
  CHECK(
      LinesOf(RunCommand(s, "suggest", {"--limit", "1", "frob "}).out).size() ==
      1);
  auto json =
      Parsed(RunCommand(s, "suggest", {"--format", "json", "--", "frob "}).out);
  CHECK(json["ok"].GetBool());
  REQUIRE(json["suggestions"].Size() == 2);
  for (const auto& v : json["suggestions"].GetArray()) {
    for (const char* key : {"text", "source", "score", "confidence", "reasons",
                            "risk", "description"}) {
      CHECK(v.HasMember(key));
    }
  }
  // Scores and confidences fall together.
  const auto all = Parsed(
      RunCommand(s, "suggest",
                 {"--format", "json", "--include-low-confidence", "--", "s"})
          .out);
  double score = 1, confidence = 1;
  REQUIRE(all["suggestions"].Size() > 2);
  for (const auto& v : all["suggestions"].GetArray()) {
    CHECK(v["score"].GetDouble() <= score);
    CHECK(v["confidence"].GetDouble() <= confidence);
    score = v["score"].GetDouble();
    confidence = v["confidence"].GetDouble();
  }
  Outcome fzf = RunCommand(s, "suggest", {"--format=fzf", "frob "});
  for (const auto& line : LinesOf(fzf.out)) {
    CHECK(line.find('\t') != std::string::npos);
  }
  // A word that no source describes has its meaning by the spec.
  CHECK(RunCommand(s, "suggest",
                   {"--include-low-confidence", "--format=fzf", "--limit", "50",
                    "--", "sort -"})
            .out.find("sort -rn\treverse, numeric sort\n") !=
        std::string::npos);
  CHECK(RunCommand(s, "suggest", {"zzzzz"}).status == 0);
  CHECK(RunCommand(s, "suggest", {"--strict", "zzzzz"}).status == 1);
  CheckUsage(RunCommand(s, "suggest", {"--format", "xml"}));
  CheckUsage(RunCommand(s, "suggest", {"--limit", "0"}));
  CheckUsage(RunCommand(s, "suggest", {"--cursor", "9", "ab"}));
  CheckUsage(RunCommand(s, "suggest", {"--nope"}));
}

TEST_CASE("command: suggest --explain shows the context and the evidence") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/feature/auth", std::string(40, 'a') + "\n");
  Outcome o = RunCommand(s, "suggest", {"--explain", "git checkout f"});
  CHECK(o.status == 0);
  for (const char* part :
       {"tokens:", "[\"git\", \"checkout\", \"f\"]", "partial:", "\"f\"",
        "prefix:", "\"git checkout \"", "position:", "Argument { index: 0 }",
        "expected type:", "Generator", "git checkout", "present options:",
        "sources asked:", "spec (", "weights:", "Argument (generator or file)",
        "git checkout feature/auth"}) {
    INFO(std::string(part));
    CHECK(o.out.find(part) != std::string::npos);
  }
}

TEST_CASE("command: suggest --explain shows what each feature adds") {
  Session s;
  s.Run("make check");
  s.Run("make check");
  s.Run("ls");
  Outcome o = RunCommand(s, "suggest", {"--explain", "mak"});
  CHECK(o.out.find("    its line: log_count +0.") != std::string::npos);
  CHECK(o.out.find(" log_age -") != std::string::npos);
  Outcome json =
      RunCommand(s, "suggest", {"--explain", "--format", "json", "mak"});
  CHECK(json.out.find("\"contributions\":{\"log_count\":0.") !=
        std::string::npos);
  Outcome plain = RunCommand(s, "suggest", {"--format", "json", "mak"});
  CHECK(plain.out.find("contributions") == std::string::npos);
}

TEST_CASE("command: suggest never sends control characters") {
  Session s;
  s.Run("echo \x1b[31mred\a", 3);
  for (const char* format : {"text", "json", "fzf"}) {
    Outcome o = RunCommand(s, "suggest", {"--format", format, "echo"});
    CHECK(o.out.find('\x1b') == std::string::npos);
    CHECK(o.out.find('\a') == std::string::npos);
  }
}

TEST_CASE("command: history list, import, export") {
  Session s;
  s.Run("first");
  s.Run("second", 1, 3);
  auto list = LinesOf(RunCommand(s, "history", {"list"}).out);
  REQUIRE(list.size() == 2);
  CHECK(list[0].ends_with("first"));  // newest last
  CHECK(list[1].find("  3  second") != std::string::npos);
  CHECK(
      LinesOf(RunCommand(s, "history", {"list", "--limit", "1"}).out).size() ==
      1);
  std::string file =
      s.tree.Write("h",
                   ": 1600000000:2;imported one\n: 1600000001:0;export "
                   "TOKEN=abcdef123456\n");
  Outcome o = RunCommand(s, "history", {"import", file});
  CHECK(o.status == 0);
  CHECK(o.out == "1 imported, 0 already present, 1 skipped as private\n");
  o = RunCommand(s, "history", {"import", file});
  CHECK(o.out == "0 imported, 1 already present, 1 skipped as private\n");
  auto exported = LinesOf(RunCommand(s, "history", {"export"}).out);
  REQUIRE(exported.size() == 3);
  auto last = Parsed(exported[2]);
  CHECK(std::string(last["cmd"].GetString()) == "imported one");
  CHECK(last["ts"].GetDouble() == 1600000000);
  CHECK(last["duration_ms"].GetInt() == 2000);
  CHECK(last["imported"].GetBool());
  CHECK(last["exit"].IsNull());
  auto second = Parsed(exported[1]);
  CHECK(second["exit"].GetInt() == 3);
  CHECK(std::string(second["host"].GetString()) == "testhost");
  o = RunCommand(s, "history", {"import", s.tree.Path("none")});
  CHECK(o.status == 1);
  CHECK(o.err.starts_with("synapse: history import: "));
  CheckUsage(RunCommand(s, "history", {}));
  CheckUsage(RunCommand(s, "history", {"frob"}));
  CheckUsage(RunCommand(s, "history", {"list", "--limit", "x"}));
  CheckUsage(RunCommand(s, "history", {"import", "a", "b"}));
}

TEST_CASE("command: spec list, show, check") {
  Session s;
  Outcome list = RunCommand(s, "spec", {"list"});
  CHECK(list.status == 0);
  CHECK(list.out.find("git ") != std::string::npos);
  Outcome show = RunCommand(s, "spec", {"show", "git"});
  CHECK(show.status == 0);
  CHECK(Parsed(show.out).IsObject());
  CHECK(RunCommand(s, "spec", {"show", "frobnicate"}).status == 1);
  CHECK(RunCommand(s, "spec", {"check", SourceFile("specs/git.json")}).status ==
        0);
  std::string bad = s.tree.Write("bad.json", "{\n\"name\": 3\n}");
  Outcome o = RunCommand(s, "spec", {"check", bad});
  CHECK(o.status == 1);
  CHECK(o.err.find(bad + ":") != std::string::npos);
  std::string curt = s.tree.Write(
      "curt.json",
      R"({"name": "curt", "options": [{"name": "-q", "description": "Quiet"}]})");
  CHECK(RunCommand(s, "spec", {"check", curt}).status == 0);
  o = RunCommand(s, "spec", {"check", "--style", curt});
  CHECK(o.status == 1);
  CHECK(o.err == "synapse: spec: " + curt + ": curt -q: 1 words: Quiet\n");
  CheckUsage(RunCommand(s, "spec", {}));
  CheckUsage(RunCommand(s, "spec", {"check"}));
}

TEST_CASE("command: doctor reports how long the shell waited") {
  Session s;
  Outcome o = RunCommand(s, "doctor", {});
  CHECK(o.out.find("time of a key  none in this session") != o.out.npos);
  s.Run("git status");
  (void)s.Suggest("gi");
  (void)s.Suggest("git");
  s.engine->latency().hooks.Add(70);
  o = RunCommand(s, "doctor", {});
  CHECK(o.out.find("us (2 measured)\n") != o.out.npos);
  CHECK(
      o.out.find(
          "of a prompt    half below 70 us, 99 of 100 below 70 us (1 measured)\n") !=
      o.out.npos);
  auto json = Parsed(RunCommand(s, "doctor", {"--format", "json"}).out);
  const auto& latency = json["latency_us"];
  CHECK(latency["suggest"]["count"].GetUint64() == 2);
  CHECK(latency["suggest"]["p50"].GetInt64() <=
        latency["suggest"]["p99"].GetInt64());
  CHECK(latency["hooks"]["p99"].GetInt64() == 70);
}

TEST_CASE("command: help config lists every key, and a style is explained") {
  Session s;
  const Outcome help = RunCommand(s, "help", {"config"});
  for (const ConfigKey& key : ConfigKeys()) {
    CHECK(help.out.find("  " + std::string(key.name) + " ") !=
          std::string::npos);
  }
  const Outcome wrong =
      RunCommand(s, "config", {"set", "prompt.ghost_style", "purple"});
  CHECK(
      wrong.err.starts_with("synapse: config: prompt.ghost_style: expected "
                            "words such as fg=8, bg=#202020, bold, not "
                            "'purple'\n"));
}

TEST_CASE(
    "command: config set refuses a factor that no part of the model has") {
  Session s;
  const Outcome wrong =
      RunCommand(s, "config", {"set", "rank.factors", "nosuch=0"});
  CHECK(wrong.status == 2);
  CHECK(
      wrong.err.starts_with("synapse: config: rank.factors: nosuch=0: no part "
                            "of the model has that name\n"));
  CHECK(RunCommand(s, "config", {"set", "rank.factors", "typo=11"}).status ==
        2);
  CHECK(RunCommand(s, "config", {"set", "rank.factors", "typo=0,spec=2"})
            .status == 0);
}

TEST_CASE("command: feedback is kept, and what is wrong about it is said") {
  Session s;
  CHECK(RunCommand(s, "feedback", {"dismissed", "cat x"}).status == 0);
  double weight = 0;
  s.engine->CatchUpFully();
  REQUIRE(s.engine->store()
              .index()
              .Read([&](Kv& kv) {
                weight =
                    ReadFeedback(kv, IdOf("cat x"), s.engine->clock().NowMs())
                        .lasting;
              })
              .ok());
  CHECK(weight < 0);
  CHECK(RunCommand(s, "feedback", {"--action", "accepted", "cat x"}).status ==
        0);
  CHECK(s.engine->store().log().last_feedback() == 2);
  for (const std::vector<std::string>& args : {std::vector<std::string>{},
                                               {"accepted"},
                                               {"liked", "cat x"},
                                               {"accepted", ""},
                                               {"accepted", "a", "b"},
                                               {"accepted", "a", "--then"}}) {
    auto reply = RunCommand(s, "feedback", args);
    CHECK(reply.status == 2);
    CHECK(reply.err.starts_with("synapse: feedback: "));
  }
}

TEST_CASE("command: incognito sets the shell's mode, and prints it") {
  Session s;
  auto run = [&](std::vector<std::string> args, CommandProcess process) {
    return RunCommand(s, "incognito", std::move(args), process);
  };
  // g++ 10 knows no `using enum`.
  constexpr CommandProcess kShell = CommandProcess::kShell,
                           kSubshell = CommandProcess::kSubshell,
                           kProgram = CommandProcess::kProgram;
  CHECK(run({}, kShell).out == "off\n");
  for (const char* mode : {"no_send", "off", "ephemeral"}) {
    Outcome set = run({mode}, kShell);
    CHECK(set.status == 0);
    CHECK(set.out.empty());
    CHECK(run({}, kShell).out == std::string(mode) + "\n");
  }
  CHECK(RunCommand(s, "doctor", {}).out.find("incognito      ephemeral\n") !=
        std::string::npos);
  // $(synapse incognito) answers; (synapse incognito off) has no effect.
  CHECK(run({}, kSubshell).out == "ephemeral\n");
  CHECK(run({"off"}, kSubshell).status == 1);
  CHECK(run({}, kShell).out == "ephemeral\n");
  Outcome program = run({}, kProgram);
  CHECK(program.status == 1);
  CHECK(program.err ==
        "synapse: incognito: works only in a shell that has loaded Synapse\n");
  CHECK(run({"off"}, kProgram).status == 1);
  CheckUsage(run({"on"}, kShell));
  CheckUsage(run({""}, kShell));
  CheckUsage(run({"off", "off"}, kShell));
}

TEST_CASE("command: doctor says whether all is well") {
  Session s;
  s.Run("ls");
  Outcome o = RunCommand(s, "doctor", {});
  CHECK(o.status == 0);
  for (const char* part : {"version", "store", "schema", "permissions", "0700",
                           "events", "specs", "all is well"}) {
    INFO(std::string(part));
    CHECK(o.out.find(part) != std::string::npos);
  }
  auto json = Parsed(RunCommand(s, "doctor", {"--format", "json"}).out);
  CHECK(json["ok"].GetBool());
  s.engine->Report("test", "went wrong");
  o = RunCommand(s, "doctor", {});
  CHECK(o.status == 1);
  CHECK(o.out.find("went wrong") != std::string::npos);
  Session memory(/*persistent=*/false);
  o = RunCommand(memory, "doctor", {});
  CHECK(o.status == 1);
  CHECK(o.out.find("in memory only") != std::string::npos);
  CheckUsage(RunCommand(s, "doctor", {"--format", "xml"}));
}

TEST_CASE("command: init prints what the rc file evaluates") {
  Session s;
  Outcome zsh = RunCommand(s, "init", {"zsh"});
  CHECK(zsh.status == 0);
  CHECK(zsh.out.find("zmodload synapse") != std::string::npos);
  Outcome bash = RunCommand(s, "init", {"bash"});
  CHECK(bash.status == 0);
  // A second `enable -f` is an error: "dynamic builtin already loaded".
  CHECK(bash.out.find("enable synapse 2>/dev/null || enable -f") !=
        std::string::npos);
  CheckUsage(RunCommand(s, "init", {}));
  CheckUsage(RunCommand(s, "init", {"fish"}));
}

TEST_CASE("help: of each subcommand, at most 80 columns, every option once") {
  for (const Subcommand& sub : Subcommands()) {
    INFO(sub.name);
    const std::string help = HelpOf(sub);
    CHECK(help.starts_with(std::string("usage: synapse ") + sub.name));
    for (const std::string& line : LinesOf(help)) {
      INFO(line);
      CHECK(line.size() <= 80);
      CHECK_FALSE(line.ends_with(' '));
    }
    for (const Form& form : sub.forms) {
      for (const Term& term : form.terms) {
        if (!*term.name) continue;
        INFO(term.name);
        CHECK(*term.help);
        CHECK(help.find("\n  " + std::string(*form.action ? "  " : "") +
                        term.name) != help.npos);
      }
    }
  }
}

TEST_CASE("command: wrong usage shows the usage of what was meant") {
  Session s;
  auto usage = [&](const char* name, std::vector<std::string> args) {
    const auto o = RunCommand(s, name, std::move(args));
    CheckUsage(o);
    return LinesOf(o.err).at(1);
  };
  CHECK(usage("history", {"export", "x"}) ==
        "usage: synapse history export [--all] [--bundle FILE]");
  CHECK(usage("history", {"frob"}) ==
        "usage: synapse history list|import|export|forget|prune [...]");
  CHECK(usage("spec", {}) ==
        "usage: synapse spec list|show|check|generate|diff [...]");
  CHECK(usage("doctor", {"--format", "xml"}) ==
        "usage: synapse doctor [--format text|json] [--repair]");
}

TEST_CASE("help: each step of the tour fits a terminal") {
  Session s;
  CHECK(TourSteps().size() == 9);
  for (const TourStep& step : TourSteps()) {
    const std::string& screen = step.screen;
    std::vector<std::string> lines = LinesOf(screen);
    CHECK(lines.size() <= 20);
    for (const std::string& line : lines) {
      CAPTURE(line);
      CHECK(DisplayWidth(line) <= 80);
    }
    CHECK(RunCommand(s, "help", {"tour"}).out.find(screen) !=
          std::string::npos);
  }
  CHECK(RunCommand(s, "help", {"tour", "3"}).out == TourSteps()[2].screen);
  CheckUsage(RunCommand(s, "help", {"tour", "10"}));
}

}  // namespace synapse
