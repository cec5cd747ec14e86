#include "explain/expansions.h"

#include "tests/testing.h"

namespace synapse {
namespace {

std::string VariablesIn(std::string_view raw) {
  std::string out;
  for (const VariableUse& use : ExpansionsOf(raw).variables) {
    out += (out.empty() ? "" : " ") + use.name + ":" +
           std::to_string(use.begin) + "-" + std::to_string(use.end);
  }
  return out;
}

}  // namespace

TEST_CASE("expansions: variables") {
  CHECK(VariablesIn("$HOME") == "HOME:0-5");
  CHECK(VariablesIn("\"$HOME/x\"") == "HOME:1-6");
  CHECK(VariablesIn("'$HOME'") == "");
  CHECK(VariablesIn("\\$HOME") == "");
  CHECK(VariablesIn("${1:-a}b$?") == "1:0-7 ?:8-10");
  CHECK(VariablesIn("${#list}") == "list:0-8");
  CHECK(VariablesIn("$12") == "1:0-2");
  CHECK(VariablesIn("$(echo $x)$y") == "y:10-12");
  CHECK(VariablesIn("`echo $x`$y") == "y:9-11");
  CHECK(VariablesIn("$'a$b'$c") == "c:6-8");
  CHECK(VariablesIn("${open") == "open:0-6");
  CHECK(VariablesIn("$") == "");
}

TEST_CASE("expansions: patterns of file names, braces") {
  CHECK(ExpansionsOf("*.c").has_glob);
  CHECK(ExpansionsOf("a?").has_glob);
  CHECK(ExpansionsOf("[ab]").has_glob);
  CHECK(!ExpansionsOf("[ab").has_glob);
  CHECK(!ExpansionsOf("'*'").has_glob);
  CHECK(!ExpansionsOf("\"*\"").has_glob);
  CHECK(!ExpansionsOf("\\*").has_glob);
  CHECK(ExpansionsOf("'a*'*").pattern == "a\\**");
  CHECK(ExpansionsOf("\"a b\"*").pattern == "a b*");
  CHECK(ExpansionsOf("{a,b}").has_braces);
  CHECK(ExpansionsOf("{1..3}").has_braces);
  CHECK(!ExpansionsOf("{}").has_braces);
  CHECK(!ExpansionsOf("'{a,b}'").has_braces);
}

TEST_CASE("word expansion: braces") {
  const struct {
    std::string raw, meaning;
  } kCases[] = {
      {"a.{c,h}", "stands for a.c a.h"},
      {"a.c{,.bak}", "stands for a.c a.c.bak"},
      {"{a,b}{1,2}", "stands for a1 a2 b1 b2"},
      {"x{a,b{1,2}}y", "stands for xay xb1y xb2y"},
      {"{1..3}", "stands for 1 2 3"},
      {"{3..1}x", "stands for 3x 2x 1x"},
      {"{a..c}", "stands for a b c"},
      {"{-1..1}", "stands for -1 0 1"},
      {"{1..999999999}", "stands for 1 2 3 4 5 6 7 8 and more"},
      {"{}", ""},
      {"{a}", ""},
      {"a{b", ""},
      {"a}b{", ""},
      {"{1..x}", ""},
      {"'{a,b}'", ""},
      {"${a,b}", ""},
      {"plain", ""},
      {"", ""},
      {"{a}{b,c}", "stands for {a}b {a}c"},
  };
  for (const auto& [raw, meaning] : kCases) {
    CAPTURE(raw);
    CHECK(MeaningOfBraces(raw) == meaning);
  }
}

TEST_CASE("word expansion: many braces are bounded") {
  std::string raw;
  for (int i = 0; i < 150; ++i) raw += "{a,b}";
  CHECK(ExpandBraces(raw).words.size() <= kMaxAlternatives);
  CHECK(ExpandBraces(std::string(900, '{') + "a,b" + std::string(90, '}'))
            .words.size() <= kMaxAlternatives);
  CHECK(ExpandBraces(std::string(5000, '{')).words.empty());
}

TEST_CASE("word expansion: references to earlier lines") {
  const struct {
    std::string raw, meaning;
  } kCases[] = {
      {"!!", "the last line"},
      {"!$", "the last word of the last line"},
      {"!^", "the first argument of the last line"},
      {"!*", "all arguments of the last line"},
      {"!!:2", "word 2 of the last line"},
      {"!:2", "word 2 of the last line"},
      {"!42", "line 42 of the history"},
      {"!-2", "the line 2 before"},
      {"!git", "the last line that begins with git"},
      {"!git:2", "word 2 of the last line that begins with git"},
      {"!git:$", "the last word of the last line that begins with git"},
      {"!?cart?", "the last line that contains cart"},
      {"!#", "this line so far"},
      {"^a^b", "the last line with a replaced by b"},
      {"^a^b^", "the last line with a replaced by b"},
      {"!", ""},
      {"!=", ""},
      {"!(a|b)", ""},
      {"!-", ""},
      {"^", ""},
      {"^a", ""},
      {"^^", ""},
      {"a!b", ""},
      {"", ""},
  };
  for (const auto& [raw, meaning] : kCases) {
    CAPTURE(raw);
    CHECK(MeaningOfHistory(raw) == meaning);
  }
}

}  // namespace synapse
