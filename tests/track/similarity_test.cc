#include "track/similarity.h"

#include <bit>

#include "tests/testing.h"

namespace synapse {
namespace {

// The share of bits in which two sketches agree.
double Similarity(uint64_t a, uint64_t b) {
  return 1 - std::popcount(a ^ b) / 64.0;
}

}  // namespace

TEST_CASE("similarity: like texts have like sketches") {
  const std::string line = "/home/a/project\ngit status\nmake test\ngit push";
  const uint64_t sketch = SketchOf(line);
  CHECK(Similarity(sketch, SketchOf(line)) == 1);
  const double near =
      Similarity(sketch, SketchOf("/home/a/project\ngit status\nmake all"));
  const double far =
      Similarity(sketch, SketchOf("/srv/x\ncargo run\nvim lib.rs"));
  CHECK(near > far + 0.1);
  CHECK(near < 1);
}

TEST_CASE("similarity: any bytes have a sketch") {
  CHECK(SketchOf("") == 0);
  CHECK(SketchOf("a") != SketchOf("b"));
  for (const char* text : {"\xff", "\xe9", "ü", "a\xffz", "日本語"}) {
    CHECK(SketchOf(text) == SketchOf(text));
  }
}

// Random pairs share a known part: the mean similarity grows with that part.
TEST_CASE("similarity: grows with what is shared") {
  std::mt19937_64 random(testing::RandomSeed());
  std::uniform_int_distribution<int> letter('a', 'z');
  double mean[5] = {};
  for (int round = 0; round < 60; ++round) {
    std::string base(200, ' ');
    for (char& c : base) c = static_cast<char>(letter(random));
    for (size_t shared = 0; shared < 5; ++shared) {
      std::string other = base;
      for (size_t i = shared * 50; i < other.size(); ++i) {
        other[i] = static_cast<char>(letter(random));
      }
      mean[shared] += Similarity(SketchOf(base), SketchOf(other)) / 60;
    }
  }
  for (size_t shared = 1; shared < 5; ++shared) {
    CHECK(mean[shared] > mean[shared - 1]);
  }
  CHECK(mean[4] == doctest::Approx(1));
}

}  // namespace synapse
