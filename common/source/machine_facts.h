// NameFacts, GitFacts and PathFacts say what is on this machine: names, branches
// and remotes, files. Each question is asked at most once a prompt.
//
// Tested by tests/source/plausibility_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "line/argument_type.h"
#include "lines/finding.h"
#include "spec/generator.h"

namespace synapse {

// NameFacts: whether generators (spec/generator.h) list a name, within the time
// that a prompt may spend on their lists.
class NameFacts {
 public:
  // kNothing: there are no names at all, as targets without a Makefile. It is
  // answered only in a repository: files may soon come to another directory.
  enum class Listed { kYes, kNo, kNothing, kUnknown };
  // True for a name that is not listed. A line that ran here may have found its
  // name elsewhere: make has rules of its own.
  static bool IsMissing(Listed listed, bool ran_here = false) {
    return listed == Listed::kNo || (listed == Listed::kNothing && !ran_here);
  }
  // kKnown: no command is started for a list that is not there.
  enum class Ask { kNow, kKnown };

  explicit NameFacts(GeneratorCache& generators) : generators_(generators) {}

  // Microseconds for one list; all of a key may take twice as long.
  void SetBudget(int64_t us) { budget_us_ = us; }
  void BeginPrompt(const std::string& cwd, const std::string& home) {
    cwd_ = cwd;
    home_ = home;
    retries_ = 0;
    BeginKey();
  }
  void BeginKey() {
    spent_us_ = 0;
    out_of_time_ = false;
  }
  // True if an answer of this key was kUnknown for want of time. A few keys of a
  // prompt may ask again; a list that takes longer than that stays unknown.
  bool AsksAgain() {
    constexpr int kMostRetries = 3;
    return out_of_time_ && ++retries_ <= kMostRetries;
  }
  // True if a list was not read to its end at this key, for want of time.
  bool lacked_time() const { return out_of_time_; }
  // The directory of the following questions.
  void SetDirectory(const std::string& directory) { cwd_ = directory; }
  // The same prompt in another directory; Join() adds the time that it spent.
  NameFacts In(const std::string& directory) const;
  void Join(const NameFacts& other) {
    spent_us_ = other.spent_us_;
    out_of_time_ |= other.out_of_time_;
  }

  // Whether a generator lists the value. kNo: the list is complete and not
  // empty. kNothing: the list has all names of the project, and is empty.
  // `spec`: the spec that may have the generator; null for a native one.
  // `words`: the command's words before the value, unquoted.
  Listed ListedBy(std::string_view generator, const Spec* spec,
                  const std::string& value,
                  const std::vector<std::string>& words, Ask ask = Ask::kNow);
  // Whether the spec or a generator of the argument has the value, likewise.
  Listed ListedFor(const ArgSpec& arg, const Spec* spec,
                   const std::string& value,
                   const std::vector<std::string>& words, Ask ask = Ask::kNow);
  // The generator lists the value, or was not read to its end.
  bool MayBeIn(std::string_view generator, const Spec* spec,
               const std::string& value, const std::vector<std::string>& words);
  // The same for the generators of an argument.
  bool MayBeOneOf(const ArgSpec& arg, const Spec* spec,
                  const std::string& value,
                  const std::vector<std::string>& words);
  // True if the argument takes only files that are listed (ArgSpec::only_listed),
  // and the value is none of them, no directory with one, and not inside one.
  bool LacksFile(const ArgSpec& arg, const Spec* spec, const std::string& value,
                 const std::vector<std::string>& words);
  // True if the operation that the option belongs to is not under way
  // (OptionSpec::during): a rebase for --continue.
  bool IsIdle(const OptionSpec& option, const Spec& spec,
              const std::vector<std::string>& words);
  // False if the repository certainly has no object whose id begins so.
  // REQUIRES: IsObjectId(id)
  bool MayHoldObject(std::string_view id,
                     const std::vector<std::string>& words);
  // True if a plain `git push` certainly fails: the current branch tracks none.
  bool LacksUpstream(const std::vector<std::string>& words);
  // The values of a generator, as far as they are read in time.
  // REQUIRES: CanAsk()
  const GeneratedValues& ListOf(std::string_view generator, const Spec* spec,
                                const std::vector<std::string>& words,
                                Ask ask = Ask::kNow);
  // False if the key has no time left, or the directory may block.
  bool CanAsk();
  GeneratorInput InputFor(const std::vector<std::string>& words) const {
    return {cwd_, home_, "", words};
  }

 private:
  bool IsInRepository(const std::vector<std::string>& words) const;

  GeneratorCache& generators_;
  std::string cwd_, home_;
  int64_t budget_us_ = 2000;
  int64_t spent_us_ = 0;  // without a result, since the key began
  bool out_of_time_ = false;
  int retries_ = 0;  // since the prompt began
};

// GitFacts: whether the repository of a directory has a revision or a remote,
// and whether a branch is useful there.
class GitFacts {
 public:
  // `names` must outlive it.
  explicit GitFacts(NameFacts& names) : names_(names) {}
  // The repository may be another one.
  void Forget() {
    no_remote_.reset();
    no_upstream_.reset();
  }

  // `words`: the command's words before the name, unquoted. True if unknown.
  bool MayBeRevision(const std::string& name,
                     const std::vector<std::string>& words);
  bool MayBeRemote(const std::string& name,
                   const std::vector<std::string>& words);
  // True in a repository that certainly has no remote.
  bool HasNoRemote(const std::vector<std::string>& words);
  // True on a branch that certainly tracks none, if a plain `git push` fails
  // there.
  bool LacksUpstream(const std::vector<std::string>& words);
  // The usefulness of a branch as the last word. The current branch is useless
  // for a command that switches to a branch, merges it or removes it; another
  // branch is rarely useful for a command that pushes, and for one that pulls
  // unless it is the main one.
  Finding UseOf(const std::string& branch, const ArgumentType& type,
                const std::vector<std::string>& words);

 private:
  NameFacts& names_;
  std::optional<bool> no_remote_, no_upstream_;
};

// PathFacts: what the paths of a prompt name. The system is asked once about
// each path. kHidden: the path may exist in a directory that this user cannot
// read.
enum class PathKind { kNothing, kDirectory, kOther, kHidden };

class PathFacts {
 public:
  // Directories that the last command made, as its line says.
  void SetMade(std::unordered_set<std::string> paths) {
    made_ = std::move(paths);
  }
  bool WasMade(const std::string& path) const { return made_.contains(path); }
  void BeginPrompt() {
    kinds_.clear();
    matches_.clear();
    patterns_us_ = 0;
  }
  // The kind of file at an absolute path when this prompt first asked for it.
  // REQUIRES: the path is on no mount that may block.
  PathKind KindOf(const std::string& path);
  // False for a pattern that certainly fits no name in the directory, likewise.
  // All patterns of a prompt together take about `budget_us` microseconds.
  bool MayMatch(const std::string& directory, const std::string& pattern,
                int64_t budget_us);

 private:
  std::unordered_set<std::string> made_;
  std::unordered_map<std::string, PathKind> kinds_;
  std::unordered_map<std::string, bool> matches_;  // by directory and pattern
  int64_t patterns_us_ = 0;                        // since the prompt began
};

}  // namespace synapse
