// GitDir: the directories in which a repository keeps its files, found without
// running git.
//
// `.git` may be a directory, or a file "gitdir: PATH" (worktrees, submodules).
// The directory of a worktree names the shared directory in its file
// `commondir`. See gitrepository-layout(5) and gitformat-index(5).
//
// Tested by tests/spec/generator_test.cc.
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

// The repository of the command line's directory. `git -C DIR` is respected.
std::optional<GitDir> FindGitDir(const GeneratorInput& input);

// Without `.` and `..`, by the text alone.
std::string NormalPath(const std::string& path);

// The branch in HEAD of a GitDir::git_dir, without refs/heads/; "" when HEAD is
// detached, or in a reftable.
std::string CurrentBranch(const std::string& git_dir);
// The description of the current branch in git.branches.
inline constexpr std::string_view kCurrentBranch = "current branch";

// The bytes of an object's id: 20, or 32 in a repository of SHA-256.
size_t IdBytes(const GitDir& git, Reading& reading);

// True when the ref with this full name exists, such as "refs/heads/main".
// False also when the reading stopped at a bound.
bool HasRef(const GitDir& git, std::string_view ref, Reading& reading);

// One `key = value` of a git config file; `sub` is the quoted part of
// [section "sub"]. Section and key come in lower case.
struct GitConfigEntry {
  std::string section;
  std::string sub;
  std::string key;
  std::string value;
};
// Calls `each` for every entry, and for those of the files that it includes.
// The conditions of includeIf are about `git`: without it none is true.
using GitConfigVisitor = std::function<void(const GitConfigEntry&)>;
void ReadGitConfig(const std::string& path, Reading& reading,
                   const GitConfigVisitor& each, const GitDir* git = nullptr);
// The same for every file that git would read here, from the most general to
// the most specific one.
void ReadAllGitConfig(const GeneratorInput& input, Reading& reading,
                      const GitConfigVisitor& each);

// The current branch, and where git pushes it.
struct GitUpstream {
  GitDir git;
  std::string branch;
  std::string remote;       // origin, or else the first one
  bool is_set = false;      // the branch tracks one of a remote
  bool pushes_new = false;  // a plain `git push` works without that
};
// No value without a branch, without a remote, and if the reading was cut.
std::optional<GitUpstream> ReadUpstream(const GeneratorInput& input,
                                        Reading& reading);

// Calls `each` with the names of tracked files in the order of the index, until
// it returns false. Names are relative to the work tree.
void VisitTrackedFiles(const GitDir& git, Reading& reading,
                       const std::function<bool(std::string_view)>& each);

}  // namespace synapse
