#include "base/distance.h"

#include <algorithm>
#include <array>

namespace synapse {
namespace {

constexpr size_t kLongest = 64;

using Row = std::array<int, kLongest + 1>;

// The last row of the table: the distances of `a` to each beginning of `b`.
// False when all of them are beyond `most`.
bool Distances(std::string_view a, std::string_view b, int most, Row& last) {
  Row before{}, above{};
  for (size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    before = above;
    above = last;
    last[0] = static_cast<int>(i);
    int least = last[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      int wrong = a[i - 1] == b[j - 1] ? 0 : 1;
      last[j] = std::min({above[j] + 1, last[j - 1] + 1, above[j - 1] + wrong});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        last[j] = std::min(last[j], before[j - 2] + 1);
      }
      least = std::min(least, last[j]);
    }
    if (least > most) return false;
  }
  return true;
}

}  // namespace

int TypoDistance(std::string_view a, std::string_view b, int most) {
  if (a == b) return 0;
  size_t apart = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (apart > static_cast<size_t>(std::max(most, 0)) || a.size() > kLongest ||
      b.size() > kLongest) {
    return most + 1;
  }
  Row last{};
  if (!Distances(a, b, most, last)) return most + 1;
  return std::min(last[b.size()], most + 1);
}

int TypoDistanceToPrefix(std::string_view typed, std::string_view b, int most) {
  if (b.starts_with(typed)) return 0;
  if (typed.size() > kLongest) return most + 1;
  // No beginning that is longer can be nearer.
  b = b.substr(0, std::min(kLongest,
                           typed.size() + static_cast<size_t>(std::max(most, 0))));
  Row last{};
  if (!Distances(typed, b, most, last)) return most + 1;
  int least = *std::min_element(
      last.begin(), last.begin() + static_cast<std::ptrdiff_t>(b.size()) + 1);
  return std::min(least, most + 1);
}

int MostSlips(std::string_view word) {
  return word.size() < 2 ? 0 : word.size() < 5 ? 1 : 2;
}

}  // namespace synapse
