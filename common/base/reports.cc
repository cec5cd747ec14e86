#include "base/reports.h"

#include <algorithm>
#include <utility>

namespace synapse {

void Reports::Add(const std::string& what, const std::string& why) {
  std::string line = what + ": " + why;
  // Each line is kept once: two alternating reports would push out all others.
  if (std::find(all_.begin(), all_.end(), line) != all_.end()) return;
  log_.Write(Log::Level::kError, line);
  if (all_.size() >= kMax) all_.erase(all_.begin());
  all_.push_back(std::move(line));
}

void Reports::Remove(const std::string& what, const std::string& why) {
  std::erase(all_, what + ": " + why);
}

void Reports::AddAll(const std::vector<std::string>& others) {
  for (const std::string& line : others) {
    if (std::find(all_.begin(), all_.end(), line) == all_.end()) {
      all_.push_back(line);
    }
  }
}

}  // namespace synapse
