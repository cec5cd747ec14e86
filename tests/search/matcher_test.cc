#include "search/matcher.h"

#include "base/words.h"
#include "tests/testing.h"

namespace synapse {
namespace {

// Scores of texts for a query, as if there were no other texts.
std::vector<double> Scores(const std::string& query,
                           const std::vector<std::string>& texts) {
  Matcher matcher(query);
  std::vector<WordEvidence> evidence;
  std::array<uint64_t, kMaxAsked> with{};
  for (const std::string& text : texts) {
    evidence.push_back(matcher.Of(text));
    for (size_t i = 0; i < kMaxAsked; ++i) {
      with[i] += evidence.back().likeness[i] > 0;
    }
  }
  const Rarity rarity(matcher.asked(), with, texts.size());
  std::vector<double> out;
  for (const WordEvidence& e : evidence) {
    out.push_back(WordScore(rarity, e, matcher.asked().size(), 4));
  }
  return out;
}

}  // namespace

TEST_CASE("matcher: all words are better than some, and some than none") {
  auto s = Scores("login button",
                  {"login button", "src/LoginButton.tsx", "button", "make"});
  CHECK(s[0] == doctest::Approx(1));
  CHECK(s[1] == doctest::Approx(1));
  CHECK(s[2] < 0.65);
  CHECK(s[2] > 0.2);
  CHECK(s[3] == 0);
}

TEST_CASE("matcher: a rare word says more than a usual one") {
  auto s = Scores("git bisect",
                  {"git status", "bisect", "git log", "git push", "git diff"});
  CHECK(s[1] > 2 * s[0]);
}

TEST_CASE("matcher: a long text says less") {
  auto s =
      Scores("login", {"a login b", "login a b c d e f g h i j k l m n o"});
  CHECK(s[0] > s[1]);
  CHECK(s[1] > 0.5);
}

TEST_CASE("matcher: the same as comparing each word with each") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const std::vector<std::string> words = {"login", "logins", "lgoin", "button",
                                          "butt",  "deploy", "x",     "log"};
  for (int round = 0; round < 200; ++round) {
    std::string query, text;
    for (int i = 0; i < 3; ++i) query += words[random() % words.size()] + " ";
    for (int i = 0; i < 4; ++i) text += words[random() % words.size()] + "_";
    Matcher matcher(query);
    const WordEvidence found = matcher.Of(text);
    for (size_t i = 0; i < matcher.asked().size(); ++i) {
      double best = 0;
      for (const std::string& word : SearchWords(text)) {
        best = std::max(best, Likeness(matcher.asked()[i], word));
      }
      // The matcher skips a word without half of the letters.
      if (best > 0.6) CHECK(found.likeness[i] == doctest::Approx(best));
    }
  }
}

TEST_CASE("matcher: any bytes, and any length") {
  Matcher matcher(std::string(1'000'000, 'x') + " \xff\x80 " +
                  std::string(100'000, '/'));
  CHECK(matcher.asked().size() <= kMaxAsked);
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "w" + std::to_string(i) + " ";
  CHECK(matcher.Of(many).length <= 64);
  CHECK(Matcher("").asked().empty());
}

}  // namespace synapse
