// The desk in an engine, over a command and over a server.
#include "ai/desk.h"

#include <sys/resource.h>

#include "prompt/ghost.h"
#include "tests/ai/asker.h"

namespace synapse {

using testing::AiServer;
using testing::Asker;
using testing::HasHelper;
using testing::OfCommand;
using testing::OfServer;
using testing::SendOk;
using testing::Settings;
using testing::Streamed;

TEST_CASE("desk: nothing is asked where nothing is set") {
  Asker a({});
  CHECK_FALSE(a.s.engine->ai().settings().on());
  CHECK(a.Asked("git sta", 50).empty());
}

TEST_CASE("desk: a command answers, and the answer is one among the others") {
  Asker a(OfCommand("cat >/dev/null; echo git stash push"));
  CHECK(a.Asked("git stash p") == "git stash push");
  // Text that follows the answer asks nothing more.
  a.Consider("git stash pu");
  CHECK(a.s.engine->Suggest(a.Request("git stash pu")).suggestions[0].text ==
        "git stash push");
}

TEST_CASE("desk: the prompt is on stdin, and nothing of it in the arguments") {
  Asker a({});
  const std::string sent = a.s.tree.Path("sent");
  Asker b(OfCommand("cat >" + sent + "; tr '\\0' ' ' </proc/$$/cmdline >" +
                    sent + ".argv; echo make frobnicate-it"));
  b.s.Run("ls one");
  CHECK(b.Asked("make frobn") == "make frobnicate-it");
  auto text = ReadFile(sent);
  REQUIRE(text.ok());
  CHECK(text->find("make frobn") != std::string::npos);
  auto argv = ReadFile(sent + ".argv");
  REQUIRE(argv.ok());
  CHECK(argv->find("make frobn ") == std::string::npos);
}

// An empty line counted as private, and no request was sent for it.
TEST_CASE("desk: on an empty line the next command is asked for") {
  Asker a(OfCommand("cat >/dev/null; echo git stash push --all"));
  CHECK(a.Asked("", 50).empty());  // nothing ran before
  a.s.Run("git status");
  CHECK(a.Asked("") == "git stash push --all");
  CHECK(a.s.engine->ai()
            .desk()
            .ExchangeFor("git stash push --all")
            ->prompt.version == "intent-1");
}

// suggestion-tracking, section SuggestionRecord: llm_request is empty where no
// model took part.
TEST_CASE("desk: a record has the request of a model that took part") {
  Settings settings = OfCommand("cat >/dev/null; echo git stash push --all");
  settings["SYNAPSE_SUGGEST_MIN_GAIN"] = "0";
  Asker a(settings);
  a.s.Run("git status", 5);
  Ghost ghost(*a.s.engine);
  const auto recorded = [&](const std::string& typed, const std::string& line) {
    (void)ghost.Cycle(a.Request(typed), +1);
    a.s.engine->tracker().Submitted(line, "", a.s.now_ms);
    const auto record = a.s.engine->tracker().Take();
    ghost.Reset();
    CAPTURE(typed);
    REQUIRE(record);
    CHECK(record->llm_request.empty() == record->llm_response.empty());
    return record->llm_request;
  };
  CHECK(recorded("git stat", "git status").empty());
  REQUIRE(a.Asked("git stash p") == "git stash push --all");
  CHECK(recorded("git stash p", "git stash push --all")
            .starts_with("{\"messages\""));
  CHECK(recorded("git stat", "git status").empty());
}

TEST_CASE("desk: an answer is kept for ten minutes") {
  Asker a({});
  const std::string count = a.s.tree.Path("count");
  Asker b(OfCommand("cat >/dev/null; echo x >>" + count + "; echo make it-so"));
  auto asked = [&] {
    auto text = ReadFile(count);
    return text.ok() ? text->size() / 2 : 0;
  };
  CHECK(b.Asked("make it") == "make it-so");
  b.s.engine->StopAsking();
  CHECK(b.Asked("make it") == "make it-so");
  CHECK(asked() == 1);
  b.s.engine->StopAsking();
  b.s.engine->clock().Fix(b.s.now_ms += AiLedger::kKeptMs + 1000);
  CHECK(b.Asked("make it") == "make it-so");
  CHECK(asked() == 2);
}

TEST_CASE(
    "desk: incognito, a private line, a secret, a directory: nothing is sent") {
  Asker a({});
  const std::string count = a.s.tree.Path("count");
  Settings settings =
      OfCommand("cat >/dev/null; echo x >>" + count + "; echo ls -la");
  settings["SYNAPSE_HISTORY_IGNORE"] = "^classified";
  settings["SYNAPSE_AI_IGNORE_DIRECTORIES"] = "/private";
  Asker b(settings);
  for (Incognito mode : {Incognito::kEphemeral, Incognito::kNoSend}) {
    b.s.engine->SetIncognito(mode);
    CHECK(b.Asked("ls", 100).empty());
  }
  b.s.engine->SetIncognito(Incognito::kOff);
  CHECK(b.Asked(" ls", 100).empty());
  CHECK(b.Asked("classified l", 100).empty());
  CHECK(b.Asked("curl -u bob:hunter22 ", 100).empty());
  const std::string cwd = b.s.cwd;
  b.s.cwd = "/private/x";
  CHECK(b.Asked("ls", 100).empty());
  CHECK_FALSE(IsRegularFile(count));
  b.s.cwd = cwd;
  CHECK(b.Asked("ls") == "ls -la");
}

TEST_CASE("desk: a score follows how often answers were run, within bounds") {
  CHECK(AiScore({0, 0}) == doctest::Approx(0.8));
  CHECK(AiScore({1000, 300}) == doctest::Approx(0.8).epsilon(0.001));
  CHECK(AiScore({5, 0}) < 0.8);
  CHECK(AiScore({5, 5}) > 0.8);
  CHECK(AiScore({399, 0}) == 0.4);
  CHECK(AiScore({399, 399}) == 0.95);
}

// The same answer in three shells whose users treated earlier answers
// otherwise.
TEST_CASE("desk: what became of answers moves the next one") {
  auto score_after = [](int times, bool accepted) {
    Asker a(OfCommand("cat >/dev/null; echo git stash push --all"));
    Engine& engine = *a.s.engine;
    for (int i = 0; i < times; ++i) {
      engine.tracker().Offered({.buffer = "make",
                                .suggestions = {{"make all", "ai", 0.5}},
                                .asked_ms = a.s.now_ms,
                                .latency_us = 0,
                                .llm_version = "complete-1"});
      engine.tracker().Viewed(0, a.s.now_ms);
      const std::string line = accepted ? "make all" : "ls";
      engine.tracker().Submitted(line, "make all", a.s.now_ms);
      a.s.Run(line);
    }
    engine.NewPrompt();
    CHECK(engine.ai().desk().ledger().ShownOf("complete-1").times == times);
    CHECK(engine.ai().desk().ledger().ShownOf("complete-1").accepted ==
          (accepted ? times : 0));
    REQUIRE(a.Asked("git stash p") == "git stash push --all");
    for (const Suggestion& g :
         engine.Suggest(a.Request("git stash p")).suggestions) {
      for (const Evidence& e : g.evidence) {
        if (e.source == SourceId::kAi) return e.score;
      }
    }
    return 0.0;
  };
  const double usual = score_after(0, false);
  CHECK(usual == doctest::Approx(0.8));
  CHECK(score_after(20, true) > usual);
  CHECK(score_after(20, false) < usual);
}

// A process that waits gives up the processor, and the kernel counts that.
TEST_CASE("desk: no key waits for a provider that hangs") {
  Asker a({});
  const std::string count = a.s.tree.Path("count");
  Asker b(OfCommand("echo x >>" + count + "; exec sleep 100"));
  Ghost ghost(*b.s.engine);
  std::string line = "git stash p";
  (void)ghost.Show(b.Request(line));
  CHECK(b.WaitFor([&] { return IsRegularFile(count); }));
  auto waits = [] {
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nvcsw;
  };
  constexpr int kKeys = 200;
  const long before = waits();
  for (int i = 0; i < kKeys; ++i) {
    line += 'u';
    (void)ghost.Show(b.Request(line));
    (void)b.s.engine->TakeAnswers();
  }
  CHECK(waits() - before < kKeys / 4);
  auto text = ReadFile(count);
  REQUIRE(text.ok());
  CHECK(text->size() / 2 == 1);  // one request, which still runs
}

// A secret becomes complete after the debounce began, or the shell becomes
// incognito meanwhile.
TEST_CASE("desk: whether a line may be sent is seen when it is due") {
  Asker a({});
  const std::string count = a.s.tree.Path("count");
  Asker b(OfCommand("cat >/dev/null; echo x >>" + count + "; echo ls -la"));
  b.Consider("ls");
  b.s.engine->SetIncognito(Incognito::kEphemeral);
  CHECK(b.Asked("ls", 100).empty());
  b.s.engine->SetIncognito(Incognito::kOff);
  CHECK(b.Asked("curl -u bob:hunter22", 100).empty());
  CHECK_FALSE(IsRegularFile(count));
}

TEST_CASE("desk: hostile answers are not shown") {
  for (const char* answer :
       {"printf 'ls \\033[2J\\n'", "echo rm-everything /", "echo 'ls <file>'",
        "printf 'ls \\\\\\n x'", "head -c 3000000 /dev/zero | tr '\\0' a"}) {
    INFO(answer);
    Asker a(OfCommand("cat >/dev/null; " + std::string(answer)));
    CHECK(a.Asked("ls", 300).empty());
  }
}

TEST_CASE(
    "desk: after three failures it is left alone, and doctor reports it") {
  Asker a({});
  const std::string count = a.s.tree.Path("count");
  Asker b(OfCommand("echo x >>" + count + "; exit 1"));
  for (int i = 0; i < 6; ++i) {
    CHECK(b.Asked("make n" + std::to_string(i), 300).empty());
    b.s.engine->StopAsking();
  }
  auto text = ReadFile(count);
  REQUIRE(text.ok());
  CHECK(text->size() / 2 == 3);
  bool reported = false;
  for (const std::string& report : b.s.engine->reports()) {
    reported |= report.find("no request is made") != std::string::npos;
  }
  CHECK(reported);
}

TEST_CASE("desk: the day's tokens are not exceeded") {
  Asker a({});
  Settings settings = OfCommand("cat >/dev/null; echo make $RANDOM-all");
  settings["SYNAPSE_AI_DAILY_TOKENS"] = "1";
  Asker b(settings);
  (void)b.Asked("make one", 300);
  b.s.engine->StopAsking();
  CHECK(b.Asked("make two", 200).empty());
}

TEST_CASE("desk: a comment becomes a command line") {
  Asker a(OfCommand("cat >/dev/null; echo ls -la"));
  const std::string wish = "# list all files";
  a.Wish(wish);
  CHECK(a.WaitFor([&] { return !a.s.engine->ai().WishFor(wish).empty(); }));
  CHECK(a.s.engine->ai().WishFor(wish) == "ls -la");
  CHECK(a.s.engine->ai().WishFor("# list") == "");
  // No request completes a comment.
  a.Consider("# list");
  CHECK(a.s.engine->ai().WishFor(wish) == "");
  CHECK(a.Asked("# list", 100) == "");
  a.Wish("# log in with token=ghp_abcdefghijklmnopqrstuvwxyz0123456789");
  CHECK(a.Asked("# log in with token=ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                100) == "");
}

TEST_CASE("desk: a server's stream is used as it comes") {
  if (!HasHelper()) return;
  AiServer server([](int socket, const std::string&) {
    SendOk(socket, Streamed("git stash push\n"));
    sleep(30);  // the line is whole: the desk does not wait for the end
  });
  Asker a(OfServer(server));
  CHECK(a.Asked("git stash p", 8000) == "git stash push");
  CHECK(server.requests() == 1);
  CHECK(server.last().find("git stash p") != std::string::npos);
}

TEST_CASE("desk: a key comes out of its file, and goes to the server alone") {
  if (!HasHelper()) return;
  AiServer server([](int socket, const std::string&) {
    SendOk(socket, Streamed("git stash push\n"));
  });
  Settings settings = OfServer(server);
  Asker file({});
  file.s.tree.Write("key", "sk-abcdef\n");
  settings["SYNAPSE_AI_KEY_FILE"] = file.s.tree.Path("key");
  Asker a(settings);
  CHECK(a.Asked("git stash p", 8000) == "git stash push");
  CHECK(server.last().find("Authorization: Bearer sk-abcdef") !=
        std::string::npos);
}

TEST_CASE("desk: servers that stall, lie, break off and refuse bring nothing") {
  if (!HasHelper()) return;
  const AiServer::Reply bad[] = {
      [](int, const std::string&) { sleep(30); },
      [](int socket, const std::string&) { SendOk(socket, "<html>hello"); },
      [](int socket, const std::string&) {
        SendOk(socket, "data: {\"choices\":[{\"delta\":{\"content\":\"git sta");
      },
      [](int socket, const std::string&) {
        testing::Send(socket, "HTTP/1.1 429 Too Many\r\n\r\ngit stash push\n");
      },
      [](int socket, const std::string&) {
        testing::Send(socket,
                      "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/"
                      "\r\n\r\n");
      },
      [](int, const std::string&) {}};
  for (const AiServer::Reply& reply : bad) {
    AiServer server(reply);
    Settings settings = OfServer(server);
    settings["SYNAPSE_AI_TIMEOUT_MS"] = "300";
    Asker a(settings);
    CHECK(a.Asked("git stash p", 700).empty());
    CHECK(server.requests() == 1);
  }
}

TEST_CASE("desk: no connection is made while a shell is incognito") {
  if (!HasHelper()) return;
  AiServer server([](int socket, const std::string&) {
    SendOk(socket, Streamed("git stash push\n"));
  });
  Asker a(OfServer(server));
  a.s.Run("make nothing", 1, 2);
  for (Incognito mode : {Incognito::kEphemeral, Incognito::kNoSend}) {
    a.s.engine->SetIncognito(mode);
    CHECK(a.Asked("git stash p", 200).empty());
  }
  // Requests by a key are not sent either.
  const std::string line = "git stash p", empty, wish = "# list";
  for (Incognito mode : {Incognito::kEphemeral, Incognito::kNoSend}) {
    a.s.engine->SetIncognito(mode);
    Advisor& ai = a.s.engine->ai();
    CHECK(ai.Explain({line, line.size(), a.s.cwd}).find("incognito") !=
          std::string::npos);
    CHECK(ai.Fix({empty, 0, a.s.cwd}).find("incognito") != std::string::npos);
    a.Wish(wish);
    CHECK(a.Asked("", 200).empty());
  }
  a.s.engine->SetIncognito(Incognito::kOff);
  CHECK(a.Asked(" git stash p", 200).empty());
  CHECK(server.requests() == 0);
  // The server does answer.
  CHECK(a.Asked("git stash p", 8000) == "git stash push");
  CHECK(server.requests() == 1);
}

}  // namespace synapse
