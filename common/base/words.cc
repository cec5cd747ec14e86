#include "base/words.h"

#include <algorithm>
#include <array>

#include "base/distance.h"
#include "base/text.h"

namespace synapse {
namespace {

bool SaysNothing(std::string_view word) {
  constexpr std::string_view kEmpty[] = {
      "a",   "an",   "and",   "are",   "did",  "do",  "does", "find",
      "for", "how",  "i",     "in",    "is",   "it",  "me",   "my",
      "of",  "on",   "or",    "show",  "that", "the", "this", "to",
      "was", "what", "where", "which", "with"};
  return std::find(std::begin(kEmpty), std::end(kEmpty), word) !=
         std::end(kEmpty);
}

constexpr size_t kMaxTrigrams = kMaxWord + 2;
struct Trigrams {
  std::array<uint32_t, kMaxTrigrams> of;
  size_t count = 0;
};

Trigrams TrigramsOf(std::string_view word) {
  Trigrams out;
  uint32_t window = 0x01;  // the characters before the word
  auto take = [&](uint32_t c) {
    window = (window << 8 | c) & 0xffffff;
    if (out.count < kMaxTrigrams) out.of[out.count++] = window;
  };
  for (char c : word.substr(0, kMaxWord)) take(static_cast<unsigned char>(c));
  take(0x02);
  std::sort(out.of.begin(), out.of.begin() + static_cast<long>(out.count));
  return out;
}

// Likeness by typos, which leave few trigrams of a short word: lgoin.
double TypoLikeness(std::string_view asked, std::string_view word) {
  const size_t longer = std::max(asked.size(), word.size());
  if (longer - std::min(asked.size(), word.size()) > 2) return 0;
  const int most = MaxTypos(asked), typos = TypoDistance(asked, word, most);
  if (typos > most) return 0;
  // In a short word one changed letter makes another word: text, test.
  const double weight = longer < 5 ? 1.5 : 0.9;
  return 1 - weight * typos / static_cast<double>(longer);
}

// The mean likeness of each of `words` to its nearest word among `others`.
double Covered(const std::vector<std::string>& words,
               const std::vector<std::string>& others) {
  double sum = 0;
  for (const std::string& word : words) {
    double best = 0;
    for (const std::string& other : others) {
      best = std::max(best, Likeness(word, other));
    }
    sum += best;
  }
  return words.empty() ? 0 : sum / static_cast<double>(words.size());
}

}  // namespace

std::vector<std::string> SearchWords(std::string_view text, size_t most) {
  std::vector<std::string> out;
  EachSearchWord(text, [&](std::string_view word) {
    if (out.size() < most) out.emplace_back(word);
    return out.size() < most;
  });
  return out;
}

std::vector<std::string> QueryWords(std::string_view query) {
  std::vector<std::string> all = SearchWords(query), out;
  for (const std::string& word : all) {
    if (SaysNothing(word)) continue;
    if (std::find(out.begin(), out.end(), word) == out.end()) {
      out.push_back(word);
    }
  }
  return out.empty() ? all : out;
}

std::string_view StemOf(std::string_view word) {
  auto drop = [&](std::string_view ending, size_t least) {
    if (!word.ends_with(ending) || word.size() < least + ending.size()) {
      return false;
    }
    word.remove_suffix(ending.size());
    return true;
  };
  if (!word.ends_with("ss") && !word.ends_with("us")) drop("s", 3);
  if (!drop("ing", 4) && !drop("ion", 4) && !drop("ed", 4)) drop("or", 5);
  drop("e", 4);
  return word;
}

double TrigramLikeness(std::string_view a, std::string_view b) {
  const Trigrams x = TrigramsOf(a), y = TrigramsOf(b);
  size_t common = 0;
  for (size_t i = 0, j = 0; i < x.count && j < y.count;) {
    if (x.of[i] == y.of[j]) {
      ++common, ++i, ++j;
    } else if (x.of[i] < y.of[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return 2.0 * static_cast<double>(common) /
         static_cast<double>(x.count + y.count);
}

double Likeness(std::string_view asked, std::string_view word) {
  constexpr double kSameStem = 0.97, kBeginning = 0.8, kMisspelt = 0.45,
                   kShortened = 0.6;
  if (asked.empty() || word.empty()) return 0;
  if (asked == word) return 1;
  const std::string_view stem = StemOf(asked);
  if (stem == StemOf(word)) return kSameStem;
  if (asked.size() >= 2 && word.starts_with(asked)) {
    // A word that covers more of the other one scores higher.
    const double share =
        static_cast<double>(asked.size()) / static_cast<double>(word.size());
    return kBeginning + (kSameStem - kBeginning) * share * share;
  }
  if (asked.size() < 4 || word.size() < 3) return 0;
  if (asked.starts_with(word)) {  // cert, of certificate
    const double share =
        static_cast<double>(word.size()) / static_cast<double>(asked.size());
    return kShortened + (kSameStem - kShortened) * share * share;
  }
  const double alike =
      std::max(TrigramLikeness(asked, word), TypoLikeness(asked, word));
  return alike >= kMisspelt ? 0.9 * alike : 0;
}

double QueryLikeness(const std::vector<std::string>& asked,
                     const std::vector<std::string>& other) {
  constexpr double kLeast = 0.5;
  const double has = Covered(asked, other);
  if (has < kLeast) return 0;
  return has * (0.6 + 0.4 * Covered(other, asked));
}

uint64_t QueryBits(const std::vector<std::string>& words) {
  uint64_t bits = 0;
  for (const std::string& word : words) {
    bits |= uint64_t{1} << (Hash64(StemOf(word)) >> 58);
  }
  return bits;
}

uint64_t QueryBits(std::string_view query) {
  return QueryBits(QueryWords(query));
}

}  // namespace synapse
