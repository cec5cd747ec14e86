#include "source/used_names.h"

#include <cmath>

#include "base/text.h"

namespace synapse {
namespace {

constexpr double kHalfInArguments = 40;

std::string_view LastComponent(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

double UsedNames::Of(std::string_view name) {
  if (!read_) {
    read_ = true;
    names_.clear();
    double before = 0;  // arguments
    for (const std::string& argument : history_.recent_arguments()) {
      names_.try_emplace(Hash64(LastComponent(argument)),
                         std::exp2(-before / kHalfInArguments));
      ++before;
    }
  }
  const auto known = names_.find(Hash64(name));
  return known != names_.end() ? known->second : 0;
}

}  // namespace synapse
