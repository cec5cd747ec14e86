#include "reflect/reflection_prompt.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("reflection prompt: the turns, and what to look for") {
  TranscriptEvent user, assistant, call;
  user.kind = TranscriptKind::kUserTurn;
  user.text = "Add a REST endpoint";
  assistant.kind = TranscriptKind::kAssistantTurn;
  assistant.text = "Done";
  call.text = "make";
  const std::string prompt = ReflectionPrompt({user, call, assistant});
  CHECK(prompt.find("## Conversation\nuser: Add a REST endpoint\n"
                    "assistant: Done\n") != std::string::npos);
  CHECK(prompt.find("make") == std::string::npos);
  CHECK(prompt.find("\"insights\"") != std::string::npos);
  // A long session is cut to its end.
  std::vector<TranscriptEvent> turns(100, user);
  turns.push_back(assistant);
  const std::string cut = ReflectionPrompt(turns, 100);
  CHECK(cut.find("assistant: Done") != std::string::npos);
  CHECK(cut.size() < 1200);
}

TEST_CASE("reflection prompt: an answer in a fence") {
  const auto facts = ParseReflection(
      "```json\n"
      R"({"insights": [{"fact": "User prefers Rust", "recommendation": "Use Rust", "category": "preference", "confidence": "high", "tags": ["language"], "trace_refs": ["conv:1"]}]})"
      "\n```");
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].category == FactCategory::kPreference);
  CHECK(facts[0].confidence == FactConfidence::kHigh);
  CHECK(facts[0].tags == std::vector<std::string>{"language"});
  CHECK(facts[0].traces == std::vector<std::string>{"conv:1"});
}

TEST_CASE("reflection prompt: what is missing or wrong in an answer") {
  CHECK(ParseReflection("").empty());
  CHECK(ParseReflection("I cannot do that {").empty());
  CHECK(ParseReflection(R"({"insights": 7})").empty());
  CHECK(ParseReflection(R"({"insights": [7, {}, {"fact": "x"}]})").empty());
  const auto facts = ParseReflection(
      R"(So: {"insights": [{"fact": "x }", "recommendation": "y", "category": "z", "tags": [1, "a"]}]} Bye {)");
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].category == FactCategory::kCorrection);
  CHECK(facts[0].confidence == FactConfidence::kMedium);
  CHECK(facts[0].tags == std::vector<std::string>{"a"});
  CHECK(ParseReflection(std::string(100'000, '{')).empty());
}

}  // namespace synapse
