#include "rank/fit.h"

#include <algorithm>

#include "base/text.h"
#include "context/argument_kind.h"
#include "context/operands.h"
#include "effect/grammar.h"
#include "line/tokenizer.h"
#include "rank/admission.h"

namespace synapse {
namespace {

using Listed = NameFacts::Listed;

// True if the spec names all values of the argument. No list names all hosts.
bool IsClosed(const ArgSpec& arg) {
  return !arg.open && arg.type != ValueType::kHost &&
         !(arg.generators.empty() && arg.values.empty());
}

bool IsPathOf(const ArgSpec& arg, const std::string& word) {
  return arg.takes_paths() && word.find('/') != word.npos;
}

bool HasOneOf(std::string_view word, const PackedList<PackedText>& ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](const auto& end) { return HasEnding(word, end); });
}

// out.txt, but no onet.pl: some endings of files are those of countries too.
bool LooksLikeFileOnly(std::string_view value) {
  static constexpr std::string_view kDomains[] = {
      ".cc", ".md", ".ml", ".mov", ".pl", ".py", ".rs", ".tf", ".zip"};
  return IsNameOfFile(value) && value.find_first_of("@:") == value.npos &&
         std::none_of(std::begin(kDomains), std::end(kDomains),
                      [&](auto domain) { return value.ends_with(domain); });
}

// host.example, 10.0.0.1, user@host, ::1. A name without a dot is a host only
// if it is known as one.
bool LooksLikeHost(std::string_view value) {
  if (value == "localhost") return true;
  if (LooksLikeFileOnly(value)) return false;
  const auto colons = std::count(value.begin(), value.end(), ':');
  return value.find('/') == value.npos && colons != 1 && value[0] != '.' &&
         value.back() != '.' && value.find_first_of("@.:") != value.npos;
}

// https://host/x, host.example, ../repository, localhost:3000; but no
// queries/slow.sql, whose host has no dot, and no `.[0]`.
bool LooksLikeUrl(std::string_view value) {
  if (value.find("://") != value.npos || value.starts_with('$')) return true;
  if (LooksLikeFileOnly(value)) return false;
  const size_t slash = value.find('/');
  const std::string_view host = value.substr(0, slash);
  if (host.empty() || host == "." || host == ".." || host == "~") {
    return slash != value.npos;
  }
  const auto may_be = [](char c) {
    return IsNameChar(c) || IsOneOf({&c, 1}, {".", "-", ":", "@", "%"});
  };
  if (host[0] != '[' && !std::all_of(host.begin(), host.end(), may_be)) {
    return false;
  }
  const size_t colon = host.find(':');
  return host == "localhost" || host.find('.', 1) != host.npos ||
         (colon != host.npos && colon + 1 < host.size() &&
          (host[0] == '[' || IsDigit(host[colon + 1])));
}

// https://host/x, git@host.example:x: the address of a repository, which is no
// branch. HEAD@{1}:x is no address.
bool LooksLikeAddress(std::string_view value) {
  if (value.find("://") != value.npos) return true;
  const size_t at = value.find('@');
  const size_t colon = value.find(':');
  return at != value.npos && colon != value.npos && at < colon &&
         value.find_first_of("/{") > colon;
}

}  // namespace

bool Fit::IsListed() const {
  return context_.walk && context_.walk->arg &&
         !context_.walk->arg->generators.empty() &&
         IsClosed(*context_.walk->arg);
}

// True for an option of the wrapper: -u of `sudo -u root`.
bool Fit::IsOptionOfWrapper(std::string_view word) const {
  return context_.wrapper_walk && word.starts_with('-') &&
         OptionNamed(*context_.wrapper_walk, word.substr(0, word.find('=')));
}

Finding Fit::Judge(const std::string& word, UsedAt used) const {
  if (IsOptionOfWrapper(word)) return Finding::kNone;
  const Finding by_context = ContextFindingOf(word, used);
  return by_context == Finding::kNone ? PlausibilityOf(word) : by_context;
}

Finding Fit::ContextFindingOf(const std::string& word, UsedAt used) const {
  const bool seen_here = IsUsedHere(used, word.starts_with('-'));
  if (!MayStand(context_, left_, word, seen_here)) {
    return Finding::kUngrammatical;
  }
  const bool begins_line = context_.words.empty();
  if (LacksSuffix(word) || IsOwner(word) ||
      (begins_line && !plausibility_.IsOneOf(context_.runs_only, word)) ||
      !(seen_here || IsOfOtherMachine(used) || IsOfItsKind(word)) ||
      !Admission(context_, type_, plausibility_).MayEnter(word, used)) {
    return Finding::kOtherKind;
  }
  return Finding::kNone;
}

// True for a value without the suffix that the argument requires: a host of ssh
// lacks the colon of scp. A variable may be exported without `=`.
bool Fit::LacksSuffix(const std::string& word) const {
  if (!context_.walk || !context_.walk->arg || word.starts_with('-')) {
    return false;
  }
  const std::string_view suffix = context_.walk->arg->suffix;
  return !suffix.empty() && word.find(suffix) == word.npos &&
         context_.walk->arg->type != ValueType::kVariable &&
         plausibility_.OfFile(word) != Finding::kNone;
}

// True for `www-data:www-data` of chown, which is no user for su. Words of one
// type are learned together.
bool Fit::IsOwner(const std::string& word) const {
  const ArgSpec* arg = context_.walk ? context_.walk->arg : nullptr;
  return arg &&
         (arg->type == ValueType::kUser || arg->type == ValueType::kGroup) &&
         IsClosed(*arg) && !word.starts_with('-') &&
         word.find(':') != word.npos;
}

// True for `main..dev` of git log, which is no branch for git checkout: a name
// in git never contains two dots. Words of one type are learned together.
bool Fit::IsRange(const std::string& word) const {
  const ArgSpec* arg = context_.walk ? context_.walk->arg : nullptr;
  const std::string_view kind = arg ? KindOf(*context_.spec, *arg) : "";
  return IsRevisionKind(kind) && word.find("..") != word.npos &&
         std::find(arg->joined_by.begin(), arg->joined_by.end(), "..") ==
             arg->joined_by.end() &&
         !((arg->takes_files() || type_.files) &&
           plausibility_.OfFile(word) == Finding::kNone);
}

// True for a file where a branch is wanted: `git diff go.mod` takes files and
// branches, so go.mod was learned as a branch.
bool Fit::IsNoBranch(const std::string& word) const {
  const ArgSpec* arg = context_.walk ? context_.walk->arg : nullptr;
  return arg && KindOf(*context_.spec, *arg) == "branch" &&
         !arg->takes_files() && !type_.files &&
         context_.walk->value_offset == 0 && plausibility_.IsFile(word) &&
         plausibility_.names().ListedFor(*arg, context_.spec.get(), word,
                                         context_.words) == Listed::kNo;
}

// False for a word that is known to be no target of make or just.
bool Fit::MayBeTarget(const std::string& word) const {
  return !plausibility_.LacksTarget(context_, word);
}

// True for `8080:80` of docker run -p. A path in a revision, as main:README.md,
// begins with a revision.
bool Fit::IsOfNoRevision(const std::string& value) const {
  const size_t colon = value.find(':');
  if (colon == value.npos || colon == 0) return false;
  const std::string revision = value.substr(0, colon);
  return !revision.ends_with("HEAD") &&
         revision.find_first_of("~^@") == revision.npos && !IsKnown(revision);
}

// True if the value cannot be of the type, by its form.
bool Fit::HasOtherForm(const std::string& value) const {
  const ArgSpec& arg = *context_.walk->arg;
  if (value.empty()) return false;
  if (IsRevisionKind(KindOf(*context_.spec, arg)) &&
      (LooksLikeAddress(value) || IsOfNoRevision(value))) {
    return true;
  }
  switch (arg.type) {
    case ValueType::kHost: return !LooksLikeHost(value) && !IsKnown(value);
    case ValueType::kUrl: return !LooksLikeUrl(value);
    case ValueType::kProcess:
      return value[0] != '%' &&
             !std::all_of(value.begin(), value.end(), IsDigit);
    case ValueType::kCommandName: return !plausibility_.MayRun(value);
    case ValueType::kVariable:
      return IsDigit(value[0]) ||
             value.find_first_of("./:@-+,%") < value.find('=');
    case ValueType::kFile:
    case ValueType::kDirectory: return value.find("://") != value.npos;
    default: return false;
  }
}

// True if a generator of the argument or of its type lists the value.
bool Fit::IsKnown(const std::string& value) const {
  const ArgSpec& arg = *context_.walk->arg;
  NameFacts& names = plausibility_.names();
  return names.ListedFor(arg, context_.spec.get(), value, context_.words) ==
             Listed::kYes ||
         (arg.type == ValueType::kHost &&
          names.ListedBy("ssh.hosts", nullptr, value, context_.words) ==
              Listed::kYes);
}

// True for a directory where a file is read, unless it ends in a slash; and for
// a path to the current directory, which people write `.` or `./`.
bool Fit::IsWrongDirectory(const std::string& word) const {
  const ArgSpec& arg = *context_.walk->arg;
  if (TakesNoDirectory(*context_.walk) && !word.ends_with('/') &&
      plausibility_.IsDirectory(word)) {
    return true;
  }
  return arg.takes_paths() && word != "./" && word.find('/') != word.npos &&
         plausibility_.OfGoal(word) == Finding::kHere;
}

// True if the argument is a name that the command may create, as a branch of
// `git checkout -b`. A file of `git add` is not such a name. Names of one type
// are learned together, except packages.
bool Fit::IsNameOfType(const ArgSpec& arg) const {
  return arg.open && !arg.takes_files() && !type_.files &&
         !type_.kind.empty() && type_.kind != "package";
}

// True for a command that was run on another machine or in a container, behind
// another name: `uptime` of `ssh web uptime`, for `ssh db `.
bool Fit::IsOfOtherMachine(UsedAt used) const {
  return context_.elsewhere && context_.wrapper_walk &&
         used >= UsedAt::kAtPosition;
}

// True if a word of another context is a value that the spec names for this
// one, or a file where the spec takes files, or, after `sudo`, a program.
bool Fit::IsOfItsKind(const std::string& word) const {
  if (context_.wrapper_walk && word[0] != '-') {
    return plausibility_.IsOneOf(RunsOnly::kPrograms, word);
  }
  if (!context_.walk || word.starts_with('-') ||
      context_.walk->value_offset > 0) {
    return true;
  }
  const WalkResult& walk = *context_.walk;
  // Files and names of another machine cannot be looked up.
  if (context_.elsewhere) return walk.arg && IsPathOf(*walk.arg, word);
  const std::vector<Token> tokens = Tokenize(word);
  if (tokens.size() != 1 || tokens[0].kind != TokenKind::kWord) return true;
  if (!walk.arg) return MayBeTarget(word) && TakesArguments(walk);
  const ArgSpec& arg = *walk.arg;
  const std::string& value = tokens[0].value;
  if (!tokens[0].dynamic && HasOtherForm(value)) return false;
  if (IsWrongDirectory(word)) return false;
  auto may_be_file = [](const ArgSpec* a) { return a->takes_files(); };
  const bool file =
      arg.takes_files() || type_.files ||
      std::any_of(walk.also.begin(), walk.also.end(), may_be_file);
  if (!IsClosed(arg)) {
    if (IsNameOfType(arg) && !tokens[0].dynamic) return false;
    const auto& extensions = ExtensionsOf(arg, walk);
    const bool other_kind = file && !extensions.empty() &&
                            !word.ends_with('/') &&
                            !HasOneOf(value, extensions);
    return file ? !other_kind : !plausibility_.IsFile(word);
  }
  if (!arg.suffix.empty()) return true;
  for (const ArgSpec* other : walk.also) {
    if (!other->takes_files() && !IsClosed(*other)) return true;
  }
  // PlausibilityOf() judges such values. Remotes are looked up here: in a
  // repository without remotes no word is a remote.
  if (Plausibility::CanJudge(type_) && type_.kind != "remote") return true;
  return IsKnown(value) ||
         (file && plausibility_.OfFile(word) == Finding::kNone);
}

bool Fit::ReadsFile() const {
  const WalkResult* walk = context_.walk ? &*context_.walk : nullptr;
  return walk && walk->arg && walk->value_offset == 0 &&
         walk->arg->reads != Reads::kNothing;
}

Finding Fit::OfFile(const std::string& word) const {
  const ArgSpec* arg = context_.walk ? context_.walk->arg : nullptr;
  return arg ? plausibility_.OfRead(word, *arg, context_.spec.get(),
                                    context_.words)
             : plausibility_.OfFile(word);
}

// True if the argument takes a directory or listed values (`.` of pip install
// -e), and the word is a file and none of these.
bool Fit::TakesDirectoryFor(const std::string& word) const {
  const WalkResult* walk = context_.walk ? &*context_.walk : nullptr;
  if (!walk || !walk->arg || !walk->also.empty() || walk->value_offset > 0) {
    return false;
  }
  const ArgSpec& arg = *walk->arg;
  return arg.type == ValueType::kDirectory && arg.generators.empty() &&
         !arg.open && plausibility_.IsFile(word) &&
         std::none_of(arg.values.begin(), arg.values.end(),
                      [&](const ValueSpec& v) { return v.value == word; });
}

Finding Fit::PlausibilityOf(const std::string& word) const {
  if (context_.elsewhere) return Finding::kNone;
  if (context_.walk && context_.walk->value_offset == 0 &&
      IsToBeNew(context_.walk->arg, *context_.walk)) {
    // A pattern matches existing files, and cannot name a new one.
    if (word.find_first_of("*?[") != word.npos) return Finding::kOtherKind;
    if (plausibility_.IsThere(word, *context_.walk->arg, context_.spec.get(),
                              context_.words)) {
      return Finding::kExists;
    }
    // The next new branch is another one, often of the same group.
    const bool in_group = word.find('/') != word.npos;
    if (in_group && !context_.wants_files()) return Finding::kMadeOnce;
  }
  if (plausibility_.IsIdleOption(context_, word)) return Finding::kUnlisted;
  if (context_.walk && context_.walk->arg && context_.walk->value_offset == 0 &&
      plausibility_.IsUnlistedFile(word, *context_.walk->arg,
                                   context_.spec.get(), context_.words)) {
    return Finding::kUnlisted;
  }
  if (context_.wants_files() && context_.creates()) {
    const bool makes_file = context_.walk && context_.walk->arg &&
                            context_.walk->arg->type == ValueType::kFile;
    return makes_file && plausibility_.LacksDirectory(word) ? Finding::kMissing
                                                            : Finding::kNone;
  }
  if (context_.expected == ExpectedType::kDirectory ||
      TakesDirectoryFor(word)) {
    if (context_.walk && context_.walk->command().enters) {
      return plausibility_.OfGoal(word);
    }
    return plausibility_.OfDirectory(word);
  }
  if (context_.expected == ExpectedType::kFilePath || ReadsFile()) {
    return OfFile(word);
  }
  if (context_.expected == ExpectedType::kProcess &&
      !plausibility_.MayBeProcess(word)) {
    return Finding::kUnknownName;
  }
  if (IsRange(word) || IsNoBranch(word)) return Finding::kOtherKind;
  if (context_.walk && context_.walk->value_offset == 0 &&
      IsListedByProject(*context_.spec, context_.walk->arg, *context_.walk) &&
      plausibility_.IsUnlisted(word, *context_.walk->arg, context_.spec.get(),
                               context_.words)) {
    return Finding::kUnlisted;
  }
  if (type_.kind.empty()) {
    const WalkResult* walk = context_.walk ? &*context_.walk : nullptr;
    const bool may_be_file = !walk || (walk->arg && walk->value_offset == 0 &&
                                       MayNameFile(*walk->arg));
    return may_be_file && !word.starts_with('-') && plausibility_.IsGone(word)
               ? Finding::kGone
               : Finding::kNone;
  }
  return plausibility_.OfValue(type_, word, context_.words);
}

}  // namespace synapse
