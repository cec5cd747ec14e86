// Matcher: how much of a query a text has, in [0, 1].
//
// BM25 (Robertson, Zaragoza, "The probabilistic relevance framework", 2009) for
// short texts. Rare words count more among the texts of a kind, and long texts
// count less than short ones. The number of occurrences says nothing in a line
// or a path, so likeness (base/words.h) replaces it. The sum is divided by that
// of a text of just these words, so that scores of different kinds are
// comparable.
//
//   score = (sum idf(w) likeness(w) / sum idf(w)) * length(text)
//
// Cost: likeness is computed once for each distinct word.
// Tested by tests/search/matcher_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

inline constexpr size_t kMaxAsked = 8;  // query words that count

// For each query word the likeness of the most similar word in a text.
struct WordEvidence {
  std::array<float, kMaxAsked> likeness{};
  uint16_t length = 0;  // words of the text

  bool any() const;
  // Joins the words of two texts; the length is not changed.
  void Add(const WordEvidence& other, float factor);
};

class Matcher {
 public:
  explicit Matcher(std::string_view query);

  const std::vector<std::string>& asked() const { return asked_; }
  WordEvidence Of(std::string_view text);
  // For one word, in lower case.
  const std::array<float, kMaxAsked>& OfWord(std::string_view word);

 private:
  struct Known {
    uint64_t hash;
    std::array<float, kMaxAsked> likeness;
  };
  void Grow();

  std::vector<std::string> asked_;
  std::vector<Known> known_;
  std::vector<uint32_t> table_;  // open addressing; index + 1, 0: free
};

// The rarity of each word, with `with` of `texts` texts having it.
struct Rarity {
  std::array<double, kMaxAsked> weight{};
  double sum = 0;
  Rarity(const std::vector<std::string>& asked,
         const std::array<uint64_t, kMaxAsked>& with, uint64_t texts);
};

// The share of the query that a text has; the same, reduced for its length.
double Share(const Rarity& rarity, const WordEvidence& evidence);
double WordScore(const Rarity& rarity, const WordEvidence& evidence,
                 size_t asked, double mean_length);

}  // namespace synapse
