// Branches, tags, stashes and worktrees: loose refs, packed-refs, reflogs.
#include <string.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/files.h"
#include "base/text.h"
#include "spec/git_dir.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr size_t kMaxPackedRefs = size_t{16} << 20;

int64_t MtimeOf(const std::string& path) {
  auto st = StatFile(path);
  return st ? int64_t{st->st_mtime} : 0;
}

// A part of a ref's name by git-check-ref-format(1): `.DS_Store` and `main.lock`
// are none.
bool IsRefPart(std::string_view name) {
  return !name.starts_with('.') && !name.ends_with('.') &&
         !name.ends_with(".lock") && name.find("..") == name.npos &&
         name.find("@{") == name.npos &&
         name.find_first_of(" ~^:?*[\\") == name.npos && !HasHidden(name);
}

// A crash leaves refs that are empty or full of NULs; git ignores them with a
// warning. An id has 40 or 64 digits; a symbolic ref names another one.
bool HasTarget(const std::string& path) {
  const std::string text = SmallText(path);
  const size_t digits = text.find_first_not_of("0123456789abcdefABCDEF");
  const size_t length = std::min(digits, text.size());
  const bool ends = digits == text.npos || text[digits] == '\n' ||
                    text[digits] == ' ' || text[digits] == '\t' ||
                    text[digits] == '\r';
  return text.starts_with("ref:") || ((length == 40 || length == 64) && ends);
}

// The refs that are opened; beyond them only an empty file is no ref.
constexpr size_t kMaxOpened = 500;

// refs/heads/a/b is a file "b" in a directory "a": the tree gives the names.
void LooseRefs(const std::string& directory, const std::string& prefix,
               int depth, ValueList& out, Reading& reading) {
  if (depth > 16) return;
  ForEachEntry(directory, [&](const char* name, unsigned char type) {
    if (reading.Spent() || out.Full()) return false;
    if (!IsRefPart(name)) return true;
    std::string path = JoinPath(directory, name);
    bool is_directory = type == DT_UNKNOWN ? IsDirectory(path) : type == DT_DIR;
    if (is_directory) {
      LooseRefs(path, prefix + name + '/', depth + 1, out, reading);
    } else {
      auto st = StatFile(path);
      const bool is_ref =
          st && st->st_size > 0 &&
          (out.values().size() >= kMaxOpened || HasTarget(path));
      if (is_ref) out.Add(prefix + name, {}, int64_t{st->st_mtime});
    }
    return true;
  });
}

// Lines are "SHA refs/heads/main"; lines that begin with # or ^ are notes.
void PackedRefs(const GitDir& git, std::string_view prefix, ValueList& out,
                Reading& reading) {
  std::string text =
      reading.Text(JoinPath(git.common, "packed-refs"), kMaxPackedRefs);
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    size_t space = line.find(' ');
    if (line.empty() || line[0] == '#' || line[0] == '^' ||
        space == line.npos) {
      continue;
    }
    std::string_view ref = line.substr(space + 1);
    if (!ref.starts_with(prefix)) continue;
    GeneratedValue* value = out.Add(ref.substr(prefix.size()));
    if (value && value->time_s == 0) {
      // The reflog is written at each change, even while the ref is packed.
      value->time_s = MtimeOf(git.common + "/logs/" + std::string(ref));
    }
  }
}

Values Refs(const GitDir& git, const std::string& prefix, Reading& reading) {
  // A reftable is not read: which refs there are is unknown.
  if (IsDirectory(JoinPath(git.common, "reftable"))) {
    reading.Cut();
    return {};
  }
  ValueList out;
  LooseRefs(JoinPath(git.common, prefix), "", 0, out, reading);
  PackedRefs(git, prefix, out, reading);
  std::sort(out.values().begin(), out.values().end(),
            [](const GeneratedValue& a, const GeneratedValue& b) {
              return a.time_s != b.time_s ? a.time_s > b.time_s
                                          : a.value < b.value;
            });
  return out.Take();
}

}  // namespace

bool HasRef(const GitDir& git, std::string_view ref, Reading& reading) {
  if (IsRegularFile(JoinPath(git.common, ref))) return true;
  std::string text =
      reading.Text(JoinPath(git.common, "packed-refs"), kMaxPackedRefs);
  return text.find(" " + std::string(ref) + "\n") != text.npos;
}

Values GitBranches(const GeneratorInput& input, Reading& reading) {
  auto git = FindGitDir(input);
  if (!git) return {};
  Values out = Refs(*git, "refs/heads/", reading);
  std::string current = CurrentBranch(git->git_dir);
  for (GeneratedValue& branch : out) {
    branch.description = branch.value == current ? kCurrentBranch : "branch";
  }
  // Users push, log and compare the current branch most.
  std::stable_partition(out.begin(), out.end(), [](const auto& branch) {
    return branch.description == kCurrentBranch;
  });
  return out;
}

// Without the branch that is checked out here.
Values GitOtherBranches(const GeneratorInput& input, Reading& reading) {
  Values out = GitBranches(input, reading);
  std::erase_if(out, [](const auto& branch) {
    return branch.description == kCurrentBranch;
  });
  return out;
}

namespace {

// The branch that a directory of git has checked out, also in the middle of a
// rebase.
void AddCheckedOut(const std::string& git_dir, std::set<std::string>& out) {
  constexpr std::string_view kHeads = "refs/heads/";
  out.insert(CurrentBranch(git_dir));
  for (const char* name :
       {"rebase-merge/head-name", "rebase-apply/head-name"}) {
    const std::string text = SmallText(JoinPath(git_dir, name));
    std::string_view ref = Trim(text);
    if (ref.starts_with(kHeads)) out.emplace(ref.substr(kHeads.size()));
  }
}

// git refuses to check out, or to delete, a branch that a worktree has.
Values GitUnusedBranches(const GeneratorInput& input, Reading& reading) {
  auto git = FindGitDir(input);
  if (!git) return {};
  std::set<std::string> used;
  AddCheckedOut(git->git_dir, used);
  // A bare repository has a HEAD and no working tree of its own.
  if (BaseName(git->common) == ".git") AddCheckedOut(git->common, used);
  const std::string directory = JoinPath(git->common, "worktrees");
  ForEachEntry(directory, [&](const char* name, unsigned char) {
    AddCheckedOut(JoinPath(directory, name), used);
    return !reading.Spent();
  });
  Values out = GitBranches(input, reading);
  std::erase_if(
      out, [&](const auto& branch) { return used.contains(branch.value); });
  return out;
}

Values GitRemoteBranches(const GeneratorInput& input, Reading& reading) {
  auto git = FindGitDir(input);
  if (!git) return {};
  Values out = Refs(*git, "refs/remotes/", reading);
  std::erase_if(out, [](const auto& v) { return v.value.ends_with("/HEAD"); });
  for (GeneratedValue& branch : out) branch.description = "remote branch";
  return out;
}

// Branches of one remote that are not here, without its name: what `git switch`
// makes a branch of.
Values GitRemoteOnlyBranches(const GeneratorInput& input, Reading& reading) {
  auto git = FindGitDir(input);
  if (!git) return {};
  Values out = GitRemoteBranches(input, reading);
  std::map<std::string, size_t> remotes_with;
  for (GeneratedValue& branch : out) {
    const size_t slash = branch.value.find('/');
    if (slash == branch.value.npos) continue;
    branch.description =
        "branch of " + branch.value.substr(0, slash) + ", not here yet";
    branch.value.erase(0, slash + 1);
    ++remotes_with[branch.value];
  }
  std::set<std::string> here;
  for (GeneratedValue& branch : Refs(*git, "refs/heads/", reading)) {
    here.insert(std::move(branch.value));
  }
  std::erase_if(out, [&](const auto& branch) {
    return remotes_with[branch.value] > 1 || here.contains(branch.value);
  });
  return out;
}

// `git push -d origin`: the remote whose branches are removed; "" if none are.
std::string RemoteToPrune(const GeneratorInput& input) {
  std::string remote;
  bool deletes = false, push = false;
  for (const std::string& word : input.words) {
    if (word.starts_with('-')) {
      deletes |= word == "--delete" || word == "-d";
    } else if (push && remote.empty()) {
      remote = word;
    }
    push |= word == "push";
  }
  return deletes ? remote : "";
}

// The branch that a clone checks out.
bool IsDefaultBranch(const std::string& head, std::string_view branch) {
  if (head.empty()) return branch == "main" || branch == "master";
  return Trim(head).ends_with("/" + std::string(branch));
}

std::string PushScope(const GeneratorInput& input) {
  return input.cwd + '\0' + RemoteToPrune(input);
}

// Local branches; behind `git push --delete REMOTE` those of the remote.
Values GitPushed(const GeneratorInput& input, Reading& reading) {
  const std::string remote = RemoteToPrune(input);
  if (remote.empty()) return GitBranches(input, reading);
  auto git = FindGitDir(input);
  if (!git || remote.find("..") != remote.npos) return {};
  const std::string prefix = "refs/remotes/" + remote + "/";
  Values out = Refs(*git, prefix, reading);
  std::erase_if(out, [](const auto& branch) { return branch.value == "HEAD"; });
  // Of a remote that was never fetched nothing is known.
  if (out.empty()) return GitOtherBranches(input, reading);
  const std::string head = reading.Text(JoinPath(git->common, prefix + "HEAD"));
  for (GeneratedValue& branch : out) branch.description = "branch of " + remote;
  // The default branch is the one that is removed least.
  std::stable_partition(out.begin(), out.end(), [&](const auto& branch) {
    return !IsDefaultBranch(head, branch.value);
  });
  return out;
}

// Remote branches with the name of the current one first.
Values GitUpstreams(const GeneratorInput& input, Reading& reading) {
  auto git = FindGitDir(input);
  Values out = GitRemoteBranches(input, reading);
  if (!git) return out;
  const std::string behind_remote = "/" + CurrentBranch(git->git_dir);
  std::stable_partition(out.begin(), out.end(), [&](const auto& branch) {
    return branch.value.ends_with(behind_remote);
  });
  return out;
}

// The part of a version that strverscmp(3) compares: v1.0-rc1 is before v1.0,
// and that before v1.0.1.
std::string VersionKey(std::string name) {
  std::replace(name.begin(), name.end(), '-', '\1');
  return name + '\2';
}

// The newest first; of tags of one time, as of a clone, the highest version.
void SortTags(Values& tags) {
  std::unordered_map<std::string_view, std::string> keys;
  for (const GeneratedValue& tag : tags) {
    keys.emplace(tag.value, VersionKey(tag.value));
  }
  Values sorted = tags;
  std::sort(sorted.begin(), sorted.end(),
            [&](const GeneratedValue& a, const GeneratedValue& b) {
              if (a.time_s != b.time_s) return a.time_s > b.time_s;
              return strverscmp(keys[a.value].c_str(), keys[b.value].c_str()) >
                     0;
            });
  tags = std::move(sorted);
}

Values GitTags(const GeneratorInput& input, Reading& reading) {
  auto git = FindGitDir(input);
  if (!git) return {};
  Values out = Refs(*git, "refs/tags/", reading);
  for (GeneratedValue& tag : out) tag.description = "tag";
  SortTags(out);
  return out;
}

// The stash's reflog has one line for each stash, the newest last:
// OLD NEW Name <mail> SECONDS ZONE<tab>MESSAGE
Values GitStashes(const GeneratorInput& input, Reading& reading) {
  auto git = FindGitDir(input);
  if (!git) return {};
  std::string text = reading.Text(JoinPath(git->common, "logs/refs/stash"));
  std::string_view rest = text, line;
  Values out;
  while (NextLine(rest, line) && !reading.Spent() &&
         out.size() < kMaxGenerated) {
    size_t tab = line.find('\t');
    if (tab == line.npos) continue;
    GeneratedValue stash;
    stash.description = line.substr(tab + 1, kMaxDescription);
    std::string_view head = line.substr(0, tab);
    size_t mail = head.rfind("> ");
    if (mail != head.npos) {
      stash.time_s =
          strtoll(std::string(head.substr(mail + 2)).c_str(), nullptr, 10);
    }
    out.push_back(std::move(stash));
  }
  std::reverse(out.begin(), out.end());
  for (size_t i = 0; i < out.size(); ++i) {
    out[i].value = "stash@{" + std::to_string(i) + "}";
  }
  return out;
}

Values GitWorktrees(const GeneratorInput& input, Reading& reading) {
  auto git = FindGitDir(input);
  if (!git) return {};
  ValueList out;
  // Without the main one, which cannot be removed, moved or locked.
  std::string directory = JoinPath(git->common, "worktrees");
  ForEachEntry(directory, [&](const char* name, unsigned char) {
    if (reading.Spent()) return false;
    std::string entry = JoinPath(directory, name);
    std::string dot_git = SmallText(JoinPath(entry, "gitdir"));
    if (dot_git.empty()) return true;
    // Relative with worktree.useRelativePaths.
    const std::string file = NormalPath(JoinPath(entry, Trim(dot_git)));
    if (OnSlowMount(file) || IsRegularFile(file)) {
      out.Add(DirName(file), CurrentBranch(entry));
    }
    return true;
  });
  return out.Take();
}

constexpr Native kGitRefsRows[] = {
    {"git.branches", GitBranches, CwdScope, 2, "branch"},
    {"git.other_branches", GitOtherBranches, CwdScope, 2, "branch"},
    {"git.pushed", GitPushed, PushScope, 2, "branch"},
    {"git.remote_branches", GitRemoteBranches, CwdScope, 2, "branch"},
    {"git.remote_only_branches", GitRemoteOnlyBranches, CwdScope, 2, "branch"},
    {"git.stashes", GitStashes, CwdScope, 2},
    {"git.tags", GitTags, CwdScope, 2, "tag"},
    {"git.unused_branches", GitUnusedBranches, CwdScope, 2, "branch"},
    {"git.upstreams", GitUpstreams, CwdScope, 2, "branch"},
    {"git.worktrees", GitWorktrees, CwdScope, 2},
};

}  // namespace

constinit const std::span<const Native> kGitRefsNatives = kGitRefsRows;

}  // namespace synapse
