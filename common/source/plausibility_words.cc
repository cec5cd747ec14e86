// Plausibility of words: what is there, and what an argument takes.
#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "context/argument_kind.h"
#include "context/completion_context.h"
#include "source/plausibility.h"

namespace synapse {

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

bool Plausibility::IsGone(const std::string& word) const {
  const std::vector<Token> words = Tokenize(word);
  return words.size() == 1 && IsGone(words[0]);
}

// A path may be followed by what is in the file: tests/a.py::test_b, a.c:12.
bool Plausibility::IsGone(const Token& word) const {
  if (word.kind != TokenKind::kWord || word.dynamic || word.quoted ||
      !KnowsFiles()) {
    return false;
  }
  const std::string named =
      ExpandTilde(word.value.substr(0, word.value.find(':')));
  const size_t slash = named.rfind('/');
  if (slash == named.npos || slash == 0 || slash + 1 == named.size() ||
      named.starts_with('~') || named.ends_with("...") ||
      named.find_first_of("*?[]{}=,@ ") != named.npos) {
    return false;
  }
  const std::string path = JoinPath(cwd_, named);
  const std::string directory = JoinPath(cwd_, named.substr(0, slash));
  return !OnSlowMount(path) &&
         paths_.KindOf(directory) == PathKind::kDirectory &&
         paths_.KindOf(path) == PathKind::kNothing;
}

bool Plausibility::LacksDirectory(const std::string& word) const {
  const std::vector<Token> words = Tokenize(word);
  return words.size() == 1 && LacksDirectory(words[0]);
}

bool Plausibility::LacksDirectory(const Token& word) const {
  const std::string_view path = WithoutSlash(word.value);
  const size_t slash = path.rfind('/');
  if (slash == path.npos || slash == 0 || WasMade(word)) return false;
  Token directory = word;
  directory.value = path.substr(0, slash);
  return !WasMade(directory) && !Exists(directory, Wanted::kDirectory);
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
         IsListable(arg, tokens[0].value) &&
         NameFacts::IsMissing(
             names_.ListedFor(arg, spec, tokens[0].value, words));
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
         NameFacts::IsMissing(names_.ListedBy(command.subcommand_generator,
                                              context.spec.get(), word,
                                              context.words));
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
      word.value.find(':') != word.value.npos || OnSlowMount(cwd_) ||
      paths_.KindOf(cwd_) != PathKind::kDirectory) {
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
