// Figures of a replay: how well a predictor predicted a recorded history. Each
// command is predicted first and then learned (prequential; A. P. Dawid,
// "Statistical theory: the prequential approach", J. R. Statist. Soc. A 147,
// 1984).
//
// Tested by tests/measure/replay_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

// Sums over commands; the figures are quotients of them.
struct ReplaySums {
  size_t commands = 0;
  size_t characters = 0;  // of the lines
  size_t first = 0;       // first suggestion on an empty line was right
  size_t first_five = 0;
  double reciprocal_rank = 0;  // among the first ten
  size_t keys = 0;             // to type the lines, taking whole lines
  size_t keys_words = 0;       // the same, if the next word may be taken
  size_t keys_misled = 0;      // of these, with a ghost with a wrong next word

  double next1() const { return Of(static_cast<double>(first), commands); }
  double next5() const { return Of(static_cast<double>(first_five), commands); }
  double mrr() const { return Of(reciprocal_rank, commands); }
  double save() const { return Saved(keys); }
  double saveword() const { return Saved(keys_words); }
  double wrong() const {
    return Of(static_cast<double>(keys_misled), keys_words);
  }

 private:
  static double Of(double part, size_t all) {
    return all ? part / static_cast<double>(all) : 0;
  }
  double Saved(size_t pressed) const {
    return characters ? 1 - Of(static_cast<double>(pressed), characters) : 0;
  }
};

// The keys to type `line`, when `suggest` returns the suggestion for each typed
// beginning ("" for none); it is called at most once for each length. Whole:
// one key takes a suggestion that equals the line. Words: one key may also take
// the next word, if it is right and has two characters or more. Misled: the
// latter keys at which a suggestion with another next word is on show.
struct KeyCount {
  size_t whole = 0;
  size_t words = 0;
  size_t misled = 0;
};
// The key takes a word, or a path up to its next slash (synapse-take-component):
// then that part of a path is the word.
enum class TakeBy { kWord, kComponent };
using SuggestionFor = std::function<std::string(std::string_view typed)>;
KeyCount CountKeys(std::string_view line, const SuggestionFor& suggestion,
                   TakeBy by = TakeBy::kWord);

// The end of the next word of `line` after `from`: blanks, then non-blanks;
// npos if only blanks are left.
size_t WordBehind(std::string_view line, size_t from,
                  TakeBy by = TakeBy::kWord);

// Whether `text` continues after `from` with the next word of `line`.
bool HasNextWordOf(std::string_view line, std::string_view text, size_t from,
                   TakeBy by = TakeBy::kWord);

// How often suggestions with a certain confidence were right.
class Reliability {
 public:
  static constexpr int kBins = 10;
  void Add(double confidence, bool right);
  struct Bin {
    size_t shown = 0;
    size_t right = 0;
    double confidence = 0;  // sum
  };
  const std::array<Bin, kBins>& bins() const { return bins_; }
  // Expected calibration error: the mean distance between confidence and the
  // share of right ones (Naeini et al., "Obtaining well calibrated
  // probabilities using Bayesian binning", AAAI 2015).
  double Error() const;

 private:
  std::array<Bin, kBins> bins_{};
};

}  // namespace synapse
