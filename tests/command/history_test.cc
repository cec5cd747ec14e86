// history forget and prune, and the records that export and import carry.
#include "command/history.h"

#include <algorithm>
#include <filesystem>

#include "tests/command/command_testing.h"

namespace synapse {
namespace {

using testing::CheckUsage;
using testing::FilesWith;
using testing::LinesOf;
using testing::Outcome;
using testing::RunCommand;
using testing::Session;
using testing::TempTree;

using Lines = std::vector<std::string>;

Outcome History(Session& s, std::vector<std::string> args) {
  return RunCommand(s, "history", std::move(args));
}

Outcome ForgetLast(Session& s) {
  return RunCommand(s, "history", {"forget", "--last"}, CommandProcess::kShell);
}

Lines Kept(Session& s) {
  Lines out;
  s.engine->store().log().Visit(1, [&](uint64_t, const Event& e) {
    out.push_back(e.command);
    return true;
  });
  return out;
}

std::string WithoutId(const std::string& line) {
  return line.substr(line.find(','));
}

}  // namespace

TEST_CASE("history: import says how many lines the log has no room for") {
  Session s;
  EngineOptions options = s.engine->options();
  options.config =
      Config::Load("", [](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_HISTORY_MAX_EVENTS") return "3";
        return std::nullopt;
      });
  s.engine.reset();
  s.engine = std::make_unique<Engine>(options);
  const std::string file = s.tree.Write("h", "a 1\na 2\na 3\na 4\na 5\n");
  CHECK(History(s, {"import", file}).out ==
        "3 imported, 0 already present, 0 skipped as private, 2 older ones "
        "left out (history.max_events)\n");
  CHECK(Kept(s) == Lines{"a 3", "a 4", "a 5"});
}

TEST_CASE("history: forget by pattern, wherever it is kept") {
  for (bool persistent : {true, false}) {
    INFO("persistent: " << persistent);
    Session s(persistent);
    s.Run("frob --key hunter2horse", 3);
    s.Run("frob --verbose", 2);
    s.Run("ls");
    CHECK(s.First("frob --k") == "frob --key hunter2horse");
    Outcome dry = History(s, {"forget", "hunter.*horse", "--dry-run"});
    CHECK(dry.status == 0);
    CHECK(LinesOf(dry.out).size() == 4);
    CHECK(dry.out.ends_with("3 would be forgotten\n"));
    CHECK(Kept(s).size() == 6);
    Outcome o = History(s, {"forget", "hunter.*horse"});
    CHECK(o.status == 0);
    CHECK(o.out == "3 forgotten\n");
    CHECK(Kept(s) == Lines{"frob --verbose", "frob --verbose", "ls"});
    s.engine->NewPrompt();
    for (const std::string& text : s.Texts("frob ", 20)) {
      CHECK(text.find("hunter2") == std::string::npos);
    }
    CHECK(s.First("frob --v") == "frob --verbose");
    if (persistent)
      CHECK(FilesWith(s.tree.Path("store"), "hunter2") == Lines{});
    // A line that runs again is stored again.
    s.Run("frob --key hunter2horse", 2);
    CHECK(s.First("frob --k") == "frob --key hunter2horse");
    CHECK(History(s, {"forget", "nothing"}).out == "0 forgotten\n");
  }
}

TEST_CASE("history: what was shown of a forgotten line is forgotten with it") {
  Session s;
  s.Run("frob --key hunter2horse", 3);
  s.Run("ls");
  // The line was suggested, accepted and edited.
  (void)s.Suggest("frob --key hunter2");
  REQUIRE(s.engine
              ->Feedback(FeedbackAction::kAccepted, "frob --key hunter2horse",
                         "frob --key hunter2horse && ls")
              .ok());
  REQUIRE(
      s.engine->Feedback(FeedbackAction::kDismissed, "frob --key hunter2", "ls")
          .ok());
  REQUIRE(s.engine->Feedback(FeedbackAction::kAccepted, "ls", "ls").ok());
  auto feedback = [&] {
    size_t n = 0;
    s.engine->store().log().VisitFeedback(1,
                                          [&](uint64_t, const FeedbackRecord&) {
                                            ++n;
                                            return true;
                                          });
    return n;
  };
  REQUIRE(feedback() == 3);
  s.engine->CatchUpFully();
  CHECK(FilesWith(s.tree.Path("store"), "hunter2").size() == 2);
  SUBCASE("by pattern") {
    CHECK(History(s, {"forget", "hunter2"}).out == "3 forgotten\n");
  }
  SUBCASE("the line itself") {
    CHECK(History(s, {"forget", "--exact", "frob --key hunter2horse"}).out ==
          "3 forgotten\n");
    // The log knows that a word without a line was in the forgotten one.
    CHECK(History(s, {"forget", "key hunter2$"}).out == "0 forgotten\n");
  }
  SUBCASE("since a time") {
    CHECK(History(s, {"forget", "--since", "2020-01-01"}).out ==
          "4 forgotten\n");
    CHECK(feedback() == 0);
    return;
  }
  CHECK(feedback() == 1);
  CHECK(FilesWith(s.tree.Path("store"), "hunter2") == Lines{});
}

TEST_CASE(
    "history: what another shell shows meanwhile does not bring it back") {
  Session s;
  s.Run("frob --key hunter2horse", 2);
  Session other(false);
  other.engine = std::make_unique<Engine>(s.engine->options());
  other.engine->NewPrompt();
  CHECK(other.First("frob --k") == "frob --key hunter2horse");
  CHECK(History(s, {"forget", "hunter2"}).out == "2 forgotten\n");
  // The other shell ends its line before it reads the forgotten lines.
  for (const char* shown : {"frob --key hunter2horse", "frob --key hunter2"}) {
    CHECK(other.engine->Feedback(FeedbackAction::kIgnored, shown, "ls").ok());
  }
  Run run;
  run.session = "s2";
  run.command = "frob --key hunter2horse";  // begun before
  run.start_ms = s.now_ms - 1;
  CHECK(other.engine->Record(run).ok());
  CHECK(other.engine->tallies().left_out.contains("history forget"));
  other.engine->NewPrompt();
  s.engine->CatchUpFully();
  CHECK(Kept(s).empty());
  CHECK(FilesWith(s.tree.Path("store"), "hunter2") == Lines{});
}

TEST_CASE("history: forget in two shells, one after the other") {
  // The second shell still has the old log of the first one open.
  Session s;
  s.Run("one secret");
  auto options = s.engine->options();
  Session other(false);
  other.engine = std::make_unique<Engine>(std::move(options));
  s.Run("two secrets");
  CHECK(History(s, {"forget", "one"}).out == "1 forgotten\n");
  CHECK(History(other, {"forget", "two"}).out == "1 forgotten\n");
  s.engine->NewPrompt();
  s.Run("three");
  CHECK(Kept(s) == Lines{"three"});
  CHECK(FilesWith(s.tree.Path("store"), "secret") == Lines{});
  // A command that ends before the next prompt stays in memory until then.
  CHECK(History(s, {"forget", "three"}).out == "1 forgotten\n");
  Run run;
  run.session = "s2";
  run.start_ms = s.now_ms;
  run.command = "four hunter2horse";
  CHECK(other.engine->Record(run).ok());
  s.engine->NewPrompt();
  CHECK(Kept(s) == Lines{});
  // The line is in the shell's spool, where other shells read it.
  CHECK(FilesWith(s.tree.Path("store/spool"), "hunter2").size() == 1);
  CHECK(FilesWith(s.tree.Path("store/events"), "hunter2") == Lines{});
  other.engine->NewPrompt();
  CHECK(Kept(s) == Lines{"four hunter2horse"});
  CHECK(ForgetLast(s).out == "0 forgotten\n");  // another session's
  CHECK(History(s, {"forget", "four"}).out == "1 forgotten\n");
  CHECK(FilesWith(s.tree.Path("store"), "hunter2") == Lines{});
}

TEST_CASE("history: what is forgotten does not come back from a file") {
  Session s;
  s.Run("frob secret");
  std::string file =
      s.tree.Write("h",
                   ": 1600000000:2;frob secret\n: 1600000005:0;never run\n"
                   ": 1600000009:0;frob other\n");
  CHECK(History(s, {"forget", "secret"}).out == "1 forgotten\n");
  CHECK(History(s, {"forget", "--exact", "never run"}).out == "0 forgotten\n");
  CHECK(History(s, {"import", file}).out ==
        "1 imported, 0 already present, 0 skipped as private, "
        "2 skipped as forgotten\n");
  CHECK(Kept(s) == Lines{"frob other"});
}

TEST_CASE("history: a binary file is not imported, a damaged history is") {
  Session s;
  std::string program, damaged;
  for (int i = 0; i < 20; ++i) {
    program += std::string(
                   "\x7f"
                   "ELF\n") +
               std::string(3, '\0');
    damaged += "frob " + std::to_string(i) + "\n";
  }
  const Outcome refused =
      History(s, {"import", s.tree.Write("program", program)});
  CHECK(refused.status == 1);
  CHECK(refused.err.find("a binary file") != std::string::npos);
  CHECK(Kept(s).empty());
  damaged.insert(damaged.find("frob 9"), 4096, '\0');
  CHECK(History(s, {"import", s.tree.Write("damaged", damaged)}).status == 0);
  CHECK(Kept(s).size() >= 19);
}

TEST_CASE("history: the latest by time, not the last of the log") {
  Session s;
  s.now_ms = 1'700'000'000'000;
  s.Run("new");
  s.now_ms -= 86'400'000;
  s.Run("old");
  s.now_ms += 86'400'000;
  const Lines list = LinesOf(History(s, {"list"}).out);
  REQUIRE(list.size() == 2);
  CHECK(list[0].ends_with("old"));
  CHECK(list[1].ends_with("new"));
  CHECK(LinesOf(History(s, {"list", "--limit", "1"}).out)[0].ends_with("new"));
}

TEST_CASE("history: forget the last, since a time, in a directory") {
  Session s;
  s.Run("one");
  s.Run("two");
  s.session = "s2";
  s.Run("three");
  s.session = "s1";
  CheckUsage(History(s, {"forget", "--last"}));  // a program has no session
  CHECK(ForgetLast(s).out == "1 forgotten\n");
  CHECK(Kept(s) == Lines{"one", "three"});
  std::string cwd = s.cwd;
  s.cwd = s.tree.MakeDir("elsewhere");
  s.Run("four");
  s.cwd = cwd;
  s.Run("five");
  CHECK(History(s, {"forget", "--cwd", s.tree.Path("else")}).out ==
        "0 forgotten\n");
  CHECK(History(s, {"forget", "--cwd", "../elsewhere/"}).out ==
        "1 forgotten\n");
  CHECK(Kept(s) == Lines{"one", "three", "five"});
  CHECK(History(s, {"forget", "--since", "30s", "--cwd", "."}).out ==
        "1 forgotten\n");
  CHECK(History(s, {"forget", "o", "--since", "2023-01-01"}).out ==
        "1 forgotten\n");
  CHECK(Kept(s) == Lines{"three"});
  CHECK(ForgetLast(s).out == "0 forgotten\n");
  s.session = "s2";
  CHECK(ForgetLast(s).out == "1 forgotten\n");
  CHECK(ForgetLast(s).out == "0 forgotten\n");
}

// With slow commits the last command waits in a spool: the one before it, which
// the log had, was forgotten instead, and of a new shell none.
TEST_CASE("history: the last command is forgotten from a spool") {
  Session s(true, 0);
  s.Run("make kept");
  s.engine->CatchUpFully();
  s.Run("make gone");
  CHECK(RunCommand(s, "history", {"forget", "--last", "--dry-run"},
                   CommandProcess::kShell)
            .out.find("make gone") != std::string::npos);
  CHECK(ForgetLast(s).out == "1 forgotten\n");
  CHECK(Kept(s) == Lines{"make kept"});
}

TEST_CASE("history: forget and prune, used wrongly") {
  Session s;
  s.Run("ls");
  for (const Lines& args :
       {Lines{"forget"}, Lines{"forget", "--dry-run"}, Lines{"forget", ""},
        Lines{"forget", "("}, Lines{"forget", "a", "b"},
        Lines{"forget", "--since", "whenever"}, Lines{"forget", "--last", "a"},
        Lines{"forget", "--last", "--cwd", "/"}, Lines{"forget", "--nope"},
        Lines{"prune", "x"}, Lines{"prune", "--keep", "x"},
        Lines{"prune", "--older-than", "1y"}}) {
    INFO(args.back());
    CheckUsage(History(s, args));
  }
  CHECK(Kept(s) == Lines{"ls"});
}

TEST_CASE("history: times as they are written") {
  constexpr int64_t kNow = 1700000000000;
  CHECK(ParseWhen("90s", kNow) == kNow - 90'000);
  CHECK(ParseWhen("30m", kNow) == kNow - 1'800'000);
  CHECK(ParseWhen("2h", kNow) == kNow - 7'200'000);
  CHECK(ParseWhen("1d", kNow) == kNow - 86'400'000);
  CHECK(ParseWhen("2w", kNow) == kNow - 14 * int64_t{86'400'000});
  CHECK(ParseWhen("1600000000", kNow) == 1600000000000);
  auto day = ParseWhen("2023-11-14", kNow);
  REQUIRE(day);
  CHECK(ParseWhen("2023-11-14 01:02:03", kNow) == *day + 3'723'000);
  CHECK(ParseWhen("2023-11-14T01:02", kNow) == *day + 3'720'000);
  for (const char* bad : {"", "h", "2x", "-1h", "yesterday", "2023-11-14 x",
                          "999999999999999999h", "2000000000w"}) {
    INFO(std::string(bad));
    CHECK_FALSE(ParseWhen(bad, kNow));
  }
}

TEST_CASE("history: prune by age and by count") {
  Session s;
  for (int i = 0; i < 10; ++i) s.Run("echo " + std::to_string(i));
  // Without options and limits it removes nothing.
  CHECK(History(s, {"prune"}).out == "0 removed, 10 kept\n");
  CHECK(History(s, {"prune", "--keep", "8"}).out == "2 removed, 8 kept\n");
  CHECK(Kept(s).front() == "echo 2");
  auto offered = s.Texts("echo ", 20);
  CHECK(std::count(offered.begin(), offered.end(), "echo 9") == 1);
  CHECK(std::count(offered.begin(), offered.end(), "echo 1") == 0);
  // An old event that was imported later is old.
  std::string file = s.tree.Write("h", ": 1600000000:2;echo old\n");
  CHECK(History(s, {"import", file}).status == 0);
  CHECK(History(s, {"prune", "--older-than", "30"}).out ==
        "1 removed, 8 kept\n");
  CHECK(Kept(s).back() == "echo 9");
  // A removed event may come back: it is not forgotten.
  CHECK(History(s, {"import", file}).out.starts_with("1 imported"));
  CHECK(History(s, {"prune", "--keep", "0"}).out == "9 removed, 0 kept\n");
  s.Run("echo on");
  CHECK(Kept(s) == Lines{"echo on"});
}

TEST_CASE("history: prune gives back the room when most of the log is free") {
  Session s;
  std::vector<Event> events(3000);
  for (size_t i = 0; i < events.size(); ++i) {
    events[i].command = "echo " + std::to_string(i) + std::string(200, 'x');
    events[i].start_ms = 1600000000000 + static_cast<int64_t>(i);
  }
  REQUIRE(s.engine->store().log().Append(events).ok());
  auto before =
      std::filesystem::file_size(s.tree.Path("store/events/data.mdb"));
  Outcome o = History(s, {"prune", "--keep", "100"});
  CHECK(o.out.starts_with("2900 removed, 100 kept; the log shrank from "));
  CHECK(std::filesystem::file_size(s.tree.Path("store/events/data.mdb")) <
        before / 4);
  CHECK(Kept(s).size() == 100);
}

TEST_CASE("history: export and import lose nothing") {
  Session s;
  s.Run("first", 2);
  Event e;
  e.command = "printf 'é\t\\n' \"$x\"\nsecond line";
  e.cwd = "/w/é";
  e.repository = "/w";
  e.branch = "main";
  e.session = "s9";
  e.host = "h";
  e.shell = "zsh";
  e.start_ms = 1700000000123;
  e.duration_ms = 42;
  e.exit = 3;
  REQUIRE(s.engine->learner().Record(e).ok());
  e.command = "echo \xff\xfe \xef\xbf\xbd";  // not UTF-8
  e.cwd = "/\x80";
  e.start_ms = 1700000000999;
  e.imported = e.estimated_time = true;
  REQUIRE(s.engine->learner().Record(e).ok());
  std::string exported = History(s, {"export"}).out;
  std::string file = s.tree.Write("all.jsonl", exported);

  Session other;
  Outcome o = History(other, {"import", file});
  CHECK(o.out == "4 imported, 0 already present, 0 skipped as private\n");
  auto there = LinesOf(exported),
       here = LinesOf(History(other, {"export"}).out);
  REQUIRE(there.size() == here.size());
  for (size_t i = 0; i < there.size(); ++i) {
    CHECK(WithoutId(there[i]) == WithoutId(here[i]));
  }
  CHECK(Kept(other) == Kept(s));
  // A second import adds nothing: two stores are merged.
  CHECK(History(other, {"import", file})
            .out.starts_with("0 imported, 4 already present"));
  CHECK(other.First("fir") == "first");
}

TEST_CASE("history: a whole store, exported, taken in, and exported again") {
  Session s;
  s.Run("first", 2);
  s.session = "s2";
  s.Run("second", 1, 3);
  s.Run("secret");
  CHECK(History(s, {"forget", "--exact", "secret"}).out == "1 forgotten\n");
  s.Run("third");
  SessionRecord session;
  session.session = "s9\xff";
  session.host = "h";
  session.user = "é";
  session.shell = "zsh";
  session.terminal = "/dev/pts/1";
  session.cwd = "/\x80";
  session.start_ms = 1700000000001;
  session.end_ms = 1700000000999;
  session.pid = 4294967295u;
  FeedbackRecord shown;
  shown.at_ms = 1700000000123;
  shown.latency_us = 77;
  shown.session = "s9\xff";
  shown.buffer = std::string("f\0", 2);
  shown.suggestion = "first \"\n";
  REQUIRE(s.engine->store().log().AppendRecords({session, shown, shown}).ok());
  for (auto action : {FeedbackAction::kAccepted, FeedbackAction::kDismissed,
                      FeedbackAction::kEdited, FeedbackAction::kIgnored}) {
    REQUIRE(s.engine->Feedback(action, "first", "third").ok());
  }
  std::string exported = History(s, {"export", "--all"}).out;
  CHECK(exported.find("secret") == std::string::npos);
  size_t sessions = 0, feedback = 0, forgotten = 0;
  for (const std::string& line : LinesOf(exported)) {
    sessions += line.starts_with("{\"record\":\"session\"");
    feedback += line.starts_with("{\"record\":\"feedback\"");
    forgotten += line.starts_with("{\"record\":\"forgotten\"");
  }
  CHECK(sessions == 3);
  CHECK(feedback == 6);
  CHECK(forgotten == 2);  // the text, and one run of it
  std::string file = s.tree.Write("all.jsonl", exported);

  Session other;
  CHECK(History(other, {"import", file}).out ==
        "4 imported, 0 already present, 0 skipped as private, with 11 "
        "other records\n");
  CHECK(History(other, {"export", "--all"}).out == exported);
  // A second import adds nothing; lines forgotten there stay forgotten.
  CHECK(History(other, {"import", file}).out ==
        "0 imported, 4 already present, 0 skipped as private\n");
  CHECK(History(other, {"export", "--all"}).out == exported);
  CHECK(History(other, {"import", s.tree.Write("h", ": 1600000000:2;secret\n")})
            .out.ends_with("1 skipped as forgotten\n"));
  CHECK(other.First("fir") == "first");

  // A line that ran in a third store is not forgotten there: stores are merged.
  Session third;
  third.Run("secret");
  CHECK(History(third, {"import", file}).status == 0);
  CHECK(Kept(third).size() == 5);
  CHECK_FALSE(third.engine->store().forgotten().Contains("secret"));
}

TEST_CASE("history: records of an export that are none") {
  for (const char* bad :
       {R"({"record":"x"})", R"({"record":"session","start":1})",
        R"({"record":"session","session":"s"})",
        R"({"record":"session","session":"s","start":1,"pid":-1})",
        R"({"record":"feedback","ts":1,"suggestion":"x"})",
        R"({"record":"feedback","ts":1,"action":"x","suggestion":"x"})",
        R"({"record":"feedback","action":"edited","suggestion":"x"})",
        R"({"record":"forgotten","ts":1,"hash":"00"})",
        R"({"record":"forgotten","ts":1,"hash":"000000000000000g"})",
        R"({"record":"forgotten","hash":"0000000000000000"})"}) {
    INFO(std::string(bad));
    CHECK_FALSE(ParseExport(bad));
  }
}

TEST_CASE("history: lines of an export, read from anywhere") {
  for (const char* bad :
       {"", "{", "[]", "null", "{}", R"({"cmd":"ls"})", R"({"ts":1})",
        R"({"cmd":"","ts":1})", R"({"cmd":1,"ts":1})",
        R"({"cmd":"ls","ts":"1"})", R"({"cmd":"ls","ts":1e300})",
        R"({"cmd":"ls","ts":1,"exit":"x"})", R"({"cmd_hex":"f","ts":1})",
        R"({"cmd_hex":"zz","ts":1})", R"({"cmd":"ls","ts":1} x)",
        R"({"cmd":"ls","ts":1,"exit":4294967296})"}) {
    INFO(std::string(bad));
    CHECK_FALSE(ParseExportLine(bad));
  }
  CHECK_FALSE(ParseExportLine(std::string(1 << 20, '[')));
  auto e =
      ParseExportLine(R"({"ts":1.5,"cmd":"ls","more":[1,{}],"exit":null})");
  REQUIRE(e);
  CHECK(e->start_ms == 1500);
  CHECK(e->exit == Event::kUnknownExit);
  // Every millisecond is kept.
  for (int64_t ms = 1700000000000; ms < 1700000003000; ++ms) {
    Event run;
    run.command = "x";
    run.start_ms = ms;
    REQUIRE(ParseExportLine(ExportLine(1, run))->start_ms == ms);
  }
  Session s;
  std::string file =
      s.tree.Write("h.jsonl",
                   "{\"cmd\":\"ls\",\"ts\":1}\nbroken\n\n{\"cmd\":\"export "
                   "TOKEN=abcdef123456\",\"ts\":2}\n");
  CHECK(History(s, {"import", file}).out ==
        "1 imported, 0 already present, 1 skipped as private, 1 damaged entry "
        "skipped (line 2)\n");
}

}  // namespace synapse
