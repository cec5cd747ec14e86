#include "reflect/edit.h"

#include <algorithm>

#include "base/distance.h"

namespace synapse {

std::optional<Edit> EditOf(const std::vector<std::string>& before,
                           const std::vector<std::string>& after) {
  if (before.empty() || after.empty() || before == after) return std::nullopt;
  const size_t least = std::min(before.size(), after.size());
  size_t head = 0, tail = 0;
  while (head < least && before[head] == after[head]) ++head;
  while (tail < least - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  const size_t same = head + tail;
  Edit edit;
  if (before.size() - same == 1 && after.size() - same == 1) {
    const std::string& wrong = before[head];
    const std::string& right = after[head];
    const int most = MaxTypos(wrong);
    const int typos = TypoDistance(wrong, right, most);
    if (typos > 0 && typos <= most) edit = {wrong, right};
  }
  // At least half of the longer line is unchanged, and more than nothing.
  const bool alike = 2 * same >= std::max(before.size(), after.size());
  if (edit.wrong.empty() && (!alike || same == 0)) return std::nullopt;
  return edit;
}

}  // namespace synapse
