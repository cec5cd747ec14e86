// GitFacts: what the repository of a directory says of the values of git's
// arguments: whether a revision or a remote exists, and whether a branch is of
// use there.
//
// Tested by tests/source/plausibility_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "line/argument_type.h"
#include "source/finding.h"
#include "source/name_facts.h"

namespace synapse {

class GitFacts {
 public:
  // `names` must outlive it.
  explicit GitFacts(NameFacts& names) : names_(names) {}
  // The repository may be another one.
  void Forget() { no_remote_.reset(); }

  // `words`: the command's words before the name, unquoted. True if unknown.
  bool MayBeRevision(const std::string& name,
                     const std::vector<std::string>& words);
  bool MayBeRemote(const std::string& name,
                   const std::vector<std::string>& words);
  // True in a repository that certainly has no remote.
  bool HasNoRemote(const std::vector<std::string>& words);
  // The usefulness of a branch as the last word. The current branch is useless
  // for a command that switches to a branch, merges it or removes it; another
  // branch is rarely useful for a command that pushes, and for one that pulls
  // unless it is the main one.
  Finding UseOf(const std::string& branch, const ArgumentType& type,
                const std::vector<std::string>& words);

 private:
  NameFacts& names_;
  std::optional<bool> no_remote_;
};

}  // namespace synapse
