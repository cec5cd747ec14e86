#include "effect/risk_verdicts.h"

#include <algorithm>

namespace synapse {
namespace {

constexpr size_t kMaxKnown = 512;
constexpr size_t kMaxBytes = 128 << 10;  // of lines, at a new prompt
// A line that asked for more aliases is judged again at each prompt.
constexpr size_t kMaxAsked = 16;

}  // namespace

void RiskVerdicts::Recheck() {
  ++prompt_;
  if (bytes_ > kMaxBytes) Clear();
}

void RiskVerdicts::Clear() {
  known_.clear();
  bytes_ = 0;
}

bool RiskVerdicts::Holds(const Verdict& verdict) const {
  return verdict.specs == specs_.version() &&
         verdict.aliases.size() <= kMaxAsked &&
         std::all_of(verdict.aliases.begin(), verdict.aliases.end(),
                     [&](const Asked& asked) {
                       return alias_ && alias_(asked.name) == asked.value;
                     });
}

std::optional<std::string> RiskVerdicts::AliasFor(
    Verdict& verdict, const std::string& name) const {
  if (!alias_) return std::nullopt;
  auto value = alias_(name);
  if (verdict.aliases.empty()) verdict.aliases.reserve(2);
  if (verdict.aliases.size() <= kMaxAsked) {
    verdict.aliases.push_back({name, value});
  }
  return value;
}

RiskVerdicts::Verdict& RiskVerdicts::Of(std::string_view line) {
  std::string key(line);
  auto at = known_.find(key);
  if (at == known_.end()) {
    if (known_.size() >= kMaxKnown) Clear();
    at = known_.try_emplace(std::move(key)).first;
    bytes_ += line.size();
  }
  Verdict& verdict = at->second;
  if (verdict.prompt == prompt_) return verdict;
  if (verdict.prompt > 0 && Holds(verdict)) {
    verdict.prompt = prompt_;
    return verdict;
  }
  verdict.prompt = 0;
  verdict.aliases.clear();
  // A spec may be compiled while the line is judged.
  verdict.specs = specs_.version();
  return verdict;
}

}  // namespace synapse
