// Incognito: the test searches every byte of every file for traces of a shell
// (I2).

#include <filesystem>

#include "learn/feedback.h"
#include "tests/engine/engine_testing.h"
#include "tests/store/held_lock.h"

namespace synapse {
namespace {

using testing::FilesWith;
using testing::Session;

bool Suggests(Session& s, const std::string& buffer, const std::string& line) {
  for (const auto& text : s.Texts(buffer, 50)) {
    if (text == line) return true;
  }
  return false;
}

double FeedbackOn(Session& s, const std::string& line) {
  double weight = 0;
  REQUIRE(
      s.engine->store()
          .index()
          .Read([&](Kv& kv) {
            weight =
                ReadFeedback(kv, IdOf(line), s.engine->clock().NowMs()).lasting;
          })
          .ok());
  return weight;
}

const char* const kSecretLine = "echo xylograph --flumadiddle=zyzzyva quokkas";

}  // namespace

TEST_CASE("incognito: what is ephemeral is suggested, and in no file") {
  Session s;
  s.Run("ls ordinaryword", 3);
  s.engine->SetIncognito(Incognito::kEphemeral);
  s.Run(kSecretLine, 5);
  s.engine->NewPrompt();
  CHECK(s.First("echo xy") == kSecretLine);
  for (FeedbackAction action :
       {FeedbackAction::kAccepted, FeedbackAction::kDismissed}) {
    CHECK(s.engine->Feedback(action, kSecretLine, kSecretLine).ok());
    CHECK(s.engine->Feedback(action, "ls ordinaryword", kSecretLine).ok());
  }
  CHECK(FeedbackOn(s, "ls ordinaryword") == 0);
  // Later lines are learned as if the ephemeral ones did not exist.
  s.engine->SetIncognito(Incognito::kOff);
  s.Run("ls afterwards", 3);
  CHECK(Suggests(s, "echo xy", kSecretLine));
  CHECK(s.engine->Feedback(FeedbackAction::kDismissed, kSecretLine, "ls").ok());
  CHECK(FeedbackOn(s, kSecretLine) == 0);
  CHECK(s.engine->store().info().event_count == 6);
  s.engine->NewPrompt();
  s.engine.reset();
  // The search finds ordinary lines: it reads the right files.
  CHECK(FilesWith(s.tree.Path("store"), "ordinaryword").size() >= 2);
  for (const char* part : {"xylograph", "flumadiddle", "zyzzyva", "quokkas"}) {
    INFO(std::string(part));
    CHECK(FilesWith(s.tree.Path(""), part).empty());
  }
}

TEST_CASE("incognito: a busy store's spool has nothing of it either") {
  Session s;
  s.Run("ls");
  testing::HeldLock held(s.tree.Path("store/events"));
  s.Run("ls ordinaryword");
  s.engine->SetIncognito(Incognito::kEphemeral);
  s.Run(kSecretLine);
  CHECK(s.engine->event_writer().waiting() == 1);
  // The line is in the spool; the index has it in memory.
  CHECK(FilesWith(s.tree.Path("store"), "ordinaryword").size() == 1);
  CHECK(FilesWith(s.tree.Path("store"), "xylograph").empty());
  held.Release();
  s.engine.reset();
  CHECK(FilesWith(s.tree.Path("store"), "xylograph").empty());
}

TEST_CASE("incognito: no_send learns nothing") {
  Session s;
  s.Run("ls ordinaryword");
  s.engine->SetIncognito(Incognito::kNoSend);
  s.Run(kSecretLine, 3);
  CHECK_FALSE(Suggests(s, "echo xy", kSecretLine));
  CHECK(s.engine
            ->Feedback(FeedbackAction::kAccepted, "ls ordinaryword",
                       "ls ordinaryword")
            .ok());
  CHECK(FeedbackOn(s, "ls ordinaryword") == 0);
  CHECK(s.engine->store().info().event_count == 1);
  s.engine.reset();
  CHECK(FilesWith(s.tree.Path("store"), "xylograph").empty());
}

// `secret; synapse incognito off` was kept: the mode was off when it ended.
TEST_CASE("incognito: a line that changes the mode has the stricter one") {
  Session s;
  Run run;
  run.session = s.session;
  run.cwd = s.cwd;
  run.command = std::string(kSecretLine) + "; synapse incognito off";
  run.start_ms = s.now_ms;
  run.exit = 0;
  run.incognito = Incognito::kEphemeral;
  CHECK(s.engine->Record(run).ok());
  CHECK(s.engine->store().info().event_count == 0);
  CHECK(Suggests(s, "echo xy", run.command));
  run.incognito = Incognito::kOff;
  s.engine->SetIncognito(Incognito::kNoSend);
  CHECK(s.engine->Record(run).ok());
  CHECK(s.engine->store().info().event_count == 0);
}

TEST_CASE("incognito: private lines and those not found are not kept at all") {
  Session s;
  s.engine->SetIncognito(Incognito::kEphemeral);
  s.Run("ls --password=hunter2222");
  s.Run("lss -l", 1, 127);
  CHECK_FALSE(Suggests(s, "ls --p", "ls --password=hunter2222"));
  CHECK_FALSE(Suggests(s, "lss", "lss -l"));
  CHECK(s.engine->tallies().skipped() == 1);
}

// A ghost that was typed past taught the row of the user's attention.
TEST_CASE("incognito: nothing at all changes on disk") {
  for (Incognito mode : {Incognito::kEphemeral, Incognito::kNoSend}) {
    Session s;
    s.Run("ls ordinaryword", 30);
    s.engine.reset();
    auto before = s.FileBytes("store");
    s.Open();
    s.engine->NewPrompt();
    s.engine->SetIncognito(mode);
    for (int i = 0; i < 40; ++i) {
      SuggestRequest r = s.Request("ls");
      r.on_show = true;
      (void)s.engine->Suggest(r);
      r = s.Request("ls o");
      r.on_show = true;
      (void)s.engine->Suggest(r);
      s.Run("ls ordinaryword");
      s.engine->NewPrompt();
    }
    // The end of the mode changes nothing either.
    if (mode == Incognito::kNoSend) s.engine->SetIncognito(Incognito::kOff);
    s.engine.reset();
    for (const auto& [file, bytes] : s.FileBytes("store")) {
      const std::string& name = file;  // Lambdas cannot capture a binding.
      INFO(name);
      // Locks and headers of LMDB change when it is opened.
      if (file.find("lock") != std::string::npos) continue;
      CHECK(bytes == before[file]);
    }
  }
}

TEST_CASE("incognito: what was ephemeral stays until it is forgotten") {
  Session s;
  s.engine->SetIncognito(Incognito::kEphemeral);
  s.Run(kSecretLine, 3);
  s.engine->SetIncognito(Incognito::kOff);
  s.engine->NewPrompt();
  CHECK(Suggests(s, "echo xy", kSecretLine));
  s.engine->suggester().history().DropEphemeral();
  s.engine->NewPrompt();
  CHECK_FALSE(Suggests(s, "echo xy", kSecretLine));
}

// The status of a private line was paired with the line recorded before it:
// `git status` was suggested as after a `git merge` that had failed.
TEST_CASE("incognito: the status of a line that is not kept is nobody else's") {
  auto is_workflow = [](const Suggestion& x) { return x.source == "workflow"; };
  Session failed;
  failed.Run("git merge dev", 1, 1);
  CHECK(std::ranges::any_of(failed.Suggest("", 20), is_workflow));
  Session s;
  s.Run("git merge dev");
  s.Run(" ls", 1, 1);
  const auto suggestions = s.Suggest("", 20);
  REQUIRE(!suggestions.empty());
  CHECK(std::ranges::none_of(suggestions, is_workflow));
}

TEST_CASE("incognito: the setting counts when it changes") {
  Session s;
  auto set = [&](const std::string& mode) {
    s.engine->SetConfig(Config::Load(
        "", [&](std::string_view name) -> std::optional<std::string> {
          if (name == "SYNAPSE_PRIVACY_INCOGNITO") return mode;
          if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "5000";
          return std::nullopt;
        }));
  };
  set("no_send");
  CHECK((s.engine->incognito() == Incognito::kNoSend));
  s.Run(kSecretLine);
  CHECK(s.engine->store().info().event_count == 0);
  set("off");
  CHECK((s.engine->incognito() == Incognito::kOff));
  // A later choice of the user stays while the setting is unchanged.
  s.engine->SetIncognito(Incognito::kEphemeral);
  set("off");
  CHECK((s.engine->incognito() == Incognito::kEphemeral));
  // A wrong value does not switch incognito off.
  set("on");
  CHECK((s.engine->incognito() == Incognito::kNoSend));
  CHECK(s.engine->guard_problem().find("privacy.incognito") !=
        std::string::npos);
}

}  // namespace synapse
