// Nearness: whether one word may be a typo of another one.
//
//   gti, git        two swapped letters
//   readme, README  one typo: the case of the whole word
//   hi, hd          not near: the first letter alone is the same
//
// The number of typos is that of base/distance.h.
// Tested by tests/source/typo_test.cc.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/distance.h"
#include "base/text.h"

namespace synapse {

inline char Lower(char c) { return IsUpper(c) ? static_cast<char>(c + 32) : c; }

// Two typos in the first two characters give another word. With two letters,
// one must be equal at its position or both swapped: `sl` is ls, and `gi` is
// git, but `hi` is not hd.
inline bool MayBe(std::string_view written, std::string_view other) {
  if (written.empty() || other.empty()) return false;
  if (written.size() == 2 &&
      (other.substr(0, 3).find(written[0]) == other.npos ||
       other.substr(0, 3).find(written[1]) == other.npos)) {
    return false;
  }
  return written[0] == other[0] ||
         (other.size() > 1 && written[0] == other[1]) ||
         (written.size() > 1 && written[1] == other[0]);
}

// A quick test, false for most words. True if MayBe() is true now or may be
// when more is typed, or if the word begins with `written`, at least two
// letters, in another case.
inline bool MayBeginNearly(std::string_view written, std::string_view other) {
  return !other.empty() &&
         (Lower(written[0]) == Lower(other[0]) || written[1] == other[0] ||
          (other.size() > 1 && written[0] == other[1]));
}

// The typos of the beginning of the other word, more than kMostTypos if neither
// `written`, at least two letters, nor a longer word that begins with it may be a
// typo of the other one.
inline constexpr int kMostTypos = 2;  // in a long word (base/distance.h)
inline int TyposOfBeginning(std::string_view written, std::string_view other) {
  const bool may_be =
      !other.empty() && (written[0] == other[0] || written[1] == other[0] ||
                         (other.size() > 1 && written[0] == other[1]));
  return may_be ? TypoDistanceToPrefix(written, other, kMostTypos)
                : kMostTypos + 1;
}

// True if the other word has the letters of `written` in their order, in either
// case: if not, no longer word that begins with `written` matches inside it.
inline bool HasLettersOf(std::string_view written, std::string_view other) {
  size_t next = 0;
  for (size_t at = 0; at < other.size() && next < written.size(); ++at) {
    next += Lower(other[at]) == Lower(written[next]) ? 1 : 0;
  }
  return next == written.size();
}

// True if the word begins with `lower` in either case of ASCII. It is asked of
// every name of PATH.
inline bool BeginsWithLower(std::string_view word, std::string_view lower) {
  return word.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), word.begin(),
                    [](char low, char c) { return low == Lower(c); });
}

// The number of typos that make one word the other; more than `most` if they
// are not near. One typo is the wrong case of a whole word: `cat readme.md`.
inline int TyposBetween(std::string_view written, std::string_view other,
                        int most) {
  if (written.size() == other.size() &&
      std::equal(written.begin(), written.end(), other.begin(),
                 [](char a, char b) { return Lower(a) == Lower(b); })) {
    return 1;
  }
  return MayBe(written, other) ? TypoDistance(written, other, most) : most + 1;
}

// The score of a word that is corrected, by its typos: of a whole word those
// behind the first.
inline double ScoreWithTypos(int typos) { return 0.9 - 0.2 * typos; }

// The reason that shows what was mended: "gti -> git".
inline std::string Arrow(std::string_view from, std::string_view to) {
  return std::string(from) + " -> " + std::string(to);
}

// `gti`: most typos in the name of a command swap two letters.
inline bool IsSwapped(std::string_view written, std::string_view other) {
  return written.size() == other.size() &&
         std::is_permutation(written.begin(), written.end(), other.begin());
}

}  // namespace synapse
