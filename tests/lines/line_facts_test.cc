#include "lines/line_facts.h"

#include "tests/testing.h"

namespace synapse {
namespace {

Fact Of(FactCategory category, const std::string& subject,
        const std::string& replacement = "") {
  Fact fact;
  fact.category = category;
  fact.confidence = FactConfidence::kHigh;
  fact.subject = subject;
  fact.replacement = replacement;
  fact.source = "shell";
  return fact;
}

double Said(const std::vector<Fact>& facts, std::string_view line,
            std::string_view directory = "/w") {
  auto store = Store::Open("");
  REQUIRE(store->facts().Put(facts).ok());
  LineFacts said;
  said.Refresh(*store);
  return said.Of(line, directory);
}

}  // namespace

TEST_CASE("line facts: a line that was put right loses, the other gains") {
  const Fact fact = Of(FactCategory::kCorrection, "make tests", "make test");
  CHECK(Said({fact}, "make tests") == -1);
  CHECK(Said({fact}, "make test") == 0.5);
  CHECK(Said({fact}, "make") == 0);
  CHECK(Said({}, "make tests") == 0);
}

TEST_CASE("line facts: a typo, in whatever line") {
  Fact fact = Of(FactCategory::kCorrection, "psuh", "push");
  fact.tags = {"word"};
  CHECK(Said({fact}, "git psuh -f") == -1);
  CHECK(Said({fact}, "git push -f") == 0);
  CHECK(Said({fact}, "git psuhx") == 0);
}

TEST_CASE("line facts: what fails here, here") {
  Fact fact = Of(FactCategory::kGotcha, "npm test");
  fact.directory = "/b";
  CHECK(Said({fact}, "npm test", "/b") == -1);
  CHECK(Said({fact}, "npm test", "/a") == 0);
}

TEST_CASE("line facts: what is preferred gains a little") {
  Fact option = Of(FactCategory::kPreference, "ls", "ls -la");
  option.tags = {"option"};
  CHECK(Said({option}, "ls") == doctest::Approx(-0.3));
  CHECK(Said({option}, "ls -la src") == doctest::Approx(0.3));
  CHECK(Said({option}, "ls -l") == 0);
  Fact command = Of(FactCategory::kPreference, "grep", "rg");
  command.tags = {"command"};
  CHECK(Said({command}, "grep -rn x") == doctest::Approx(-0.3));
  CHECK(Said({command}, "rg x") == doctest::Approx(0.3));
}

TEST_CASE("line facts: the surer, the more; reported not to hold, the less") {
  Fact fact = Of(FactCategory::kCorrection, "a b", "a c");
  fact.confidence = FactConfidence::kMedium;
  CHECK(Said({fact}, "a b") == doctest::Approx(-0.6));
  fact.helpful = 2;
  fact.outdated = 1;
  CHECK(Said({fact}, "a b") == doctest::Approx(-0.3));
  fact.reported = 2;
  CHECK(Said({fact}, "a b") == 0);
  // Many facts stay within the bounds, too.
  Fact other = Of(FactCategory::kCorrection, "a b", "x y");
  Fact third = Of(FactCategory::kAntiPattern, "a b");
  third.directory = "/w";
  CHECK(Said({other, third}, "a b") == -1);
}

TEST_CASE("line facts: what was written to an agent says nothing of a line") {
  Fact fact = Of(FactCategory::kCorrection, "a b", "a c");
  fact.source = "/t.jsonl";
  CHECK(Said({fact}, "a b") == 0);
}

TEST_CASE("line facts: a change is seen") {
  auto store = Store::Open("");
  LineFacts said;
  said.Refresh(*store);
  CHECK(said.empty());
  const Fact fact = Of(FactCategory::kCorrection, "a b", "a c");
  REQUIRE(store->facts().Put({fact}).ok());
  said.Refresh(*store);
  CHECK(said.Of("a b", "/") == -1);
  REQUIRE(store->facts().Put({}, {fact.id()}).ok());
  said.Refresh(*store);
  CHECK(said.empty());
}

}  // namespace synapse
