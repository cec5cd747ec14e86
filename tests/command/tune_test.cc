#include "command/tune.h"

#include <cmath>

#include "rank/factors.h"
#include "tests/command/command_testing.h"

namespace synapse {
namespace {

using testing::CheckUsage;
using testing::RunCommand;
using testing::Session;

// The saved keys, of a thousand, as a function of the factors only.
ReplaySums SumsOf(double saved) {
  ReplaySums sums;
  sums.commands = 100;
  sums.characters = 100'000;
  sums.keys_words = 100'000 - static_cast<size_t>(std::lround(saved * 1000));
  return sums;
}
double FactorOf(const FactorWords& factors, const std::string& name) {
  auto at = factors.find(name);
  return at == factors.end() ? 1 : at->second;
}

void Nothing(size_t, size_t) {}

std::vector<Event> EventsOf(const std::vector<std::string>& lines) {
  std::vector<Event> events;
  for (const std::string& line : lines) {
    Event e;
    e.command = line;
    e.cwd = "/nonexistent";
    e.session = "s" + std::to_string(events.size() / 10);
    e.exit = 0;
    e.start_ms =
        1'700'000'000'000 + static_cast<int64_t>(events.size()) * 60'000;
    events.push_back(std::move(e));
  }
  return events;
}

}  // namespace

TEST_CASE("tune: finds what saves most, within bounds, in few replays") {
  const TuningReplay replay = [](const FactorWords& f) {
    // The best value of a is 2, that of b its minimum; c has no effect.
    const double saved =
        50 - 5 * std::fabs(std::log2(FactorOf(f, "a")) - 1) - FactorOf(f, "b");
    return TuningSums{SumsOf(saved), SumsOf(saved)};
  };
  const TuningResult result = Tune({"a", "b", "c"}, replay, Nothing);
  CHECK(FactorText(result.factors) == "a=2,b=0.25");
  CHECK(result.holds());
  CHECK(result.replays < 15);
  const TuningResult again = Tune({"a", "b", "c"}, replay, Nothing);
  CHECK(again.factors == result.factors);
}

TEST_CASE("tune: what only fits the sessions it was found with does not hold") {
  const TuningReplay replay = [](const FactorWords& f) {
    const double a = FactorOf(f, "a");
    return TuningSums{SumsOf(50 + a), SumsOf(50 - a)};
  };
  const TuningResult result = Tune({"a"}, replay, Nothing);
  CHECK(FactorText(result.factors) == "a=4");
  CHECK_FALSE(result.holds());
}

TEST_CASE("tune: nothing is changed for a gain that may be chance") {
  const TuningReplay replay = [](const FactorWords& f) {
    const double saved = 50 + 0.01 * FactorOf(f, "a");
    return TuningSums{SumsOf(saved), SumsOf(saved)};
  };
  const TuningResult result = Tune({"a"}, replay, Nothing);
  CHECK(result.factors.empty());
  CHECK_FALSE(result.holds());
}

TEST_CASE("tune: every name is one that rank.factors knows") {
  std::vector<std::string> words, problems;
  for (const std::string& name : TunableNames()) words.push_back(name + "=2");
  (void)ReadFactors(words, problems);
  CHECK(problems.empty());
  CHECK(words.size() > 20);
}

// One user runs the same commands like a shuffled deck, so that a recent line
// does not come next. Another one repeats the same steps.
TEST_CASE("tune: gains on patterns that differ, and loses on none") {
  Session s;
  CommandInput input;
  input.engine = s.engine.get();
  std::vector<std::string> dealt, steps;
  uint64_t state = 7;
  const std::vector<std::string> common = {"alpha one", "alpha two", "beta one",
                                           "beta two", "gamma one"};
  std::vector<std::string> deck;
  for (int i = 0; i < 320; ++i) {
    if (deck.empty()) deck = common;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const auto card =
        deck.begin() + static_cast<ptrdiff_t>((state >> 33) % deck.size());
    dealt.push_back(*card);
    deck.erase(card);
    steps.push_back(common[static_cast<size_t>(i) % common.size()]);
  }
  const std::vector<std::string> names = {"log_mixture", "log_age"};
  for (const std::vector<std::string>& lines : {dealt, steps}) {
    const std::vector<Event> events = EventsOf(lines);
    // Adaptive weights, and the forests, leave less to tune.
    const TuningReplay replay = ReplayOf(input, events);
    const TuningReplay fixed = [&](FactorWords factors) {
      factors["adapted"] = 0;
      factors["order"] = 0;
      return replay(factors);
    };
    const TuningResult result = Tune(names, fixed, Nothing);
    CHECK(result.before.searched.commands + result.before.held_out.commands ==
          160);
    CHECK(result.before.held_out.commands > 0);
    CHECK(result.after.searched.saveword() >=
          result.before.searched.saveword());
    if (lines == dealt) {
      CHECK(FactorText(result.factors) == "log_age=0.5");
      CHECK(result.holds());
    } else {
      CHECK(result.factors.empty());
    }
  }
}

TEST_CASE("tune: usage, and too little to learn from") {
  Session s;
  CheckUsage(RunCommand(s, "tune", {"now"}));
  CheckUsage(RunCommand(s, "tune", {"--commands", "5"}));
  s.Run("ls");
  const auto few = RunCommand(s, "tune", {});
  CHECK(few.status == 1);
  CHECK(few.err.find("at least 100 are needed") != std::string::npos);
}

TEST_CASE("tune: reset takes the factors out of the configuration") {
  Session s;
  REQUIRE(RunCommand(s, "config", {"set", "rank.factors", "bigram=2"}).status ==
          0);
  auto text = [&] { return *ReadFile(ConfigPath(s.engine->options().paths)); };
  CHECK(text().find("bigram=2") != std::string::npos);
  CHECK(RunCommand(s, "tune", {"--reset"}).status == 0);
  CHECK(text().find("bigram") == std::string::npos);
}

}  // namespace synapse
