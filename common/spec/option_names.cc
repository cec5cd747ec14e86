#include "spec/option_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "spec/walk.h"

namespace synapse {
namespace {

bool IsLong(std::string_view name) { return name.size() > 2; }

// The long names of an option are among these, or neither has one.
bool IsSame(const OptionSpec& option, std::string_view longs) {
  bool has_long = false;
  for (std::string_view name : option.names) {
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

struct Names {
  std::set<std::string> options, subcommands;
  std::map<std::pair<std::string, std::string>, int> uses;

  void AddOption(const OptionDraft& option) {
    std::string longs;
    for (const std::string& name : option.names) {
      options.insert(name);
      if (!IsLong(name)) continue;
      if (!longs.empty()) longs += '\0';
      longs += name;
    }
    for (const std::string& name : option.names) {
      if (!IsLong(name)) ++uses[{name, longs}];
    }
  }
  void AddMembers(const CommandDraft& command) {
    for (const OptionDraft& option : command.options) AddOption(option);
    for (const CommandDraft& sub : command.subcommands) {
      subcommands.insert(sub.names.begin(), sub.names.end());
      AddMembers(sub);
    }
  }
  void Add(const SpecDraft& spec) {
    options.insert(spec.option_names.all.begin(), spec.option_names.all.end());
    subcommands.insert(spec.subcommand_names.all.begin(),
                       spec.subcommand_names.all.end());
    for (const auto& use : spec.option_uses) {
      uses[{use.name, use.longs}] += use.count;
    }
  }
  void Store(SpecDraft& spec) const {
    spec.option_names.all.assign(options.begin(), options.end());
    spec.subcommand_names.all.assign(subcommands.begin(), subcommands.end());
    spec.option_uses.clear();
    for (const auto& [names, count] : uses) {
      spec.option_uses.push_back({names.first, names.second, count});
    }
  }
};

}  // namespace

void CountNames(SpecDraft& spec) {
  Names names;
  names.AddMembers(spec.root);
  names.Store(spec);
}

void AddNames(SpecDraft& spec, const SpecDraft& other) {
  Names names;
  names.Add(spec);
  names.Add(other);
  names.Store(spec);
}

bool IsRatherOfOthers(const Spec& spec, const OptionSpec& option,
                      std::string_view name) {
  if (IsLong(name)) return false;
  const auto& uses = spec.option_uses;
  auto use = std::lower_bound(
      uses.begin(), uses.end(), name,
      [](const auto& a, std::string_view b) { return a.name.view() < b; });
  int same = 0, other = 0;
  for (; use != uses.end() && use->name == name; ++use) {
    if (IsSame(option, use->longs)) {
      same += use->count;
    } else {
      other = std::max(other, use->count);
    }
  }
  return other >= same;
}

const OptionSpec* DeepestOption(const WalkResult& walk, std::string_view name) {
  for (size_t level = walk.path.size(); level-- > 0;) {
    const OptionSpec* option = OptionNamed(*walk.path[level], name);
    if (option) return option;
  }
  return nullptr;
}

}  // namespace synapse
