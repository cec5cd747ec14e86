#include "search/fuzzy.h"

#include "tests/testing.h"

namespace synapse {
namespace {

// The text with the matched letters in brackets; "" without a match.
std::string InBrackets(std::string_view typed, std::string_view text) {
  FuzzyQuery query(typed);
  if (query.Score(text) == 0) return "";
  std::string out;
  size_t at = 0;
  for (auto [begin, end] : query.Matched(text)) {
    out += text.substr(at, begin - at);
    out += '[';
    out += text.substr(begin, end - begin);
    out += ']';
    at = end;
  }
  return out.append(text.substr(at));
}

}  // namespace

TEST_CASE("fuzzy: what fits, and where") {
  CHECK(InBrackets("", "git push") == "git push");
  CHECK(InBrackets("push", "git push") == "git [push]");
  CHECK(InBrackets("gp", "git push") == "[g]it [p]ush");
  CHECK(InBrackets("PUSH", "git push") == "");
  CHECK(InBrackets("push", "git PUSH") == "git [PUSH]");
  CHECK(InBrackets("push git", "git push") == "[git] [push]");
  CHECK(InBrackets("'gp", "git push") == "");
  CHECK(InBrackets("^git", "git push") == "[git] push");
  CHECK(InBrackets("^push", "git push") == "");
  CHECK(InBrackets("push$", "git push") == "git [push]");
  CHECK(InBrackets("git$", "git push") == "");
  CHECK(InBrackets("git !push", "git push") == "");
  CHECK(InBrackets("git !pull", "git push") == "[git] push");
  CHECK(InBrackets("hg", "git push") == "");  // in order only
  CHECK(InBrackets("é", "caf\xC3\xA8 caf\xC3\xA9") ==
        "caf\xC3\xA8 caf[\xC3\xA9]");
  CHECK(InBrackets("c\xC3\xA9", "caf\xC3\xA9") == "[c]af[\xC3\xA9]");
  CHECK(InBrackets("longer than it", "long") == "");
  CHECK(InBrackets("x", "") == "");
}

TEST_CASE("fuzzy: better stands before worse") {
  const char* order[] = {"push",               // the whole text
                         "pushd /tmp",         // its prefix
                         "git push",           // the prefix of a word
                         "git repush",         // inside of a word
                         "pip uninstall s h",  // scattered
                         nullptr};
  FuzzyQuery query("push");
  for (size_t i = 0; order[i + 1]; ++i) {
    CAPTURE(order[i]);
    CHECK(query.Score(order[i]) > query.Score(order[i + 1]));
  }
}

// A long line has almost any letters in their order: a query that names nothing
// found hundreds of lines.
TEST_CASE("fuzzy: letters that are scattered over a long line do not match") {
  const std::string line =
      "zip -r puzzle.zip pizza frozen.txt && dropbox sqlite3 quick.db 'select "
      "unique from queue' | jq .request > out.txt";
  CHECK(InBrackets("zzzzqqq", line) == "");
  CHECK(InBrackets("zipjq", line) == "");
  CHECK(InBrackets("pzip", line) != "");  // close together
  CHECK(InBrackets("zppd", line) != "");  // each letter begins a word
}

// The definition, without positions and scores.
static bool Fits(std::string_view word, std::string_view text) {
  size_t at = 0;
  for (char c : text) {
    if (at < word.size() && c == word[at]) ++at;
  }
  return at == word.size();
}

TEST_CASE("fuzzy: fits exactly where the letters stand in order") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  auto text = [&](size_t most) {
    std::string out;
    for (size_t n = 1 + random() % most; out.size() < n;) {
      out += "abc/"[random() % 4];
    }
    return out;
  };
  for (int i = 0; i < 20000; ++i) {
    std::string word = text(4), line = text(12);
    CAPTURE(word);
    CAPTURE(line);
    FuzzyQuery query(word);
    bool fits = query.Score(line) > 0;
    REQUIRE(fits == Fits(word, line));
    size_t marked = 0;
    for (auto [begin, end] : query.Matched(line)) marked += end - begin;
    REQUIRE(marked == (fits ? word.size() : 0));
  }
}

// A query may end in the middle of a character, and so may a line of a history.
TEST_CASE("fuzzy: bytes that are no UTF-8 are found, and end") {
  CHECK(FuzzyQuery("e\xa9").Score("echo caf\xc3\xa9") > 0);
  CHECK(FuzzyQuery("c\xa9").Score("c caf\xc3 \xa9") > 0);
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  auto bytes = [&](size_t most) {
    static constexpr std::string_view kBytes = "ae\xc3\xa9\xe2\x80\xf0\xff";
    std::string out;
    for (size_t n = 1 + random() % most; out.size() < n;) {
      out += kBytes[random() % kBytes.size()];
    }
    return out;
  };
  for (int i = 0; i < 50000; ++i) {
    std::string word = bytes(5), line = bytes(12);
    FuzzyQuery query(word);
    size_t marked = 0, behind = 0;
    for (auto [begin, end] : query.Matched(line)) {
      REQUIRE(begin >= behind);
      REQUIRE(end <= line.size());
      behind = end;
      marked += end - begin;
    }
    REQUIRE(marked == (query.Score(line) > 0 ? word.size() : 0));
  }
}

TEST_CASE("fuzzy: a quoted phrase stands as it is, blanks and all") {
  CHECK(FuzzyQuery("\"git push\"").Score("git push origin") > 0);
  CHECK(FuzzyQuery("\"git push").Score("git push origin") > 0);
  CHECK(FuzzyQuery("\"git push\"").Score("git log; push") == 0);
  CHECK(FuzzyQuery("\"push git\"").Score("git push") == 0);
  CHECK(FuzzyQuery("\"git push\" main").Score("git push origin main") > 0);
  CHECK(FuzzyQuery("\"git push\" main").Score("git push origin") == 0);
  CHECK(FuzzyQuery("!\"git push\"").Score("git pull") > 0);
  CHECK(FuzzyQuery("!\"git push\"").Score("git push") == 0);
  CHECK(FuzzyQuery("\"").Score("anything") > 0);
}

}  // namespace synapse
