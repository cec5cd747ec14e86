// GitDir: where a repository keeps its files, found without running git.
//
// `.git` may be a directory, or a file "gitdir: PATH" (worktrees, submodules);
// a worktree's own directory names the shared one in its file `commondir`.
// gitrepository-layout(5), gitformat-index(5).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "spec/generator.h"

namespace synapse {

struct GitDir {
  std::string work_tree;  // the directory that holds `.git`
  std::string git_dir;    // HEAD and index of this worktree
  std::string common;     // refs, config and logs of all worktrees
};

// The repository of the command line's directory; `git -C DIR` is honoured.
std::optional<GitDir> FindGitDir(const GeneratorInput& input);

// What the HEAD of a GitDir::git_dir names, without refs/heads/; "" when it is
// detached.
std::string CurrentBranch(const std::string& git_dir);
// The description of that one among those of git.branches.
inline constexpr std::string_view kCurrentBranch = "current branch";

// Whether there is such a ref, by its full name: "refs/heads/main"; false too
// where the reading is cut.
bool HasRef(const GitDir& git, std::string_view ref, Reading& reading);

// One `key = value` of a git config file; `sub` is the quoted part of
// [section "sub"]. Section and key come in lower case.
struct GitConfigEntry {
  std::string section;
  std::string sub;
  std::string key;
  std::string value;
};
// Calls `each` for every entry, following include.path to 4 levels.
using GitConfigVisitor = std::function<void(const GitConfigEntry&)>;
void ReadGitConfig(const std::string& path, Reading& reading,
                   const GitConfigVisitor& each);

// Calls `each` with the names that the index tracks, in their order, until it
// answers false. Each is relative to the work tree.
void VisitTrackedFiles(const GitDir& git, Reading& reading,
                       const std::function<bool(std::string_view)>& each);

}  // namespace synapse
