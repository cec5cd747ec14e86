#include "sync/crypto.h"

#include <algorithm>

#include "tests/testing.h"

namespace synapse::sync {
namespace {

TEST_CASE("sync: a key is the same after its words") {
  REQUIRE(StartCrypto().ok());
  const Key key = NewKey();
  const std::string words = WordsOf(key);
  CHECK(std::count(words.begin(), words.end(), ' ') == 16);
  CHECK(KeyOfWords(words) == key);
  CHECK(KeyOfWords(::synapse::testing::Replaced(words, " ", "-") + "\n") ==
        key);
}

TEST_CASE("sync: words with any letter changed, or one missing, are no key") {
  REQUIRE(StartCrypto().ok());
  const std::string words = WordsOf(NewKey());
  size_t accepted = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == ' ') continue;
    std::string changed = words;
    changed[i] = words[i] == 'b' ? 'd' : words[i] == 'a' ? 'o' : 'b';
    if (KeyOfWords(changed)) ++accepted;
  }
  CHECK(accepted == 0);
  CHECK_FALSE(KeyOfWords(words.substr(6)));
  CHECK_FALSE(KeyOfWords(""));
}

TEST_CASE("sync: each changed byte of what is sealed is refused") {
  REQUIRE(StartCrypto().ok());
  const Key key = NewKey();
  const std::string sealed = Seal(key, "place", "git push");
  CHECK(OpenSealed(key, "place", sealed) == "git push");
  for (size_t i = 0; i < sealed.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = sealed;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      CHECK_FALSE(OpenSealed(key, "place", changed));
    }
    CHECK_FALSE(OpenSealed(key, "place", sealed.substr(0, i)));
  }
  CHECK_FALSE(OpenSealed(key, "another", sealed));
  CHECK_FALSE(OpenSealed(NewKey(), "place", sealed));
}

}  // namespace
}  // namespace synapse::sync
