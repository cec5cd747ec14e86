#include "manual/layers.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace synapse {
namespace {

constexpr size_t kNoItem = static_cast<size_t>(-1);

// The place of each name in a list of options or subcommands.
template <class Item>
class NameIndex {
 public:
  explicit NameIndex(const std::vector<Item>& items) {
    for (size_t i = 0; i < items.size(); ++i) Add(items[i], i);
  }
  void Add(const Item& item, size_t at) {
    for (const std::string& name : item.names) index_.emplace(name, at);
  }
  size_t Find(const Item& item) const {
    for (const std::string& name : item.names) {
      const auto found = index_.find(name);
      if (found != index_.end()) return found->second;
    }
    return kNoItem;
  }
  bool Has(const std::string& name) const { return index_.contains(name); }

 private:
  std::unordered_map<std::string, size_t> index_;
};

void FillOption(OptionDraft& own, OptionDraft& other,
                NameIndex<OptionDraft>& names, size_t at, LayerUse use) {
  if (own.description.empty()) own.description = std::move(other.description);
  if (own.args.empty()) {
    own.args = std::move(other.args);
    own.separator = std::move(other.separator);
  } else if (!other.args.empty()) {
    ArgDraft& arg = own.args[0];
    ArgDraft& theirs = other.args[0];
    if (arg.values.empty() && !theirs.values.empty()) {
      arg.values = std::move(theirs.values);
      arg.open = true;
    }
    for (ValueDraft& value : arg.values) {
      for (const ValueDraft& v : theirs.values) {
        if (v.value == value.value && value.description.empty()) {
          value.description = v.description;
        }
      }
    }
    if (arg.type == ValueType::kAny && arg.values.empty()) {
      arg.type = theirs.type;
    }
  }
  own.repeatable |= other.repeatable;
  if (use == LayerUse::kFills) return;
  for (const std::string& name : other.names) {
    if (names.Has(name)) continue;
    own.names.push_back(name);
    names.Add(own, at);
  }
}

}  // namespace

void AddLayer(CommandDraft& to, CommandDraft layer, LayerUse use) {
  if (to.description.empty()) to.description = std::move(layer.description);
  if (to.args.empty()) to.args = std::move(layer.args);
  NameIndex<OptionDraft> options(to.options);
  for (OptionDraft& option : layer.options) {
    const size_t at = options.Find(option);
    if (at != kNoItem) {
      FillOption(to.options[at], option, options, at, use);
    } else if (use == LayerUse::kAdds) {
      options.Add(option, to.options.size());
      to.options.push_back(std::move(option));
    }
  }
  NameIndex<CommandDraft> subs(to.subcommands);
  for (CommandDraft& sub : layer.subcommands) {
    const size_t at = subs.Find(sub);
    if (at != kNoItem) {
      AddLayer(to.subcommands[at], std::move(sub), use);
    } else if (use == LayerUse::kAdds) {
      subs.Add(sub, to.subcommands.size());
      to.subcommands.push_back(std::move(sub));
    }
  }
}

void DropDoubleNames(CommandDraft& command) {
  std::set<std::string> seen;
  const auto drop = [&seen](auto& items) {
    for (auto& item : items) {
      std::erase_if(item.names, [&](const std::string& name) {
        return !seen.insert(name).second;
      });
    }
    std::erase_if(items, [](const auto& item) { return item.names.empty(); });
  };
  drop(command.options);
  seen.clear();
  drop(command.subcommands);
  for (CommandDraft& sub : command.subcommands) DropDoubleNames(sub);
}

size_t CountOptions(const CommandDraft& command) {
  size_t count = command.options.size();
  for (const CommandDraft& sub : command.subcommands)
    count += CountOptions(sub);
  return count;
}

}  // namespace synapse
