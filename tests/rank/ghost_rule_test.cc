#include "rank/ghost_rule.h"

#include <optional>

#include "tests/testing.h"

namespace synapse {
namespace {

Suggestion Sure(const std::string& text, double confidence) {
  Suggestion s;
  s.text = text;
  s.confidence = s.word_confidence = confidence;
  return s;
}

}  // namespace

TEST_CASE("ghost rule: the keys that it can save decide") {
  const Config config = Config::Load(
      "", [](std::string_view) { return std::optional<std::string>(); });
  // The keys less the one that accepts, times confidence: 7 * 0.3 against 1.8 *
  // 0.7, and 2 * 0.3.
  CHECK(IsGhost(config, "git ", Sure("git checkout", 0.3)));
  CHECK_FALSE(IsGhost(config, "git ", Sure("git add", 0.3)));
  // A long improbable line whose first word is probable.
  Suggestion line = Sure("git commit --amend --no-edit", 0.05);
  CHECK_FALSE(IsGhost(config, "git ", line));
  line.word_confidence = 0.3;
  CHECK(IsGhost(config, "git ", line));
  // A next word that is improbable hides a ghost, however many keys it saves.
  line.confidence = line.word_confidence = 0.04;
  CHECK_FALSE(IsGhost(config, "git ", line));
  // The end of a probable word is a ghost.
  CHECK(IsGhost(config, "git statu", Sure("git status", 0.6)));
  CHECK_FALSE(IsGhost(config, "git statu", Sure("git status", 0.5)));
  // A long text that hardly anybody wants is no ghost either.
  CHECK_FALSE(
      IsGhost(config, "git ", Sure("git " + std::string(900, 'x'), 0.001)));
}

TEST_CASE("ghost rule: an operator alone is no ghost") {
  const Config config = Config::Load(
      "", [](std::string_view) { return std::optional<std::string>(); });
  for (const char* text : {"ls -la |", "ls -la  && ", "ls -la >"}) {
    CHECK_FALSE(IsGhost(config, "ls -la ", Sure(text, 0.9)));
  }
  CHECK(IsGhost(config, "ls -la ", Sure("ls -la | less", 0.9)));
  CHECK(IsGhost(config, "make ", Sure("make &", 0.9)));
}

// `jq '.` had the ghost `'` at each key of the filter.
TEST_CASE("ghost rule: a quote that ends what is typed is no ghost") {
  const Config config = Config::Load(
      "", [](std::string_view) { return std::optional<std::string>(); });
  CHECK_FALSE(IsGhost(config, "jq '.", Sure("jq '.'", 0.9)));
  CHECK_FALSE(IsGhost(config, "grep \"a", Sure("grep \"a\"", 0.9)));
  CHECK(IsGhost(config, "jq '.", Sure("jq '.a'", 0.9)));
  const Config all =
      Config::Load("", [](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_SUGGEST_MIN_GAIN") return "0";
        return std::nullopt;
      });
  CHECK(IsGhost(all, "jq '.", Sure("jq '.'", 0.9)));
}

TEST_CASE("ghost rule: behind an operator only a line that was run") {
  const Config config = Config::Load(
      "", [](std::string_view) { return std::optional<std::string>(); });
  Suggestion next = Sure("make test & make all", 0.4);
  CHECK_FALSE(IsGhost(config, "make test & ", next));
  CHECK(IsGhost(config, "make test & m", next));
  CHECK(IsGhost(config, "make test & ", Sure("make test & make all", 0.6)));
  next.is_line = true;
  CHECK(IsGhost(config, "make test & ", next));
}

TEST_CASE(
    "ghost rule: on an empty line it must be sure, harmless and one row") {
  const Config config = Config::Load(
      "", [](std::string_view) { return std::optional<std::string>(); });
  CHECK(IsGhost(config, "", Sure("make test", 0.2)));
  CHECK_FALSE(IsGhost(config, "", Sure("make test", 0.19)));
  CHECK_FALSE(IsGhost(config, " ", Sure(" make test", 0.19)));
  CHECK_FALSE(IsGhost(config, "", Sure("cat <<E\none\nE", 0.9)));
  Suggestion destructive = Sure("rm -rf build", 0.9);
  destructive.risk = {RiskLevel::kDestructive, "removes files"};
  CHECK_FALSE(IsGhost(config, "", destructive));
  CHECK(IsGhost(config, "rm", destructive));
}

}  // namespace synapse
