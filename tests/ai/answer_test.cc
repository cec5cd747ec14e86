#include "ai/answer.h"

#include <set>

#include "tests/testing.h"

namespace synapse {
namespace {

struct Checks {
  SpecStore specs{{testing::SourceFile("specs")}};
  AliasLookup no_alias;

  CheckedAnswer Of(const std::string& answer, const std::string& typed) {
    static const std::set<std::string, std::less<>> kHere = {
        "git", "ls", "cat", "make", "sudo", "env", "sort", "rm"};
    return CheckAnswer(answer, typed,
                       {specs, no_alias, [](std::string_view name) {
                          return kHere.contains(name);
                        }});
  }
};

}  // namespace

TEST_CASE("answer: what is taken of it, and why it is refused") {
  Checks checks;
  for (const testing::Case& c : testing::ReadCases("ai_answers.txt")) {
    INFO("line " << c.number);
    const std::string typed = c.line.substr(0, c.cursor);
    const std::string answer =
        testing::Replaced(c.line.substr(c.cursor), "~~~", "```");
    const CheckedAnswer got = checks.Of(answer, typed);
    CHECK((got.why ? "refused: " + std::string(got.why) : got.line) ==
          c.expected);
  }
}

TEST_CASE("answer: hidden characters and long lines are refused") {
  Checks checks;
  for (const char* hostile :
       {"ls \x1b[2J", "ls \u202e", "ls \x07", "ls \xff"}) {
    CHECK(std::string(checks.Of(hostile, "").why) == "hidden characters");
  }
  CHECK(std::string(checks.Of("ls " + std::string(2000, 'a'), "").why) ==
        "too long");
}

TEST_CASE("answer: an explanation is a few lines that can be drawn") {
  CHECK(CheckedText("```\nIt lists\x1b[2J files.\n\n\nThen it ends.\nMore.\n",
                    2) == "It lists^[[2J files.\nThen it ends.\n");
}

}  // namespace synapse
