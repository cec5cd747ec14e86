#include "rank/refusal.h"

#include "store/memory_kv.h"
#include "tests/testing.h"

namespace synapse {

TEST_CASE("refusal: typed past is passed, gone along with at once is taken") {
  Refusals r;
  r.Look("g", "git push origin");
  CHECK(r.PassesOf("git push origin") == 0);
  r.Look("gi", "git push origin");
  r.Look("git", "git push origin");
  CHECK(r.PassesOf("git push origin") == 2);
  CHECK(r.WordPassesOf("git") == 2);
  // A word of it was taken: that is no refusal.
  r.Look("git push", "git push origin");
  CHECK(r.PassesOf("git push origin") == 2);
  // It parts: what was on show did not fit.
  r.Look("git pushx", "");
  CHECK(r.PassesOf("git push origin") == 2);
  // Taken back: everything may be wanted again.
  r.Look("git pu", "git pull");
  CHECK(r.empty());
}

TEST_CASE("refusal: a glimpse says nothing") {
  Refusals r;
  r.Look("g", "git push");
  r.Look("gi", "git push", /*read=*/false);
  CHECK(r.empty());
  r.Look("git", "git push", /*read=*/true);
  CHECK(r.PassesOf("git push") == 1);
}

TEST_CASE("refusal: one key is one character, whatever its bytes") {
  Refusals r;
  r.Look("echo ", "echo \u00e4 b");
  r.Look("echo \u00e4", "");
  CHECK(r.PassesOf("echo \u00e4 b") == 1);
}

TEST_CASE("refusal: attention follows what is done, within its clamps") {
  Attention attention;
  double before = attention.rate();
  CHECK(before == doctest::Approx(0.3));
  for (int i = 0; i < 200; ++i) {
    Refusals r;
    r.Look("g", "git push");
    CHECK(r.Finish("git push", attention));
  }
  CHECK(attention.rate() == doctest::Approx(0.9));  // never certain
  Passed passed{nullptr, attention.rate()};
  CHECK(passed.FactorOf(0) == 1);
  CHECK(passed.FactorOf(2) == doctest::Approx(0.01));
  for (int i = 0; i < 200; ++i) {
    Refusals r;
    for (const char* typed : {"g", "gi", "git", "git push"}) {
      r.Look(typed, "git push");
    }
    r.Look("git push", "");
    CHECK(r.Finish("git push", attention));
  }
  // The last step looks like an acceptance; most of them were none.
  CHECK(attention.rate() < 0.4);
  // What was wrong teaches nothing, and neither does a line given up.
  Refusals r;
  r.Look("g", "git push");
  r.Look("gi", "git push");
  CHECK(!r.Finish("gimp", attention));
  r.Look("g", "git push");
  CHECK(!r.Finish("", attention));
}

TEST_CASE("refusal: attention is kept, and hostile bytes are none") {
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

TEST_CASE("refusal: who can be asked is asked whether it was taken") {
  Attention attention;
  const double before = attention.rate();
  Refusals r;
  r.Look("g", "git push");
  r.Look("git push", "", true, Took::kNo);  // a paste
  CHECK(r.PassesOf("git push") == 0);
  CHECK_FALSE(r.Finish("git push", attention));
  CHECK(attention.rate() == before);
  r.Look("g", "git push");
  r.Look("git", "git push", true, Took::kYes);
  CHECK(r.Finish("git push", attention));
  CHECK(attention.rate() > before);
}

}  // namespace synapse
