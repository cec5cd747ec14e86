// What coding agents ran, in the log and among suggestions.
#include "record/transcripts.h"

#include "tests/command/command_testing.h"
#include "tests/transcript/transcript_testing.h"

namespace synapse::testing {
namespace {

// A transcript of shell calls, one a second, each with its exit status.
std::string Transcript(const std::vector<std::pair<std::string, int>>& calls) {
  std::vector<std::string> records;
  for (size_t i = 0; i < calls.size(); ++i) {
    const std::string id = "t" + std::to_string(i);
    auto at = [&](std::string record) {
      const std::string second = std::to_string(10 + i % 50);
      return Replaced(record, "10:00:00.250Z", "10:00:" + second + ".000Z");
    };
    const bool failed = calls[i].second != 0;
    records.push_back(
        at(ClaudeCall(id, "Bash", R"({"command":")" + calls[i].first + "\"}")));
    records.push_back(at(ClaudeResult(
        id, failed ? "Exit code " + std::to_string(calls[i].second) : "ok",
        failed)));
  }
  return Joined(records);
}

std::vector<Event> EventsOf(Session& s) {
  std::vector<Event> out;
  s.engine->store().Visit(1, [&](uint64_t, const Event& e) {
    out.push_back(e);
    return true;
  });
  return out;
}

}  // namespace

TEST_CASE("learn: shell calls of an agent become events of it, once") {
  Session s;
  const std::string path = s.tree.Write(
      "t/a.jsonl",
      Transcript({{"cd sub && make test", 2}, {"make lint", 0}}) + "{\n");
  const Outcome first = RunCommand(s, "learn", {"--transcript", path});
  CHECK(first.status == 0);
  CHECK(first.out.find("2 commands added") != std::string::npos);
  CHECK(first.out.find("1 line could not be read") != std::string::npos);
  const auto events = EventsOf(s);
  REQUIRE(events.size() == 2);
  CHECK(events[0].command == "make test");
  CHECK(events[0].cwd == "/w/sub");
  CHECK(events[0].exit == 2);
  CHECK(events[0].agent);
  CHECK(events[0].session == "agent:s-1");
  CHECK(events[1].branch == "main");
  const Outcome again = RunCommand(
      s, "learn", {"--transcript", s.tree.Path("t"), "--format", "json"});
  CHECK(again.out.find(R"("added":0,"known":2)") != std::string::npos);
  CHECK(EventsOf(s).size() == 2);
}

TEST_CASE("learn: an agent's line is offered behind the user's own") {
  Session s;
  s.Run("make lint-all");
  const std::string path =
      s.tree.Write("a.jsonl", Transcript({{"make lint", 0},
                                          {"make lint", 0},
                                          {"make lint", 0},
                                          {"make lint-broken", 1}}));
  REQUIRE(RunCommand(s, "learn", {"--transcript", path}).status == 0);
  s.engine->NewPrompt();
  const auto texts = s.Texts("make li");
  REQUIRE(texts.size() >= 2);
  CHECK(texts[0] == "make lint-all");
  CHECK(texts[1] == "make lint");
  // What failed there is not offered.
  CHECK(std::find(texts.begin(), texts.end(), "make lint-broken") ==
        texts.end());
  // Nor is it something that follows.
  s.engine->NewPrompt();
  for (const std::string& text : s.Texts("")) CHECK(text != "make lint");
  // Run by the user it is theirs.
  s.Run("make lint", 3);
  s.engine->NewPrompt();
  CHECK(s.First("make li") == "make lint");
}

TEST_CASE("learn: lists, searches and statistics leave agents out") {
  Session s;
  s.Run("git status");
  const std::string path =
      s.tree.Write("a.jsonl", Transcript({{"make zebra", 0}}));
  REQUIRE(RunCommand(s, "learn", {"--transcript", path}).status == 0);
  CHECK(RunCommand(s, "history", {"list"}).out.find("zebra") ==
        std::string::npos);
  CHECK(RunCommand(s, "search", {"zebra"}).status == 1);
  const std::string theirs = RunCommand(s, "history", {"list", "--agent"}).out;
  CHECK(theirs.find("make zebra") != std::string::npos);
  CHECK(theirs.find("git status") == std::string::npos);
  // It is in an export, and comes back as what it is.
  const std::string exported = RunCommand(s, "history", {"export"}).out;
  CHECK(exported.find(R"("agent":true)") != std::string::npos);
  Session other;
  const std::string file = other.tree.Write("e.jsonl", exported);
  REQUIRE(RunCommand(other, "history", {"import", file}).status == 0);
  CHECK(EventsOf(other).back().agent);
  CHECK_FALSE(EventsOf(other).front().agent);
}

TEST_CASE("learn: secrets, forgotten lines and refused calls stay out") {
  Session s;
  s.Run("make old");
  REQUIRE(RunCommand(s, "history", {"forget", "--exact", "make old"}).status ==
          0);
  std::string text = Transcript(
      {{"make old", 0},
       {"curl -H 'Authorization: Bearer abcdefghijklmnop123456' x", 0}});
  text += ClaudeCall("r", "Bash", R"({"command":"git push"})") + "\n" +
          ClaudeResult("r",
                       "The user doesn't want to proceed with this tool "
                       "use.",
                       true) +
          "\n" + ClaudeCall("open", "Bash", R"({"command":"sleep 9"})") + "\n";
  const std::string path = s.tree.Write("a.jsonl", text);
  const Outcome learned = RunCommand(s, "learn", {"--transcript", path});
  CHECK(learned.out.find("0 commands added") != std::string::npos);
  CHECK(learned.out.find("3 left out, 1 stay forgotten") != std::string::npos);
  CHECK(EventsOf(s).empty());
}

TEST_CASE("learn: what is not understood") {
  Session s;
  CheckUsage(RunCommand(s, "learn", {}));
  CheckUsage(RunCommand(s, "learn", {"--transcript", "x", "y"}));
  CHECK(RunCommand(s, "learn", {"--transcript", s.tree.Path("none")}).status ==
        1);
  s.engine->SetIncognito(Incognito::kNoSend);
  const std::string path =
      s.tree.Write("a.jsonl", Transcript({{"make zebra", 0}}));
  CHECK(RunCommand(s, "learn", {"--transcript", path}).status == 1);
  CHECK(EventsOf(s).empty());
}

}  // namespace synapse::testing
