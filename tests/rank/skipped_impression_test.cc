#include "rank/skipped_impression.h"

#include <cmath>

#include "store/memory_kv.h"
#include "tests/testing.h"

namespace synapse {

TEST_CASE(
    "skipped impression: typed past is skipped, gone along with at once is "
    "taken") {
  SkippedImpressions r;
  r.Add("g", "git push origin");
  CHECK(r.SkipsOf("git push origin") == 0);
  r.Add("gi", "git push origin");
  r.Add("git", "git push origin");
  CHECK(r.SkipsOf("git push origin") == 2);
  CHECK(r.WordSkipsOf("git") == 2);
  // A word of the ghost was accepted: that is no skip.
  r.Add("git push", "git push origin");
  CHECK(r.SkipsOf("git push origin") == 2);
  // The typed text leaves the ghost: the ghost did not fit.
  r.Add("git pushx", "");
  CHECK(r.SkipsOf("git push origin") == 2);
  // The user erased text: any suggestion may be wanted again.
  r.Add("git pu", "git pull");
  CHECK(r.empty());
}

TEST_CASE("skipped impression: a text that was not read does not count") {
  SkippedImpressions r;
  r.Add("g", "git push");
  r.Add("gi", "git push", /*read=*/false);
  CHECK(r.empty());
  r.Add("git", "git push", /*read=*/true);
  CHECK(r.SkipsOf("git push") == 1);
}

TEST_CASE("skipped impression: one key is one character, whatever its bytes") {
  SkippedImpressions r;
  r.Add("echo ", "echo \u00e4 b");
  r.Add("echo \u00e4", "");
  CHECK(r.SkipsOf("echo \u00e4 b") == 1);
}

TEST_CASE(
    "skipped impression: attention follows what is done, within its clamps") {
  Attention attention;
  double before = attention.rate();
  CHECK(before == doctest::Approx(0.3));
  for (int i = 0; i < 200; ++i) {
    SkippedImpressions r;
    r.Add("g", "git push");
    CHECK(r.Finish("git push", attention));
  }
  CHECK(attention.rate() == doctest::Approx(0.9));  // never certain
  Skipped skipped{nullptr, attention.rate()};
  CHECK(skipped.FactorOf(0) == 1);
  CHECK(skipped.FactorOf(2) == doctest::Approx(0.01));
  for (int i = 0; i < 200; ++i) {
    SkippedImpressions r;
    for (const char* typed : {"g", "gi", "git", "git push"}) {
      r.Add(typed, "git push");
    }
    r.Add("git push", "");
    CHECK(r.Finish("git push", attention));
  }
  // The last step looks like an acceptance, but most steps were skips.
  CHECK(attention.rate() < 0.4);
  // A wrong ghost teaches nothing, and neither does a discarded line.
  SkippedImpressions r;
  r.Add("g", "git push");
  r.Add("gi", "git push");
  CHECK(!r.Finish("gimp", attention));
  r.Add("g", "git push");
  CHECK(!r.Finish("", attention));
}

TEST_CASE(
    "skipped impression: attention is stored, hostile bytes are ignored") {
  MemoryKv kv;
  CHECK(Attention::Read(kv).rate() == doctest::Approx(0.3));
  Attention a;
  for (int i = 0; i < 20; ++i) a.Add(true);
  REQUIRE(a.Write(kv).ok());
  CHECK(Attention::Read(kv).rate() == doctest::Approx(a.rate()).epsilon(1e-6));
  for (const char* bad : {"", "abc", "\xff\xff\xff\xff\xff\xff\xff\xff"}) {
    REQUIRE(kv.Put(Table::kMeta, "attention", bad).ok());
    CHECK(Attention::Read(kv).rate() == doctest::Approx(0.3));
  }
}

TEST_CASE(
    "skipped impression: who can be asked is asked whether it was taken") {
  Attention attention;
  const double before = attention.rate();
  SkippedImpressions r;
  r.Add("g", "git push");
  r.Add("git push", "", true, Took::kNo);  // a paste
  CHECK(r.SkipsOf("git push") == 0);
  CHECK_FALSE(r.Finish("git push", attention));
  CHECK(attention.rate() == before);
  r.Add("g", "git push");
  r.Add("git", "git push", true, Took::kYes);
  CHECK(r.Finish("git push", attention));
  CHECK(attention.rate() > before);
}

TEST_CASE("skipped impression: a factor has a logarithm") {
  Skipped skipped;
  skipped.attention = 1;  // each one so far was typed past
  for (int skips : {0, 1, 50}) CHECK(std::log(skipped.FactorOf(skips)) > -50);
}

}  // namespace synapse
