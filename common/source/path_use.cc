#include "source/path_use.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/text.h"
#include "learn/search_index.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

constexpr double kHalfInArguments = 40;

std::string_view LastComponent(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

std::string NormalWithSlash(std::string_view directory) {
  std::string path(directory);
  if (path.find("/.") != path.npos || path.find("//") != path.npos) {
    path = std::filesystem::path(path).lexically_normal();
  }
  if (!path.ends_with('/')) path += '/';
  return path;
}

}  // namespace

void UsedNames::Read() {
  names_.clear();
  double before = 0;  // arguments
  for (const std::string& argument : history_.recent_arguments()) {
    Add(argument, before++);
  }
  // Arguments are words between blanks; a quoted one may have blanks.
  before = 0;
  for (const std::string& line : history_.recent_lines()) {
    ++before;
    if (line.find_first_of("\\'\"") == line.npos) continue;
    for (const Token& token : Tokenize(line)) {
      if (token.quoted && !token.dynamic) Add(token.value, before);
    }
  }
}

void UsedNames::Add(std::string_view path, double before) {
  names_.try_emplace(Hash64(LastComponent(path)),
                     std::exp2(-before / kHalfInArguments));
}

double UsedNames::Of(std::string_view name) {
  if (!std::exchange(read_, true)) Read();
  const auto known = names_.find(Hash64(name));
  return known != names_.end() ? known->second : 0;
}

void WorkedIn::Read() {
  constexpr double kMonthMs = 30 * 86'400'000.0;
  read_ = true;
  runs_.clear();
  (void)store_.index().Read([&](Kv& kv) {
    VisitDirectories(kv, [&](const KnownDirectory& known) {
      const double age_ms = static_cast<double>(
          std::max<int64_t>(now_ms_ - known.runs.last_ms, 0));
      std::string path = known.path;
      if (!path.ends_with('/')) path += '/';
      runs_.emplace_back(std::move(path),
                         known.runs.count * std::exp2(-age_ms / kMonthMs));
      return runs_.size() < kMaxDirectories;
    });
  });
  std::sort(runs_.begin(), runs_.end());
}

const WorkedIn::Shares& WorkedIn::Below(std::string_view directory) {
  if (has_listing_ && directory == listing_) return shares_;
  if (!read_) Read();
  has_listing_ = true;
  listing_ = directory;
  shares_.clear();
  const std::string above = NormalWithSlash(directory);
  auto at = std::lower_bound(
      runs_.begin(), runs_.end(), above,
      [](const auto& known, const std::string& a) { return known.first < a; });
  for (; at != runs_.end() && at->first.starts_with(above); ++at) {
    const std::string_view rest =
        std::string_view(at->first).substr(above.size());
    const std::string_view name = rest.substr(0, rest.find('/'));
    if (name.empty()) continue;  // the directory itself
    // Paths with a slash behind them are sorted so that one name's are together.
    if (shares_.empty() || shares_.back().first != name) {
      shares_.emplace_back(name, 0);
    }
    shares_.back().second += at->second;
  }
  constexpr double kFew = 4;  // count half
  for (auto& [name, runs] : shares_) runs /= runs + kFew;
  std::sort(shares_.begin(), shares_.end());
  return shares_;
}

double WorkedIn::Of(const Shares& shares, std::string_view name) {
  if (shares.empty()) return 0;
  const auto at = std::lower_bound(
      shares.begin(), shares.end(), name,
      [](const auto& share, std::string_view n) { return share.first < n; });
  return at != shares.end() && at->first == name ? at->second : 0;
}

}  // namespace synapse
