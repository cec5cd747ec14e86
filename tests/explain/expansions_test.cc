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

TEST_CASE("expansions: patterns of file names, braces, tilde") {
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
  CHECK(ExpansionsOf("~/x").has_tilde);
  CHECK(!ExpansionsOf("'~'").has_tilde);
}

}  // namespace synapse
