#include <random>

#include "source/typo.h"
#include "tests/testing.h"

namespace synapse {
namespace {

// Random words of few letters: many are near one another.
struct Words {
  std::mt19937 random{7};
  std::vector<std::string> files, below, names, used;

  Words() {
    for (int i = 0; i < 60; ++i) files.push_back(One(8) + (i % 3 ? "" : "/"));
    for (int i = 0; i < 20; ++i) below.push_back(One(8));
    for (int i = 0; i < 80; ++i) names.push_back(One(8));
    for (int i = 0; i < 20; ++i) used.push_back(One(8));
  }
  std::string One(size_t most) {
    std::string word(1 + random() % most, 'a');
    for (char& c : word) c = "abcdAB-."[random() % 8];
    return word;
  }
};

TypoSource SourceOf(const Words& words, SpecStore& specs, int* asked) {
  return TypoSource(
      {.at =
           [&words, asked](const std::string& left, Budget&) {
             ++*asked;
             std::vector<Candidate> out;
             const bool is_below = left.ends_with('/');
             const std::string directory =
                 is_below ? left.substr(left.rfind(' ') + 1) : "";
             double score = 0;
             for (const auto& name : is_below ? words.below : words.files) {
               Candidate& c = out.emplace_back();
               c.word = directory + name;
               c.text = left + name;
               c.evidence = {{SourceId::kFilesystem, score += 0.01, "", true}};
             }
             return out;
           },
       .context_at = [](const std::string&) { return CompletionContext(); },
       .can_run = [](std::string_view name) { return name.size() % 4 != 0; },
       .each_name =
           [&words](const std::function<void(std::string_view)>& visit) {
             for (const std::string& name : words.names) visit(name);
             return true;
           }},
      specs);
}

}  // namespace

// Words that cannot be near any more are dropped as a word grows. What is left
// gives the same answer as all words.
TEST_CASE("typo: the words of the last key give the same as all words") {
  Words words;
  SpecStore specs({testing::SourceFile("specs")});
  int asked_once = 0, asked = 0, found = 0, ended = 0;
  TypoSource keeps = SourceOf(words, specs, &asked_once);
  constexpr int64_t kLongUs = 60'000'000;  // the machine may be busy
  keeps.SetBudget(kLongUs);
  for (int round = 0; round < 600; ++round) {
    CompletionContext context;
    context.position =
        round % 3 == 0 ? Position::kCommandName : Position::kArgument;
    context.expected =
        round % 3 == 1 ? ExpectedType::kFilePath : ExpectedType::kAny;
    context.segment.partial.quoted = round % 11 == 1;
    const std::string left = round % 3 == 0 ? "" : "cmd ";
    std::vector<WordGuess> guesses;
    for (const std::string& word : words.used) guesses.push_back({word, 0.1});
    const TypoSource::UsedWords used{
        guesses, [](const WordGuess& g) { return g.text.size() % 3 != 0; }};
    // Half of the words are those that are there, with a typo.
    std::string word = words.One(9);
    if (round % 2 == 0) {
      const auto& from = round % 3 == 0 ? words.names : words.files;
      word = from[words.random() % from.size()];
      word[words.random() % word.size()] = 'b';
    }
    bool has_ended = false;
    for (size_t n = 1; n <= word.size(); ++n) {
      context.partial = word.substr(0, n);
      CAPTURE(context.partial);
      bool later = false, kept_later = false;
      TypoSource all = SourceOf(words, specs, &asked);
      all.SetBudget(kLongUs);
      const auto expected = all.Near(context, left, used, &later);
      const auto kept = keeps.Near(context, left, used, &kept_later);
      CHECK(later == kept_later);
      REQUIRE(kept.size() == expected.size());
      for (size_t i = 0; i < kept.size(); ++i) {
        CHECK(kept[i].text == expected[i].text);
        CHECK(kept[i].word == expected[i].word);
        CHECK(kept[i].evidence[0].score == expected[i].evidence[0].score);
        CHECK(kept[i].evidence[0].reason == expected[i].evidence[0].reason);
      }
      found += static_cast<int>(kept.size());
      CHECK((!has_ended || kept.empty()));
      has_ended = has_ended || kept_later;
      ended += kept_later ? 1 : 0;
    }
    keeps.ForgetPossible();
  }
  CHECK(found > 1000);
  CHECK(ended > 50);
  CHECK(asked_once < asked / 2);
}

}  // namespace synapse
