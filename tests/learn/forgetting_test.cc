// Lines are hidden at once, and removed for good in the background.
#include "learn/forgetting.h"

#include "base/child.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::FilesWith;
using testing::Session;

constexpr const char* kSecret = "frob --key hunter2horse now";

bool Offers(Session& s, const std::string& text) {
  for (const char* typed : {"", "fr", "frob ", "frob --key ", "frob --key h"}) {
    for (const Suggestion& offered : s.Suggest(typed, 50)) {
      if (offered.text.find(text) != std::string::npos) return true;
    }
  }
  return false;
}

// Hides the line, in a session that knows similar lines.
void HideIn(Session& s) {
  s.Run("frob --verbose", 2);
  s.Run("frob --key common now", 2);
  s.Run("ls");
  s.Run(kSecret, 3);
  s.engine->NewPrompt();
  REQUIRE(Offers(s, "hunter2"));
  REQUIRE(s.engine->Hide(kSecret, s.now_ms + 500).ok());
}

}  // namespace

TEST_CASE("forgetting: a hidden line is offered no more, nor are its words") {
  for (bool persistent : {true, false}) {
    INFO("persistent: " << persistent);
    Session s(persistent);
    HideIn(s);
    CHECK_FALSE(Offers(s, "hunter2"));
    CHECK(Offers(s, "frob --key common now"));
    CHECK(Offers(s, "frob --verbose"));
    s.engine->NewPrompt();
    CHECK_FALSE(Offers(s, "hunter2"));
    // A line that runs again is known again.
    s.Run(kSecret);
    s.engine->NewPrompt();
    CHECK(Offers(s, kSecret));
  }
}

TEST_CASE("forgetting: another shell does not offer a hidden line") {
  Session s, other(false);
  s.Run("ls");
  other.engine = std::make_unique<Engine>(s.engine->options());
  HideIn(s);
  other.engine->NewPrompt();
  CHECK_FALSE(Offers(other, "hunter2"));
  CHECK(Offers(other, "frob --key common now"));
}

TEST_CASE("forgetting: when it is finished no byte is left") {
  for (bool persistent : {true, false}) {
    INFO("persistent: " << persistent);
    Session s(persistent);
    HideIn(s);
    if (persistent) {
      CHECK(FilesWith(s.tree.Path("store"), "hunter2").size() == 2);
      // The shell ends here; only the log knows of the forgotten line.
      auto options = s.engine->options();
      s.engine = std::make_unique<Engine>(std::move(options));
      CHECK(s.engine->store().forgotten().HasLeft());
    }
    CHECK(s.engine->FinishForgetting().ok());
    CHECK_FALSE(s.engine->store().forgotten().HasLeft());
    if (persistent) {
      CHECK(FilesWith(s.tree.Path("store"), "hunter2").empty());
    }
    s.engine->NewPrompt();
    CHECK_FALSE(Offers(s, "hunter2"));
    CHECK(Offers(s, "frob --key common now"));
    CHECK(s.engine->store().info().event_count == 5);
    CHECK(s.engine->store().forgotten().Contains(kSecret));
  }
}

TEST_CASE("forgetting: a shell works on while another process finishes it") {
  Session s;
  HideIn(s);
  auto options = s.engine->options();
  REQUIRE(RunDetached([&] {
    Engine own(options);
    (void)own.FinishForgetting();
  }));
  // The files are replaced under the shell: it continues, and sees the end.
  for (int i = 0; i < 20000 && s.engine->store().forgotten().HasLeft(); ++i) {
    Run run;
    run.session = "s1";
    run.cwd = s.cwd;
    run.command = "meanwhile " + std::to_string(i);
    run.start_ms = s.now_ms += 1000;
    CHECK(s.engine->Record(run).ok());
    s.engine->NewPrompt();
    CHECK_FALSE(Offers(s, "hunter2"));
  }
  CHECK_FALSE(s.engine->store().forgotten().HasLeft());
  s.engine->CatchUpFully();
  CHECK(FilesWith(s.tree.Path("store"), "hunter2").empty());
  CHECK(Offers(s, "frob --key common now"));
  CHECK(s.First("meanw").starts_with("meanwhile "));
}

}  // namespace synapse
