// After each kind of forgetting no file below data and cache has a byte of the
// line: with every setting on, while a second shell has it in its memory.
#include "ai/desk.h"
#include "prompt/ghost.h"
#include "tests/command/command_testing.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::FilesWith;
using testing::RunCommand;
using testing::Session;
using Lines = std::vector<std::string>;

constexpr const char* kLine = "frob --key hunter2horse now";
constexpr const char* kKinds[] = {"pattern", "exact",  "last",    "since",
                                  "cwd",     "repair", "at a key"};

// A shell with its prompt.
struct Shell {
  Session& s;
  std::unique_ptr<Engine> own;
  Engine& engine;
  std::unique_ptr<Ghost> ghost;

  explicit Shell(Session& session, std::unique_ptr<Engine> other = nullptr)
      : s(session), own(std::move(other)), engine(own ? *own : *s.engine) {
    Config config = engine.config();
    for (const char* key :
         {"tracking.history", "tracking.details", "search.learn"}) {
      (void)config.SetDefault(key, "true");  // false: it is so already
    }
    (void)config.SetDefault("log.level", "debug");
    (void)config.SetDefault("log.commands", "true");
    (void)config.SetDefault("log.path", s.tree.Path("home/data/log"));
    engine.SetConfig(std::move(config));
    ghost = std::make_unique<Ghost>(engine);
  }
  SuggestRequest Request(const std::string& buffer) {
    SuggestRequest r = s.Request(buffer);
    r.session = own ? "s2" : "s1";
    return r;
  }
  void Type(const std::string& buffer) {
    for (size_t n = 0; n <= buffer.size(); ++n) {
      ghost->Show(Request(buffer.substr(0, n)));
    }
  }
  void Enter(const std::string& line) {
    ghost->Finish(line);
    Run run;
    run.session = own ? "s2" : "s1";
    run.cwd = s.cwd;
    run.command = line;
    run.start_ms = s.now_ms += 60000;
    run.exit = 0;
    REQUIRE(engine.Record(run).ok());
    engine.NewPrompt();
    ghost->Reset();
  }
};

void ForgetBy(std::string_view kind, Session& s) {
  auto forget = [&](Lines arguments) {
    arguments.insert(arguments.begin(), "forget");
    CHECK(RunCommand(s, "history", arguments, CommandProcess::kShell).status ==
          0);
  };
  if (kind == "pattern") forget({"hunter2"});
  if (kind == "exact") forget({"--exact", kLine});
  if (kind == "last") forget({"--last"});
  if (kind == "since") forget({"--since", "2020-01-01"});
  if (kind == "cwd") forget({"--cwd", s.cwd});
  if (kind == "at a key" || kind == "repair") {
    REQUIRE(s.engine->Hide(kLine, s.now_ms + 500).ok());
  }
  if (kind == "at a key") CHECK(s.engine->FinishForgetting().ok());
  if (kind == "repair") (void)RunCommand(s, "doctor", {"--repair"});
}

}  // namespace

TEST_CASE("forgetting: no byte is left anywhere, nor comes back from a shell") {
  for (const char* kind : kKinds) {
    INFO(kind);
    Session s;
    s.cwd = s.tree.MakeDir("w/quokka5");
    // The records and the log of errors stand beside the store.
    Shell here(s), there(s, std::make_unique<Engine>(s.engine->options()));
    for (Shell* shell : {&here, &there}) {
      shell->Type("ls");
      shell->Enter("ls");
      shell->Type("frob --ke");
      shell->Enter(kLine);
      shell->Type("frob --key hunter2");
      shell->Enter("frob --verbose");
    }
    (void)RunCommand(s, "search", {"hunter2horse nothing"});
    here.Type("frob");
    here.Enter(kLine);
    there.Type("frob --key hunter2");  // on show while the line is forgotten
    there.engine.ai().desk().ledger().Keep(1, kLine, s.now_ms);
    s.engine->CatchUpFully();
    CHECK(FilesWith(s.tree.Path("home"), "hunter2").size() >= 2);
    CHECK(FilesWith(s.tree.Path("store"), "hunter2").size() >= 2);
    ForgetBy(kind, s);
    CHECK(FilesWith(s.tree.Path(""), "hunter2") == Lines{});
    if (std::string_view(kind) == "cwd") {
      CHECK(FilesWith(s.tree.Path("home"), "quokka5") == Lines{});
      CHECK(FilesWith(s.tree.Path("store"), "quokka5") == Lines{});
    }
    s.cwd = s.tree.MakeDir("w");
    for (int round = 0; round < 3; ++round) {
      for (Shell* shell : {&there, &here}) {
        if (round > 0) shell->Type("frob --v");
        shell->Enter("frob --verbose");
      }
    }
    s.engine->CatchUpFully();
    (void)there.engine.Hide("never", s.now_ms);
    there.ghost.reset();
    there.own.reset();
    CHECK(FilesWith(s.tree.Path(""), "hunter2") == Lines{});
    CHECK_FALSE(FilesWith(s.tree.Path("home"), "frob --verbose").empty());
  }
}

}  // namespace synapse
