#include "source/name_facts.h"

#include <algorithm>

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
// creates one from origin/NAME.
bool Has(const GeneratedValues& names, std::string_view generator,
         const std::string& value) {
  const bool remote = generator == "git.remote_branches";
  const std::string behind_remote = "/" + value;
  return std::any_of(
      names.values.begin(), names.values.end(), [&](const GeneratedValue& v) {
        return v.value == value || (remote && v.value.ends_with(behind_remote));
      });
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
      ListsWholeProject(generator) ||
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

// `.` and `./src/` without what changes nothing.
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

bool NameFacts::CanAsk() {
  if (spent_us_ < 2 * budget_us_) return !OnSlowMount(cwd_);
  out_of_time_ = true;
  return false;
}

}  // namespace synapse
