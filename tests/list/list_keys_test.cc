#include "list/list_keys.h"

#include "tests/testing.h"

namespace synapse {
namespace {

// The keys in the bytes, and the text that was typed between them.
std::pair<std::vector<ListKey>, std::string> Read(std::string_view bytes) {
  ListKeys keys;
  std::vector<ListKey> out;
  std::string text;
  for (char byte : bytes) {
    ListKey key = keys.Feed(byte);
    if (key == ListKey::kText) {
      text += keys.text();
    } else if (key != ListKey::kNone) {
      out.push_back(key);
    }
  }
  ListKey last = keys.Pause();
  if (last != ListKey::kNone) out.push_back(last);
  return {out, text};
}

using Keys = std::vector<ListKey>;

}  // namespace

TEST_CASE("list keys: sequences, and text between them") {
  CHECK(Read("a\033[Bb\033OAc") ==
        std::pair(Keys{ListKey::kDown, ListKey::kUp}, std::string("abc")));
  CHECK(Read("\033[6~\033[5~\033[H\033OF").first ==
        Keys{ListKey::kPageDown, ListKey::kPageUp, ListKey::kFirst,
             ListKey::kLast});
  CHECK(Read("\033[3;2~\x12\x15").first ==
        Keys{ListKey::kForget, ListKey::kScope, ListKey::kEraseAll});
  CHECK(Read("\r").first == Keys{ListKey::kTake});
  CHECK(Read("\033\r").first == Keys{ListKey::kRun});
  CHECK(Read("\xC3\xA9") == std::pair(Keys{}, std::string("\xC3\xA9")));
}

TEST_CASE("list keys: an escape alone leaves, an unknown sequence does not") {
  CHECK(Read("\033").first == Keys{ListKey::kLeave});
  CHECK(Read("\033\033").first == Keys{ListKey::kLeave});
  CHECK(Read("\033[1;5Cx") == std::pair(Keys{}, std::string("x")));
  CHECK(Read("\033[[Ax") == std::pair(Keys{}, std::string("x")));
  CHECK(Read("\033[").first == Keys{});
}

TEST_CASE("list keys: a paste is text, whatever it holds") {
  CHECK(Read("\033[200~a\nb\033[201~\r") ==
        std::pair(Keys{ListKey::kTake}, std::string("a b")));
}

TEST_CASE("list keys: any bytes end in a key that is not pending") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 5000; ++i) {
    ListKeys keys;
    for (int n = 0; n < 40; ++n) keys.Feed(static_cast<char>(random()));
    keys.Pause();
    REQUIRE(!keys.pending());
    REQUIRE(keys.Feed('x') == ListKey::kText);
  }
}

}  // namespace synapse
