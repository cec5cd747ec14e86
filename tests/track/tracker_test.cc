#include "track/tracker.h"

#include "tests/testing.h"

namespace synapse {
namespace {

std::vector<OfferedText> Texts(const std::vector<std::string>& texts) {
  std::vector<OfferedText> out;
  for (const std::string& text : texts) out.push_back({text, "history", 0.5});
  return out;
}

// One prompt, with a list on show one second after 1970.
struct Prompt {
  Tracker tracker;
  int64_t now_ms = 1000;

  void Offer(const std::vector<std::string>& texts,
             const std::string& buffer = "") {
    tracker.Offered({buffer, Texts(texts), now_ms, 500});
    tracker.Viewed(0, now_ms);
  }
  std::optional<SuggestionRecord> Submit(const std::string& line,
                                         const std::string& shown = "") {
    tracker.Submitted(line, shown, now_ms);
    return tracker.Take();
  }
};

}  // namespace

TEST_CASE("tracker: how a line relates to what was suggested") {
  const auto list = Texts({"git status", "git stash", "git"});
  struct {
    const char* actual;
    MatchType match;
    std::optional<size_t> index;
  } const cases[] = {
      {"git status", MatchType::kExact, 0},
      {"git stash", MatchType::kExact, 1},
      // The index is the first related suggestion in the order of the list.
      {"git", MatchType::kPrefix, 0},
      {"git st", MatchType::kPrefix, 0},
      {"git stas", MatchType::kPrefix, 1},
      {"git status -s", MatchType::kPartial, 0},
      // A first word alone says nothing about the line.
      {"git push", MatchType::kNone, std::nullopt},
      {"ls", MatchType::kNone, std::nullopt},
  };
  for (const auto& c : cases) {
    CAPTURE(c.actual);
    const auto [match, index] = ClassifyMatch(c.actual, list);
    CHECK(match == c.match);
    CHECK(index == c.index);
  }
}

TEST_CASE("tracker: a list that is cycled through and taken") {
  Prompt p;
  p.Offer({"make", "make test", "make all"}, "ma");
  for (size_t index : {1, 2, 1, 0}) {
    p.now_ms += 100;
    p.tracker.Cycled(index, p.now_ms);
  }
  p.tracker.Taken(0, "git");
  CHECK(p.tracker.TypedFor("make") == "git");
  p.tracker.Taken(0, "git p");  // the rest of the text
  CHECK(p.tracker.TypedFor("make") == "git");
  CHECK_FALSE(p.tracker.TypedFor("make test"));
  CHECK(p.tracker.SourceOf("make test") == "history");
  CHECK(p.tracker.SourceOf("ls").empty());
  p.now_ms += 100;
  const auto r = p.Submit("make", "");
  REQUIRE(r);
  CHECK(r->viewed_indices == std::vector<uint8_t>{0, 1, 2, 1, 0});
  CHECK(r->cycle_count == 4);
  CHECK(r->buffer == "ma");
  CHECK(r->match_type == MatchType::kExact);
  CHECK(r->accepted_index == 0);
  CHECK(r->taken_index == 0);
  CHECK(r->displayed_index_at_submit == 0);
  CHECK(r->time_to_action_ms == doctest::Approx(499.5));
  CHECK(r->trigger_command == -1);
  CHECK(r->result_command == 0);
  CHECK(r->dwell_ms.empty());
  CHECK(r->typed.empty());
  CHECK_FALSE(p.tracker.Take());
}

TEST_CASE("tracker: lines that leave no record") {
  for (const char* line : {"", "  ", ":", ": a note", "  :x"}) {
    CAPTURE(line);
    Prompt p;
    p.Offer({"ls"});
    CHECK_FALSE(p.Submit(line, "ls"));
  }
  Prompt nothing_shown;
  CHECK_FALSE(nothing_shown.Submit("ls"));
  Prompt cancelled;
  cancelled.Offer({"ls"});
  cancelled.tracker.Cancelled();
  CHECK_FALSE(cancelled.Submit("ls"));
}

TEST_CASE("tracker: what is typed so that nothing fits leaves the list") {
  Prompt p;
  p.Offer({"git status"});
  p.tracker.Offered({"git x", {}, p.now_ms, 0});
  const auto r = p.Submit("git xyz");
  REQUIRE(r);
  CHECK(r->suggestions.size() == 1);
  CHECK(r->match_type == MatchType::kNone);
  CHECK_FALSE(r->accepted_index);
  CHECK(r->displayed_index_at_submit == -1);
}

TEST_CASE("tracker: a later list takes the place of one that was only seen") {
  Prompt p;
  p.Offer({"git status", "git stash"});
  p.tracker.Cycled(1, p.now_ms);
  p.now_ms += 50;
  p.Offer({"git log"}, "git l");
  const auto r = p.Submit("git log", "git log");
  REQUIRE(r);
  CHECK(r->suggestions[0].text == "git log");
  CHECK(r->cycle_count == 0);
  CHECK(r->viewed_indices == std::vector<uint8_t>{0});
  CHECK(r->fetch_start_ms == 1050);
}

TEST_CASE("tracker: the list stays of which something was taken") {
  Prompt p;
  p.Offer({"git log", "git pull"}, "git ");
  p.tracker.Taken(0, "git");
  p.Offer({"git log --oneline"}, "git log ");
  SUBCASE("and no more") {
    const auto r = p.Submit("git log -3", "");
    REQUIRE(r);
    CHECK(r->suggestions.size() == 2);
    CHECK(r->match_type == MatchType::kPartial);
    CHECK(r->taken_index == 0);
  }
  SUBCASE("unless more is taken from the next") {
    p.tracker.Taken(0, "git");
    const auto r = p.Submit("git log --oneline");
    REQUIRE(r);
    CHECK(r->suggestions.size() == 1);
    CHECK(r->match_type == MatchType::kExact);
  }
}

TEST_CASE("tracker: one line's record does not become another's") {
  Prompt p;
  p.Offer({"ls"});
  p.tracker.Submitted("ls", "ls", p.now_ms);
  p.tracker.Cancelled();  // the next prompt comes, and the line never ran
  CHECK_FALSE(p.tracker.Take());
}

TEST_CASE("tracker: commands are counted, and those kept are context") {
  Prompt p;
  p.tracker.Ran("make", 0);
  p.tracker.Ran("", 0);  // private
  p.tracker.Ran("make test", 2);
  p.Offer({"ls"});
  const auto r = p.Submit("ls");
  REQUIRE(r);
  CHECK(r->trigger_command == 2);
  CHECK(r->result_command == 3);
  REQUIRE(r->context.commands.size() == 2);
  CHECK(r->context.commands[1].input == "make test");
  CHECK(r->context.commands[1].exit == 2);
  for (int i = 0; i < 50; ++i) p.tracker.Ran("c" + std::to_string(i), 0);
  CHECK(p.tracker.commands().size() == Tracker::kMaxCommands);
  CHECK(p.tracker.commands().back().input == "c49");
}

TEST_CASE("tracker: how long each was on show, and what was typed") {
  Prompt p;
  p.tracker.SetDetails({.dwell = true, .typed = true});
  p.tracker.Typed("", p.now_ms);
  p.Offer({"ls", "ls -l"});
  p.now_ms += 300;
  p.tracker.Cycled(1, p.now_ms);
  p.now_ms += 200;
  p.tracker.Typed("l", p.now_ms);
  p.tracker.Typed("l", p.now_ms + 1);  // the same text
  p.now_ms += 500;
  const auto r = p.Submit("ls -l", "ls -l");
  REQUIRE(r);
  CHECK(r->dwell_ms == std::vector<int64_t>{300, 700});
  REQUIRE(r->typed.size() == 2);
  CHECK(r->typed[0].text.empty());
  CHECK(r->typed[1].text == "l");
  CHECK(r->typed[1].at_ms == 500);
}

TEST_CASE("tracker: memory is bounded, whatever is pressed") {
  Prompt p;
  p.tracker.SetDetails({.dwell = true, .typed = true});
  p.Offer({"a", "b"});
  for (int i = 0; i < 10'000; ++i) {
    p.tracker.Cycled(static_cast<size_t>(i % 2), ++p.now_ms);
    p.tracker.Typed(std::to_string(i), p.now_ms);
  }
  const auto r = p.Submit("a");
  REQUIRE(r);
  CHECK(r->cycle_count == 10'000);
  CHECK(r->viewed_indices.size() == Tracker::kMaxViewed);
  CHECK(r->dwell_ms.size() == Tracker::kMaxViewed);
  CHECK(r->typed.size() == Tracker::kMaxTyped);
}

TEST_CASE("tracker: from the list below the line") {
  Prompt p;
  p.Offer({"git status", "git stash"}, "git ");
  p.tracker.Chosen({"git ", {}, p.now_ms, 0}, "git stash");
  auto r = p.Submit("git stash");
  REQUIRE(r);
  CHECK(r->taken_index == 1);
  CHECK(r->suggestions.size() == 2);
  p.Offer({"git status"}, "git ");
  p.tracker.Chosen({"git ", {}, p.now_ms, 0}, "git fsck");
  r = p.Submit("git fsck");
  REQUIRE(r);
  CHECK(r->suggestions.size() == 1);
  CHECK(r->match_type == MatchType::kExact);
}

TEST_CASE("tracker: an event keeps what was viewed, and five at the least") {
  SuggestionRecord r;
  for (int i = 0; i < 20; ++i) {
    r.suggestions.push_back({std::to_string(i), "history", 0});
  }
  r.viewed_indices = {0};
  CHECK(SummaryOf(r).suggestions.size() == 5);
  r.viewed_indices = {0, 1, 2, 3, 4, 5, 6, 7};
  r.match_type = MatchType::kPrefix;
  r.accepted_index = 7;
  r.cycle_count = 7;
  r.time_to_action_ms = 12.5;
  const SuggestionSummary summary = SummaryOf(r);
  CHECK(summary.suggestions.size() == 8);
  CHECK(summary.accepted_index == 7);
  CHECK(summary.match_type == MatchType::kPrefix);
  CHECK(summary.cycle_count == 7);
  CHECK(summary.time_to_action_ms == 12.5);
}

}  // namespace synapse
