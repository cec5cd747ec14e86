#include "effect/secret_tokens.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("tokens: each form of the table, and words that are none") {
  auto text = ReadFile(testing::SourceFile("tests/cases/secret_tokens.txt"));
  REQUIRE(text.ok());
  size_t tokens = 0;
  for (size_t at = 0; at < text->size();) {
    const size_t end = std::min(text->find('\n', at), text->size());
    const std::string line = text->substr(at, end - at);
    at = end + 1;
    if (line.size() < 3 || line[0] == '#') continue;
    std::vector<SecretSpan> found;
    AddTokensIn(std::string_view(line).substr(2), found);
    CHECK_MESSAGE(found.empty() == (line[0] == '+'), line);
    tokens += line[0] == '-';
  }
  CHECK(tokens >= 290);
}

TEST_CASE("tokens: many in one line, any bytes, the ends of the line") {
  std::string many;
  for (int i = 0; i < 200; ++i) many += "ghp_0123456789abcdefghij0123 ";
  std::vector<SecretSpan> found;
  AddTokensIn(many, found);
  CHECK(found.size() == 64);
  found.clear();
  AddTokensIn("ghp_0123456789abcdefghij", found);
  REQUIRE(found.size() == 1);
  CHECK(found[0].begin == 0);
  CHECK(found[0].end == 24);
  found.clear();
  for (const char* line : {"", "g", "ghp_", "\xff\xfe", "AKIA", "sk-"}) {
    AddTokensIn(line, found);
  }
  CHECK(found.empty());
}

}  // namespace synapse
