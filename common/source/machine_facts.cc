#include "source/machine_facts.h"

#include <dirent.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "base/clock.h"
#include "base/files.h"
#include "spec/git_dir.h"
#include "spec/git_objects.h"

namespace synapse {

NameFacts NameFacts::In(const std::string& directory) const {
  NameFacts other(*this);
  other.SetDirectory(directory);
  return other;
}

namespace {

// The name itself, or a branch of a remote with that name: `git checkout NAME`
// creates one from origin/NAME. A service is also known without its ending.
bool Has(const GeneratedValues& names, std::string_view generator,
         const std::string& value) {
  const bool remote = generator == "git.remote_branches";
  const std::string behind_remote = "/" + value;
  const std::string service =
      generator == "systemd.units" ? value + ".service" : value;
  return std::any_of(names.values.begin(), names.values.end(),
                     [&](const GeneratedValue& v) {
                       return v.value == value || v.value == service ||
                              (remote && v.value.ends_with(behind_remote));
                     });
}

using Listed = NameFacts::Listed;

// Names of commits that no list contains: HEAD~2, main@{1}, a..b.
bool IsExpression(std::string_view name) {
  return name.find_first_of("~^@:{}*?[$`\\") != name.npos ||
         name.find("..") != name.npos || name.ends_with("HEAD") ||
         name.starts_with('-') || name.starts_with("refs/");
}

bool IsMainBranch(std::string_view name) {
  return name == "main" || name == "master";
}

}  // namespace

NameFacts::Listed NameFacts::ListedBy(std::string_view generator,
                                      const Spec* spec,
                                      const std::string& value,
                                      const std::vector<std::string>& words,
                                      Ask ask) {
  if (!CanAsk()) return Listed::kUnknown;
  const GeneratedValues& names = ListOf(generator, spec, words, ask);
  if (Has(names, generator, value)) return Listed::kYes;
  if (!names.complete) return Listed::kUnknown;
  if (!names.values.empty()) return Listed::kNo;
  // A repository without tags has no tag of that name either. Without remotes
  // git takes a path or an address.
  const bool is_whole =
      ListsWholeProject(generator) || ListsTasks(generator) ||
      (generator.starts_with("git.") && generator != "git.remotes");
  return is_whole && IsInRepository(words) ? Listed::kNothing
                                           : Listed::kUnknown;
}

NameFacts::Listed NameFacts::ListedFor(const ArgSpec& arg, const Spec* spec,
                                       const std::string& value,
                                       const std::vector<std::string>& words,
                                       Ask ask) {
  if (std::any_of(arg.values.begin(), arg.values.end(),
                  [&](const ValueSpec& v) { return v.value == value; })) {
    return Listed::kYes;
  }
  bool is_unknown = false;
  bool has_names = arg.generators.empty();
  for (std::string_view generator : arg.generators) {
    switch (ListedBy(generator, spec, value, words, ask)) {
      case Listed::kYes: return Listed::kYes;
      case Listed::kUnknown: is_unknown = true; break;
      case Listed::kNo: has_names = true; break;
      case Listed::kNothing: break;
    }
  }
  if (is_unknown) return Listed::kUnknown;
  return has_names ? Listed::kNo : Listed::kNothing;
}

bool NameFacts::MayBeIn(std::string_view generator, const Spec* spec,
                        const std::string& value,
                        const std::vector<std::string>& words) {
  if (!CanAsk()) return true;
  const GeneratedValues& names = ListOf(generator, spec, words);
  return !names.complete || Has(names, generator, value);
}

bool NameFacts::MayBeOneOf(const ArgSpec& arg, const Spec* spec,
                           const std::string& value,
                           const std::vector<std::string>& words) {
  return std::any_of(arg.generators.begin(), arg.generators.end(),
                     [&](std::string_view generator) {
                       return MayBeIn(generator, spec, value, words);
                     });
}

namespace {

// `./src/` is `src`, and `.` is "".
std::string_view PlainPath(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path == "." ? std::string_view() : path;
}

bool IsInside(std::string_view path, std::string_view directory) {
  return path.size() > directory.size() && path.starts_with(directory) &&
         (directory.empty() || path[directory.size()] == '/');
}

}  // namespace

bool NameFacts::LacksFile(const ArgSpec& arg, const Spec* spec,
                          const std::string& value,
                          const std::vector<std::string>& words) {
  if (!arg.only_listed || !IsInRepository(words)) return false;
  // `git diff --no-index` compares any two files.
  if (std::find(words.begin(), words.end(), "--no-index") != words.end()) {
    return false;
  }
  const std::string_view path = PlainPath(value);
  // A pathspec, or a path that does not begin here, is not compared.
  if (value.find_first_of("*?[:") != value.npos || value.starts_with('/') ||
      value.starts_with('~') || value.find("..") != value.npos) {
    return false;
  }
  for (std::string_view generator : arg.generators) {
    if (!CanAsk()) return false;
    const GeneratedValues& files = ListOf(generator, spec, words);
    if (!files.complete) return false;
    for (const GeneratedValue& file : files.values) {
      const std::string_view listed = PlainPath(file.value);
      const bool is_directory = file.value.ends_with('/');
      if (listed == path || IsInside(listed, path) ||
          (is_directory && IsInside(path, listed))) {
        return false;
      }
    }
  }
  return true;
}

bool NameFacts::IsIdle(const OptionSpec& option, const Spec& spec,
                       const std::vector<std::string>& words) {
  if (option.during.empty() || !CanAsk() || !IsInRepository(words)) {
    return false;
  }
  const GeneratedValues& names = ListOf(kUnderWayGenerator, &spec, words);
  return names.complete &&
         std::none_of(
             names.values.begin(), names.values.end(),
             [&](const GeneratedValue& v) { return option.during == v.value; });
}

const GeneratedValues& NameFacts::ListOf(std::string_view generator,
                                         const Spec* spec,
                                         const std::vector<std::string>& words,
                                         Ask ask) {
  Budget budget(budget_us_);
  const int64_t start = Clock::MonotonicUs();
  GeneratorInput input = InputFor(words);
  input.starts_commands = ask == Ask::kNow;
  const GeneratedValues& names =
      generators_.Get(spec ? *spec : NoSpec(), generator, input, budget);
  if (budget.SpentNow()) {
    spent_us_ += Clock::MonotonicUs() - start;
    out_of_time_ |= !names.complete;
  }
  return names;
}

bool NameFacts::IsInRepository(const std::vector<std::string>& words) const {
  return FindGitDir(InputFor(words)).has_value();
}

// A list without enough time is read again by the next look-up: a repository
// with very many branches would use up all look-ups of a key.
bool NameFacts::MayHoldObject(std::string_view id,
                              const std::vector<std::string>& words) {
  if (!CanAsk()) return true;
  const int64_t start = Clock::MonotonicUs();
  Budget budget(budget_us_);
  Reading reading(budget);
  const auto git = FindGitDir(InputFor(words));
  const bool may = !git || HoldsObject(*git, id, reading) != Held::kNo;
  spent_us_ += Clock::MonotonicUs() - start;
  return may;
}

bool NameFacts::LacksUpstream(const std::vector<std::string>& words) {
  const int64_t start = Clock::MonotonicUs();
  Budget budget(budget_us_);
  Reading reading(budget);
  const auto upstream = ReadUpstream(InputFor(words), reading);
  spent_us_ += Clock::MonotonicUs() - start;
  return upstream && !upstream->is_set && !upstream->pushes_new;
}

bool NameFacts::CanAsk() {
  if (spent_us_ < 2 * budget_us_) return !OnSlowMount(cwd_);
  out_of_time_ = true;
  return false;
}

// Many repositories have no tags.
bool GitFacts::MayBeRevision(const std::string& name,
                             const std::vector<std::string>& words) {
  return IsExpression(name) ||
         names_.ListedBy("git.branches", nullptr, name, words) != Listed::kNo ||
         names_.MayBeIn("git.remote_branches", nullptr, name, words) ||
         names_.MayBeIn("git.tags", nullptr, name, words) ||
         (IsObjectId(name) && names_.MayHoldObject(name, words));
}

bool GitFacts::MayBeRemote(const std::string& name,
                           const std::vector<std::string>& words) {
  return names_.ListedBy("git.remotes", nullptr, name, words) != Listed::kNo;
}

// The answer is kept for the prompt.
bool GitFacts::HasNoRemote(const std::vector<std::string>& words) {
  if (no_remote_) return *no_remote_;
  if (!names_.CanAsk()) return false;
  const GeneratedValues& names = names_.ListOf("git.remotes", nullptr, words);
  const bool none = names.complete && names.values.empty() &&
                    FindGitDir(names_.InputFor(words));
  no_remote_ = none;
  return none;
}

bool GitFacts::LacksUpstream(const std::vector<std::string>& words) {
  if (!no_upstream_) {
    if (!names_.CanAsk()) return false;
    no_upstream_ = names_.LacksUpstream(words);
  }
  return *no_upstream_;
}

Finding GitFacts::UseOf(const std::string& branch, const ArgumentType& type,
                        const std::vector<std::string>& words) {
  using Current = ArgumentType::Current;
  const auto at = std::find(words.begin(), words.end(), branch);
  const bool goes_on = at != words.end() && at + 1 != words.end();
  if (goes_on || type.current == Current::kMaybe || !names_.CanAsk()) {
    return Finding::kNone;
  }
  const bool never = type.current == Current::kNever;
  const bool is_usual = type.open && IsMainBranch(branch);
  for (const GeneratedValue& v :
       names_.ListOf("git.branches", nullptr, words).values) {
    if (v.value != branch) continue;
    if (v.description == kCurrentBranch) {
      return never ? Finding::kHere : Finding::kNone;
    }
    return never || is_usual ? Finding::kNone : Finding::kOtherBranch;
  }
  // Only the remote has it.
  const bool other = !never && names_.CanAsk() && !IsExpression(branch) &&
                     !IsObjectId(branch) && !is_usual &&
                     FindGitDir(names_.InputFor(words)) &&
                     !names_.MayBeIn("git.tags", nullptr, branch, words);
  return other ? Finding::kOtherBranch : Finding::kNone;
}

PathKind PathFacts::KindOf(const std::string& path) {
  constexpr size_t kMaxKept = 1000;
  if (kinds_.size() >= kMaxKept) kinds_.clear();
  auto [known, is_new] = kinds_.try_emplace(path, PathKind::kNothing);
  if (!is_new) return known->second;
  if (const auto stat = StatFile(path)) {
    known->second =
        S_ISDIR(stat->st_mode) ? PathKind::kDirectory : PathKind::kOther;
  } else if (errno == EACCES) {
    known->second = PathKind::kHidden;
  }
  return known->second;
}

// Settings of the shell decide about braces, ** and more, and about upper and
// lower case; a pattern of several parts would read many directories, and in
// some libraries fnmatch(3) takes time that is exponential in the stars. bash
// keeps a pattern that fits nothing, which may be a name: [id].tsx.
bool PathFacts::MayMatch(const std::string& directory,
                         const std::string& pattern, int64_t budget_us) {
  constexpr size_t kMaxKept = 100;
  constexpr int kMaxNames = 5000;
  constexpr int kMaxStars = 3;
  if (pattern.find_first_of("/{(|^#~\\") != pattern.npos ||
      pattern.find("**") != pattern.npos ||
      std::count(pattern.begin(), pattern.end(), '*') > kMaxStars) {
    return true;
  }
  const std::string key = JoinPath(directory, pattern);
  if (const auto known = matches_.find(key); known != matches_.end()) {
    return known->second;
  }
  if (patterns_us_ >= budget_us) return true;
  const int64_t start = Clock::MonotonicUs();
  DIR* dir = opendir(directory.c_str());
  if (!dir) return true;
  bool found = false;
  int names = 0;
  while (const dirent* entry = readdir(dir)) {
    const std::string_view name = entry->d_name;
    found = name != "." && name != ".." &&
            (name == pattern ||
             fnmatch(pattern.c_str(), entry->d_name, FNM_CASEFOLD) == 0);
    if (found || ++names >= kMaxNames) break;
  }
  closedir(dir);
  patterns_us_ += Clock::MonotonicUs() - start;
  if (matches_.size() >= kMaxKept) matches_.clear();
  return matches_[key] = found || names >= kMaxNames;
}

}  // namespace synapse
