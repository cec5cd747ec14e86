#include "rank/word_fits.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("word_fits: a word is asked about once, in each context") {
  WordFits fits;
  int asked = 0;
  auto found = [&](std::string_view word, UsedAt used) {
    return fits.ContextFindingOf(word, used, [&] {
      ++asked;
      return word == "yes" ? Finding::kNone : Finding::kMissing;
    });
  };
  fits.BeginAt("git ");
  for (int i = 0; i < 2; ++i) {
    CHECK(found("yes", UsedAt::kBehindAll) == Finding::kNone);
    CHECK(found("no", UsedAt::kBehindAll) == Finding::kMissing);
    fits.BeginAt("git ");
  }
  CHECK(asked == 2);
  // A word not seen there is another question; so is another context.
  CHECK(found("yes", UsedAt::kElsewhere) == Finding::kNone);
  CHECK(asked == 3);
  auto plausibility = [&](std::string_view word) {
    return fits.PlausibilityOf(word, [&] {
      ++asked;
      return Finding::kMissing;
    });
  };
  CHECK(plausibility("yes") == Finding::kMissing);
  CHECK(plausibility("yes") == Finding::kMissing);
  CHECK(asked == 4);
  fits.BeginAt("cd ");
  CHECK(found("yes", UsedAt::kBehindAll) == Finding::kNone);
  CHECK(plausibility("yes") == Finding::kMissing);
  CHECK(asked == 6);
}

}  // namespace synapse
