#include <algorithm>

#include "base/text.h"
#include "manual/completion_file.h"
#include "manual/option_text.h"
#include "manual/script_commands.h"

namespace synapse {
namespace {

constexpr size_t kMaxFishItems = 3000, kMaxFishValues = 100;

// One `complete` line.
struct FishLine {
  std::string command, condition, about, values;
  std::vector<std::string> names;
  bool values_known = false, needs_value = false, no_files = false;
};

bool IsFishFlag(std::string_view word, char letter, std::string_view name) {
  if (word.starts_with("--")) return word.substr(2) == name;
  return word.size() == 2 && word[0] == '-' && word[1] == letter;
}

FishLine ReadFishLine(const ShellCommand& words) {
  FishLine line;
  for (size_t i = 1; i < words.size(); ++i) {
    std::string word = words[i].value;
    std::string joined;
    bool has_value = false;
    if (const size_t equals = word.find('=');
        word.starts_with("--") && equals != word.npos) {
      joined = word.substr(equals + 1);
      word.resize(equals);
      has_value = true;
    }
    // Short flags in one word, as in -xa.
    if (!word.starts_with("--") && word.starts_with('-') && word.size() > 2) {
      for (char flag : word.substr(1, word.size() - 2)) {
        line.needs_value |= flag == 'x' || flag == 'r';
        line.no_files |= flag == 'f' || flag == 'x';
      }
      word = {'-', word.back()};
    }
    const auto value = [&]() -> ShellWord {
      if (has_value) return {joined, false};
      if (i + 1 >= words.size()) return {"", true};
      return words[++i];
    };
    if (IsFishFlag(word, 'c', "command") || IsFishFlag(word, 'p', "path")) {
      line.command = value().value;
    } else if (IsFishFlag(word, 's', "short-option")) {
      line.names.push_back("-" + value().value);
    } else if (IsFishFlag(word, 'l', "long-option")) {
      line.names.push_back("--" + value().value);
    } else if (IsFishFlag(word, 'o', "old-option")) {
      line.names.push_back("-" + value().value);
    } else if (IsFishFlag(word, 'd', "description")) {
      const ShellWord text = value();
      if (!text.dynamic) line.about = text.value;
    } else if (IsFishFlag(word, 'a', "arguments")) {
      const ShellWord text = value();
      line.values_known =
          !text.dynamic && text.value.find('(') == std::string::npos;
      if (line.values_known) line.values = text.value;
    } else if (IsFishFlag(word, 'n', "condition")) {
      line.condition = value().value;
    } else if (IsFishFlag(word, 'w', "wraps")) {
      (void)value();
    } else if (IsFishFlag(word, 'x', "exclusive")) {
      line.needs_value = line.no_files = true;
    } else if (IsFishFlag(word, 'r', "require-parameter")) {
      line.needs_value = true;
    } else if (IsFishFlag(word, 'f', "no-files")) {
      line.no_files = true;
    } else if (!word.starts_with('-') && line.command.empty()) {
      line.command = word;
    }
  }
  return line;
}

// Words, or lines "value<tab>text".
std::vector<ValueDraft> FishValues(const FishLine& line) {
  std::vector<ValueDraft> out;
  std::string_view rest = line.values;
  const bool lines = rest.find('\t') != rest.npos;
  while (!rest.empty() && out.size() < kMaxFishValues) {
    const size_t end =
        std::min(rest.find_first_of(lines ? "\n" : " \n"), rest.size());
    std::string_view word = Trim(rest.substr(0, end));
    rest.remove_prefix(std::min(rest.size(), end + 1));
    const size_t tab = std::min(word.find('\t'), word.size());
    std::string about = FirstSentence(word.substr(tab));
    word = word.substr(0, tab);
    if (word.empty() || HasHidden(word) ||
        word.find_first_of("$()'\"\\ ") != word.npos) {
      continue;
    }
    out.push_back({std::string(word), std::move(about)});
  }
  return out;
}

// The subcommand that a condition asks for; "" for none, "?" if it cannot be
// told.
std::string FishSubcommand(std::string_view condition) {
  if (condition.empty()) return "";
  if (condition.find("not ") != condition.npos ||
      condition.find("use_subcommand") != condition.npos ||
      condition.find("needs_command") != condition.npos ||
      condition.find("is_first") != condition.npos) {
    return condition.find(" and ") == condition.npos &&
                   condition.find("; ") == condition.npos &&
                   condition.find("&&") == condition.npos
               ? ""
               : "?";
  }
  if (condition.find(';') != condition.npos ||
      condition.find("&&") != condition.npos) {
    return "?";
  }
  const size_t blank = condition.rfind(' ');
  const std::string_view asks = condition.substr(0, blank);
  const bool known = asks.find("seen_subcommand") != asks.npos ||
                     asks.find("using_command") != asks.npos ||
                     asks.find("using_subcommand") != asks.npos;
  if (blank == condition.npos || !known || asks.find(' ') != asks.npos) {
    return "?";
  }
  const std::string_view name = condition.substr(blank + 1);
  return IsSubcommandName(name) ? std::string(name) : "?";
}

CommandDraft& FishCommand(CommandDraft& root, const std::string& name) {
  for (CommandDraft& sub : root.subcommands) {
    if (sub.is_named(name)) return sub;
  }
  root.subcommands.emplace_back().names = {name};
  return root.subcommands.back();
}

}  // namespace

CommandDraft SpecOfFish(std::string_view text, const std::string& command) {
  CommandDraft root;
  root.names = {command};
  size_t items = 0;
  for (const ShellCommand& words : ShellCommands(text, Dialect::kFish)) {
    if (words[0].value != "complete" || ++items > kMaxFishItems) continue;
    const FishLine line = ReadFishLine(words);
    if (line.command != command) continue;
    const std::string sub = FishSubcommand(line.condition);
    if (sub == "?") continue;
    if (line.names.empty()) {
      // Subcommands, if only the first word may be one of them.
      const bool first = sub.empty() && !line.condition.empty();
      if (!first || !line.values_known) continue;
      for (const ValueDraft& value : FishValues(line)) {
        if (!IsSubcommandName(value.value)) continue;
        CommandDraft& found = FishCommand(root, value.value);
        found.description = value.description.empty()
                                ? FirstSentence(line.about)
                                : value.description;
      }
      continue;
    }
    OptionDraft option;
    for (const std::string& name : line.names) {
      if (IsOptionName(name)) option.names.push_back(name);
    }
    CommandDraft& to = sub.empty() ? root : FishCommand(root, sub);
    if (option.names.empty() || OptionNamed(to, option.names[0])) continue;
    option.description = FirstSentence(line.about);
    if (line.needs_value || !line.values.empty()) {
      ArgDraft arg;
      arg.name = "value";
      arg.values = FishValues(line);
      arg.open = true;
      if (arg.values.empty() && !line.no_files) arg.type = ValueType::kFile;
      option.args.push_back(std::move(arg));
    }
    to.options.push_back(std::move(option));
  }
  return root;
}

}  // namespace synapse
