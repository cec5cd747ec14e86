#include "base/name_set.h"

#include <algorithm>

namespace synapse {

NameSet::NameSet(std::vector<std::string_view> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  size_t bytes = 0;
  for (std::string_view name : names) bytes += name.size();
  text_.reserve(bytes);
  begins_.reserve(names.size());
  for (std::string_view name : names) {
    if (text_.size() + name.size() > UINT32_MAX) break;
    begins_.push_back(static_cast<uint32_t>(text_.size()));
    text_ += name;
  }
}

size_t NameSet::LowerBound(std::string_view name) const {
  size_t low = 0, high = begins_.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (At(middle) < name) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

bool NameSet::contains(std::string_view name) const {
  const size_t at = LowerBound(name);
  return at < begins_.size() && At(at) == name;
}

void NameSet::Merge(const NameSet& other) {
  if (other.begins_.empty()) return;
  std::vector<std::string_view> names = All();
  const std::vector<std::string_view> more = other.All();
  names.insert(names.end(), more.begin(), more.end());
  *this = NameSet(std::move(names));
}

std::string_view NameSet::At(size_t i) const {
  const size_t end = i + 1 < begins_.size() ? begins_[i + 1] : text_.size();
  return std::string_view(text_).substr(begins_[i], end - begins_[i]);
}

std::vector<std::string_view> NameSet::All() const {
  std::vector<std::string_view> out;
  out.reserve(begins_.size());
  for (size_t i = 0; i < begins_.size(); ++i) out.push_back(At(i));
  return out;
}

}  // namespace synapse
