#include "spec/option_names.h"

#include <algorithm>

namespace synapse {
namespace {

bool IsLong(std::string_view name) { return name.size() > 2; }

bool HasLongName(const OptionSpec& option) {
  return std::any_of(option.names.begin(), option.names.end(), IsLong);
}

bool IsSame(const OptionSpec& a, const OptionSpec& b) {
  if (!HasLongName(a) || !HasLongName(b)) {
    return HasLongName(a) == HasLongName(b);
  }
  return std::any_of(a.names.begin(), a.names.end(), [&](const auto& name) {
    return IsLong(name) && b.is_named(name);
  });
}

struct Uses {
  size_t same = 0, other = 0;
};
void Count(const CommandSpec& command, const OptionSpec& option,
           std::string_view name, Uses& uses) {
  if (const OptionSpec* known = OptionNamed(command, name)) {
    ++(IsSame(*known, option) ? uses.same : uses.other);
  }
  for (const CommandSpec& sub : command.subcommands) {
    Count(sub, option, name, uses);
  }
}

}  // namespace

const OptionSpec* DeepestOption(const WalkResult& walk, std::string_view name) {
  for (size_t level = walk.path.size(); level-- > 0;) {
    const OptionSpec* option = OptionNamed(*walk.path[level], name);
    if (option) return option;
  }
  return nullptr;
}

bool IsRatherOfOthers(const CommandSpec& root, const OptionSpec& option,
                      std::string_view name) {
  if (IsLong(name)) return false;
  Uses uses;
  Count(root, option, name, uses);
  return uses.other >= uses.same;
}

}  // namespace synapse
