#include "lines/shell_list.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace synapse {
namespace {

constexpr size_t kMaxOffered =
    2048;  // bytes; longer lines are not learned either

}  // namespace

void ShellList::Sync(uint64_t generation, const Walk& walk, const Known& known,
                     Budget& budget) {
  if (walked_ && generation == generation_) return;
  generation_ = generation;
  std::vector<std::string> fresh;  // newest first
  std::vector<uint64_t> hashes;
  bool met = false;
  walk([&](std::string_view line) {
    const bool offered = line.size() <= kMaxOffered;
    hashes.push_back(Hash64(line.substr(0, kMaxOffered), line.size()));
    fresh.emplace_back(offered ? line : std::string_view());
    if (walked_ && hashes.size() >= kMarks &&
        std::equal(marks_.begin(), marks_.end(), hashes.end() - kMarks)) {
      met = true;
      return false;
    }
    return fresh.size() < kMaxLines && !budget.Spent();
  });
  if (met) {
    fresh.resize(fresh.size() - kMarks);
  } else {
    lines_.clear();  // another list: fc -p, history -c
    newest_order_ = 0;
  }
  if (hashes.size() >= kMarks) {
    std::copy_n(hashes.begin(), kMarks, marks_.begin());
    walked_ = true;
  } else {
    walked_ = false;  // a short list is walked again
  }
  newest_order_ += fresh.size();
  uint64_t order = newest_order_;
  for (std::string& line : fresh) {
    uint64_t at = order--;
    // A leading blank marks a line that must not be stored.
    if (line.empty() || line[0] == ' ' || line[0] == '\t') continue;
    auto old = lines_.find(line);
    if (old != lines_.end()) {
      old->second.order = std::max(old->second.order, at);
      ++old->second.count;
    } else if (!known(line)) {
      lines_.emplace(std::move(line), Entry{at, 1});
    }
  }
}

}  // namespace synapse
