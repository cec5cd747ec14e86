#include "rank/reason.h"

#include "learn/line.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

PoolLine RunLine(uint32_t count) {
  PoolLine line;
  line.text = "make test";
  line.id = IdOf(line.text);
  line.stat.count = count;
  return line;
}

}  // namespace

TEST_CASE("reason: how often a line ran, or how it was made") {
  const Followed nothing{nullptr, nullptr, nullptr};
  CHECK(ReasonOf(RunLine(1), nothing) == "run 1 time");
  CHECK(ReasonOf(RunLine(3), nothing) == "run 3 times");
  PoolLine reused = RunLine(0);
  reused.relation = 0.5;
  CHECK(ReasonOf(reused, nothing) == "a reused argument");
  PoolLine emptied = RunLine(0);
  emptied.pattern = 0.5;
  CHECK(ReasonOf(emptied, nothing) == "a pattern with another text");
}

TEST_CASE("reason: the line before, if the line followed it more than once") {
  testing::Session s;
  auto reason = [&] {
    for (const Suggestion& one : s.Suggest("make t")) {
      if (one.text == "make test") return one.evidence.back().reason;
    }
    return std::string();
  };
  s.Run("make all");
  s.Run("make test");
  s.Run("make all");
  CHECK(reason() == "run 1 time");
  s.Run("make test");
  s.Run("make all");
  CHECK(reason() == "after `make all`, 2 of 2 times");
  s.Run("ls");
  s.Run("make all");
  CHECK(reason().starts_with("after `make all`, about 2 of 3 times"));
}

}  // namespace synapse
