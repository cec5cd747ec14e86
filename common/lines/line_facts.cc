#include "lines/line_facts.h"

#include <algorithm>

#include "base/text.h"

namespace synapse {
namespace {

constexpr double kReplaced = 0.5;   // gain of a line that replaces another
constexpr double kPreferred = 0.3;  // gain or loss
constexpr size_t kMaxFacts = 2000;

double WeightOf(const Fact& fact) {
  if (fact.outdated_reports() > fact.helpful) return 0;
  const double weight = fact.confidence == FactConfidence::kHigh     ? 1
                        : fact.confidence == FactConfidence::kMedium ? 0.6
                                                                     : 0.3;
  return weight / (1 + fact.outdated_reports());
}

}  // namespace

void LineFacts::Refresh(Store& store) {
  const uint64_t stamp = store.facts().stamp();
  if (stamp == stamp_) return;
  stamp_ = stamp;
  lines_.clear();
  words_.clear();
  commands_.clear();
  begins_.clear();
  size_t read = 0;
  store.facts().Visit([&](const Fact& fact) {
    Add(fact);
    return ++read < kMaxFacts;
  });
}

void LineFacts::Add(const Fact& fact) {
  const double weight = WeightOf(fact);
  if (weight <= 0 || fact.source != "shell" || fact.subject.empty()) return;
  const uint64_t subject = Hash64(fact.subject);
  auto tagged = [&](std::string_view tag) {
    return std::find(fact.tags.begin(), fact.tags.end(), tag) !=
           fact.tags.end();
  };
  switch (fact.category) {
    case FactCategory::kCorrection:
      if (tagged("word")) {
        words_[subject] -= weight;
        break;
      }
      lines_.insert({subject, {0, -weight}});
      lines_.insert({Hash64(fact.replacement), {0, kReplaced * weight}});
      break;
    case FactCategory::kAntiPattern:
    case FactCategory::kGotcha:
      lines_.insert({subject, {Hash64(fact.directory), -weight}});
      break;
    case FactCategory::kPreference:
      if (tagged("command")) {
        commands_[subject] -= kPreferred * weight;
        commands_[Hash64(fact.replacement)] += kPreferred * weight;
      } else {
        lines_.insert({subject, {0, -kPreferred * weight}});
        begins_[Hash64(fact.replacement)] += kPreferred * weight;
      }
      break;
    case FactCategory::kFriction: break;
  }
}

double LineFacts::Of(std::string_view line, std::string_view directory) const {
  if (empty()) return 0;
  double sum = 0;
  auto [at, end] = lines_.equal_range(Hash64(line));
  for (; at != end; ++at) {
    const Said& said = at->second;
    if (said.directory == 0 || said.directory == Hash64(directory)) {
      sum += said.value;
    }
  }
  auto add = [&](const std::unordered_map<uint64_t, double>& said,
                 std::string_view text) {
    auto found = said.find(Hash64(text));
    if (found != said.end()) sum += found->second;
  };
  size_t words = 0;
  for (size_t begin = 0; begin < line.size();) {
    const size_t stop = std::min(line.find(' ', begin), line.size());
    if (stop > begin) {
      ++words;
      if (!words_.empty()) add(words_, line.substr(begin, stop - begin));
      if (words == 1) add(commands_, line.substr(0, stop));
      if (words == 2) add(begins_, line.substr(0, stop));
    }
    begin = stop + 1;
  }
  return std::clamp(sum, -1.0, 1.0);
}

}  // namespace synapse
