#include "base/distance.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/testing.h"

namespace synapse {
namespace {

// The definition, by recursion.
int Brute(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return static_cast<int>(a.size() + b.size());
  auto but = [](std::string_view s, size_t n) {
    return s.substr(0, s.size() - n);
  };
  int least = std::min({Brute(but(a, 1), b) + 1, Brute(a, but(b, 1)) + 1,
                        Brute(but(a, 1), but(b, 1)) + (a.back() != b.back())});
  if (a.size() > 1 && b.size() > 1 && a.back() == b[b.size() - 2] &&
      a[a.size() - 2] == b.back()) {
    least = std::min(least, Brute(but(a, 2), but(b, 2)) + 1);
  }
  return least;
}

}  // namespace

TEST_CASE("distance: typos") {
  CHECK(TypoDistance("git", "git", 2) == 0);
  CHECK(TypoDistance("gti", "git", 2) == 1);   // swapped
  CHECK(TypoDistance("gitt", "git", 2) == 1);  // one character more
  CHECK(TypoDistance("gt", "git", 2) == 1);    // one character less
  CHECK(TypoDistance("got", "git", 2) == 1);   // another character
  CHECK(TypoDistance("stauts", "status", 2) == 1);
  CHECK(TypoDistance("dokcer-compsoe", "docker-compose", 2) == 2);
  CHECK(TypoDistance("über", "uber", 2) == 1);  // a character, not bytes
  CHECK(TypoDistance("süß", "sßü", 2) == 1);
  CHECK(TypoDistance("\xff", "x", 2) == 1);
  CHECK(TypoDistanceToPrefix("mün", "müller", 1) == 1);
  CHECK(MaxTypos("ü") == 0);
  CHECK(MaxTypos("süß") == 1);
  CHECK(TypoDistance("abc", "xyz", 2) == 3);  // above the limit
  CHECK(TypoDistance(std::string(100, 'a'), std::string(101, 'a'), 2) == 3);
  CHECK(TypoDistanceToPrefix("chekc", "checkout", 2) == 1);
  CHECK(TypoDistanceToPrefix("sytemc", "systemctl", 2) == 1);
  CHECK(TypoDistanceToPrefix("git", "git-log", 0) == 0);
  CHECK(MaxTypos("l") == 0);
  CHECK(MaxTypos("ls") == 1);
  CHECK(MaxTypos("docker") == 2);
}

TEST_CASE("distance: as the definition says, for all short words") {
  std::mt19937 random(1);
  auto word = [&] {
    std::string w(random() % 6, 'a');
    for (char& c : w) c = static_cast<char>('a' + random() % 3);
    return w;
  };
  for (int i = 0; i < 3000; ++i) {
    std::string a = word(), b = word();
    CAPTURE(a);
    CAPTURE(b);
    int right = Brute(a, b);
    CHECK(TypoDistance(a, b, 9) == right);
    CHECK(TypoDistance(a, b, 2) == std::min(right, 3));
    int prefix = 99;
    for (size_t n = 0; n <= b.size(); ++n) {
      prefix = std::min(prefix, Brute(a, std::string_view(b).substr(0, n)));
    }
    CHECK(TypoDistanceToPrefix(a, b, 9) == prefix);
  }
}

TEST_CASE("distance: words that differ in their digits alone") {
  CHECK(DifferInDigits(":8081", ":8080"));
  CHECK(DifferInDigits("v2.10", "v2.9"));
  CHECK(DifferInDigits("web1", "web"));
  CHECK_FALSE(DifferInDigits("web1", "wbe1"));
  CHECK_FALSE(DifferInDigits("8080", "8080"));
}

}  // namespace synapse
