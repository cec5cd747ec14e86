// Findings of `synapse reflect` over a store: found, kept and printed.
#include "reflect/reflection.h"

#include <rapidjson/document.h>

#include "tests/command/command_testing.h"

namespace synapse::testing {
namespace {

constexpr int64_t kDayMs = 86'400'000;

std::vector<Fact> Kept(Session& s) {
  std::vector<Fact> out;
  s.engine->store().facts().Visit([&](const Fact& fact) {
    out.push_back(fact);
    return true;
  });
  return out;
}

void Mistype(Session& s, int times) {
  for (int i = 0; i < times; ++i) {
    s.Run("git psuh", 1, 1);
    s.Run("git push");
    s.Run("ls");
  }
}

}  // namespace

TEST_CASE("reflect: a page, and the events behind it") {
  Session s;
  Mistype(s, 3);
  const Outcome page = RunCommand(s, "reflect", {});
  CHECK(page.status == 0);
  CHECK(page.out.find("9 commands, 1 finding: 1 correction\n") !=
        std::string::npos);
  CHECK(page.out.find("1  `psuh` failed, and `push` succeeded in its place, "
                      "3 times.\n       Use `push`.\n") != std::string::npos);
  CHECK(page.out.find("event:8  event:7  event:5") != std::string::npos);
  const Outcome shown = RunCommand(s, "reflect", {"show", "event:7"});
  CHECK(shown.out.find(R"("cmd":"git psuh")") != std::string::npos);
  CHECK(shown.out.find(R"("exit":1)") != std::string::npos);
  CHECK(RunCommand(s, "reflect", {"show", "event:999"}).status == 1);
  CHECK(RunCommand(s, "reflect", {"show", "conv:nobody"}).status == 1);
}

TEST_CASE("reflect: as JSON, with provenance") {
  Session s;
  for (int i = 0; i < 3; ++i) s.Run("make deploy", 1, 2);
  const Outcome page = RunCommand(s, "reflect", {"--format", "json"});
  rapidjson::Document d;
  d.Parse(page.out.c_str());
  REQUIRE(d.IsObject());
  REQUIRE(d["insights"].Size() == 1);
  const auto& insight = d["insights"][0];
  CHECK(std::string(insight["category"].GetString()) == "anti_pattern");
  CHECK(insight["exit"].GetInt() == 2);
  CHECK(insight["provenance"].Size() == 4);
  CHECK(std::string(insight["provenance"][1]["source"].GetString()) == "trace");
  CHECK(std::string(insight["provenance"][1]["reference"].GetString()) ==
        "event:3");
}

TEST_CASE("reflect: usage, help and what did not hold are counted") {
  Session s;
  s.Run("make tests", 1, 2);
  s.Run("make test");
  s.Run("ls");
  s.Run("make tests", 1, 2);
  s.Run("make test");
  REQUIRE(RunCommand(s, "reflect", {}).status == 0);
  // A corrected word is no line; a corrected suggestion is one.
  FeedbackRecord f;
  f.action = FeedbackAction::kEdited;
  f.at_ms = s.now_ms;
  f.suggestion = "git push origin main";
  f.executed = "git push origin dev";
  REQUIRE(s.engine->store().log().AppendRecords({f, f}).ok());
  REQUIRE(RunCommand(s, "reflect", {}).status == 0);
  s.now_ms += 10'000;
  s.Run("git push origin dev", 2);
  s.Run("git push origin main");
  REQUIRE(RunCommand(s, "reflect", {}).status == 0);
  const auto facts = Kept(s);
  REQUIRE(facts.size() == 2);
  const Fact& fact = facts[0].replacement == f.executed ? facts[0] : facts[1];
  CHECK(fact.usage == 3);
  CHECK(fact.helpful == 2);
  CHECK(fact.outdated == 1);
}

TEST_CASE("reflect: what does not hold any more goes, or is reported") {
  Session s;
  for (int i = 0; i < 3; ++i) s.Run("make deploy", 1, 2);
  REQUIRE(RunCommand(s, "reflect", {}).status == 0);
  REQUIRE(Kept(s).size() == 1);
  CHECK(RunCommand(s, "reflect", {"outdated", "1"}).status == 0);
  CHECK(Kept(s)[0].outdated_reports() == 1);
  REQUIRE(RunCommand(s, "reflect", {}).status == 0);
  CHECK(Kept(s)[0].outdated_reports() == 1);
  CHECK(RunCommand(s, "reflect", {"outdated", "2"}).status == 1);
  s.Run("make deploy");
  REQUIRE(RunCommand(s, "reflect", {}).status == 0);
  CHECK(Kept(s).empty());
}

TEST_CASE(
    "reflect: a fact outlives a page that does not show it, for a while") {
  Session s;
  Mistype(s, 2);
  REQUIRE(RunCommand(s, "reflect", {}).status == 0);
  s.now_ms += 10 * kDayMs;
  CHECK(RunCommand(s, "reflect", {"--since", "1d"}).out.find("0 findings") !=
        std::string::npos);
  CHECK(Kept(s).size() == 1);
  s.now_ms += 100 * kDayMs;
  REQUIRE(RunCommand(s, "reflect", {"--since", "1d"}).status == 0);
  CHECK(Kept(s).empty());
}

TEST_CASE("reflect: what is forgotten is in no fact") {
  Session s;
  Mistype(s, 3);
  for (int i = 0; i < 3; ++i) s.Run("make zebra", 1, 2);
  REQUIRE(RunCommand(s, "reflect", {}).status == 0);
  CHECK(Kept(s).size() == 2);
  REQUIRE(RunCommand(s, "history", {"forget", "zebra"}).status == 0);
  CHECK(Kept(s).size() == 1);
  for (const auto& file : s.FileBytes("store")) {
    CAPTURE(file.first);
    CHECK(file.second.find("zebra") == std::string::npos);
  }
}

TEST_CASE("reflect: nothing is written while incognito") {
  Session s;
  Mistype(s, 3);
  s.engine->SetIncognito(Incognito::kEphemeral);
  CHECK(RunCommand(s, "reflect", {}).out.find("1 finding") !=
        std::string::npos);
  CHECK(Kept(s).empty());
}

TEST_CASE("reflect: an alias for what is typed again and again") {
  Session s;
  for (int i = 0; i < 8; ++i) s.Run("docker compose up -d --build");
  CHECK(RunCommand(s, "reflect", {"--alias", "1"}).out ==
        "alias dcu='docker compose up -d --build'\n");
  CHECK(RunCommand(s, "reflect", {"--alias", "2"}).status == 1);
  CHECK(RunCommand(s, "reflect", {"--alias", "x"}).status == 1);
  // No alias hides a destructive command.
  Session risky;
  for (int i = 0; i < 8; ++i) risky.Run("rm -rf build/generated/everything");
  CHECK(RunCommand(risky, "reflect", {"--alias", "1"}).status == 1);
  CHECK(RunCommand(risky, "reflect", {}).out.find("It is destructive") !=
        std::string::npos);
}

TEST_CASE("reflect: what is not understood") {
  Session s;
  CheckUsage(RunCommand(s, "reflect", {"--since", "soon"}));
  CheckUsage(RunCommand(s, "reflect", {"everything"}));
  CheckUsage(RunCommand(s, "reflect", {"show"}));
  CHECK(RunCommand(s, "reflect", {"prompt", s.tree.Path("none")}).status == 1);
  CHECK(RunCommand(s, "reflect", {"take", s.tree.Path("none")}).status == 1);
}

TEST_CASE("reflect: an answer of a model is taken in") {
  Session s;
  const std::string path = s.tree.Write(
      "answer", R"({"insights":[{"fact":"Uses tabs","recommendation":)"
                R"("Use tabs","category":"preference"}]})");
  CHECK(RunCommand(s, "reflect", {"take", path}).out == "1 insights added\n");
  CHECK(RunCommand(s, "reflect", {}).out.find("Uses tabs") !=
        std::string::npos);
}

}  // namespace synapse::testing
