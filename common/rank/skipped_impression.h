// Skipped impression: a suggestion that was on show, fitted what was typed on,
// and was not taken. It is the less likely to be wanted, the more often this
// user takes suggestions that are right. By Bayes' rule,
//
//   odds(text) after n skips = odds(text) * (1 - attention)^n
//
// attention is the chance that a suggestion which is right is taken at the next
// key. It is learned from every line that ran, clamped, and kept in the index's
// meta table. Somebody who types through all ghosts has one near 0 and goes on
// seeing what fits; somebody who takes them at once is shown something else.
//
// Tested by tests/rank/skipped_impression_test.cc.
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
  double impressions_ = 0;
  double taken_ = 0;
};

enum class Took { kPerhaps, kNo, kYes };

// The impressions of one line, and which of them were skipped.
class SkippedImpressions {
 public:
  // `shown` is on show behind `buffer`; "" when nothing is. What was on show
  // before, and was `read`, is skipped when the buffer was typed on along it by
  // one character, and taken as `took` says: of one who cannot be asked, when
  // the buffer went at once to the end of one of its words. Several characters
  // that were not taken, as of a paste, say nothing.
  void Add(std::string_view buffer, std::string_view shown, bool read = true,
           Took took = Took::kPerhaps);
  // How often the text was skipped: a whole line, or a line up to the end of
  // the word that was next.
  int SkipsOf(std::string_view text) const;
  int WordSkipsOf(std::string_view text) const;
  bool empty() const { return skips_.empty(); }
  // The line ran, or was given up (""): what was right teaches attention.
  // True when it did. The next line begins.
  bool Finish(std::string_view executed, Attention& attention);

 private:
  using Counts = std::unordered_map<std::string, int>;
  void Forget();
  static int CountOf(const Counts& counts, std::string_view text);

  std::string buffer_, shown_;  // the latest impression
  std::string taken_;           // what was gone along at once
  Counts skips_, word_skips_;
};

// The impressions that were skipped at this prompt, and how much they say.
struct Skipped {
  const SkippedImpressions* impressions = nullptr;
  double attention = 0;

  bool any() const { return impressions && !impressions->empty(); }
  // The factor of a text's odds.
  double FactorOf(int skips) const;
};

}  // namespace synapse
