// Lines with a secret, which history.secrets = redact keeps without it.
#include "tests/command/command_testing.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::FilesWith;
using testing::Session;

// The parts of the line that are not in the redacted one.
std::vector<std::string> SecretsOf(const testing::Case& c) {
  std::vector<std::string> out;
  size_t in_line = 0, at = 0;
  while (true) {
    size_t mark = c.expected.find(kRedacted, at);
    std::string kept = c.expected.substr(at, mark - at);
    // A quote after a mark may be from the redaction.
    if (at > 0 && !kept.empty() && c.line.find(kept, in_line) == c.line.npos) {
      kept.erase(0, 1);
    }
    size_t next = kept.empty() && mark == c.expected.npos
                      ? c.line.size()
                      : c.line.find(kept, in_line);
    REQUIRE(next != c.line.npos);
    if (at > 0) out.push_back(c.line.substr(in_line, next - in_line));
    in_line = next + kept.size();
    if (mark == c.expected.npos) return out;
    at = mark + kRedacted.size();
  }
}

void SetTo(Session& s, const std::string& secrets) {
  s.engine->SetConfig(Config::Load(
      "", [&](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "5000";
        if (name == "SYNAPSE_HISTORY_SECRETS") return secrets;
        return std::nullopt;
      }));
}

bool OffersMark(Session& s) {
  for (const char* typed :
       {"", "c", "curl ", "curl -u", "curl -u bob:", "ls ", "frob ", "echo "}) {
    for (const Suggestion& offered : s.Suggest(typed, 50)) {
      if (IsRedacted(offered.text)) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("secrets: redacted, no byte of one is in the store") {
  for (const int64_t slow_commit_us : {1'000'000'000, 0}) {
    INFO("slow_commit_us: ", slow_commit_us);
    Session s(true, slow_commit_us);
    SetTo(s, "redact");
    auto cases = testing::ReadCases("redactions.txt");
    size_t redacted = 0;
    for (const auto& c : cases) {
      s.Run(c.line);
      for (auto action :
           {FeedbackAction::kAccepted, FeedbackAction::kIgnored}) {
        (void)s.Suggest(c.line);
        REQUIRE(s.engine->Feedback(action, c.line + " ", c.line).ok());
        REQUIRE(s.engine->Feedback(action, "ls", c.line).ok());
      }
      s.engine->NewPrompt();
      redacted += IsRedacted(c.expected);
    }
    CHECK(s.engine->tallies().redacted == redacted);
    size_t kept = 0;
    s.engine->CatchUpFully();
    s.engine->store().log().Visit(1, [&](uint64_t, const Event& e) {
      kept += IsRedacted(e.command);
      return true;
    });
    CHECK(kept == redacted);
    s.engine.reset();
    for (const auto& c : cases) {
      if (c.expected == "not kept") continue;
      for (const std::string& secret : SecretsOf(c)) {
        INFO(c.line << ": " << secret);
        CHECK(FilesWith(s.tree.Path("store"), secret).empty());
      }
    }
  }
}

TEST_CASE("secrets: what was on show is in no record of feedback") {
  const std::string line = "curl -u bob:hunter22 https://x";
  Session s;
  s.Run("ls");
  (void)s.Suggest("curl -u bob:hunter22");
  for (auto action : {FeedbackAction::kAccepted, FeedbackAction::kDismissed}) {
    REQUIRE(s.engine->Feedback(action, line, line).ok());
  }
  CHECK(s.engine->store().log().last_feedback() == 0);
  s.engine.reset();
  CHECK(FilesWith(s.tree.Path("store"), "hunter22").empty());
}

TEST_CASE("secrets: a redacted line is in the history and is never suggested") {
  for (bool persistent : {true, false}) {
    INFO("persistent: " << persistent);
    Session s(persistent);
    SetTo(s, "redact");
    for (int i = 0; i < 3; ++i) {
      s.Run("curl -u bob:hunter22 https://x");
      s.Run("ls -l " + std::string("https://x"));
      s.Run("sshpass -p hunter22 ssh web");
      s.Run("echo web");
      s.engine->NewPrompt();
      CHECK_FALSE(OffersMark(s));
    }
    s.Run("curl -u bob:hunter22 https://x");
    CHECK_FALSE(OffersMark(s));
    size_t kept = 0;
    s.engine->store().log().Visit(1, [&](uint64_t, const Event& e) {
      kept += e.command == "curl -u bob:${REDACTED} https://x";
      return true;
    });
    CHECK(kept == 4);
    // In incognito (in memory only) the line is not offered either.
    s.engine->SetIncognito(Incognito::kEphemeral);
    s.Run("curl -u eve:hunter22 https://y");
    CHECK_FALSE(OffersMark(s));
  }
}

TEST_CASE("secrets: an import redacts likewise, and knows the lines again") {
  // Lines without times are recognized by their number.
  for (const char* lines :
       {": 1600000000:0;ls\n: 1600000001:0;curl -u bob:hunter22 https://x\n",
        "ls\ncurl -u bob:hunter22 https://x\n"}) {
    Session s;
    SetTo(s, "redact");
    std::string file = s.tree.Write("history", lines);
    CHECK(testing::RunCommand(s, "history", {"import", file}).out ==
          "2 imported, 0 already present, 0 skipped as private, 1 with "
          "their secret removed\n");
    CHECK(testing::RunCommand(s, "history", {"import", file}).out ==
          "0 imported, 2 already present, 0 skipped as private, 1 with "
          "their secret removed\n");
    CHECK_FALSE(OffersMark(s));
    s.engine.reset();
    CHECK(FilesWith(s.tree.Path("store"), "hunter22").empty());
  }
}

TEST_CASE("secrets: doctor counts what was kept, redacted and left out") {
  Session s;
  SetTo(s, "redact");
  s.Run("ls");
  s.Run("curl -u bob:hunter22 https://x");
  s.Run(" ls");
  std::string doctor = testing::RunCommand(s, "doctor", {}).out;
  CHECK(doctor.find(
            "recorded       2 lines in this session, 1 of them redacted\n") !=
        doctor.npos);
  CHECK(doctor.find("not recorded   1 lines in this session, 1: begins with a "
                    "blank\n") != doctor.npos);
}

}  // namespace synapse
