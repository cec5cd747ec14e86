#include "source/plausibility.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "context/argument_kind.h"
#include "context/completion_context.h"
#include "context/operands.h"
#include "learn/template.h"

namespace synapse {
namespace {

// True for an operator or a redirection behind which a command runs, or has
// input, only if the command before it succeeds.
bool DependsOnCommandBefore(const Token& token) {
  return token.kind == TokenKind::kRedirect ||
         (token.kind == TokenKind::kOperator &&
          (token.value == "&&" || token.value == "|" || token.value == "|&"));
}

// True if the first of several commands fails by this finding, so that the
// others do not run. A command that names the current directory or branch does
// no harm. With an option, as -p of mkdir, the thing to be created may exist.
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

// True for a line that ran seldom and always failed.
bool NeverSucceeded(const PoolLine& line) {
  constexpr uint64_t kUsual = 3;
  return line.stat.successes == 0 && line.stat.count < kUsual;
}

}  // namespace

void Plausibility::SetLastLine(const std::string& line,
                               const std::string& cwd) {
  constexpr size_t kMostBytes = 4096;  // longer lines are not split into words
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

// True if the command does not exist: it is no program, function or alias, or a
// builtin of the other shell, or a missing path. A command that succeeded here
// counts as existing. Outside of a shell, functions and aliases are unknown.
bool Plausibility::HasNoCommand(const PoolLine& line) const {
  if (!parts_.commands) return false;
  std::string_view command = line.stem;
  command.remove_prefix(command.rfind(' ') + 1);
  constexpr std::string_view kOfTheShell = "$`'\"\\(){}[]<>|&;*?=~%!#";
  if (command.empty() || command.find_first_of(kOfTheShell) != command.npos) {
    return false;
  }
  const bool path = command.find('/') != command.npos;
  if (!path && !shell_.kind) return false;
  // A builtin of the other shell succeeded there.
  if (!path && line.stat.successes > 0 && !IsOfOneShell(specs_, command))
    return false;
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
  return !parts_.commands || CanRunNow(name).value_or(true);
}

// Reading PATH may be slow: it is spread over several keys and prompts.
template <class Ask>
bool Plausibility::AskInTime(const Ask& ask) const {
  const int64_t start = Clock::MonotonicUs();
  const bool answer = ask(std::max<int64_t>(budget_us_ - commands_us_, 0));
  commands_us_ += Clock::MonotonicUs() - start;
  return answer;
}

std::optional<bool> Plausibility::CanRunNow(std::string_view command) const {
  const auto known = can_run_known_.find(std::string(command));
  if (known != can_run_known_.end()) return known->second;
  // Nothing is known of a command while a part of PATH is not read.
  const auto lacks_path = [&] {
    const bool lacks =
        command.find('/') == command.npos && !parts_.commands->KnowsPath();
    lacked_path_ |= lacks;
    return lacks;
  };
  if (commands_us_ >= budget_us_) {
    lacks_path();
    return std::nullopt;
  }
  const bool runs = AskInTime([&](int64_t us) {
    return parts_.commands->CanRun(command, us) || lacks_path();
  });
  can_run_known_.emplace(command, runs);
  return runs;
}

bool Plausibility::AsksPathAgain() {
  constexpr int kMaxRetries = 3;
  if (!std::exchange(lacked_path_, false)) return false;
  if (++path_retries_ > kMaxRetries) return false;
  commands_us_ = 0;
  can_run_known_.clear();
  return true;
}

bool Plausibility::IsOneOf(RunsOnly only, std::string_view name) const {
  return only == RunsOnly::kAny || !parts_.commands ||
         AskInTime([&](int64_t us) {
           Budget budget(us);
           return parts_.commands->MayBegin(name, only,
                                            parts_.commands->anybody(), budget);
         });
}

// Only the first of several commands is judged: the others may depend on its
// effect.
Finding Plausibility::OfLine(const PoolLine& line) const {
  if (HasNoCommand(line)) {
    // `./gradlew build` in a directory without that script, like a file that is
    // missing.
    const bool path = line.stem.find('/') != line.stem.npos;
    return path ? Finding::kMissing : Finding::kNoCommand;
  }
  std::vector<Token> words = Tokenize(line.text);
  const auto end = std::find_if(words.begin(), words.end(), [](const Token& t) {
    return t.kind != TokenKind::kWord;
  });
  if (end == words.end()) return OfCommand(line, words);
  if (end == words.begin() || !DependsOnCommandBefore(*end))
    return Finding::kNone;
  words.erase(end, words.end());
  const Finding first = OfCommand(line, words);
  return LeavesNothing(first, words) ? first : Finding::kNone;
}

Finding Plausibility::OfCommand(const PoolLine& line,
                                const std::vector<Token>& words) const {
  const bool ran = Ran(line);
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
  Plausibility inside(parts_, names_.In(there));
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
    // A reused argument was never a file of this command.
    const bool is_new = line.relation > 0 && !Ran(line);
    return is_new ? Finding::kNeverFile : Finding::kMissing;
  }
  for (size_t file : needs.written) {
    if (LacksDirectory(words[file])) return Finding::kMissing;
  }
  for (size_t process : needs.processes) {
    if (!MayBeProcess(words[process].value)) return Finding::kUnknownName;
  }
  if (NamesNothing(line, needs)) return Finding::kUnknownSubcommand;
  if (needs.unknown_option && NeverSucceeded(line) && line.stat.last_exit > 0) {
    return Finding::kUnknownOption;
  }
  if (!needs.made.empty()) line.made_at = words[needs.made[0].word].begin;
  if (MakesNothing(needs, words)) return Finding::kExists;
  if (LacksName(needs, words, line.ran_here()) ||
      LacksTarget(needs, words, line.ran_here()) || LacksFile(needs, words) ||
      IsIdle(needs)) {
    return Finding::kUnlisted;
  }
  Finding finding =
      needs.remote && git_.HasNoRemote(needs.words)       ? Finding::kNoRemote
      : needs.upstream && git_.LacksUpstream(needs.words) ? Finding::kNoUpstream
                                                          : Finding::kNone;
  for (size_t path : needs.paths) {
    if (IsGone(words[path])) finding = Worse(finding, Finding::kGone);
  }
  for (size_t input : needs.inputs) {
    if (!line.ran_here() && !Exists(words[input], Wanted::kAnyFile)) {
      finding = Worse(finding, Finding::kGone);
    }
  }
  for (const TypedValue& v : needs.values) {
    finding = Worse(finding, OfValue(v.type, v.value, needs.words));
  }
  return finding;
}

// The answers are kept from prompt to prompt, as Needs are, because many lines
// ask.
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
    return !word.dynamic && IsListable(*value.arg, word.value) &&
           !(value.arg->open && ran_here) &&
           NameFacts::IsMissing(names_.ListedFor(*value.arg, value.spec.get(),
                                                 word.value, needs.words, ask),
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
        if (words[target].dynamic) return false;
        // With the words before it: it may be a parameter of one of them.
        std::vector<std::string> before = needs.words;
        if (before.size() == words.size()) before.resize(target);
        return NameFacts::IsMissing(
            names_.ListedBy(needs.target_generator, needs.target_spec.get(),
                            words[target].value, before,
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
                                      made.spec.get(), needs.words);
                     }) &&
         std::all_of(
             needs.makes.begin(), needs.makes.end(),
             [&](const auto& name) { return IsPath(JoinPath(cwd_, name)); });
}

// The needs are computed from the specs, which is slower than a check for
// existence.
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
  const auto take_words = [&](const std::vector<size_t>& from,
                              std::vector<size_t>& to) {
    for (size_t index : from) {
      if (is_written(index)) to.push_back(index - more);
    }
  };
  take_words(operands.processes, needs.processes);
  take_words(operands.paths, needs.paths);
  take_words(operands.inputs, needs.inputs);
  take_words(operands.written, needs.written);
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
  take_words(operands.targets, needs.targets);
  needs.target_generator = std::move(operands.target_generator);
  needs.target_spec = std::move(operands.target_spec);
  needs.makes = operands.makes;
  needs.unknown_option = operands.unknown_option;
  if (const size_t at = operands.unknown_subcommand; at > 0) {
    needs.program = expanded[at - 1] + "-" + expanded[at];
  }
  needs.words = std::move(expanded);
  needs.remote = operands.needs_remote;
  needs.upstream = operands.needs_upstream;
  if (!operands.names_git) return needs;
  const ArgumentTypeFinder types = [this](std::span<const std::string> before) {
    return ArgumentTypeAfter(
        specs_, ExpandAlias({before.begin(), before.end()}, shell_.alias));
  };
  needs.values =
      TemplateOf(std::string_view(line.text).substr(0, words.back().end), types)
          .values;
  std::erase_if(needs.values,
                [](const TypedValue& v) { return !CanJudge(v.type); });
  return needs;
}

}  // namespace synapse
