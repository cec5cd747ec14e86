// Refusal: what was on show, fitted what was typed on, and was not taken. It is
// the less likely to be wanted, the more this person is in the habit of taking
// what is right (prediction.md, "Display": a prediction that was typed past is
// not calibrated any more). By Bayes' rule,
//
//   odds(text) after n passes = odds(text) * (1 - attention)^n
//
// attention is the chance that a suggestion which is right is taken at the next
// key. It is learned from every line that ran, clamped, and kept in the index's
// meta table. Somebody who types through all ghosts has one near 0 and goes on
// seeing what fits; somebody who takes them at once is shown something else.
//
// Tested by tests/rank/refusal_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/status.h"
#include "store/kv.h"

namespace synapse {

// Decayed counts of suggestions that were right: looked at, and taken.
class Attention {
 public:
  // In (0, 0.9]: nothing is ever ruled out.
  double rate() const;
  void Add(bool taken);

  static Attention Read(Kv& kv);
  Status Write(Kv& kv) const;

 private:
  double looks_ = 0;
  double taken_ = 0;
};

enum class Took { kPerhaps, kNo, kYes };

// The looks of one line.
class Refusals {
 public:
  // `shown` is on show behind `buffer`; "" when nothing is. What was on show
  // before, and was `read`, is passed when the buffer was typed on along it by
  // one character, and taken as `took` says: of one who cannot be asked, when
  // the buffer went at once to the end of one of its words. Several characters
  // that were not taken, as of a paste, say nothing.
  void Look(std::string_view buffer, std::string_view shown, bool read = true,
            Took took = Took::kPerhaps);
  // How often the text was passed: a whole line, or a line up to the end of
  // the word that was next.
  int PassesOf(std::string_view text) const;
  int WordPassesOf(std::string_view text) const;
  bool empty() const { return passes_.empty(); }
  // The line ran, or was given up (""): what was right teaches attention.
  // True when it did. The next line begins.
  bool Finish(std::string_view executed, Attention& attention);

 private:
  using Counts = std::unordered_map<std::string, int>;
  void Forget();
  static int CountOf(const Counts& counts, std::string_view text);

  std::string buffer_, shown_;  // the latest look
  std::string taken_;           // what was gone along at once
  Counts passes_, word_passes_;
};

// What was passed at this prompt, and how much that says.
struct Passed {
  const Refusals* refusals = nullptr;
  double attention = 0;

  bool any() const { return refusals && !refusals->empty(); }
  // The factor of a text's odds.
  double FactorOf(int passes) const;
};

}  // namespace synapse
