#include "base/name_set.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

namespace synapse {

TEST_CASE("name set: has what was put in, and nothing else") {
  const NameSet none;
  CHECK_FALSE(none.contains(""));
  const NameSet set({"-m", "--message", "-a", "-m", "", "commit"});
  CHECK(set.size() == 5);
  for (const char* name : {"", "-a", "-m", "--message", "commit"}) {
    CHECK(set.contains(name));
  }
  for (const char* name : {"-", "-mm", "--messag", "comm", "committ", "z"}) {
    CHECK_FALSE(set.contains(name));
  }
}

TEST_CASE("name set: agrees with std::set, merged or not") {
  std::mt19937 random(7);
  auto words = [&] {
    std::vector<std::string> out(random() % 60);
    for (std::string& word : out) {
      for (size_t n = random() % 4; n > 0; --n) word += "abc"[random() % 3];
    }
    return out;
  };
  for (int round = 0; round < 200; ++round) {
    const auto left = words(), right = words();
    NameSet set({left.begin(), left.end()});
    set.Merge(NameSet({right.begin(), right.end()}));
    std::set<std::string> plain(left.begin(), left.end());
    plain.insert(right.begin(), right.end());
    CHECK(set.size() == plain.size());
    for (const std::string& word : words()) {
      CHECK(set.contains(word) == plain.contains(word));
    }
  }
}

}  // namespace synapse
