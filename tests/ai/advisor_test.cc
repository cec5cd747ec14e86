// Answers to a key: an explanation, and the correction of a failed line.
#include "ai/advisor.h"

#include "prompt/ghost.h"
#include "tests/ai/asker.h"

namespace synapse {
namespace {

using testing::Asker;
using testing::OfCommand;
using testing::Settings;

const std::string kNone;

AiLine At(Asker& a, const std::string& line) {
  return {line, line.size(), a.s.cwd};
}

std::string NoteOf(Asker& a) {
  std::string note;
  (void)a.WaitFor([&] {
    note = a.s.engine->ai().desk().TakeNote();
    return !note.empty();
  });
  return note;
}

constexpr const char* kAsked = "the language model is asked";

}  // namespace

TEST_CASE("advisor: a line is explained, and what is said is cleaned and cut") {
  Asker a(
      OfCommand("cat >/dev/null; printf 'Lists \\033[2Jfiles.\\n\\n```\\n'; "
                "seq 100"));
  const std::string line = "ls -la";
  CHECK(a.s.engine->ai().Explain(At(a, line)) == kAsked);
  // The redraw after that key asks nothing else.
  a.Consider(line);
  const std::string note = NoteOf(a);
  CHECK(note.find("Lists") == 0);
  CHECK(note.find('\033') == std::string::npos);
  CHECK(std::count(note.begin(), note.end(), '\n') ==
        int{AiDesk::kExplainedLines} - 1);
  CHECK(a.s.engine->ai().desk().TakeNote().empty());
}

TEST_CASE("advisor: another line on show drops the explanation") {
  Asker a(OfCommand("cat >/dev/null; echo Lists files."));
  const std::string line = "ls -la";
  CHECK(a.s.engine->ai().Explain(At(a, line)) == kAsked);
  a.Consider("ls -lah");
  // The engine asks about that line itself: the answer comes, and no note.
  CHECK(a.WaitFor([&] { return a.s.engine->ai().desk().ledger().unsaved(); }));
  CHECK(a.s.engine->ai().desk().TakeNote().empty());
}

TEST_CASE("advisor: why there is no explanation is said") {
  Settings settings = OfCommand("exit 1");
  settings["SYNAPSE_HISTORY_IGNORE"] = "^classified";
  Asker a(settings);
  const std::string secret = "curl -u bob:hunter22 x", hidden = "classified x",
                    blank = " ls", line = "ls -la", empty = "  ";
  Advisor& ai = a.s.engine->ai();
  CHECK(ai.Explain(At(a, empty)) == "no explanation: the line is empty");
  for (const std::string* one : {&secret, &hidden, &blank}) {
    INFO(*one);
    CHECK(ai.Explain(At(a, *one)).find("nothing is sent: ") == 0);
  }
  a.s.engine->SetIncognito(Incognito::kEphemeral);
  CHECK(ai.Explain(At(a, line)) == "nothing is sent: this shell is incognito");
  a.s.engine->SetIncognito(Incognito::kOff);
  CHECK(ai.Explain(At(a, line)) == kAsked);
  CHECK(NoteOf(a) == "no explanation: the command failed");
}

TEST_CASE(
    "advisor: the failed line, put right, is the ghost of the empty line") {
  Asker a(OfCommand("cat >/dev/null; echo git stash push --all"));
  Advisor& ai = a.s.engine->ai();
  CHECK(ai.Fix(At(a, kNone)) == "no correction: the last command did not fail");
  a.s.Run("git stahs push", 1, 1);
  const std::string typed = "g";
  CHECK(ai.Fix(At(a, typed)) == "no correction: the line is not empty");
  CHECK(ai.Fix(At(a, kNone)) == kAsked);
  Ghost ghost(*a.s.engine);
  (void)ghost.Show(a.Request(""));
  CHECK(a.WaitFor([&] { return !ai.desk().FixedLine().empty(); }));
  CHECK(ghost.AskAgain(a.Request("")));
  CHECK(std::string(ghost.suffix()) == "git stash push --all");
  CHECK(ghost.shown()->source == "ai");
  // Typed text keeps the ghost; an accepted one is recorded with its prompt.
  CHECK(std::string(ghost.Show(a.Request("git s"))) == "tash push --all");
  REQUIRE(ai.desk().ExchangeFor("git stash push --all"));
  CHECK(ai.desk().ExchangeFor("git stash push --all")->prompt.version ==
        "fix-1");
  CHECK(ghost.Take(a.Request("git s"), TakeUnit::kAll) == "tash push --all");
  a.s.engine->StopAsking();
  CHECK(ai.desk().FixedLine().empty());
}

TEST_CASE("advisor: what is destructive in a corrected line is marked") {
  Asker a(OfCommand("cat >/dev/null; echo git reset --hard"));
  a.s.Run("git resett --hard", 1, 1);
  (void)a.s.engine->ai().Fix(At(a, kNone));
  CHECK(
      a.WaitFor([&] { return !a.s.engine->ai().desk().FixedLine().empty(); }));
  Ghost ghost(*a.s.engine);
  CHECK(std::string(ghost.Show(a.Request(""))) == "git reset --hard");
  CHECK(ghost.shown()->risk.any());
}

TEST_CASE("advisor: a correction that is none is refused, and that is said") {
  for (const auto& one :
       {std::pair("make nothing", "it is the same line"),
        std::pair("no-such-command x", "a command that is not installed"),
        std::pair("git checkout <branch>", "a placeholder")}) {
    const std::string answer = one.first, why = one.second;
    INFO(answer);
    Asker a(OfCommand("cat >/dev/null; echo '" + answer + "'"));
    a.s.Run("make nothing", 1, 1);
    CHECK(a.s.engine->ai().Fix(At(a, kNone)) == kAsked);
    const std::string note = NoteOf(a);
    CHECK(note.find("no correction: the answer was rejected: ") == 0);
    CHECK(note.find(why) != note.npos);
  }
}

TEST_CASE("advisor: the day's tokens hold for keys too, and that is said") {
  Settings settings = OfCommand("cat >/dev/null; echo x");
  settings["SYNAPSE_AI_DAILY_TOKENS"] = "10";
  Asker a(settings);
  a.s.engine->ai().desk().ledger().Spend(10, a.s.now_ms);
  const std::string line = "ls -la";
  CHECK(a.s.engine->ai().Explain(At(a, line)) == kAsked);
  CHECK(NoteOf(a).find("ai.daily_tokens") != std::string::npos);
}

}  // namespace synapse
