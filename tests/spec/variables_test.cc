#include "spec/variables.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("variables: known ones have a meaning, best known first") {
  CHECK(MeaningOfVariable("HOME") == "Your home directory");
  CHECK(MeaningOfVariable("?") == "Exit status of the last command");
  CHECK(MeaningOfVariable("FROB").empty());
  CHECK(MeaningOfVariable("").empty());
  CHECK(MeaningOfVariable("home").empty());
  CHECK(RankOfVariable("HOME") < RankOfVariable("PATH"));
  CHECK(RankOfVariable("PATH") < RankOfVariable("FROB"));
  CHECK(RankOfVariable("FROB") == RankOfVariable("GLORB"));
}

}  // namespace synapse
