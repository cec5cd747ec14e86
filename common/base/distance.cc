#include "base/distance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/text.h"

namespace synapse {
namespace {

constexpr size_t kLongest = 64;

using Row = std::array<int, kLongest + 1>;

// The first characters of a word; `size` says whether there are more.
struct Characters {
  std::array<char32_t, kLongest + 1> at;
  size_t size = 0;

  explicit Characters(std::string_view word) {
    for (size_t i = 0; i < word.size() && size <= kLongest; ++size) {
      const CodePoint point = DecodeUtf8(word, i);
      at[size] = point.value;
      i += static_cast<size_t>(point.length);
    }
  }
};

// A bit for each first byte of a character that the word has.
uint64_t FirstBytesOf(std::string_view word) {
  uint64_t bits = 0;
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) bits |= uint64_t{1} << (byte % 64);
  }
  return bits;
}

// The fewest typos that turn `a` into a word of characters of `b`: each
// character that `b` lacks is one. Most words differ by more.
int LeastTypos(std::string_view a, std::string_view b) {
  return std::popcount(FirstBytesOf(a) & ~FirstBytesOf(b));
}

// The bytes of ASCII, each a character of its own, with which both begin.
size_t CommonAscii(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  size_t n = 0;
  while (n < most && a[n] == b[n] && (a[n] & 0x80) == 0) ++n;
  return n;
}

// Computes the last row of the table: the distances of `a` to each prefix of
// `b`. Returns false when all of them exceed `most`.
bool Distances(const Characters& a, const Characters& b, int most, Row& last) {
  Row before{}, above{};
  for (size_t j = 0; j <= b.size; ++j) last[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size; ++i) {
    before = above;
    above = last;
    last[0] = static_cast<int>(i);
    int least = last[0];
    for (size_t j = 1; j <= b.size; ++j) {
      int wrong = a.at[i - 1] == b.at[j - 1] ? 0 : 1;
      last[j] = std::min({above[j] + 1, last[j - 1] + 1, above[j - 1] + wrong});
      if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] &&
          a.at[i - 2] == b.at[j - 1]) {
        last[j] = std::min(last[j], before[j - 2] + 1);
      }
      least = std::min(least, last[j]);
    }
    if (least > most) return false;
  }
  return true;
}

}  // namespace

int TypoDistance(std::string_view left, std::string_view right, int most) {
  if (left == right) return 0;
  if (std::max(LeastTypos(left, right), LeastTypos(right, left)) > most) {
    return most + 1;
  }
  const Characters a(left), b(right);
  const size_t apart = a.size > b.size ? a.size - b.size : b.size - a.size;
  if (apart > static_cast<size_t>(std::max(most, 0)) || a.size > kLongest ||
      b.size > kLongest) {
    return most + 1;
  }
  Row last{};
  if (!Distances(a, b, most, last)) return most + 1;
  return std::min(last[b.size], most + 1);
}

int TypoDistanceToPrefix(std::string_view typed, std::string_view word,
                         int most) {
  if (word.starts_with(typed)) return 0;
  // An equal beginning holds no typo: a path is compared by its last name.
  const size_t same = CommonAscii(typed, word);
  if (LeastTypos(typed.substr(same), word.substr(same)) > most) return most + 1;
  const Characters a(typed.substr(same));
  Characters b(word.substr(same));
  if (same + a.size > kLongest) return most + 1;
  // A longer prefix cannot be nearer.
  b.size = std::min({kLongest - same, b.size,
                     a.size + static_cast<size_t>(std::max(most, 0))});
  Row last{};
  if (!Distances(a, b, most, last)) return most + 1;
  int least = *std::min_element(
      last.begin(), last.begin() + static_cast<std::ptrdiff_t>(b.size) + 1);
  return std::min(least, most + 1);
}

int MaxTypos(std::string_view word) {
  const size_t characters = CountCharacters(word);
  return characters < 2 ? 0 : characters < 5 ? 1 : 2;
}

bool DifferInDigits(std::string_view a, std::string_view b) {
  const auto without_digits = [](std::string_view word) {
    std::string out;
    std::copy_if(word.begin(), word.end(), std::back_inserter(out),
                 [](char c) { return !IsDigit(c); });
    return out;
  };
  return a != b && without_digits(a) == without_digits(b);
}

}  // namespace synapse
