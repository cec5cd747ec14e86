#include "rank/admission.h"

#include <algorithm>

#include "context/argument_kind.h"
#include "line/tokenizer.h"
#include "spec/option_names.h"

namespace synapse {
namespace {

using Listed = NameFacts::Listed;

// True for a word that has a shell operator: `2>&1`, `&&`, `>out`.
bool HasOperator(const std::vector<Token>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    return token.kind == TokenKind::kOperator ||
           token.kind == TokenKind::kRedirect;
  });
}

// The option of the last command in the path, or an option of its parents that
// their subcommands take too.
const OptionSpec* OptionHere(const WalkResult& walk, std::string_view name) {
  for (size_t level = walk.path.size(); level-- > 0;) {
    const OptionSpec* option = OptionNamed(*walk.path[level], name);
    const bool inherited = level + 1 < walk.path.size();
    if (option && (!inherited || option->persistent)) return option;
  }
  return nullptr;
}

// `-la`, `-j4`: letters that are options, up to one that takes a value.
bool IsClusterHere(const WalkResult& walk, std::string_view word) {
  if (word.size() < 3 || word[1] == '-') return false;
  for (char letter : word.substr(1)) {
    const OptionSpec* option = OptionHere(walk, std::string({'-', letter}));
    if (!option) return false;
    if (!option->args.empty()) return true;
  }
  return true;
}

bool HasOptions(const WalkResult& walk) {
  return std::any_of(
      walk.path.begin(), walk.path.end(),
      [](const CommandSpec* command) { return !command->options.empty(); });
}

// True if a generator of the slot lists commits of HEAD. A slot of branches has
// none: HEAD~2 of git diff cannot be merged or pushed there. A slot of other
// commits has none either: HEAD~2 cannot be picked.
bool ListsCommits(const ArgSpec& arg) {
  return std::any_of(arg.generators.begin(), arg.generators.end(),
                     [](std::string_view name) {
                       return name == "git.commits" || name == "git.bases";
                     });
}

// Options after which the command ignores the rest of the line.
bool StandsAlone(std::string_view option) {
  return option == "--version" || option == "--help";
}

bool TakesFile(const ArgSpec* arg) { return arg->takes_files(); }

}  // namespace

bool Admission::MayEnter(const std::string& word, UsedAt used) const {
  const std::vector<Token> tokens = Tokenize(word);
  const bool begins =
      context_.names_command() || context_.position == Position::kRedirect;
  // `curl x | sudo -E bash`: options follow a wrapper, but begin no command.
  if (begins || context_.words.empty()) {
    return !word.starts_with('-') || !context_.segment.words.empty() ||
           context_.position == Position::kRedirect;
  }
  if (HasOperator(tokens)) return false;
  if (used == UsedAt::kBehindAll && !context_.walk) return true;
  if (word.starts_with('-')) return IsOptionHere(word, used);
  if (!context_.walk) return MayEnterUnknown(word, used);
  if (context_.walk->value_offset > 0) return used >= UsedAt::kAsType;
  return context_.walk->arg ? IsArgumentHere(word, used)
                            : IsTargetHere(word, used);
}

// Judges a word of a command without a spec. The second word may be a subcommand,
// and the following words belong to that subcommand.
bool Admission::MayEnterUnknown(const std::string& word, UsedAt used) const {
  constexpr size_t kBehindSubcommand = 2;
  const bool by_position =
      used >= UsedAt::kAtPosition && context_.words.size() > kBehindSubcommand;
  if (used >= UsedAt::kInSlot || by_position) return true;
  // `../project` is the current directory.
  return IsFileHere(word) && (word.find('/') == word.npos || word == "./" ||
                              plausibility_.OfGoal(word) != Finding::kHere);
}

// True for any word in a directory that cannot be read, such as a directory of a
// recorded history: it may have any file.
bool Admission::IsFileHere(const std::string& word) const {
  return !plausibility_.KnowsFiles() || plausibility_.IsFile(word);
}

bool Admission::IsOptionHere(std::string_view word, UsedAt used) const {
  if (used == UsedAt::kBehindAll) return true;
  if (!context_.walk || !HasOptions(*context_.walk)) {
    const auto& words = context_.words;
    const bool has_path =
        std::any_of(words.begin() + 1, words.end(),
                    [](const auto& w) { return !w.starts_with('-'); });
    return used >= (has_path ? UsedAt::kAtPosition : UsedAt::kInCommand);
  }
  const WalkResult& walk = *context_.walk;
  if (walk.after_double_dash || word == "--") return false;
  if (StandsAlone(word) && context_.words.size() > walk.path.size()) {
    return false;
  }
  return OptionHere(walk, word.substr(0, word.find('='))) ||
         IsClusterHere(walk, word);
}

// Judges a word where the spec has no argument: a subcommand, a target of make,
// or a word that the spec does not know.
bool Admission::IsTargetHere(const std::string& word, UsedAt used) const {
  const WalkResult& walk = *context_.walk;
  // Only the program knows the words after `git annex`.
  if (walk.unknown_subcommand) return used >= UsedAt::kInSlot;
  if (SubcommandNamed(walk.command(), word)) return true;
  const std::string_view targets = walk.command().subcommand_generator;
  if (targets.empty()) return used >= UsedAt::kInSlot;
  switch (plausibility_.names().ListedBy(targets, context_.spec.get(), word,
                                         context_.words)) {
    case Listed::kYes: return true;
    case Listed::kNo:
    case Listed::kNothing:
      return word.find('=') != word.npos && used >= UsedAt::kInSlot;
    case Listed::kUnknown: break;
  }
  return used >= UsedAt::kInSlot;
}

// Whether one of the slot's generators or its spec has the value; kYes wins.
Listed Admission::Listing(const std::string& value) const {
  const WalkResult& walk = *context_.walk;
  NameFacts& names = plausibility_.names();
  Listed listed =
      names.ListedFor(*walk.arg, context_.spec.get(), value, context_.words);
  for (const ArgSpec* other : walk.also) {
    if (listed == Listed::kYes || other->generators.empty()) continue;
    const Listed also =
        names.ListedFor(*other, context_.spec.get(), value, context_.words);
    if (also != Listed::kNo) listed = also;
  }
  return listed;
}

bool Admission::IsArgumentHere(const std::string& word, UsedAt used) const {
  const WalkResult& walk = *context_.walk;
  const ArgSpec& arg = *walk.arg;
  const std::vector<Token> tokens = Tokenize(word);
  if (tokens.size() != 1) return used >= UsedAt::kInSlot;
  if (SubcommandNamed(walk.command(), word)) return true;
  if (arg.unlisted) return used >= UsedAt::kInSlot;
  const std::string& value = tokens[0].value;
  const bool files = TakesFile(&arg) || type_.files ||
                     std::any_of(walk.also.begin(), walk.also.end(), TakesFile);
  if (context_.elsewhere) return used >= UsedAt::kAsType || files;
  if (files && IsFileHere(word)) return true;
  if (arg.generators.empty() && arg.values.empty()) {
    // The word may have followed the `add` of another subcommand.
    const bool is_nested = walk.path.size() > 2 && !walk.option;
    if (used >= (is_nested ? UsedAt::kBehindAll : UsedAt::kInSlot)) return true;
    // The `upstream` of `git remote add` is no path for `git worktree add`.
    if (arg.type == ValueType::kDirectory) return IsFileHere(word);
    // rank/fit.h has judged the form of an address, a process or a user.
    return !files && arg.type != ValueType::kAny;
  }
  if (used < UsedAt::kInSlot && IsOfOtherKind(value)) return false;
  switch (Listing(value)) {
    case Listed::kYes: return true;
    case Listed::kUnknown: return used >= UsedAt::kAsType;
    case Listed::kNo:
    case Listed::kNothing: break;
  }
  if (IsExpression(word)) {
    const bool of_path = value.find(':') != value.npos;
    const bool is_usual = !of_path && ListsCommits(arg);
    return used >= (is_usual ? UsedAt::kAsType : UsedAt::kInSlot);
  }
  // A directory service may know users and hosts that no list contains.
  const bool takes_new = arg.open || arg.type == ValueType::kHost ||
                         arg.type == ValueType::kUser ||
                         arg.type == ValueType::kGroup || tokens[0].dynamic ||
                         files || arg.generators.empty();
  return takes_new && used >= UsedAt::kInSlot;
}

// True if the slot lists the name, but not among the names of its first kind: a
// tag for git push, a branch for git blame. The list shows such a name further
// down.
bool Admission::IsOfOtherKind(const std::string& value) const {
  const ArgSpec& arg = *context_.walk->arg;
  if (!IsRevisionKind(type_.kind) || arg.generators.empty() ||
      ListsCommits(arg)) {
    return false;
  }
  const Spec& spec = *context_.spec;
  const std::string_view first = KindOfList(spec, arg.generators[0]);
  NameFacts& names = plausibility_.names();
  const auto lists = [&](std::string_view generator) {
    return KindOfList(spec, generator) == first &&
           names.ListedBy(generator, &spec, value, context_.words) !=
               Listed::kNo;
  };
  return std::none_of(arg.generators.begin(), arg.generators.end(), lists);
}

// True for an expression that names a commit and is in no list: HEAD~2.
bool Admission::IsExpression(const std::string& word) const {
  return IsRevisionKind(type_.kind) && Plausibility::CanJudge(type_) &&
         plausibility_.OfValue(type_, word, context_.words) == Finding::kNone;
}

}  // namespace synapse
