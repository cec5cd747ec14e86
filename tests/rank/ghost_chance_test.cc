#include "rank/ghost_chance.h"

#include <doctest/doctest.h>

#include <optional>

#include "rank/ghost_rule.h"
#include "tests/testing.h"

namespace synapse {
namespace {

Suggestion KnownPlace(const std::string& text, double word, double whole,
                      const char* source) {
  Suggestion s;
  s.text = text;
  s.word_confidence = s.score = word;
  s.confidence = whole;
  s.source = source;
  s.place_is_known = true;
  return s;
}

Config WithSetting(const char* name, const char* value) {
  return Config::Load("", [=](std::string_view asked) {
    return asked == name ? std::optional<std::string>(value) : std::nullopt;
  });
}

}  // namespace

TEST_CASE("ghost chance: the features of a ghost") {
  const Suggestion s = KnownPlace("git add src/main.cc", 0.5, 0.25, "history");
  const GhostFeatures begun = GhostFeaturesOf("git add s", s);
  CHECK(begun[kWordChanceOfGhost] == doctest::Approx(0));
  CHECK(begun[kTextChanceOfGhost] == doctest::Approx(-1.0986));
  CHECK(begun[kNoPartialOfGhost] == 0);
  CHECK(begun[kPartialLengthOfGhost] == 1);
  CHECK(begun[kFirstWordOfGhost] == 0);
  CHECK(begun[kNextLengthOfGhost] == 10);
  CHECK(begun[kHistoryOfGhost] == 1);
  const GhostFeatures behind = GhostFeaturesOf("git", s);
  CHECK(behind[kFirstWordOfGhost] == 1);
  CHECK(behind[kBeginsBlankOfGhost] == 1);
  CHECK(behind[kNextLengthOfGhost] == 4);
  CHECK(GhostFeaturesOf("git ", s)[kNoPartialOfGhost] == 1);
}

// The same word is surer the more of it is typed.
TEST_CASE("ghost chance: a typed letter raises it, a new word lowers it") {
  const Suggestion s = KnownPlace("git checkout main", 0.5, 0.3, "spec");
  double before = GhostChance("git ", s);
  for (const char* buffer : {"git c", "git ch", "git che", "git chec"}) {
    const double chance = GhostChance(buffer, s);
    CHECK(chance > before);
    before = chance;
  }
  CHECK(GhostChance("git checkout", s) < before);
  CHECK(GhostChance("git checkout ", s) < before);
}

TEST_CASE("ghost chance: it must be two in three where files are known") {
  const Config config = Config::Load("", nullptr);
  Suggestion sure = KnownPlace("git status", 0.8, 0.6, "spec");
  CHECK(IsGhost(config, "git sta", sure));
  Suggestion unsure = KnownPlace("git status", 0.3, 0.3, "history");
  unsure.rival = unsure.rival_score = 0.2;
  CHECK_FALSE(IsGhost(config, "git s", unsure));
  unsure.is_usual = true;
  CHECK(IsGhost(config, "git ", unsure));
  unsure.is_usual = false;
  CHECK(IsGhost(WithSetting("SYNAPSE_SUGGEST_MIN_GAIN", "0"), "git s", unsure));
  CHECK(IsGhost(WithSetting("SYNAPSE_SUGGEST_MIN_CHANCE", "0.1"), "git s",
                unsure));
  CHECK_FALSE(
      IsGhost(WithSetting("SYNAPSE_SUGGEST_MIN_CHANCE", "1"), "git sta", sure));
  // A line that has no rival, and one that has.
  Suggestion line = KnownPlace("git status", 0.5, 0.3, "history");
  line.is_line = true;
  CHECK(IsGhost(config, "git s", line));
  line.rival = line.rival_score = 0.3;
  CHECK_FALSE(IsGhost(config, "git s", line));
  // A slash saves no key.
  CHECK_FALSE(IsGhost(config, "cd src",
                      KnownPlace("cd src/", 0.99, 0.99, "filesystem")));
}

// `docker restart w` had the ghost of one of three containers that begin so.
TEST_CASE("ghost chance: one of several equally likely words is no ghost") {
  const Config config = Config::Load("", nullptr);
  Suggestion alone = KnownPlace("docker restart web-1", 0.6, 0.6, "spec");
  CHECK(IsGhost(config, "docker restart w", alone));
  Suggestion first = alone;
  first.rival = first.rival_score = 0.55;
  first.close_rivals = 2;
  CHECK_FALSE(IsGhost(config, "docker restart w", first));
  CHECK(GhostChance("docker restart w", first) <
        GhostChance("docker restart w", alone));
}

TEST_CASE("ghost chance: a rival has another next word") {
  std::vector<Suggestion> list = {
      KnownPlace("cat src/a", 0.5, 0.3, "history"),
      KnownPlace("cat src/a | less", 0.4, 0.3, "history"),
      KnownPlace("cat src/b", 0.2, 0.1, "filesystem"),
      KnownPlace("dog", 0.9, 0.9, "typo")};
  FindRivals("cat ", list);
  CHECK(list[0].rival == 0.2);
  CHECK(list[1].rival == 0.2);
  CHECK(list[2].rival == 0.5);
  CHECK(list[0].rival_score == 0.2);
  CHECK(list[0].close_rivals == 0);
  CHECK(list[2].close_rivals == 2);
}

}  // namespace synapse
