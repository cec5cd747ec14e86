// Words are fed one by one, as getopt_long and its relatives read them. Then
// the partial is handled in the same way without being consumed.
//
//   -abc            a cluster; the first letter that takes a value takes the
//                   rest of the word, or the next word when nothing is left
//   -name           the whole word first: find, java, terraform
//   --opt=value     joined; "--opt value" too, unless the value is optional and
//                   the separator says joined
//   --opt           short for --option, if only one option begins so
//   --              the end of options; may lead to a later argument
//
// An optional value of an option is the next word only when the option has no
// separator and the word does not begin with '-'. Words that are not in the
// spec are accepted: unknown options are assumed to have no value.
#include "spec/walk.h"

#include <algorithm>

#include "base/files.h"

namespace synapse {
namespace {

bool LooksLikeOption(std::string_view word) {
  return word.size() > 1 && word[0] == '-';
}

class Walker {
 public:
  explicit Walker(const CommandSpec& root) { result_.path.push_back(&root); }

  // Returns false when the rest belongs to a nested command line.
  bool Feed(const std::string& word, size_t index);
  WalkResult Finish(std::string_view partial, size_t index);

 private:
  struct Pending {
    const OptionSpec* option;
    size_t arg;
    bool started;  // a variadic value has had its first word
  };

  const OptionSpec* FindOption(std::string_view name) const;
  const OptionSpec* FindAbbreviated(std::string_view name) const;
  // The option without a dash that begins a word with its value: if=FILE of dd.
  const OptionSpec* FindOperand(std::string_view word) const;
  // Begins, continues or ends a nested command line. Returns false when none is
  // open at the word.
  bool FeedNested(const ArgSpec& arg, size_t index);
  void NoteValue(const OptionSpec& option, size_t offset);
  bool IsOptionPrefix(std::string_view text) const;
  void Note(const OptionSpec& option, std::string_view name, size_t begin,
            size_t end);
  void ReadOption(std::string_view word);
  // `added`: bytes in front that are not in the line.
  void ReadCluster(std::string_view word, size_t added = 0);
  // The option was written without a joined value.
  void ExpectValue(const OptionSpec& option, bool is_letter = false);
  bool TakesPending(bool looks_like_option);
  void Advance();
  void Dashes();
  // True if an option that is written says that the argument does not follow.
  bool IsDropped(const ArgSpec& arg) const;
  void SkipDropped();
  const ArgSpec* CurrentArg() const;
  bool SubcommandPossible() const;
  void FinishOption(std::string_view partial);
  bool FinishCluster(std::string_view partial);
  void FinishValue(const OptionSpec& option, size_t arg, size_t offset);
  void FinishPositional();
  // The value may be the last of several joined ones.
  void FinishJoined(std::string_view partial);

  const CommandSpec& command() const { return *result_.path.back(); }

  WalkResult result_;
  std::vector<Pending> pending_;  // few: the first is the next
  size_t argument_slot_ = 0;      // index into command().args
  size_t word_ = 0;               // index of the current word
};

bool IsCommandLine(const ArgSpec& arg) {
  return arg.type == ValueType::kCommand || arg.type == ValueType::kShell;
}

const OptionSpec* Walker::FindOption(std::string_view name) const {
  for (size_t level = result_.path.size(); level-- > 0;) {
    bool own = level + 1 == result_.path.size();
    for (const OptionSpec& option : result_.path[level]->options) {
      if (!own && !option.persistent) continue;
      if (option.is_named(name)) return &option;
    }
  }
  return nullptr;
}

const OptionSpec* Walker::FindAbbreviated(std::string_view name) const {
  const OptionSpec* found = nullptr;
  if (!name.starts_with("--") || name.size() < 3) return nullptr;
  for (size_t level = result_.path.size(); level-- > 0;) {
    bool own = level + 1 == result_.path.size();
    for (const OptionSpec& option : result_.path[level]->options) {
      if (!own && !option.persistent) continue;
      for (std::string_view known : option.names) {
        if (!known.starts_with(name)) continue;
        if (found && found != &option) return nullptr;
        found = &option;
      }
    }
  }
  return found;
}

const OptionSpec* Walker::FindOperand(std::string_view word) const {
  const size_t equals = word.find('=');
  if (equals == word.npos || equals == 0 || word[0] == '-') return nullptr;
  const OptionSpec* option = FindOption(word.substr(0, equals));
  return option && option->separator == "=" && !option->args.empty() ? option
                                                                     : nullptr;
}

bool Walker::IsOptionPrefix(std::string_view text) const {
  for (size_t level = result_.path.size(); level-- > 0;) {
    bool own = level + 1 == result_.path.size();
    for (const OptionSpec& option : result_.path[level]->options) {
      if (!own && !option.persistent) continue;
      for (std::string_view known : option.names) {
        if (known.starts_with(text)) return true;
      }
    }
  }
  return false;
}

void Walker::Note(const OptionSpec& option, std::string_view name, size_t begin,
                  size_t end) {
  result_.written.push_back({&option, word_, begin, end});
  auto& present = result_.present;
  if (std::find(present.begin(), present.end(), &option) != present.end()) {
    return;
  }
  present.push_back(&option);
  result_.present_names.emplace_back(name);
}

void Walker::ExpectValue(const OptionSpec& option, bool is_letter) {
  if (option.args.empty()) return;
  // getopt_long and Go's flags read "--author me" as "--author=me": a line in
  // which a mandatory value is missing could not run. Behind a letter, the
  // separator says that the value follows at once.
  const bool is_joined = is_letter || option.args[0].optional;
  if (is_joined && !option.separator.empty()) return;
  pending_.push_back({&option, 0, /*started=*/false});
}

void Walker::NoteValue(const OptionSpec& option, size_t offset) {
  if (option.args.empty()) return;
  result_.values.push_back({&option.args[0], &option, word_, offset});
}

void Walker::ReadOption(std::string_view word) {
  if (const OptionSpec* option = FindOption(word)) {
    Note(*option, word, 0, word.size());
    return ExpectValue(*option, word.size() == 2);
  }
  size_t equals = word.find('=');
  std::string_view name = word.substr(0, equals);
  const OptionSpec* option = equals == word.npos ? nullptr : FindOption(name);
  if (!option) option = FindAbbreviated(name);
  if (option) {
    Note(*option, name, 0, name.size());
    if (equals == word.npos) return ExpectValue(*option);
    return NoteValue(*option, equals + 1);
  }
  // `head -5`, `tail -20f`, where no option is a digit.
  if (word[1] >= '0' && word[1] <= '9' && !FindOption(word.substr(0, 2))) {
    if ((option = FindOption("-NUM"))) Note(*option, word, 0, word.size());
    return;
  }
  if (!word.starts_with("--")) ReadCluster(word);
}

void Walker::ReadCluster(std::string_view word, size_t added) {
  char name[2] = {word[0], 0};
  for (size_t i = 1; i < word.size(); ++i) {
    name[1] = word[i];
    const OptionSpec* option = FindOption({name, 2});
    if (!option) return;
    // The dash belongs to the first letter.
    Note(*option, {name, 2}, i == 1 ? 0 : i - added, i + 1 - added);
    if (option->args.empty()) continue;
    // The rest of the word is its value.
    if (i + 1 < word.size()) return NoteValue(*option, i + 1 - added);
    ExpectValue(*option, /*is_letter=*/true);
  }
}

// True if the next word is a value of an earlier option. Drops options whose
// optional value is missing.
bool Walker::TakesPending(bool looks_like_option) {
  while (!pending_.empty()) {
    const Pending& p = pending_.front();
    const ArgSpec& arg = p.option->args[p.arg];
    bool may_be_absent = arg.optional || (arg.variadic && p.started);
    if (!may_be_absent || !looks_like_option) return true;
    pending_.erase(pending_.begin());
  }
  return false;
}

void Walker::Advance() {
  Pending& p = pending_.front();
  p.started = true;
  if (p.option->args[p.arg].variadic) return;
  p.started = false;
  if (++p.arg == p.option->args.size()) pending_.erase(pending_.begin());
}

void Walker::Dashes() {
  result_.after_double_dash = true;
  const auto& args = command().args;
  for (size_t i = argument_slot_; i < args.size(); ++i) {
    if (args[i].after_dashes) {
      argument_slot_ = i;
      break;
    }
  }
}

bool Walker::IsDropped(const ArgSpec& arg) const {
  return !arg.name.empty() &&
         std::any_of(
             result_.present.begin(), result_.present.end(),
             [&](const OptionSpec* o) { return HasName(o->drops, arg.name); });
}

void Walker::SkipDropped() {
  const auto& args = command().args;
  while (argument_slot_ < args.size() && IsDropped(args[argument_slot_])) {
    ++argument_slot_;
  }
}

const ArgSpec* Walker::CurrentArg() const {
  const auto& args = command().args;
  return argument_slot_ < args.size() ? &args[argument_slot_] : nullptr;
}

bool Walker::SubcommandPossible() const {
  if (result_.after_double_dash) return false;
  if (!command().subcommand_generator.empty()) return true;
  return result_.arg_index <= (command().args_first ? 1 : 0) &&
         !command().subcommands.empty();
}

bool Walker::FeedNested(const ArgSpec& arg, size_t index) {
  result_.nested_from = index;
  result_.nested_arg = &arg;
  return !arg.ends.empty();
}

bool Walker::Feed(const std::string& word, size_t index) {
  word_ = index;
  if (result_.nested_from != WalkResult::npos) {
    const auto& ends = result_.nested_arg->ends;
    if (std::find(ends.begin(), ends.end(), word) != ends.end()) {
      result_.nested.push_back(
          {result_.nested_arg, result_.nested_from, index});
      result_.nested_from = WalkResult::npos;
    }
    return true;
  }
  if (TakesPending(LooksLikeOption(word))) {
    const Pending& p = pending_.front();
    const ArgSpec& arg = p.option->args[p.arg];
    if (arg.type == ValueType::kCommand || arg.program) {
      pending_.erase(pending_.begin());
      return FeedNested(arg, index);
    }
    result_.values.push_back({&arg, p.option, index, 0});
    Advance();
    return true;
  }
  if (!result_.after_double_dash) {
    if (word == "--") {
      Dashes();
      return true;
    }
    if (LooksLikeOption(word)) {
      ReadOption(word);
      return true;
    }
    if (index == 1 && command().dashless) {
      ReadCluster("-" + word, 1);
      return true;
    }
    if (FindOperand(word)) {
      ReadOption(word);
      return true;
    }
    if (SubcommandPossible()) {
      if (const CommandSpec* sub = SubcommandNamed(command(), word)) {
        result_.path.push_back(sub);
        result_.subcommand_words.push_back(index);
        result_.arg_index = 0;
        argument_slot_ = 0;
        return true;
      }
      result_.unknown_subcommand =
          command().args.empty() && command().subcommand_generator.empty();
    }
  }
  SkipDropped();
  const ArgSpec* arg = CurrentArg();
  // Text for a shell before another argument is one word: trap TEXT SIGNAL.
  const bool is_word =
      arg && arg->type == ValueType::kShell && arg != &command().args.back();
  if (arg && (IsCommandLine(*arg) || arg->program) && !is_word) {
    return FeedNested(*arg, index);
  }
  if (arg) result_.values.push_back({arg, nullptr, index, 0});
  if (arg && arg->runs) {
    result_.nested.push_back({arg, index, WalkResult::npos});
  }
  ++result_.arg_index;
  if (arg && !arg->variadic) ++argument_slot_;
  result_.after_double_dash |= command().options_first;
  return true;
}

void Walker::FinishValue(const OptionSpec& option, size_t arg, size_t offset) {
  result_.expect = Expect::kOptionValue;
  result_.option = &option;
  result_.arg = arg < option.args.size() ? &option.args[arg] : nullptr;
  result_.value_offset = offset;
}

// A partial like "-ofile": the value begins after the letter that takes one.
bool Walker::FinishCluster(std::string_view partial) {
  char name[2] = {partial[0], 0};
  for (size_t i = 1; i < partial.size(); ++i) {
    name[1] = partial[i];
    const OptionSpec* option = FindOption({name, 2});
    if (!option) return false;
    if (option->args.empty()) continue;
    if (i + 1 == partial.size()) return false;
    FinishValue(*option, 0, i + 1);
    return true;
  }
  return false;
}

void Walker::FinishOption(std::string_view partial) {
  result_.expect = Expect::kOptionFlag;
  if (IsOptionPrefix(partial)) return;
  size_t equals = partial.find('=');
  if (equals != partial.npos) {
    const OptionSpec* option = FindOption(partial.substr(0, equals));
    if (option && !option->args.empty()) {
      return FinishValue(*option, 0, equals + 1);
    }
  }
  if (!partial.starts_with("--")) FinishCluster(partial);
}

void Walker::FinishPositional() {
  SkipDropped();
  result_.subcommand_possible =
      SubcommandPossible() &&
      (!command().subcommand_generator.empty() || ListsSubcommands(command()));
  result_.expect =
      result_.subcommand_possible ? Expect::kSubcommand : Expect::kArgument;
  result_.arg = CurrentArg();
  const auto& args = command().args;
  for (size_t i = argument_slot_; i + 1 < args.size(); ++i) {
    if (IsDropped(args[i + 1])) break;
    // `[a] b` and `a... b`; but in `[a [b]]` a comes first, and in `[a...] [-- b]`
    // the dashes.
    const bool is_behind_dashes =
        args[i + 1].after_dashes && !args[i].takes_files();
    bool skipped = (args[i].variadic && !is_behind_dashes) ||
                   (args[i].optional && !args[i].variadic &&
                    (!args[i + 1].optional || args[i + 1].after_dashes));
    if (!skipped) break;
    result_.also.push_back(&args[i + 1]);
  }
}

// The bytes of the separator that `text` has at `at`, or 0. Next to a slash a
// text is a part of a path: `..` of ../src joins nothing.
size_t SeparatorAt(std::string_view text, size_t at,
                   const PackedList<PackedText>& separators) {
  size_t longest = 0;
  if (at == 0 || text[at - 1] == '/') return 0;
  for (std::string_view separator : separators) {
    if (separator.size() > longest && text.substr(at).starts_with(separator)) {
      longest = separator.size();
    }
  }
  const bool is_path = at + longest < text.size() && text[at + longest] == '/';
  return is_path ? 0 : longest;
}

void Walker::FinishJoined(std::string_view partial) {
  const ArgSpec* arg = result_.arg;
  for (size_t i = 0; i < result_.also.size() && arg && arg->joined_by.empty();
       ++i) {
    arg = result_.also[i];
  }
  if (!arg || arg->joined_by.empty()) return;
  size_t begin = result_.value_offset;
  for (size_t at = begin + 1; at < partial.size();) {
    const size_t size = SeparatorAt(partial, at, arg->joined_by);
    if (size > 0) {
      result_.joined.emplace_back(partial.substr(begin, at - begin));
      begin = at + size;
    }
    at += std::max<size_t>(size, 1);
  }
  if (result_.joined.empty()) return;
  result_.arg = arg;
  result_.also.clear();
  result_.value_offset = begin;
  result_.subcommand_possible = false;
  if (result_.expect == Expect::kSubcommand) {
    result_.expect = Expect::kArgument;
  }
}

WalkResult Walker::Finish(std::string_view partial, size_t index) {
  if (result_.nested_from != WalkResult::npos) return std::move(result_);
  // A lone `-` may become an option. As a finished word it is a value.
  if (TakesPending(partial.starts_with('-'))) {
    const Pending& p = pending_.front();
    FinishValue(*p.option, p.arg, 0);
  } else if (!result_.after_double_dash && partial.starts_with('-')) {
    FinishOption(partial);
    FinishJoined(partial);
    return std::move(result_);
  } else if (index == 1 && command().dashless) {
    result_.expect = Expect::kOptionFlag;
  } else if (const OptionSpec* operand = FindOperand(partial);
             operand && !result_.after_double_dash) {
    FinishValue(*operand, 0, partial.find('=') + 1);
  } else {
    FinishPositional();
  }
  bool is_option_value = result_.expect == Expect::kOptionValue;
  if (result_.arg && !result_.subcommand_possible &&
      (is_option_value ? result_.arg->type == ValueType::kCommand
                       : IsCommandLine(*result_.arg))) {
    result_.nested_from = index;
    result_.nested_arg = result_.arg;
    return std::move(result_);
  }
  FinishJoined(partial);
  return std::move(result_);
}

}  // namespace

WalkResult Walk(const CommandSpec& root, std::span<const std::string> words,
                std::string_view partial) {
  Walker walker(root);
  for (size_t i = 1; i < words.size(); ++i) {
    if (!walker.Feed(words[i], i)) break;
  }
  return walker.Finish(partial, words.size());
}

const OptionSpec* OptionNamed(const WalkResult& walk, std::string_view name) {
  for (const CommandSpec* command : walk.path) {
    if (const OptionSpec* option = OptionNamed(*command, name)) return option;
  }
  return nullptr;
}

std::string EnteredFrom(std::string from, const WalkResult& walk,
                        std::span<const std::string> words) {
  for (const WalkedValue& value : walk.values) {
    if (!value.arg->enters) continue;
    std::string directory = ExpandTilde(words[value.word].substr(value.offset));
    from = from.empty() ? std::move(directory) : JoinPath(from, directory);
  }
  return from;
}

bool ListsSubcommands(const CommandSpec& command) {
  return std::any_of(command.subcommands.begin(), command.subcommands.end(),
                     [](const CommandSpec& sub) { return !sub.hidden; });
}

bool LacksOption(const WalkResult& walk, std::string_view partial) {
  if (walk.expect != Expect::kOptionFlag || partial.size() < 4 ||
      !partial.starts_with("--")) {
    return false;
  }
  const std::string_view name = partial.substr(0, partial.find('='));
  for (const CommandSpec* command : walk.path) {
    for (const OptionSpec& option : command->options) {
      for (std::string_view known : option.names) {
        if (known.starts_with(name)) return false;
      }
    }
  }
  return true;
}

bool WantsSubcommand(const WalkResult& walk) {
  const CommandSpec& command = walk.command();
  return walk.subcommand_possible && !walk.arg && walk.also.empty() &&
         !command.subcommands.empty() && command.args.empty();
}

std::vector<const OptionSpec*> AvailableOptions(const WalkResult& walk) {
  std::vector<const OptionSpec*> out;
  auto names_one_of = [](const PackedList<PackedText>& list,
                         const OptionSpec& option) {
    return std::any_of(list.begin(), list.end(),
                       [&](const auto& name) { return option.is_named(name); });
  };
  auto allowed = [&](const OptionSpec& option) {
    if (option.hidden) return false;
    for (const OptionSpec* there : walk.present) {
      if (there == &option) {
        if (!option.repeatable) return false;
      } else if (names_one_of(there->exclusive, option) ||
                 names_one_of(option.exclusive, *there)) {
        return false;
      }
    }
    return true;
  };
  for (size_t level = walk.path.size(); level-- > 0;) {
    bool own = level + 1 == walk.path.size();
    for (const OptionSpec& option : walk.path[level]->options) {
      if ((own || option.persistent) && allowed(option)) out.push_back(&option);
    }
  }
  return out;
}

}  // namespace synapse
