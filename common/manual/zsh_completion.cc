#include <algorithm>
#include <map>

#include "base/text.h"
#include "manual/completion_file.h"
#include "manual/option_text.h"
#include "manual/script_commands.h"

namespace synapse {
namespace {

constexpr size_t kMaxZshItems = 4000, kMaxZshValues = 100;

// The parts of "message:action:message:action"; `\:` is no end of a part. Other
// escapes are kept.
std::vector<std::string> ZshParts(std::string_view text) {
  std::vector<std::string> out(1);
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      if (text[++at] != ':') out.back() += '\\';
      out.back() += text[at];
    } else if (text[at] == ':') {
      out.emplace_back();
    } else {
      out.back() += text[at];
    }
  }
  return out;
}

ArgDraft ZshArgument(std::string_view message, std::string_view action) {
  ArgDraft arg = ArgumentNamed(Trim(message));
  action = Trim(action);
  if (action.starts_with("((") && action.ends_with("))")) {
    // ((name\:text …)): quoted texts are left out, the names are kept.
    std::string_view rest = action.substr(2, action.size() - 4);
    for (const ShellCommand& words : ShellCommands(rest, Dialect::kPosix)) {
      for (const ShellWord& word : words) {
        const auto parts = ZshParts(word.value);
        if (word.dynamic || arg.values.size() >= kMaxZshValues) continue;
        if (parts[0].empty() || HasHidden(parts[0])) continue;
        arg.values.push_back(
            {parts[0], parts.size() > 1 ? FirstSentence(parts[1]) : ""});
      }
    }
  } else if (action.starts_with('(') && action.ends_with(')')) {
    std::string_view rest = action.substr(1, action.size() - 2);
    while (!rest.empty() && arg.values.size() < kMaxZshValues) {
      const size_t end = std::min(rest.find_first_of(" \n\t"), rest.size());
      const std::string_view word = rest.substr(0, end);
      rest.remove_prefix(std::min(rest.size(), end + 1));
      if (word.empty() || HasHidden(word) ||
          word.find_first_of("$`'\"\\(){}") != word.npos) {
        continue;
      }
      arg.values.push_back({std::string(word), ""});
    }
  } else if (action.starts_with("_files -/") ||
             action.starts_with("_directories") ||
             action.starts_with("_path_files -/")) {
    arg.type = ValueType::kDirectory;
  } else if (action.starts_with("_files")) {
    arg.type = ValueType::kFile;
  } else if (action.starts_with("_hosts")) {
    arg.type = ValueType::kHost;
  } else if (action.starts_with("_users")) {
    arg.type = ValueType::kUser;
  } else if (action.starts_with("_groups")) {
    arg.type = ValueType::kGroup;
  } else if (action.starts_with("_urls")) {
    arg.type = ValueType::kUrl;
  } else if (action.starts_with("_pids")) {
    arg.type = ValueType::kProcess;
  } else if (action.starts_with("_signals")) {
    arg.type = ValueType::kSignal;
  }
  arg.open = !arg.values.empty();
  return arg;
}

// A spec of _arguments: (exclusive)*-name[text]:message:action.
class ZshSpec {
 public:
  explicit ZshSpec(std::string_view text) : rest_(text) {}

  // Adds the option to the command, or its name to the option that the words
  // before it named, if only the name differs. `last`: what followed that name.
  void AddTo(CommandDraft& to, std::string& last) {
    std::vector<std::string> others;
    if (!TakeExclusive(others)) return;
    OptionDraft option;
    option.repeatable = rest_.starts_with('*');
    if (option.repeatable) rest_.remove_prefix(1);
    if (!rest_.starts_with('-')) return;
    std::string name = TakeName();
    std::string separator;
    bool optional_join = false;
    if (name.ends_with("=-")) {
      name.resize(name.size() - 2);
      separator = "=";
    } else if (name.ends_with('=')) {
      name.pop_back();
      optional_join = true;
    } else if (name.size() > 2 &&
               (name.ends_with('+') || name.ends_with('-'))) {
      name.pop_back();
    }
    if (!IsOptionName(name) || name.find('*') != name.npos) return;
    const std::string behind(rest_);
    const bool same = !behind.empty() && behind == last && !to.options.empty();
    last = behind;
    if (same) {
      if (!OptionNamed(to, name)) to.options.back().names.push_back(name);
      return;
    }
    option.names = {name};
    option.description = FirstSentence(TakeDescription());
    if (rest_.starts_with(':')) {
      const bool optional = AddArguments(option);
      if (optional && optional_join) separator = "=";
      option.separator = separator;
    }
    Merge(std::move(option), others, to);
  }

 private:
  // "(-a --all)", the options that exclude this one. False if it has no end.
  bool TakeExclusive(std::vector<std::string>& others) {
    if (!rest_.starts_with('(')) return true;
    const size_t end = rest_.find(')');
    if (end == rest_.npos) return false;
    std::string_view names = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    while (!names.empty()) {
      const size_t blank = std::min(names.find(' '), names.size());
      others.emplace_back(names.substr(0, blank));
      names.remove_prefix(std::min(names.size(), blank + 1));
    }
    return true;
  }

  // Up to the description or the arguments.
  std::string TakeName() {
    std::string name;
    size_t at = 0;
    while (at < rest_.size() && rest_[at] != '[' && rest_[at] != ':') {
      if (rest_[at] == '\\' && at + 1 < rest_.size()) ++at;
      name += rest_[at++];
    }
    rest_.remove_prefix(at);
    return name;
  }

  // "[text]"; "" without it.
  std::string TakeDescription() {
    std::string about;
    if (!rest_.starts_with('[')) return about;
    size_t end = 1;
    while (end < rest_.size() && rest_[end] != ']') {
      if (rest_[end] == '\\' && end + 1 < rest_.size()) ++end;
      about += rest_[end++];
    }
    rest_.remove_prefix(std::min(rest_.size(), end + 1));
    return about;
  }

  // ":message:action", or "::message:action" for an optional value, which is
  // what it returns.
  bool AddArguments(OptionDraft& option) {
    rest_.remove_prefix(1);
    const bool optional = rest_.starts_with(':');
    if (optional) rest_.remove_prefix(1);
    const auto parts = ZshParts(rest_);
    for (size_t i = 0; i < parts.size() && option.args.size() < 3; i += 2) {
      ArgDraft arg =
          ZshArgument(parts[i], i + 1 < parts.size() ? parts[i + 1] : "");
      arg.optional = optional;
      option.args.push_back(std::move(arg));
    }
    return optional;
  }

  static void Merge(OptionDraft option, const std::vector<std::string>& others,
                    CommandDraft& to) {
    if (OptionNamed(to, option.names[0])) return;
    // Names that exclude each other and say the same are one option.
    for (OptionDraft& known : to.options) {
      const bool named =
          std::any_of(others.begin(), others.end(),
                      [&](const auto& name) { return known.is_named(name); });
      if (named && !option.description.empty() &&
          known.description == option.description) {
        known.names.push_back(option.names[0]);
        return;
      }
    }
    to.options.push_back(std::move(option));
  }

  std::string_view rest_;
};

std::string SimpleName(std::string_view name) {
  std::string out;
  for (char c : name) out += c == '_' ? '-' : c;
  return out;
}

class ZshFile {
 public:
  ZshFile(std::string_view text, const std::string& command)
      : commands_(ShellCommands(text, Dialect::kPosix)), command_(command) {
    root_.names = {command};
  }

  CommandDraft Read() {
    for (const ShellCommand& words : commands_) Command(words);
    for (auto& [name, options] : of_subcommands_) {
      for (CommandDraft& sub : root_.subcommands) {
        if (sub.options.empty() && SimpleName(sub.names[0]) == name) {
          sub.options = std::move(options.options);
        }
      }
    }
    return std::move(root_);
  }

 private:
  void Command(const ShellCommand& all) {
    size_t from = 0;
    while (from < all.size() &&
           IsOneOf(all[from].value,
                   {"then", "else", "do", "if", "elif", "while", "!"})) {
      ++from;
    }
    if (from >= all.size()) return;
    const std::string& first = all[from].value;
    if (first == "function") {
      if (from + 1 < all.size()) function_ = all[from + 1].value;
      function_depth_ = depth_;
    } else if (first == "{") {
      ++depth_;
    } else if (first == "}") {
      if (depth_ > 0) --depth_;
      if (depth_ <= function_depth_) function_.clear();
    } else if (first == "case") {
      ++cases_;
    } else if (first == "esac") {
      if (cases_ > 0) --cases_;
    } else if (first.ends_with("=(")) {
      Array(all, from);
    } else if (IsOneOf(first, {"local", "declare", "typeset"})) {
      return;
    } else {
      Arguments(all, from);
    }
  }

  // names=('add:Add a file'): the subcommands, if the name says so.
  void Array(const ShellCommand& words, size_t from) {
    const std::string name = AsciiLower(words[from].value);
    const bool commands = name.find("commands") != name.npos ||
                          name.find("cmds") != name.npos ||
                          name.find("subcmd") != name.npos;
    // A list of a function of another subcommand is no list of ours.
    const bool own = function_.empty() || function_ == "_" + command_ ||
                     function_ == "_" + command_ + "_commands";
    if (!commands || !own || !root_.subcommands.empty()) return;
    for (size_t i = from + 1; i < words.size(); ++i) {
      if (words[i].dynamic) continue;
      const auto parts = ZshParts(words[i].value);
      if (parts.size() < 2 || !IsSubcommandName(parts[0])) continue;
      if (SubcommandNamed(root_, parts[0])) continue;
      CommandDraft sub;
      sub.names = {parts[0]};
      sub.description = FirstSentence(parts[1]);
      root_.subcommands.push_back(std::move(sub));
    }
  }

  void Arguments(const ShellCommand& words, size_t from) {
    const std::string& first = words[from].value;
    if (first != "_arguments" && first != "args+=(" && first != "args=(") {
      return;
    }
    if (cases_ > 0 || ++items_ > kMaxZshItems) return;
    CommandDraft* to = nullptr;
    const std::string own = "_" + command_;
    if (function_.empty() || function_ == own) {
      to = &root_;
    } else if (function_.starts_with(own) && function_.size() > own.size() &&
               (function_[own.size()] == '-' || function_[own.size()] == '_')) {
      std::string_view sub = std::string_view(function_).substr(own.size());
      while (sub.starts_with('-') || sub.starts_with('_')) sub.remove_prefix(1);
      to = &of_subcommands_[SimpleName(sub)];
    }
    if (!to) return;
    std::string last;
    bool flags = first == "_arguments";  // of _arguments itself
    for (size_t i = from + 1; i < words.size(); ++i) {
      // A text with a parameter in its action is read up to there.
      const std::string& value = words[i].value;
      // Behind -- are patterns of names that --help prints.
      if (value == "--") return;
      if (flags && value.size() == 2 && value[0] == '-') {
        if (value == "-A" || value == "-O" || value == "-M") ++i;
        continue;
      }
      flags &= value == ":";
      const size_t text = value.find('[');
      if (words[i].dynamic && text == value.npos) continue;
      ZshSpec(value).AddTo(*to, last);
    }
  }

  const std::vector<ShellCommand> commands_;
  const std::string& command_;
  CommandDraft root_;
  std::map<std::string, CommandDraft> of_subcommands_;
  std::string function_;
  int depth_ = 0, function_depth_ = 0, cases_ = 0;
  size_t items_ = 0;
};

}  // namespace

CommandDraft SpecOfZsh(std::string_view text, const std::string& command) {
  return ZshFile(text, command).Read();
}

}  // namespace synapse
