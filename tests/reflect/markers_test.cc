#include "reflect/markers.h"

#include <algorithm>

#include "tests/testing.h"

namespace synapse {
namespace {

TranscriptEvent Turn(const std::string& text, const std::string& id = "") {
  TranscriptEvent e;
  e.kind = TranscriptKind::kUserTurn;
  e.session = "s";
  e.id = id;
  e.at_ms = 1700000000123;
  e.text = text;
  return e;
}
TranscriptEvent Answer(const std::string& text) {
  TranscriptEvent e = Turn(text);
  e.kind = TranscriptKind::kAssistantTurn;
  return e;
}
TranscriptEvent Call(const std::string& tool, bool failed,
                     const std::string& error = "") {
  TranscriptEvent e;
  e.kind = TranscriptKind::kTool;
  e.session = "p-42";
  e.tool = tool;
  e.offset = 77;
  e.failed = failed;
  e.error = error;
  return e;
}

std::vector<Fact> Reflected(const std::vector<TranscriptEvent>& events) {
  TurnReflector reflector("/t.jsonl");
  for (const auto& event : events) reflector.Add(event);
  return reflector.Finish();
}
bool Has(const std::vector<Fact>& facts, FactCategory category) {
  return std::any_of(facts.begin(), facts.end(),
                     [&](const Fact& f) { return f.category == category; });
}

}  // namespace

TEST_CASE("markers: corrections") {
  const auto facts = Reflected(
      {Turn("Add a REST endpoint"), Answer("I'll add a GraphQL mutation"),
       Turn("No, not GraphQL. I said REST endpoint.")});
  REQUIRE(Has(facts, FactCategory::kCorrection));
  CHECK(facts[0].fact ==
        "User correction: No, not GraphQL. I said REST endpoint. "
        "(following: Add a REST endpoint)");
  CHECK(facts[0].confidence == FactConfidence::kHigh);
}

TEST_CASE("markers: preferences, and praise") {
  auto facts =
      Reflected({Turn("I prefer using snake_case for all function names.")});
  REQUIRE(Has(facts, FactCategory::kPreference));
  facts = Reflected({Turn("Perfect! go on")});
  REQUIRE(Has(facts, FactCategory::kPreference));
  CHECK(facts[0].recommendation == "Continue this approach.");
}

TEST_CASE("markers: friction") {
  auto facts = Reflected({Turn("As I mentioned, use PostgreSQL not SQLite.")});
  REQUIRE(Has(facts, FactCategory::kFriction));
  CHECK(facts[0].confidence == FactConfidence::kMedium);
  facts = Reflected({Turn("the build is broken again")});
  REQUIRE(Has(facts, FactCategory::kFriction));
  CHECK(facts[0].confidence == FactConfidence::kLow);
}

TEST_CASE("markers: normal conversation says nothing") {
  CHECK(Reflected({Turn("What's the weather like?"),
                   Answer("No, I can't check the weather again.")})
            .empty());
}

TEST_CASE("markers: every finding has a reference") {
  auto facts = Reflected({Turn("first", "u-1"), Turn("no, use tabs", "u-2")});
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].traces == std::vector<std::string>{"conv:u-2", "conv:u-1"});
  facts = Reflected({Turn("I prefer tabs")});
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].traces == std::vector<std::string>{"conv:user@1700000000123"});
  CHECK(facts[0].source == "/t.jsonl");
}

TEST_CASE("markers: false alarms") {
  for (const char* turn :
       {"there is no, or hardly any, cost in that",
        "is the casino, which we open next week, in the list?",
        "look at src/again.ts and test/revert_test.go",
        "how does git revert work?", "what speaks against it?",
        "> No, that's wrong\nwhat does he mean by this?",
        "what does `revert` do here?",
        "```\n// no, always use spaces again\n```\nformat this",
        "it is not perfect but fine", "it isn't perfect", "not that I know",
        "it is not that hard, is it?", "the menu reads perfectly",
        "a reverted commit", "the option --again is missing",
        "see e.g. foo.again"}) {
    CAPTURE(std::string(turn));
    CHECK(Reflected({Turn(turn)}).empty());
  }
  // Text in the middle of a long turn was pasted.
  const std::string pasted(2000, 'x');
  CHECK(Reflected(
            {Turn("summarise:\n" + pasted + "\nno, that's wrong\n" + pasted)})
            .empty());
}

TEST_CASE("markers: what is meant, however it is written") {
  const std::pair<const char*, FactCategory> kTurns[] = {
      {"NO, the other file", FactCategory::kCorrection},
      {"hm. no, the other file", FactCategory::kCorrection},
      {"that\u2019s not what I asked for", FactCategory::kCorrection},
      {"Not that one", FactCategory::kCorrection},
      {"please revert.", FactCategory::kCorrection},
      {"I meant the server", FactCategory::kCorrection},
      {"from now on run the tests first", FactCategory::kPreference},
      {"always use rg", FactCategory::kPreference},
      {"Perfect.", FactCategory::kPreference},
      // Blanks after a newline caused an endless loop.
      {"so:\n  no, the other file", FactCategory::kCorrection},
      {"like i said: port 80", FactCategory::kFriction},
      {"it fails again!", FactCategory::kFriction},
  };
  for (const auto& one : kTurns) {
    const std::string turn = one.first;
    CAPTURE(turn);
    CHECK(Has(Reflected({Turn(turn)}), one.second));
  }
}

TEST_CASE("markers: recommendations") {
  CHECK(RecommendationOf("No. Instead, write it in Go. It is faster.") ==
        "Instead, write it in Go");
  CHECK(RecommendationOf("no, use cmd/main.go") == "use cmd/main.go");
  CHECK(RecommendationOf("wrong, because of that") ==
        "Apply the user's correction.");
  CHECK(RecommendationOf("please\tdo\n\x1b[31m it").find('\n') ==
        std::string::npos);
}

TEST_CASE(
    "markers: failed calls of a failed trajectory keep their references") {
  auto facts = Reflected(
      {Call("search", false), Call("write_file", true, "permission denied")});
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].category == FactCategory::kAntiPattern);
  CHECK(facts[0].traces ==
        std::vector<std::string>{"trajectory:p-42:event:77"});
  CHECK(facts[0].fact == "Tool write_file failed: permission denied");
}

TEST_CASE("markers: a trajectory that ends well says nothing") {
  CHECK(Reflected({Call("write_file", true, "x"), Call("write_file", false)})
            .empty());
  // The user says that it ended badly.
  const auto facts =
      Reflected({Turn("go", "a"), Call("write_file", true, "x"),
                 Call("write_file", false), Turn("that's wrong", "b")});
  CHECK(Has(facts, FactCategory::kAntiPattern));
}

TEST_CASE("markers: one file brings no more than so many findings") {
  std::vector<TranscriptEvent> turns(1000, Turn("no, wrong approach"));
  CHECK(Reflected(turns).size() == TurnReflector::kMaxFacts);
}

}  // namespace synapse
