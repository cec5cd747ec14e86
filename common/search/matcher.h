// Matcher: how well a text has the words of a query, in [0, 1].
//
// BM25 (Robertson, Zaragoza, "The probabilistic relevance framework", 2009) for
// short texts: a word counts by how rare it is among the texts of its kind, a
// long text less than a short one. In the place of how often a word occurs,
// which says nothing in a line or a path, stands how alike it is (base/words.h),
// and the sum is divided by what a text of just these words would have, so that
// scores can be compared between kinds.
//
//   score = (sum idf(w) likeness(w) / sum idf(w)) * length(text)
//
// Cost: likeness is worked out once for each word that differs.
// Tested by tests/search/matcher_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

inline constexpr size_t kMaxAsked = 8;  // words of a query that count

// For each word of the query the likeness of its nearest in a text.
struct WordEvidence {
  std::array<float, kMaxAsked> likeness{};
  uint16_t length = 0;  // words of the text

  bool any() const;
  // As if both texts were one; the length stays.
  void Add(const WordEvidence& other, float factor);
};

class Matcher {
 public:
  explicit Matcher(std::string_view query);

  const std::vector<std::string>& asked() const { return asked_; }
  WordEvidence Of(std::string_view text);
  // Of one word, in lower case.
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

// How rare each word is among `texts` of which `with` have it.
struct Rarity {
  std::array<double, kMaxAsked> weight{};
  double sum = 0;
  Rarity(const std::vector<std::string>& asked,
         const std::array<uint64_t, kMaxAsked>& with, uint64_t texts);
};

// The share of the query that a text has, and the same with its length.
double Share(const Rarity& rarity, const WordEvidence& evidence);
double WordScore(const Rarity& rarity, const WordEvidence& evidence,
                 size_t asked, double mean_length);

}  // namespace synapse
