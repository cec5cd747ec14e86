// Skipped impression: a suggestion that was on show, fitted the text that was
// typed next, and was not taken. A user who usually takes correct suggestions
// probably does not want it, so its confidence must decrease. By Bayes' rule,
//
//   odds(text) after n skips = odds(text) * (1 - attention)^n
//
// Attention is the chance that a correct suggestion is taken at the next key.
// Each line that ran teaches it. It is clamped, and stored in the index's table
// `meta`. A user who types past all ghosts has an attention near 0, and still
// gets every ghost that fits. A user who takes ghosts at once gets another one.
//
// Tested by tests/rank/skipped_impression_test.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/status.h"
#include "store/kv.h"

namespace synapse {

// Decayed counts of correct suggestions: on show, and taken.
class Attention {
 public:
  // In (0, 0.9]: no number of skips excludes a text.
  double rate() const;
  void Add(bool taken);

  static Attention Read(Kv& kv);
  Status Write(Kv& kv) const;

 private:
  double impressions_ = 0;
  double taken_ = 0;
};

enum class Took { kUnknown, kNo, kYes };

// The impressions of one line, and which of them were skipped.
class SkippedImpressions {
 public:
  // `shown` is on show behind `buffer`; "" if nothing is on show.
  //
  // The previous suggestion counts if it was `read` and if the buffer grew
  // along it. `took` says whether a key took it. With kUnknown it was taken if
  // the buffer grew by several characters to the end of one of its words. A
  // suggestion that was not taken is skipped. With kNo, several characters at
  // once, as of a paste, are no skip.
  void Add(std::string_view buffer, std::string_view shown, bool read = true,
           Took took = Took::kUnknown);
  // How often the text was skipped. SkipsOf() takes a whole line, WordSkipsOf()
  // a line up to the end of its next word.
  int SkipsOf(std::string_view text) const;
  int WordSkipsOf(std::string_view text) const;
  bool empty() const { return skips_.empty(); }
  // The line ran; "" if it was given up. Impressions of the line that ran teach
  // attention; returns true if there were any. The next line begins.
  bool Finish(std::string_view executed, Attention& attention);

 private:
  using Counts = std::map<std::string, int, std::less<>>;
  void Forget();
  static void CountOne(Counts& counts, std::string_view text);
  static int CountOf(const Counts& counts, std::string_view text);

  std::string buffer_, shown_;  // the latest impression
  std::string taken_;           // the latest suggestion that was taken
  Counts skips_, word_skips_;
};

// The impressions that were skipped at this prompt, and this user's attention.
struct Skipped {
  const SkippedImpressions* impressions = nullptr;
  double attention = 0;

  bool any() const { return impressions && !impressions->empty(); }
  // The factor of a text's odds.
  double FactorOf(int skips) const;
};

}  // namespace synapse
