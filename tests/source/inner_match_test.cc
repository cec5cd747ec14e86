#include "source/inner_match.h"

#include <doctest/doctest.h>

#include "tests/testing.h"

namespace synapse {

TEST_CASE("inner match: what a word has of the typed text") {
  struct Case {
    const char* typed;
    const char* word;
    double score;  // 0: none
  };
  for (const Case& c : std::initializer_list<Case>{
           {"login", "feature/login", .8},
           {"Login", "feature/login-page", .8},
           {"page", "feature/loginPage", .8},
           {"auth", "reauthorize", .6},
           {"au", "reauthorize", 0},
           {"fl", "feature/login", .5},
           {"flp", "feature/login-page", .5},
           {"pg", "postgres", .3},
           {"pgx", "postgres", 0},
           {"og", "postgres", 0},
           {"gp", "postgres", 0},
           {"post", "postgres", 0},  // it begins so
           {"p", "xp", 0},
           {"", "x", 0},
           {"longer", "long", 0},
       }) {
    CAPTURE(c.typed);
    CAPTURE(c.word);
    const auto match = InnerMatchOf(c.typed, c.word);
    CHECK((match ? match->score : 0) == c.score);
  }
}

}  // namespace synapse
