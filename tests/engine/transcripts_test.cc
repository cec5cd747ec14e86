// Lines of coding agents, in the log and among suggestions.
#include "record/transcripts.h"

#include <sys/time.h>

#include <fstream>

#include "search/associations.h"
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

// The transcript, with `cwd` as its directory.
std::string RunIn(const std::string& cwd, std::string transcript) {
  return Replaced(std::move(transcript), R"("cwd":"/w")",
                  R"("cwd":")" + cwd + "\"");
}

std::vector<Event> EventsOf(Session& s) {
  std::vector<Event> out;
  s.engine->store().log().Visit(1, [&](uint64_t, const Event& e) {
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
  const std::string path = s.tree.Write(
      "a.jsonl", RunIn(s.cwd, Transcript({{"make lint", 0},
                                          {"make lint", 0},
                                          {"make lint", 0},
                                          {"make lint-broken", 1}})));
  REQUIRE(RunCommand(s, "learn", {"--transcript", path}).status == 0);
  s.engine->NewPrompt();
  const auto texts = s.Texts("make li");
  REQUIRE(texts.size() >= 2);
  CHECK(texts[0] == "make lint-all");
  CHECK(texts[1] == "make lint");
  // A line that failed there is not offered.
  CHECK(std::find(texts.begin(), texts.end(), "make lint-broken") ==
        texts.end());
  // An agent's line does not follow another one either.
  s.engine->NewPrompt();
  for (const std::string& text : s.Texts("")) CHECK(text != "make lint");
  // A line that the user runs is the user's.
  s.Run("make lint", 3);
  s.engine->NewPrompt();
  CHECK(s.First("make li") == "make lint");
}

TEST_CASE("learn: an agent's line is offered in its repository only") {
  Session s;
  s.tree.MakeDir("w/.git");
  const std::string sub = s.tree.MakeDir("w/deep/er");
  const std::string other = s.tree.MakeDir("other");
  s.tree.MakeDir("other/.git");
  const std::string plain = s.tree.MakeDir("plain");
  const std::string below = s.tree.MakeDir("plain/below");
  const std::string repository = s.cwd;
  s.tree.Write("t/a.jsonl",
               RunIn(sub, Transcript({{"mk lint-all", 0}})) +
                   RunIn(plain, Replaced(Transcript({{"mk lint-two", 0}}),
                                         "2026-03-01", "2026-03-02")));
  REQUIRE(RunCommand(s, "learn", {"--transcript", s.tree.Path("t")}).status ==
          0);
  auto offered = [&](const std::string& cwd, const std::string& line) {
    s.cwd = cwd;
    s.engine->NewPrompt();
    const auto texts = s.Texts("mk li");
    return std::find(texts.begin(), texts.end(), line) != texts.end();
  };
  for (const std::string& cwd : {repository, sub, repository}) {
    CAPTURE(cwd);
    CHECK(offered(cwd, "mk lint-all"));
    CHECK_FALSE(offered(cwd, "mk lint-two"));
  }
  // Outside of a repository: the directory where it ran, and those below.
  for (const std::string& cwd : {plain, below}) {
    CAPTURE(cwd);
    CHECK(offered(cwd, "mk lint-two"));
    CHECK_FALSE(offered(cwd, "mk lint-all"));
  }
  for (const char* line : {"mk lint-all", "mk lint-two"}) {
    CHECK_FALSE(offered(other, line));
    CHECK_FALSE(offered(s.tree.Path(), line));
  }
  // A rebuild keeps this; a line of the user is offered everywhere.
  REQUIRE(s.engine->learner().rebuild().Run(nullptr).ok());
  CHECK(offered(repository, "mk lint-all"));
  CHECK_FALSE(offered(other, "mk lint-all"));
  s.cwd = plain;
  s.Run("mk lint-all");
  CHECK(offered(other, "mk lint-all"));
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
  // An export has the agent's lines, and an import restores them as such.
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
  CHECK(learned.out.find("3 left out, 1 skipped as forgotten") !=
        std::string::npos);
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

TEST_CASE("learn: what the user wrote to an agent becomes facts, once") {
  Session s;
  const std::string path = s.tree.Write(
      "a.jsonl",
      Joined({ClaudeRecord("user", R"("Add a REST endpoint")"),
              ClaudeCall("1", "Read", R"({"file_path":"/w/src/api.ts"})"),
              ClaudeResult("1", "x"),
              ClaudeCall("2", "Write", R"({"file_path":"/w/src/new.ts"})"),
              ClaudeResult("2", "x"),
              ClaudeCall("3", "Read", R"({"file_path":"/w/src/gone.ts"})"),
              ClaudeResult("3", "no such file", true),
              ClaudeRecord("user", R"("No, not GraphQL. I said REST.")"),
              ClaudeRecord("user", R"("no, the password is hunter2: )"
                                   R"(mysql -phunter2xyz")")}));
  REQUIRE(RunCommand(s, "learn", {"--transcript", path}).status == 0);
  REQUIRE(RunCommand(s, "learn", {"--transcript", path}).status == 0);
  s.now_ms = 1772359300000;
  CHECK(
      RunCommand(s, "reflect", {"--format", "json"})
          .out.find(R"("affected_files":["/w/src/api.ts","/w/src/new.ts"])") !=
      std::string::npos);
  const std::string page = RunCommand(s, "reflect", {}).out;
  CHECK(page.find("User correction: No, not GraphQL.") != std::string::npos);
  CHECK(page.find("hunter2xyz") == std::string::npos);
  const Outcome shown = RunCommand(s, "reflect", {"show", "conv:u-1"});
  CHECK(shown.out.find(R"("text":"Add a REST endpoint")") != std::string::npos);
  CHECK(RunCommand(s, "reflect", {"prompt", path})
            .out.find("user: Add a REST endpoint") != std::string::npos);
  // reflection.rs.txt, trace_refs: the finding outlives its transcript.
  REQUIRE(unlink(path.c_str()) == 0);
  const Outcome gone = RunCommand(s, "reflect", {"show", "conv:u-1"});
  CHECK(gone.status == 1);
  CHECK(gone.err ==
        "synapse: reflect show: conv:u-1: its transcript is gone: " + path +
            "\n");
}

TEST_CASE("learn: a search of an agent is answered by what it read then") {
  Session s;
  s.tree.Write("w/src/LoginButton.tsx", "x");
  s.tree.MakeDir("w/.git");
  auto here = [&](std::string record) {
    return Replaced(std::move(record), R"("cwd":"/w")",
                    R"("cwd":")" + s.cwd + "\"");
  };
  const std::string path = s.tree.Write(
      "a.jsonl",
      Joined({here(ClaudeCall("1", "mcp__ultrasync__jit_search",
                              R"({"query":"login button component"})")),
              here(ClaudeResult("1", R"({\"results\":[{\"score\":0.42}]})")),
              here(ClaudeCall("2", "Grep", R"({"pattern":"login.*button"})")),
              here(ClaudeResult("2", "Found 1 file")),
              here(ClaudeCall(
                  "3", "Read",
                  R"({"file_path":")" + s.cwd + "/src/LoginButton.tsx\"}")),
              here(ClaudeResult("3", "1")),
              here(ClaudeRecord("user", R"("great, update the styling")"))}));
  REQUIRE(RunCommand(s, "learn", {"--transcript", path}).status == 0);
  auto found =
      AssociationsOf(s.engine->store(), {"login button", s.cwd, 1772359300000});
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].target.text == s.cwd + "/src/LoginButton.tsx");
  const SearchCounts before = s.engine->store().searches().counts();
  // A second read adds no second search.
  REQUIRE(RunCommand(s, "learn", {"--transcript", path}).status == 0);
  s.engine->CatchUpFully();
  CHECK(s.engine->store().searches().counts().started == before.started);
}

TEST_CASE("learn: how often earlier sessions answer a search is measured") {
  Session s;
  auto session = [&](const std::string& day, const std::string& pattern,
                     const std::string& path) {
    std::string text =
        Joined({ClaudeCall("1", "Grep", R"({"pattern":")" + pattern + "\"}"),
                ClaudeResult("1", "Found 1 file"),
                ClaudeCall("2", "Read", R"({"file_path":")" + path + "\"}"),
                ClaudeResult("2", "1"), ClaudeRecord("user", R"("thanks")")});
    return Replaced(std::move(text), "2026-03-01", "2026-03-" + day);
  };
  s.tree.Write("t/2.jsonl",
               session("01", "login.*button", "/w/src/LoginButton.tsx"));
  s.tree.Write("t/1.jsonl",
               session("02", "loginButton", "/w/src/LoginButton.tsx") +
                   session("02", "createUser", "/w/src/users.ts"));
  const Outcome o = RunCommand(s, "learn", {"replay", s.tree.Path("t")});
  CHECK(o.status == 0);
  CHECK(o.out.find("3              2    50.0 %      50.0 %  /w\n") !=
        std::string::npos);
  CHECK(EventsOf(s).empty());
  CheckUsage(RunCommand(s, "learn", {"replay"}));
  CHECK(RunCommand(s, "learn", {"replay", s.tree.Path("none")}).status == 1);
}

TEST_CASE("learn: watched transcripts are read on at the prompt") {
  Session s;
  const std::string old =
      s.tree.Write("t/project/old.jsonl", Transcript({{"make old", 0}}));
  Config config = s.engine->config();
  REQUIRE(config.SetDefault("learn.transcripts", s.tree.Path("t")));
  s.engine->SetConfig(config);
  auto prompts = [&] {
    s.engine->transcripts().SetLookAgain(0);
    for (int i = 0; i < 40; ++i) s.engine->NewPrompt();
  };
  auto commands = [&] {
    std::string out;
    for (const Event& e : EventsOf(s)) out += e.command + ";";
    return out;
  };
  prompts();
  CHECK(commands().empty());  // existing lines are not read
  std::ofstream(old, std::ios::app) << Transcript({{"make new", 0}});
  prompts();
  CHECK(commands() == "make new;");
  // Half a line is not read, and no line is read twice.
  const std::string more =
      Replaced(Transcript({{"make more", 0}}), "10:00:1", "11:00:1");
  std::ofstream(old, std::ios::app) << more.substr(0, more.size() - 9);
  prompts();
  CHECK(commands() == "make new;");
  std::ofstream(old, std::ios::app) << more.substr(more.size() - 9);
  prompts();
  CHECK(commands() == "make new;make more;");
  // Another shell continues where this one ended.
  s.engine.reset();
  s.Open();
  s.engine->SetConfig(config);
  prompts();
  CHECK(commands() == "make new;make more;");
  s.engine->SetIncognito(Incognito::kEphemeral);
  std::ofstream(old, std::ios::app) << Transcript({{"make secret", 0}});
  prompts();
  CHECK(commands() == "make new;make more;");
}

TEST_CASE("learn: of many watched transcripts a prompt looks at a few") {
  Session s;
  constexpr size_t kFiles = 40;
  std::vector<std::string> files;
  for (size_t i = 0; i < kFiles; ++i) {
    files.push_back(
        s.tree.Write("t/f" + std::to_string(i) + ".jsonl",
                     Transcript({{"make old" + std::to_string(i), 0}})));
    // The time is after the start of the watch on a slow machine, too.
    timeval later[2] = {};
    gettimeofday(&later[0], nullptr);
    later[0].tv_sec += 600;
    later[1] = later[0];
    REQUIRE(utimes(files.back().c_str(), later) == 0);
  }
  Config config = s.engine->config();
  REQUIRE(config.SetDefault("learn.transcripts", s.tree.Path("t")));
  s.engine->SetConfig(config);
  // The prompts see each file, and keep its end.
  for (size_t i = 0; i < kFiles + 2; ++i) s.engine->NewPrompt();
  auto prompts_until_read = [&](size_t file, const std::string& line) {
    std::ofstream(files[file], std::ios::app)
        << Replaced(Transcript({{line, 0}}), "u-", line);
    for (size_t n = 1; n <= kFiles; ++n) {
      s.engine->NewPrompt();
      for (const Event& e : EventsOf(s)) {
        if (e.command == line) return n;
      }
    }
    return kFiles + 1;
  };
  CHECK(prompts_until_read(17, "make one") <=
        kFiles / TranscriptWatch::kMaxLooks + 1);
  // Each prompt looks at the file that grew last.
  for (const char* line : {"make two", "make three", "make four"}) {
    CHECK(prompts_until_read(17, line) == 1);
  }
  CHECK(prompts_until_read(31, "make five") <=
        kFiles / TranscriptWatch::kMaxLooks + 1);
}

TEST_CASE("learn: facts act on what is suggested, and are switched off") {
  Session s;
  for (int i = 0; i < 8; ++i) {
    s.Run("make deploy-all", 1, 2);
    s.Run("ls");
  }
  s.Run("make depend");
  auto ranks = [&] {
    s.engine->NewPrompt();
    std::map<std::string, double> scores;
    for (const Suggestion& one : s.Suggest("make de", 10)) {
      scores[one.text] = one.score;
    }
    return scores["make deploy-all"];
  };
  const double before = ranks();
  s.engine->clock().Fix(s.now_ms);
  REQUIRE(s.engine->reflection().Run().ok());
  const double after = ranks();
  CHECK(after < before);
  CHECK(after > 0);
  const Outcome explained = RunCommand(s, "suggest", {"--explain", "make de"});
  CHECK(explained.out.find("facts") != std::string::npos);
  Config config = s.engine->config();
  REQUIRE(config.SetDefault("rank.factors", "facts=0"));
  s.engine->SetConfig(config);
  CHECK(ranks() == doctest::Approx(before));
}

}  // namespace synapse::testing
