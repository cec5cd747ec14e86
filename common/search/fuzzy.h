// Fuzzy: whether a text matches the typed query, how well, and where.
//
//   git push   both words, each as letters in order, anywhere
//   'push      the word unchanged         ^git   at the beginning
//   push$      at the end                  !push  not that word
//   "git push" a phrase with its blanks: up to the next quote, or the end
//
// Case is ignored unless the word has a capital. A piece scores higher than
// scattered letters. The beginning of the text scores higher than the beginning
// of a word, and that higher than the middle of one. Letters that are scattered
// over much of a line do not match, unless each begins a word.
// Rejected: the best alignment of scattered letters (dynamic programming). Two
// passes find the tightest alignment that ends where the first one ends.
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
  // True if the query has one of the signs above.
  bool has_signs() const { return signs_; }
  // The required words, without the signs.
  std::string Words() const;
  // 1 to kBest; 0 when the text does not match. Without words every text
  // matches.
  int Score(std::string_view text) const;
  // The matching parts of the text: byte ranges in order, none overlapping.
  using Range = std::pair<size_t, size_t>;
  std::vector<Range> Matched(std::string_view text) const;

 private:
  struct Term {
    std::string text;           // folded, unless by_case
    std::vector<size_t> units;  // the offset after each of its characters
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
