#include "transcript/reader.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "tests/transcript/transcript_testing.h"

namespace synapse {
namespace {

using Kind = TranscriptKind;
using testing::ClaudeCall;
using testing::ClaudeRecord;
using testing::ClaudeResult;
using testing::CodexRecord;
using testing::EventsOf;

void Write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("transcript: a shell call of Claude Code has its result") {
  const auto events = EventsOf({
      ClaudeCall("t1", "Bash", R"({"command":"make test"})"),
      ClaudeCall("t2", "Bash", R"({"command":"make"})"),
      ClaudeResult("t2", "ok"),
      ClaudeResult("t1", "Exit code 2\\nmake: *** [test]", true),
  });
  REQUIRE(events.size() == 2);
  CHECK(events[0].text == "make");
  CHECK(events[0].exit == 0);
  CHECK(events[1].text == "make test");
  CHECK(events[1].exit == 2);
  CHECK(events[1].failed);
  CHECK(events[1].error.starts_with("Exit code 2"));
  CHECK(events[1].kind == Kind::kShell);
  CHECK(events[1].session == "s-1");
  CHECK(events[1].cwd == "/w");
  CHECK(events[1].branch == "main");
  CHECK(events[1].at_ms == 1772359200250);
}

TEST_CASE("transcript: a turn made of results, reminders or commands is none") {
  const auto events = EventsOf({
      ClaudeRecord("user", R"("fix the build")"),
      ClaudeResult("t9", "No, that is what a file says"),
      ClaudeRecord("user", R"("<command-name>/clear</command-name>")"),
      ClaudeRecord("user",
                   R"("<local-command-stdout>no</local-command-stdout>")"),
      ClaudeRecord("user", R"("[Request interrupted by user]")"),
      ClaudeRecord("user", R"("a skill")", R"(,"isMeta":true)"),
      ClaudeRecord("user", R"("an order to a helper")",
                   R"(,"isSidechain":true)"),
      ClaudeRecord("user", R"("what was before")",
                   R"(,"isCompactSummary":true)"),
      ClaudeRecord("user", R"([{"type":"text","text":"now the tests"}])"),
  });
  REQUIRE(events.size() == 3);
  CHECK(events[0].kind == Kind::kUserTurn);
  CHECK(events[0].text == "fix the build");
  CHECK(events[1].kind == Kind::kSummary);
  CHECK(events[2].text == "now the tests");
}

TEST_CASE("transcript: searches and reads, of tools and of shell calls") {
  const auto events = EventsOf({
      ClaudeCall("1", "mcp__ultrasync__jit_search",
                 R"({"query":"login button"})"),
      ClaudeResult("1", R"({\"results\":[{\"score\":0.2},{\"score\":0.42}]})"),
      ClaudeCall("2", "Grep", R"({"pattern":"login.*button"})"),
      ClaudeCall("3", "Read", R"({"file_path":"/w/Login.tsx"})"),
      ClaudeCall("4", "Bash", R"({"command":"cd src && rg -n token | head"})"),
      ClaudeResult("2", "Found 1 file"),
      ClaudeResult("3", "1\\tx"),
      ClaudeResult("4", "x"),
  });
  REQUIRE(events.size() == 5);
  CHECK(events[0].kind == Kind::kSearch);
  CHECK(events[0].tool == "jit_search");
  CHECK(events[0].best_score == doctest::Approx(0.42));
  CHECK(events[0].results == 2);
  CHECK(events[1].text == "login.*button");
  CHECK(events[2].kind == Kind::kRead);
  CHECK(events[3].kind == Kind::kShell);
  CHECK(events[4].kind == Kind::kSearch);
  CHECK(events[4].tool == "rg");
  CHECK(events[4].text == "token");
  CHECK(events[4].cwd == "/w/src");
}

TEST_CASE("transcript: what the user did not let run did not run") {
  const auto events = EventsOf({
      ClaudeCall("1", "Bash", R"({"command":"git push"})"),
      ClaudeResult("1", "The user doesn't want to proceed with this tool use.",
                   true),
  });
  REQUIRE(events.size() == 1);
  CHECK(events[0].refused);
  CHECK(events[0].exit == -1);
}

TEST_CASE("transcript: an older array file, its records without a message") {
  const auto events = EventsOf({
      R"({"role":"user","content":"hello"})",
      R"({"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Bash","input":{"command":"ls"}}]})",
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"a"}]}]})",
  });
  REQUIRE(events.size() == 2);
  CHECK(events[0].kind == Kind::kUserTurn);
  CHECK(events[1].exit == 0);
}

TEST_CASE("transcript: a rollout of Codex") {
  const std::string call =
      R"({"type":"function_call","name":"shell","call_id":"c1",)"
      R"("arguments":"{\"command\":[\"bash\",\"-lc\",\"sed -n 1,9p a.c\"],\"workdir\":\"/w/sub\"}"})";
  const std::string result =
      R"({"type":"function_call_output","call_id":"c1",)"
      R"("output":"{\"output\":\"x\",\"metadata\":{\"exit_code\":3,\"duration_seconds\":1.5}}"})";
  const auto events = EventsOf({
      CodexRecord("session_meta",
                  R"({"id":"r-1","cwd":"/w","git":{"branch":"dev"}})"),
      CodexRecord(
          "response_item",
          R"({"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x"}]})"),
      CodexRecord(
          "response_item",
          R"({"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]})"),
      CodexRecord("event_msg", R"({"type":"user_message","message":"go"})"),
      CodexRecord("response_item", call),
      CodexRecord("response_item", result),
      CodexRecord(
          "response_item",
          R"({"type":"function_call","name":"exec_command","call_id":"c2","arguments":"{\"cmd\":\"make\"}"})"),
      CodexRecord(
          "response_item",
          R"({"type":"function_call_output","call_id":"c2","output":"Wall time: 0.5 seconds\nProcess exited with code 2\nOutput:\n"})"),
      CodexRecord("compacted", R"({"message":"so far"})"),
  });
  REQUIRE(events.size() == 5);
  CHECK(events[0].text == "go");
  CHECK(events[0].session == "r-1");
  CHECK(events[0].branch == "dev");
  CHECK(events[1].kind == Kind::kShell);
  CHECK(events[1].text == "sed -n 1,9p a.c");
  CHECK(events[1].cwd == "/w/sub");
  CHECK(events[1].exit == 3);
  CHECK(events[1].duration_ms == 1500);
  CHECK(events[2].kind == Kind::kRead);
  CHECK(events[2].text == "/w/sub/a.c");
  CHECK(events[3].exit == 2);
  CHECK(events[3].duration_ms == 500);
  CHECK(events[4].kind == Kind::kSummary);
}

TEST_CASE("transcript: an older rollout, without payloads") {
  const auto events = EventsOf({
      R"({"id":"old","timestamp":"2025-05-01T00:00:00Z","instructions":null})",
      R"({"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\",\"a b\"]}","call_id":"c"})",
      R"({"type":"function_call_output","call_id":"c","output":"Exit code: 0\nOutput:"})",
  });
  REQUIRE(events.size() == 1);
  CHECK(events[0].session == "old");
  CHECK(events[0].text == "ls a\\ b");
  CHECK(events[0].exit == 0);
}

TEST_CASE("transcript: what is no record is counted and passed over") {
  TranscriptCounts counts;
  const auto events = EventsOf(
      {"{", "7", "[]", std::string(100'000, '['), "{\"type\":\"mode\"}",
       R"({"type":"user","message":{"content":7}})",
       R"({"type":"assistant","message":{"content":[7,{"type":"tool_use"}]}})",
       R"({"type":"response_item","payload":[]})",
       ClaudeRecord("user", "\"still read\"")},
      &counts);
  REQUIRE(events.size() == 2);  // one event is a call without text
  CHECK(events.back().text == "still read");
  CHECK(counts.records == 9);
  CHECK(counts.malformed == 4);
  CHECK(counts.unknown == 2);
}

TEST_CASE(
    "transcript: a file that is written to is read to its last whole line") {
  testing::TempTree tree;
  const std::string dir = tree.Path();
  const std::string path = JoinPath(dir, "a.jsonl");
  std::vector<std::string> seen;
  TranscriptMark mark;
  auto read = [&] {
    Budget budget = Budget::Unlimited();
    auto done = ReadTranscript(
        path, {mark, true, true}, budget,
        [&](const TranscriptEvent& e) { seen.push_back(e.text); });
    REQUIRE(done.ok());
    mark = done->end;
  };
  const std::string call =
      ClaudeCall("1", "Bash", R"({"command":"make"})") + "\n";
  const std::string other = ClaudeCall("2", "Bash", R"({"command":"ls"})") +
                            "\n" + ClaudeResult("2", "a") + "\n";
  const std::string result = ClaudeResult("1", "ok") + "\n";
  Write(path, call + other + result.substr(0, 20));
  read();
  CHECK(seen == std::vector<std::string>{"ls"});
  CHECK(mark.from == 0);  // `make` waits for its result
  CHECK(mark.seen == call.size() + other.size());
  Write(path, call + other + result);
  read();
  CHECK(seen == std::vector<std::string>{"ls", "make"});
  CHECK(mark.from == call.size() + other.size() + result.size());
  read();
  CHECK(seen.size() == 2);
}

TEST_CASE("transcript: a slice at a time comes to the end of a long file") {
  testing::TempTree tree;
  const std::string dir = tree.Path();
  const std::string path = JoinPath(dir, "a.jsonl");
  std::string text =
      ClaudeCall("never answered", "Bash", R"({"command":"x"})") + "\n" +
      std::string(2'000'000, 'y') + "\n";
  for (int i = 0; i < 2000; ++i) {
    text += ClaudeRecord("user", "\"turn " + std::to_string(i) + "\"") + "\n";
  }
  Write(path, text);
  TranscriptMark mark;
  size_t turns = 0, slices = 0;
  for (; slices < 1000; ++slices) {
    Budget spent(-1);
    auto done = ReadTranscript(
        path, {mark, true, true}, spent,
        [&](const TranscriptEvent& e) { turns += e.kind == Kind::kUserTurn; });
    REQUIRE(done.ok());
    mark = done->end;
    if (done->whole) break;
  }
  CHECK(turns == 2000);
  CHECK(slices > 3);
  CHECK(slices < 100);
  CHECK(mark.from == text.size());
}

TEST_CASE("transcript: without time a call still waits for its result") {
  testing::TempTree tree;
  const std::string path = tree.Path("a.jsonl");
  std::string text =
      ClaudeCall("t0", "Bash", R"({"command":"make it"})") + "\n";
  Write(path, text + "{\"half");
  auto read = [&](TranscriptMark mark, std::string* commands) {
    Budget spent(-1);
    auto done = ReadTranscript(path, {mark, true, true}, spent,
                               [&](const TranscriptEvent& e) {
                                 if (e.kind != Kind::kShell) return;
                                 *commands += e.text + ";";
                               });
    REQUIRE(done.ok());
    CHECK(done->whole);
    return done->end;
  };
  std::string commands;
  const TranscriptMark mark = read({}, &commands);
  CHECK(commands.empty());
  CHECK(mark.from == 0);
  Write(path, text + ClaudeResult("t0", "ok", false) + "\n");
  (void)read(mark, &commands);
  CHECK(commands == "make it;");
}

TEST_CASE(
    "transcript: only regular files are read, and links below are not "
    "followed") {
  testing::TempTree tree;
  const std::string dir = tree.Path();
  REQUIRE(mkfifo(JoinPath(dir, "fifo.jsonl").c_str(), 0600) == 0);
  Write(JoinPath(dir, "b.jsonl"), "{}\n");
  REQUIRE(symlink("/etc/passwd", JoinPath(dir, "link.jsonl").c_str()) == 0);
  REQUIRE(symlink(dir.c_str(), JoinPath(dir, "loop").c_str()) == 0);
  CHECK(TranscriptsAt(dir) ==
        std::vector<std::string>{JoinPath(dir, "b.jsonl")});
  Budget budget = Budget::Unlimited();
  auto fifo = ReadTranscript(JoinPath(dir, "fifo.jsonl"), {}, budget,
                             [](const TranscriptEvent&) {});
  CHECK(fifo.status().code() == Code::kInvalidArgument);
  auto gone = ReadTranscript(JoinPath(dir, "gone"), {}, budget,
                             [](const TranscriptEvent&) {});
  CHECK(gone.status().code() == Code::kNotFound);
  auto link = ReadTranscript(JoinPath(dir, "link.jsonl"), {{}, false, false},
                             budget, [](const TranscriptEvent&) {});
  CHECK_FALSE(link.ok());
}

TEST_CASE("transcript: a line of 300 MB takes no memory") {
  testing::TempTree tree;
  const std::string dir = tree.Path();
  const std::string path = JoinPath(dir, "long.jsonl");
  // The file has a hole of zeros that takes no disk space.
  Write(path, "{\"type\":\"");
  REQUIRE(truncate(path.c_str(), 300'000'000) == 0);
  std::ofstream(path, std::ios::app) << "\n"
                                     << ClaudeRecord("user", "\"on\"") << "\n";
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  Budget budget = Budget::Unlimited();
  size_t turns = 0;
  auto done = ReadTranscript(path, {}, budget,
                             [&](const TranscriptEvent&) { ++turns; });
  getrusage(RUSAGE_SELF, &after);
  REQUIRE(done.ok());
  CHECK(turns == 1);
  CHECK(done->counts.too_long == 1);
  CHECK(after.ru_maxrss - before.ru_maxrss < 20'000);  // KiB
}

TEST_CASE("transcript: times") {
  CHECK(ParseIsoTime("1970-01-01T00:00:00Z") == 0);
  CHECK(ParseIsoTime("2024-02-29T12:00:00.5Z") == 1709208000500);
  CHECK(ParseIsoTime("2024-02-29T12:00:00+02:00") == 1709200800000);
  CHECK(ParseIsoTime("2024-02-29 12:00:00.123456") == 1709208000123);
  for (const char* bad : {"", "now", "2024-13-01T00:00:00Z", "2024-02-29T",
                          "2024-02-29T25:00:00Z", "20240229T000000Z"}) {
    CHECK(ParseIsoTime(bad) == 0);
  }
}

TEST_CASE("transcript: texts are cut at a character") {
  CHECK(CutAt("hello world", 5) == "hello");
  CHECK(CutAt("hi", 10) == "hi");
  CHECK(CutAt("\U0001F600\U0001F601\U0001F602", 5) == "\U0001F600");
  CHECK(CutAt("caf\u00E9", 4) == "caf");
}

}  // namespace synapse
