#include "base/amounts.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace synapse {

std::string SizeText(uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KB", "MB", "GB", "TB"};
  if (bytes == 1) return "1 byte";
  size_t unit = 0;
  auto value = static_cast<double>(bytes);
  for (; value >= 1000 && unit + 1 < std::size(kUnits); ++unit) value /= 1000;
  char text[32];
  snprintf(text, sizeof text, unit > 0 && value < 10 ? "%.1f %s" : "%.0f %s",
           value, kUnits[unit]);
  return text;
}

std::string AgoText(int64_t then_s, int64_t now_s) {
  const int64_t s = then_s < now_s ? now_s - std::max<int64_t>(then_s, 0) : 0;
  const auto ago = [](int64_t n, const char* unit) {
    return std::to_string(n) + unit + (n == 1 ? " ago" : "s ago");
  };
  if (s < 60) return "just now";
  if (s < 7200) return std::to_string(s / 60) + " min ago";
  if (s < 172800) return std::to_string(s / 3600) + " h ago";
  if (s < 86400 * 14) return ago(s / 86400, " day");
  if (s < 86400 * 70) return ago(s / (86400 * 7), " week");
  if (s < 86400 * 730) return ago(s / (86400 * 30), " month");
  return ago(s / (86400 * 365), " year");
}

}  // namespace synapse
