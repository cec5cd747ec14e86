#include "spec/option_names.h"

#include <algorithm>

#include "spec/walk.h"

namespace synapse {
namespace {

bool IsLong(std::string_view name) { return name.size() > 2; }

// The long names of an option are among these, or neither has one.
bool IsSame(const OptionSpec& option, std::string_view longs) {
  bool has_long = false;
  for (const std::string& name : option.names) {
    if (!IsLong(name)) continue;
    has_long = true;
    for (std::string_view rest = longs; !rest.empty();) {
      const size_t end = std::min(rest.find('\0'), rest.size());
      if (rest.substr(0, end) == name) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return !has_long && longs.empty();
}

}  // namespace

void OptionNames::Builder::Add(const std::vector<std::string_view>& names) {
  std::string longs;
  for (std::string_view name : names) {
    all_.push_back(name);
    if (!IsLong(name)) continue;
    if (!longs.empty()) longs += '\0';
    longs += name;
  }
  for (std::string_view name : names) {
    if (!IsLong(name)) ++uses_[std::string(name) + '\0' + longs];
  }
}

OptionNames::OptionNames(Builder builder) : all_(std::move(builder.all_)) {
  std::vector<std::string_view> keys;  // sorted, as NameSet sorts
  for (const auto& [key, count] : builder.uses_) {
    keys.push_back(key);
    counts_.push_back(count);
  }
  uses_ = NameSet(std::move(keys));
}

bool OptionNames::IsRatherOfOthers(const OptionSpec& option,
                                   std::string_view name) const {
  if (IsLong(name)) return false;
  const std::string begin = std::string(name) + '\0';
  uint32_t same = 0, other = 0;
  for (size_t i = uses_.LowerBound(begin);
       i < uses_.size() && uses_.At(i).starts_with(begin); ++i) {
    const std::string_view longs = uses_.At(i).substr(begin.size());
    if (IsSame(option, longs)) {
      same += counts_[i];
    } else {
      other = std::max(other, counts_[i]);
    }
  }
  return other >= same;
}

void OptionNames::Merge(const OptionNames& other) {
  if (other.size() == 0) return;
  all_.Merge(other.all_);
  Builder both;
  auto add = [&both](const OptionNames& names) {
    for (size_t i = 0; i < names.uses_.size(); ++i) {
      both.uses_[std::string(names.uses_.At(i))] += names.counts_[i];
    }
  };
  add(*this);
  add(other);
  OptionNames merged(std::move(both));
  uses_ = std::move(merged.uses_);
  counts_ = std::move(merged.counts_);
}

const OptionSpec* DeepestOption(const WalkResult& walk, std::string_view name) {
  for (size_t level = walk.path.size(); level-- > 0;) {
    const OptionSpec* option = OptionNamed(*walk.path[level], name);
    if (option) return option;
  }
  return nullptr;
}

}  // namespace synapse
