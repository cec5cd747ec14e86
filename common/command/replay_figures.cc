#include "command/replay_figures.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"

namespace synapse {
size_t WordBehind(std::string_view line, size_t from, TakeBy by) {
  const bool any = line.find_first_not_of(" \t\n", from) != line.npos;
  if (!any) return line.npos;
  const size_t end = NextWordEnd(line, from);
  const size_t slash = line.find('/', from);
  if (by == TakeBy::kWord || slash >= end) return end;
  return std::min(end, line.find_first_not_of('/', slash));
}

bool HasNextWordOf(std::string_view line, std::string_view text, size_t from,
                   TakeBy by) {
  const size_t end = WordBehind(line, from, by);
  return end != line.npos && WordBehind(text, from, by) == end &&
         text.substr(0, end) == line.substr(0, end);
}

KeyCount CountKeys(std::string_view line, const SuggestionFor& suggestion,
                   TakeBy by) {
  std::map<size_t, std::string> shown;
  auto look = [&](size_t typed) -> const std::string& {
    auto [at, fresh] = shown.try_emplace(typed);
    if (fresh) at->second = suggestion(line.substr(0, typed));
    return at->second;
  };
  // A key is a character, and a prefix must end between characters.
  auto next = [&](size_t at) {
    return at + static_cast<size_t>(DecodeUtf8(line, at).length);
  };
  KeyCount count;
  for (size_t at = 0; at < line.size(); at = next(at)) {
    ++count.whole;
    if (look(at) == line) break;
  }
  for (size_t at = 0; at < line.size();) {
    ++count.words;
    const std::string& s = look(at);
    if (s == line) break;
    size_t step = next(at);
    if (HasNextWordOf(line, s, at, by)) {
      const size_t word_end = WordBehind(line, at, by);
      if (word_end - at >= 2) step = word_end;
    } else if (!s.empty()) {
      ++count.misled;
    }
    at = step;
  }
  return count;
}

void Reliability::Add(double confidence, bool right) {
  double c = std::clamp(confidence, 0.0, 1.0);
  Bin& bin = bins_[static_cast<size_t>(
      std::min(static_cast<int>(c * kBins), kBins - 1))];
  ++bin.shown;
  bin.right += right;
  bin.confidence += c;
}

double Reliability::Error() const {
  double distance = 0;
  size_t shown = 0;
  for (const Bin& bin : bins_) {
    distance += std::abs(bin.confidence - static_cast<double>(bin.right));
    shown += bin.shown;
  }
  return shown ? distance / static_cast<double>(shown) : 0;
}

}  // namespace synapse
