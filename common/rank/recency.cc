#include "rank/recency.h"

#include <algorithm>
#include <cmath>

namespace synapse {
namespace {

constexpr double kRecencyRate = 0.3;
constexpr size_t kRecentCommands = 10;

std::string_view CommandOf(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_first_of(" \t", begin) - begin);
}

}  // namespace

double Recency(std::string_view text, const std::deque<std::string>& recent) {
  std::string_view command = CommandOf(text);
  double best = 0;
  for (size_t i = 0; i < std::min(recent.size(), kRecentCommands); ++i) {
    double now = std::exp(-kRecencyRate * static_cast<double>(i));
    if (now <= best) break;
    std::string_view other = recent[i];
    if (other.starts_with(text)) {
      best = now;
    } else if (CommandOf(other) == command) {
      best = std::max(best, now / 2);
    }
  }
  return best;
}

}  // namespace synapse
