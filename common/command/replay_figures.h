// Figures of a replay: how well a predictor foresaw a recorded history. Each
// command is predicted first and learned then (prequential; A. P. Dawid,
// "Statistical theory: the prequential approach", J. R. Statist. Soc. A 147,
// 1984).
//
// Tested by tests/command/replay_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

// Sums over commands; the figures are their quotients.
struct ReplaySums {
  size_t commands = 0;
  size_t characters = 0;  // of the lines
  size_t first = 0;       // the line was the first suggestion on an empty line
  size_t first_five = 0;
  double reciprocal_rank = 0;  // among the first ten
  size_t keys = 0;             // to type the lines, whole lines taken
  size_t keys_words = 0;       // likewise, where the next word may be taken
  size_t keys_misled = 0;      // of these, with a ghost whose next word is wrong

  double next1() const { return Of(static_cast<double>(first), commands); }
  double next5() const { return Of(static_cast<double>(first_five), commands); }
  double mrr() const { return Of(reciprocal_rank, commands); }
  double save() const { return Saved(keys); }
  double saveword() const { return Saved(keys_words); }
  double wrong() const { return Of(static_cast<double>(keys_misled), keys_words); }

 private:
  static double Of(double part, size_t all) {
    return all ? part / static_cast<double>(all) : 0;
  }
  double Saved(size_t pressed) const {
    return characters ? 1 - Of(static_cast<double>(pressed), characters) : 0;
  }
};

// Keys to type `line`, when each call answers the suggestion for what is
// typed so far ("" for none); it is asked once for each length at most.
// Whole: one key takes a suggestion that is the line. Words: one key may also
// take its next word, where that is right and has two characters or more.
// Misled: of the latter keys, those at which a suggestion was on show whose next
// word is not the line's.
struct KeyCount {
  size_t whole = 0;
  size_t words = 0;
  size_t misled = 0;
};
using SuggestionFor = std::function<std::string(std::string_view typed)>;
KeyCount CountKeys(std::string_view line, const SuggestionFor& suggestion);

// The end of the word that `line` goes on with behind `from`: blanks, then no
// blanks; npos where nothing but blanks is left.
size_t WordBehind(std::string_view line, size_t from);

// Whether `text` goes on behind `from` with the next word of `line`.
bool HasNextWordOf(std::string_view line, std::string_view text, size_t from);

// How often what was shown at a confidence was right.
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
  // Expected calibration error: the mean distance of confidence and share of
  // right ones (Naeini et al., "Obtaining well calibrated probabilities using
  // Bayesian binning", AAAI 2015).
  double Error() const;

 private:
  std::array<Bin, kBins> bins_{};
};

}  // namespace synapse
