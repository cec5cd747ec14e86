#include "rank/compose.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

namespace synapse {
namespace {

// The next word of a text: (word, probability, number of times it was seen).
struct Next {
  std::string word;
  double probability;
  uint32_t support = 3;
};

NextWords From(std::map<std::string, Next> table) {
  return [table](std::string_view left) {
    WordGuesses guesses;
    auto at = table.find(std::string(left));
    if (at == table.end()) return guesses;
    guesses.words.push_back({at->second.word, at->second.probability});
    guesses.support = at->second.support;
    return guesses;
  };
}

Suggestion OneWord(const std::string& text) {
  Suggestion s;
  s.text = text;
  s.confidence = 0.5;
  return s;
}

}  // namespace

TEST_CASE("compose: likely words follow, confidence is their product") {
  Suggestion s = OneWord("git push");
  Compose(s, From({{"git push ", {"origin", 0.8}},
                   {"git push origin ", {"main", 0.5}},
                   {"git push origin main ", {std::string(kEndOfLine), 0.9}}}));
  CHECK(s.text == "git push origin main");
  CHECK(s.confidence == doctest::Approx(0.5 * 0.8 * 0.5));
}

TEST_CASE("compose: a message is left to be written") {
  Suggestion s = OneWord("git commit");
  Compose(s, From({{"git commit ", {"-m", 0.8}},
                   {"git commit -m ", {"\"fix it\"", 0.5}}}));
  CHECK(s.text == "git commit -m \"\"");
}

TEST_CASE("compose: it stops where no word is likely or was seen") {
  Suggestion unlikely = OneWord("ls");
  Compose(unlikely, From({{"ls ", {"-l", 0.39}}}));
  CHECK(unlikely.text == "ls");
  Suggestion unseen = OneWord("ls");
  Compose(unseen, From({{"ls ", {"-l", 0.9, 0}}}));
  CHECK(unseen.text == "ls");
}

TEST_CASE("compose: it does not end in an operator") {
  Suggestion s = OneWord("cat x");
  Compose(s, From({{"cat x ", {"|", 0.8}}, {"cat x | ", {"grep", 0.3}}}));
  CHECK(s.text == "cat x");
  CHECK(s.confidence == 0.5);
  Compose(s, From({{"cat x ", {"|", 0.8}}, {"cat x | ", {"wc", 0.5}}}));
  CHECK(s.text == "cat x | wc");
  Suggestion run = OneWord("xeyes");
  Compose(run, From({{"xeyes ", {"&", 0.8}}}));
  CHECK(run.text == "xeyes &");
}

TEST_CASE("compose: four words at most") {
  Suggestion s = OneWord("x");
  Compose(s, [](std::string_view) {
    WordGuesses guesses;
    guesses.words.push_back({"x", 1});
    guesses.support = 1;
    return guesses;
  });
  CHECK(s.text == "x x x x x");
}

TEST_CASE("compose: a stored line, a directory and a waiting option stay") {
  auto next = From(
      {{"cd src/ ", {"x", 1}}, {"a --b= ", {"x", 1}}, {"make ", {"x", 1}}});
  for (const char* text : {"cd src/", "a --b="}) {
    Suggestion s = OneWord(text);
    Compose(s, next);
    CHECK(s.text == text);
  }
  Suggestion line = OneWord("make");
  line.is_line = true;
  Compose(line, next);
  CHECK(line.text == "make");
}

// The slow version: the longest line by words of a random table, of at most
// four more words, in which each word is probable and was seen.
TEST_CASE("compose: a plain implementation adds the same words") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    std::map<std::string, Next> table;
    std::string text = "cmd";
    for (int i = 0; i < 7; ++i) {
      const double probability = static_cast<double>(random() % 100) / 100;
      const bool ends = random() % 8 == 0;
      const std::string word =
          ends ? std::string(kEndOfLine) : "w" + std::to_string(random() % 9);
      table[text + " "] = {word, probability, random() % 10 == 0 ? 0u : 2u};
      text += " " + word;
    }
    std::string plain = "cmd";
    double confidence = 0.5;
    for (int i = 0; i < 4; ++i) {
      auto next = table.find(plain + " ");
      if (next == table.end() || next->second.word == kEndOfLine ||
          next->second.support == 0 || next->second.probability < 0.4) {
        break;
      }
      plain += " " + next->second.word;
      confidence *= next->second.probability;
    }
    Suggestion s = OneWord("cmd");
    Compose(s, From(table));
    CHECK(s.text == plain);
    CHECK(s.confidence == doctest::Approx(confidence));
  }
}

}  // namespace synapse
