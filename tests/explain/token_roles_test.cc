#include "explain/token_roles.h"

#include "tests/testing.h"

namespace synapse {
namespace {

// One letter a token: w word, = assignment, r reserved, n name, l list word,
// p pattern, c condition, > redirection, t target, d delimiter, h here-string,
// o operator, a arithmetic, # comment.
std::string Letters(std::string_view line) {
  constexpr std::string_view kLetters = "w=rnlpc>tdhoa#";
  std::string out;
  for (const RoledToken& roled : RolesOf(line).tokens) {
    out += kLetters[static_cast<size_t>(roled.role)];
  }
  return out;
}

}  // namespace

TEST_CASE("token roles: every token has one") {
  const std::pair<const char*, const char*> kCases[] = {
      {"a=1 x y | z 2>f # c", "=wwow>t#"},
      {"x 2>&1 >&- y", "w>>w"},
      {"x <<E >f", "w>d>t"},
      {"x <<< y z", "w>hw"},
      {"for f in a b; do x; done", "rnrllorwor"},
      {"for ((i=0;i<3;i++)); do x; done", "raorwor"},
      {"while x; do y; done", "rworwor"},
      {"if x; then y; fi", "rworwor"},
      {"case x in a|b) y;; c) z;; esac", "rlrpopowopowor"},
      {"[[ -f x && a < b ]] && y", "rccccccrow"},
      {"f() { x; }", "norwor"},
      {"function f { x; }", "rnrwor"},
      {"repeat 3 x", "rnw"},
      {"! x", "rw"},
      {"time x", "ww"},
      {"((1 + 2))", "a"},
      {"'if' x", "ww"},
      {"x if", "ww"},
      {"A=1", "="},
      {"x A=1", "ww"},
      {"", ""}};
  for (const auto& [line, letters] : kCases) {
    INFO(line);
    CHECK(Letters(line) == letters);
  }
}

TEST_CASE("token roles: words of simple commands") {
  const TokenRoles roles = RolesOf("a=1 x y >f | z; f() { w; }; >e");
  std::string out;
  for (const auto& words : roles.commands) {
    out += "(";
    for (size_t word : words) out += roles.tokens[word].token.value;
    out += ")";
  }
  CHECK(out == "(xy)(z)(w)()");
}

}  // namespace synapse
