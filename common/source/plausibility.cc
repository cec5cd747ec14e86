#include "source/plausibility.h"

#include <algorithm>
#include <filesystem>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "context/argument_type.h"
#include "context/completion_context.h"
#include "context/operands.h"
#include "learn/template.h"
#include "source/environment.h"

namespace synapse {
namespace {

// True for an operator or a redirection behind which a command runs, or has
// input, only if the command before it succeeds.
bool NeedsWhatIsBefore(const Token& token) {
  return token.kind == TokenKind::kRedirect ||
         (token.kind == TokenKind::kOperator &&
          (token.value == "&&" || token.value == "|" || token.value == "|&"));
}

// The first command of several fails. In the directory or on the branch that it
// names, it does no harm; with an option, as mkdir's -p, what it would create
// may exist.
bool LeavesNothing(Finding first, const std::vector<Token>& words) {
  if (first == Finding::kHere || first == Finding::kOtherBranch) return false;
  return first != Finding::kExists ||
         std::none_of(words.begin(), words.end(), [](const Token& word) {
           return word.value.starts_with('-');
         });
}

bool Ran(const PoolLine& line) {
  return line.stat.count > 0 || line.shell_age > 0;
}

// A name is not listed. A line that ran here may have found it elsewhere: make
// has rules of its own, and a program may read another file.
bool IsMissing(NameFacts::Listed listed, bool ran_here = false) {
  return listed == NameFacts::Listed::kNo ||
         (listed == NameFacts::Listed::kNothing && !ran_here);
}

// It ran too seldom to be meant all the same.
bool NeverSucceeded(const PoolLine& line) {
  constexpr uint64_t kUsual = 3;
  return line.stat.successes == 0 && line.stat.count < kUsual;
}

}  // namespace

void Plausibility::SetLastLine(const std::string& line,
                               const std::string& cwd) {
  constexpr size_t kMostBytes = 4096;  // a longer line makes more than is asked
  std::unordered_set<std::string> made;
  if (line.size() <= kMostBytes) {
    std::vector<Token> words = Tokenize(line);
    words.erase(std::find_if(words.begin(), words.end(),
                             [](const Token& token) {
                               return token.kind != TokenKind::kWord;
                             }),
                words.end());
    if (!words.empty()) {
      const auto values = ExpandAlias(ValuesOf(words), shell_.alias);
      for (const Operands::Value& value : OperandsOf(specs_, values).made) {
        if (value.arg->type != ValueType::kDirectory) continue;
        made.emplace(
            WithoutSlash(JoinPath(cwd, ExpandTilde(values[value.word]))));
      }
    }
  }
  paths_.SetMade(std::move(made));
}

Finding Plausibility::Of(const PoolLine& line) const {
  if (!line.plausibility) line.plausibility = OfLine(line);
  return *line.plausibility;
}

Finding Plausibility::OfNew(const std::string& text) const {
  PoolLine line;
  line.text = text;
  line.id = IdOf(text);
  line.stem = PartsOf(text).stem;
  return OfLine(line);
}

// In a shell, which knows its functions and aliases: an unknown command that
// never succeeded here, as in an imported history, a builtin of the other
// shell, or a path to nothing.
bool Plausibility::HasNoCommand(const PoolLine& line) const {
  if (!can_run_ || !shell_.kind) return false;
  std::string_view command = line.stem;
  command.remove_prefix(command.rfind(' ') + 1);
  constexpr std::string_view kOfTheShell = "$`'\"\\(){}[]<>|&;*?=~%!#";
  if (command.empty() || command.find_first_of(kOfTheShell) != command.npos) {
    return false;
  }
  const bool path = command.find('/') != command.npos;
  // The other shell has run its own builtin.
  if (!path && line.stat.successes > 0 && !IsOfOneShell(specs_, command)) return false;
  const std::string named = JoinPath(cwd_, command);
  if (OnSlowMount(named) || OnSlowMount(cwd_) ||
      paths_.KindOf(cwd_) != PathKind::kDirectory) {
    return false;
  }
  // The name of a directory changes to it with AUTO_CD, autocd.
  const PathKind kind = paths_.KindOf(named);
  return !CanRunNow(command).value_or(true) && kind != PathKind::kDirectory &&
         kind != PathKind::kHidden;
}

bool Plausibility::MayRun(std::string_view name) const {
  return !can_run_ || CanRunNow(name).value_or(true);
}

std::optional<bool> Plausibility::CanRunNow(std::string_view command) const {
  const auto known = can_run_known_.find(std::string(command));
  if (known != can_run_known_.end()) return known->second;
  if (commands_us_ >= budget_us_) return std::nullopt;
  const bool runs =
      AskInTime([&](int64_t us) { return can_run_(command, us); });
  can_run_known_.emplace(command, runs);
  return runs;
}

bool Plausibility::IsOneOf(RunsOnly only, std::string_view name) const {
  return only == RunsOnly::kAny || !may_begin_ ||
         AskInTime([&](int64_t us) { return may_begin_(name, only, us); });
}

// Reading PATH may be slow: it is spread over several prompts.
bool Plausibility::AskInTime(
    const std::function<bool(int64_t us)>& ask) const {
  const int64_t start = Clock::MonotonicUs();
  const bool answer = ask(std::max<int64_t>(budget_us_ - commands_us_, 0));
  commands_us_ += Clock::MonotonicUs() - start;
  return answer;
}

// Only the first of several commands is judged: others may need what it does.
Finding Plausibility::OfLine(const PoolLine& line) const {
  if (HasNoCommand(line)) return Finding::kNoCommand;
  std::vector<Token> words = Tokenize(line.text);
  const auto end =
      std::find_if(words.begin(), words.end(), [](const Token& t) {
        return t.kind != TokenKind::kWord;
      });
  if (end == words.end()) return OfCommand(line, words);
  if (end == words.begin() || !NeedsWhatIsBefore(*end)) return Finding::kNone;
  words.erase(end, words.end());
  const Finding first = OfCommand(line, words);
  return LeavesNothing(first, words) ? first : Finding::kNone;
}

Finding Plausibility::OfCommand(const PoolLine& line,
                                const std::vector<Token>& words) const {
  const bool ran = Ran(line);
  // The value of a variable for one command rarely suits another.
  if (!ran && line.relation > 0 &&
      std::any_of(words.begin(), words.end(),
                  [](const Token& t) { return t.dynamic; })) {
    return Finding::kReusedVariable;
  }
  if (words.size() == 2 && Enters(line.stem)) {
    if (IsHere(words[1])) return Finding::kHere;
    if (Exists(words[1], Wanted::kDirectory) || IsInCdPath(words[1]) ||
        WasMade(words[1])) {
      return Finding::kNone;
    }
    return ran ? Finding::kMissingGoal : Finding::kMissing;
  }
  const Needs& needs = NeedsOf(line, words);
  return needs.directory.empty() ? OfNeeds(line, words, needs)
                                 : OfNeedsInside(line, words, needs);
}

Finding Plausibility::OfNeedsInside(const PoolLine& line,
                                    const std::vector<Token>& words,
                                    const Needs& needs) const {
  Token directory;
  directory.value = needs.directory;
  directory.dynamic = needs.directory.find_first_of("$`") != std::string::npos;
  if (!Exists(directory, Wanted::kDirectory)) return Finding::kMissing;
  const std::string there = JoinPath(cwd_, needs.directory);
  Plausibility inside(names_.In(there), specs_, shell_);
  inside.can_run_ = can_run_;
  inside.budget_us_ = budget_us_;
  inside.cwd_ = there;
  inside.commands_us_ = commands_us_;
  std::swap(inside.paths_, paths_);
  const Finding finding = inside.OfNeeds(line, words, needs);
  names_.Join(inside.names_);
  commands_us_ = inside.commands_us_;
  std::swap(inside.paths_, paths_);
  return finding;
}

Finding Plausibility::OfNeeds(const PoolLine& line,
                              const std::vector<Token>& words,
                              const Needs& needs) const {
  for (const Operands::Value& file : needs.files) {
    if (!Lacks(words[file.word], *file.arg, file.spec.get(), needs.words)) {
      continue;
    }
    // An argument that was put into another line was never one of its files.
    const bool is_new = line.relation > 0 && !Ran(line);
    return is_new ? Finding::kNeverFile : Finding::kMissing;
  }
  for (size_t process : needs.processes) {
    if (!MayBeProcess(words[process].value)) return Finding::kUnknownName;
  }
  if (NamesNothing(line, needs)) return Finding::kUnknownSubcommand;
  if (needs.unknown_option && NeverSucceeded(line) &&
      line.stat.last_exit > 0) {
    return Finding::kUnknownOption;
  }
  if (MakesNothing(needs, words)) return Finding::kExists;
  if (LacksName(needs, words, line.ran_here()) ||
      LacksTarget(needs, words, line.ran_here()) ||
      LacksFile(needs, words) || IsIdle(needs)) {
    return Finding::kUnlisted;
  }
  Finding finding = needs.remote && git_.HasNoRemote(needs.words)
                        ? Finding::kNoRemote
                        : Finding::kNone;
  for (const TypedValue& v : needs.values) {
    finding = Worse(finding, OfValue(v.type, v.value, needs.words));
  }
  return finding;
}

// Asked for many lines of a prompt, so it is kept as Needs are.
bool Plausibility::Enters(const std::string& command) const {
  constexpr size_t kMaxKept = 1000;
  if (const auto known = enters_.find(command); known != enters_.end()) {
    return known->second;
  }
  if (enters_.size() >= kMaxKept) enters_.clear();
  const auto spec = specs_.FindAny(command);
  return enters_[command] = spec && spec->root.enters;
}

// True for an unknown word where the spec names all possible ones. False if the
// line ran repeatedly, succeeded, or the word is a program of its own.
bool Plausibility::NamesNothing(const PoolLine& line,
                                const Needs& needs) const {
  return !needs.program.empty() && NeverSucceeded(line) &&
         !MayRun(needs.program);
}

bool Plausibility::LacksName(const Needs& needs,
                             const std::vector<Token>& words,
                             bool ran_here) const {
  auto lacks = [&](const Operands::Value& value, NameFacts::Ask ask) {
    const Token& word = words[value.word];
    return !word.dynamic &&
           IsMissing(names_.ListedFor(*value.arg, value.spec.get(), word.value,
                                      needs.words, ask),
                     ran_here);
  };
  return std::any_of(
             needs.listed.begin(), needs.listed.end(),
             [&](const auto& v) { return lacks(v, NameFacts::Ask::kNow); }) ||
         std::any_of(
             needs.reported.begin(), needs.reported.end(),
             [&](const auto& v) { return lacks(v, NameFacts::Ask::kKnown); });
}

// `git add README.md`, where the file is unchanged.
bool Plausibility::LacksFile(const Needs& needs,
                             const std::vector<Token>& words) const {
  return !needs.chosen.empty() && KnowsFiles() &&
         std::any_of(needs.chosen.begin(), needs.chosen.end(),
                     [&](const Operands::Value& file) {
                       const Token& word = words[file.word];
                       return !word.dynamic &&
                              names_.LacksFile(*file.arg, file.spec.get(),
                                               word.value, needs.words);
                     });
}

// `git rebase --continue`, while none is under way.
bool Plausibility::IsIdle(const Needs& needs) const {
  return !needs.choices.empty() && KnowsFiles() &&
         std::any_of(needs.choices.begin(), needs.choices.end(),
                     [&](const Operands::Choice& choice) {
                       return names_.IsIdle(*choice.option, *choice.spec,
                                            needs.words);
                     });
}

// `make docs`, where the Makefile has no such target.
bool Plausibility::LacksTarget(const Needs& needs,
                               const std::vector<Token>& words,
                               bool ran_here) const {
  return std::any_of(
      needs.targets.begin(), needs.targets.end(), [&](size_t target) {
        return !words[target].dynamic &&
               IsMissing(names_.ListedBy(needs.target_generator,
                                         needs.target_spec.get(),
                                         words[target].value, needs.words,
                                         NameFacts::Ask::kKnown),
                         ran_here);
      });
}

// A file that is not on the disk may still be one that the command knows, as
// git does one that was deleted.
bool Plausibility::Lacks(const Token& word, const ArgSpec& arg,
                         const Spec* spec,
                         const std::vector<std::string>& words) const {
  return !Exists(word, Wanted::kAnyFile) &&
         !names_.MayBeOneOf(arg, spec, word.value, words);
}

Finding Plausibility::OfRead(const std::string& word, const ArgSpec& arg,
                             const Spec* spec,
                             const std::vector<std::string>& words) const {
  const std::vector<Token> tokens = Tokenize(word);
  return tokens.size() == 1 && Lacks(tokens[0], arg, spec, words)
             ? Finding::kMissing
             : Finding::kNone;
}

// True if all that the line would create exists.
bool Plausibility::MakesNothing(const Needs& needs,
                                const std::vector<Token>& words) const {
  return !(needs.made.empty() && needs.makes.empty()) &&
         std::all_of(needs.made.begin(), needs.made.end(),
                     [&](const Operands::Value& made) {
                       return IsThere(words[made.word], *made.arg,
                                      made.spec.get(),
                                      needs.words);
                     }) &&
         std::all_of(
             needs.makes.begin(), needs.makes.end(),
             [&](const auto& name) { return IsPath(JoinPath(cwd_, name)); });
}

// Computed from the specs, which is slower than checking for existence.
const Plausibility::Needs& Plausibility::NeedsOf(
    const PoolLine& line, const std::vector<Token>& words) const {
  constexpr size_t kMaxKept = 1000;
  const std::vector<std::string> typed = ValuesOf(words);
  auto expanded = ExpandAlias(typed, shell_.alias);
  auto known = needs_.find(line.id);
  if (known != needs_.end() && known->second.words == expanded) {
    return known->second;
  }
  if (needs_.size() >= kMaxKept) needs_.clear();
  Needs& needs = needs_[line.id] = {};
  Operands operands = OperandsOf(specs_, expanded);
  needs.directory = std::move(operands.directory);
  // An alias adds words of its own.
  const size_t more = expanded.size() - std::min(expanded.size(), typed.size());
  auto is_written = [&](size_t index) {
    return index > more && index - more < words.size();
  };
  for (size_t index : operands.processes) {
    if (is_written(index)) needs.processes.push_back(index - more);
  }
  const auto take = [&](std::vector<Operands::Value>& from,
                        std::vector<Operands::Value>& to) {
    for (Operands::Value& value : from) {
      if (!is_written(value.word)) continue;
      value.word -= more;
      to.push_back(std::move(value));
    }
  };
  take(operands.files, needs.files);
  take(operands.made, needs.made);
  take(operands.listed, needs.listed);
  take(operands.reported, needs.reported);
  take(operands.chosen, needs.chosen);
  needs.choices = std::move(operands.choices);
  for (size_t index : operands.targets) {
    if (is_written(index)) needs.targets.push_back(index - more);
  }
  needs.target_generator = std::move(operands.target_generator);
  needs.target_spec = std::move(operands.target_spec);
  needs.makes = operands.makes;
  needs.unknown_option = operands.unknown_option;
  if (const size_t at = operands.unknown_subcommand; at > 0) {
    needs.program = expanded[at - 1] + "-" + expanded[at];
  }
  needs.words = std::move(expanded);
  needs.remote = operands.needs_remote;
  if (!operands.names_git) return needs;
  const ArgumentTypeFinder types = [this](std::span<const std::string> before) {
    return ArgumentTypeAfter(
        specs_, ExpandAlias({before.begin(), before.end()}, shell_.alias));
  };
  needs.values =
      TemplateOf(std::string_view(line.text).substr(0, words.back().end), types)
          .values;
  std::erase_if(needs.values, [](const TypedValue& v) {
    return !CanJudge(v.type);
  });
  return needs;
}

Finding Plausibility::OfDirectory(const std::string& word) const {
  std::vector<Token> words = Tokenize(word);
  bool there = words.size() != 1 || Exists(words[0], Wanted::kDirectory);
  return there ? Finding::kNone : Finding::kMissing;
}

Finding Plausibility::OfGoal(const std::string& word) const {
  std::vector<Token> words = Tokenize(word);
  if (words.size() == 1 && IsHere(words[0])) return Finding::kHere;
  const bool there =
      OfDirectory(word) == Finding::kNone ||
      (words.size() == 1 && (IsInCdPath(words[0]) || WasMade(words[0])));
  return there ? Finding::kNone : Finding::kMissingGoal;
}

bool Plausibility::WasMade(const Token& word) const {
  return paths_.WasMade(
      std::string(WithoutSlash(JoinPath(cwd_, ExpandTilde(word.value)))));
}

// cd also searches the directories of CDPATH.
bool Plausibility::IsInCdPath(const Token& word) const {
  if (word.value.starts_with('/') || word.value.starts_with('.')) return false;
  const std::string path =
      (shell_.variable ? shell_.variable("CDPATH") : std::nullopt).value_or("");
  for (size_t at = 0; at < path.size();) {
    const size_t end = std::min(path.find(':', at), path.size());
    const std::string base = JoinPath(cwd_, path.substr(at, end - at));
    if (IsPath(JoinPath(base, word.value))) return true;
    at = end + 1;
  }
  return false;
}

bool Plausibility::IsHere(const Token& word) const {
  if (word.kind != TokenKind::kWord || word.dynamic || word.value == "-") {
    return false;
  }
  std::string goal = JoinPath(cwd_, ExpandTilde(word.value));
  return std::filesystem::path(goal + "/").lexically_normal() ==
         std::filesystem::path(cwd_ + "/").lexically_normal();
}

Finding Plausibility::OfFile(const std::string& word) const {
  std::vector<Token> words = Tokenize(word);
  bool there = words.size() != 1 || Exists(words[0], Wanted::kAnyFile);
  return there ? Finding::kNone : Finding::kMissing;
}

bool Plausibility::KnowsFiles() const {
  return !OnSlowMount(cwd_) && paths_.KindOf(cwd_) == PathKind::kDirectory;
}

bool Plausibility::IsFile(const std::string& word) const {
  std::vector<Token> words = Tokenize(word);
  return words.size() == 1 && IsFile(words[0]);
}

bool Plausibility::IsDirectory(const std::string& word) const {
  const std::vector<Token> words = Tokenize(word);
  return words.size() == 1 && IsFile(words[0]) &&
         paths_.KindOf(JoinPath(cwd_, ExpandTilde(words[0].value))) ==
             PathKind::kDirectory;
}

// 0 is the group of the shell.
bool Plausibility::MayBeProcess(const std::string& word) const {
  return word.empty() || word == "0" ||
         !std::all_of(word.begin(), word.end(), IsDigit) ||
         IsPath("/proc/" + word) || !IsPath("/proc/self");
}

bool Plausibility::IsFile(const Token& word) const {
  return word.kind == TokenKind::kWord && !word.dynamic &&
         IsPath(JoinPath(cwd_, ExpandTilde(word.value)));
}

bool Plausibility::IsPath(const std::string& path) const {
  if (OnSlowMount(cwd_) || OnSlowMount(path)) return false;
  const PathKind kind = paths_.KindOf(path);
  return kind == PathKind::kDirectory || kind == PathKind::kOther;
}

bool Plausibility::IsThere(const std::string& word, const ArgSpec& arg,
                           const Spec* spec,
                           const std::vector<std::string>& words) const {
  const std::vector<Token> tokens = Tokenize(word);
  return tokens.size() == 1 && IsThere(tokens[0], arg, spec, words);
}

bool Plausibility::IsThere(const Token& word, const ArgSpec& arg,
                           const Spec* spec,
                           const std::vector<std::string>& words) const {
  if (arg.takes_files()) return IsFile(word);
  return word.kind == TokenKind::kWord && !word.dynamic &&
         names_.ListedFor(arg, spec, word.value, words) ==
             NameFacts::Listed::kYes;
}

bool Plausibility::IsUnlisted(const std::string& word, const ArgSpec& arg,
                              const Spec* spec,
                              const std::vector<std::string>& words) const {
  const std::vector<Token> tokens = Tokenize(word);
  return tokens.size() == 1 && tokens[0].kind == TokenKind::kWord &&
         !tokens[0].dynamic && !tokens[0].value.starts_with('-') &&
         IsMissing(names_.ListedFor(arg, spec, tokens[0].value, words));
}

bool Plausibility::IsUnlistedFile(const std::string& word, const ArgSpec& arg,
                                  const Spec* spec,
                                  const std::vector<std::string>& words) const {
  if (!arg.only_listed || !KnowsFiles()) return false;
  const std::vector<Token> tokens = Tokenize(word);
  return tokens.size() == 1 && tokens[0].kind == TokenKind::kWord &&
         !tokens[0].dynamic && !tokens[0].value.starts_with('-') &&
         names_.LacksFile(arg, spec, tokens[0].value, words);
}

bool Plausibility::IsIdleOption(const CompletionContext& context,
                                std::string_view word) const {
  if (!context.walk || !context.spec || !word.starts_with("--")) return false;
  const OptionSpec* option = OptionNamed(context.walk->command(), word);
  return option && !option->during.empty() && KnowsFiles() &&
         names_.IsIdle(*option, *context.spec, context.words);
}

bool Plausibility::LacksTarget(const CompletionContext& context,
                               const std::string& word) const {
  if (!context.walk || context.walk->arg || word.starts_with('-')) return false;
  const CommandSpec& command = context.walk->command();
  return !command.subcommand_generator.empty() &&
         !SubcommandNamed(command, word) &&
         IsMissing(names_.ListedBy(command.subcommand_generator,
                                   context.spec.get(), word, context.words));
}

bool Plausibility::CanJudge(const ArgumentType& type) {
  const bool revision = IsRevisionKind(type.kind);
  return (revision && type.current == ArgumentType::Current::kUsually) ||
         (!type.open && (revision || IsRemoteKind(type.kind)));
}

Finding Plausibility::OfValue(const ArgumentType& type, const std::string& word,
                              const std::vector<std::string>& words) const {
  const bool revision = IsRevisionKind(type.kind);
  if (!CanJudge(type)) return Finding::kNone;
  std::vector<Token> tokens = Tokenize(word);
  if (tokens.size() != 1 || tokens[0].value.empty()) return Finding::kNone;
  const std::string& name = tokens[0].value;
  // No branch begins this way.
  const bool path = name[0] == '~' || name[0] == '/';
  if (revision && path && !type.files) return Finding::kUnknownName;
  if (tokens[0].dynamic) return Finding::kNone;
  if (revision) {
    bool there = type.open || git_.MayBeRevision(name, words) ||
                 (type.files && OfFile(name) == Finding::kNone);
    return there ? git_.UseOf(name, type, words) : Finding::kUnknownName;
  }
  // A remote may also be a URL or a path.
  bool address = name.find(':') != name.npos ||
                 std::string_view("/.~-").find(name[0]) != std::string::npos ||
                 OfDirectory(word) == Finding::kNone;
  return address || git_.MayBeRemote(name, words) ? Finding::kNone
                                                  : Finding::kUnknownName;
}

// True in a missing directory, and for a word that the shell expands. The
// directory of data/*.csv must exist, and have such a file if the shell looks
// for one.
bool Plausibility::Exists(const Token& word, Wanted wanted) const {
  if (word.kind != TokenKind::kWord || word.dynamic ||
      word.value.starts_with('-') || word.value.starts_with('+') ||
      word.value.find(':') != word.value.npos ||
      OnSlowMount(cwd_) || paths_.KindOf(cwd_) != PathKind::kDirectory) {
    return true;
  }
  std::string named = ExpandTilde(word.value);
  if (named.starts_with('~')) return true;  // a directory that zsh has named
  if (const size_t pattern = named.find_first_of("*?[{");
      pattern != named.npos) {
    const size_t slash = named.rfind('/', pattern);
    const size_t name = slash == named.npos ? 0 : slash + 1;
    const std::string directory = JoinPath(cwd_, named.substr(0, name));
    if (OnSlowMount(directory)) return true;
    if (!word.quoted &&
        !paths_.MayMatch(directory, named.substr(name), budget_us_)) {
      return false;
    }
    if (name == 0) return true;
    named.resize(name);
  }
  const std::string target = JoinPath(cwd_, named);
  if (OnSlowMount(target)) return true;
  const PathKind kind = paths_.KindOf(target);
  return kind == PathKind::kDirectory || kind == PathKind::kHidden ||
         (kind == PathKind::kOther && wanted == Wanted::kAnyFile);
}

}  // namespace synapse
