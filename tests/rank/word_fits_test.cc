#include "rank/word_fits.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("word_fits: a word is asked about once, at each place") {
  WordFits fits;
  int asked = 0;
  auto stands = [&](std::string_view word, bool seen_here) {
    return fits.MayStand(word, seen_here, [&] {
      ++asked;
      return word == "yes";
    });
  };
  auto sense = [&](std::string_view word) {
    return fits.Sense(word, [&] { return ++asked * 1.0; });
  };
  fits.BeginAt("git ");
  CHECK(stands("yes", true));
  CHECK_FALSE(stands("no", true));
  CHECK(sense("yes") == 3);
  fits.BeginAt("git ");
  CHECK(stands("yes", true));
  CHECK_FALSE(stands("no", true));
  CHECK(sense("yes") == 3);
  CHECK(asked == 3);
  // Whether it was seen there is another question, and so is another place.
  CHECK(stands("yes", false));
  CHECK(asked == 4);
  fits.BeginAt("cd ");
  CHECK(sense("yes") == 5);
  CHECK(stands("yes", true));
  CHECK(asked == 6);
}

}  // namespace synapse
