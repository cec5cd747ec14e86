#include "source/git_facts.h"

#include <algorithm>
#include <string_view>

#include "spec/git_dir.h"
#include "spec/git_objects.h"

namespace synapse {
namespace {

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

}  // namespace synapse
