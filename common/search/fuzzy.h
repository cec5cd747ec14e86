// Fuzzy: whether a text fits what was typed, how well, and where.
//
//   git push   both words, each as letters in order, anywhere
//   'push      the word as it stands       ^git   at the beginning
//   push$      at the end                  !push  not that word
//   "git push" a phrase, blanks and all: up to the next quote, or the end
//
// Letters fit in either case until the word has a capital. What stands in one
// piece is better than scattered letters, the beginning of the text better
// than that of a word, that better than the middle of one.
// Rejected: the best alignment of scattered letters (dynamic programming). The
// tightest one that ends where the first one ends is found in two passes.
// Tested by tests/search/fuzzy_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace synapse {

class FuzzyQuery {
 public:
  static constexpr int kBest = 120;

  FuzzyQuery() = default;
  explicit FuzzyQuery(std::string_view typed);

  bool empty() const { return terms_.empty(); }
  // It has one of the signs above.
  bool has_signs() const { return signs_; }
  // What a text must have, without the signs.
  std::string Words() const;
  // 1 to kBest; 0 when it does not fit. Without words every text fits.
  int Score(std::string_view text) const;
  // What of the text fitted: byte ranges in order, none overlapping.
  using Range = std::pair<size_t, size_t>;
  std::vector<Range> Matched(std::string_view text) const;

 private:
  struct Term {
    std::string text;  // folded, unless by_case
    std::vector<size_t> units;  // the offset behind each of its characters
    bool by_case = false;
    bool exact = false;
    bool at_start = false;
    bool at_end = false;
    bool negated = false;
  };
  void Add(Term term, std::string_view word);
  static int ScoreTerm(const Term& term, std::string_view text,
                       std::vector<Range>* where);

  std::vector<Term> terms_;
  bool signs_ = false;
};

}  // namespace synapse
