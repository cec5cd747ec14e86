// The files of a work tree as git status tells them apart: tracked, modified,
// untracked, staged; and the operation that is under way.
//
// A file counts as modified when lstat differs from the index. Git uses the
// same check before it reads contents. A file counts as staged when its content in
// the index is not that in HEAD. Where the tree of HEAD lies in a pack, it counts
// when git has written its content since the last commit, and the index has no
// commit's tree for its directory.
#include <sys/stat.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "spec/git_ignore.h"
#include "spec/git_index.h"
#include "spec/git_log.h"
#include "spec/git_objects.h"
#include "spec/git_tree.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

struct Change {
  std::string_view kind = {};  // "" when the file matches the index
  int64_t time_s = 0;
};

Change ChangeOf(const GitDir& git, const IndexEntry& entry) {
  if (entry.stage != 0) return {"unmerged"};
  constexpr uint32_t kGitlink = 0160000;
  if ((entry.mode & 0170000) == kGitlink || entry.is_assumed) return {};
  struct stat st;
  std::string path = JoinPath(git.work_tree, entry.path);
  if (OnSlowMount(path)) return {};
  if (lstat(path.c_str(), &st) != 0) return {"deleted"};
  const bool same =
      static_cast<uint32_t>(st.st_size) == entry.size &&
      static_cast<uint32_t>(st.st_mtim.tv_sec) == entry.mtime_s &&
      (entry.mtime_ns == 0 ||
       static_cast<uint32_t>(st.st_mtim.tv_nsec) == entry.mtime_ns);
  return same && !entry.is_intended
             ? Change{}
             : Change{"modified", int64_t{st.st_mtim.tv_sec}};
}

// Where the work tree is, and where the command stands in it.
struct Place {
  GitDir git;
  std::string directory;  // "" or "dir/sub/"
};

std::optional<Place> PlaceOf(const GeneratorInput& input) {
  auto git = FindGitDir(input);
  if (!git) return std::nullopt;
  std::string directory = DirectoryIn(*git, input);
  return Place{std::move(*git), std::move(directory)};
}

// The untracked files of the directories that have tracked ones. A directory
// without any is one value, as in `git status`.
class UntrackedFiles {
 public:
  UntrackedFiles(const Place& place, const GeneratorInput& input,
                 Reading& reading)
      : place_(place), reading_(reading) {
    VisitTrackedFiles(place.git, reading, [&](std::string_view path) {
      tracked_.emplace(path);
      AddDirectoriesOf(path);
      return !reading.Spent();
    });
    // Files in the directory of the command are told apart.
    AddDirectoriesOf(place.directory);
    ReadIgnored(input);
  }

  Values All() {
    Visit("", 0);
    return out_.Take();
  }

 private:
  static constexpr int kMaxDepth = 32;

  void AddDirectoriesOf(std::string_view path) {
    for (size_t slash = path.rfind('/'); slash != path.npos;
         slash = slash == 0 ? path.npos : path.rfind('/', slash - 1)) {
      if (!directories_.emplace(path.substr(0, slash + 1)).second) break;
    }
  }

  // The patterns of all work trees, and of this one.
  void ReadIgnored(const GeneratorInput& input) {
    std::string file = JoinPath(input.home, ".config/git/ignore");
    ReadAllGitConfig(input, reading_, [&](const GitConfigEntry& entry) {
      if (entry.section == "core" && entry.key == "excludesfile") {
        file = entry.value.starts_with("~/")
                   ? JoinPath(input.home, entry.value.substr(2))
                   : entry.value;
      }
    });
    everywhere_.emplace_back(reading_.Text(file));
    everywhere_.emplace_back(
        reading_.Text(JoinPath(place_.git.common, "info/exclude")));
  }

  void Visit(const std::string& directory, int depth) {
    if (depth > kMaxDepth || reading_.Spent() || out_.Full()) return;
    const std::string path = JoinPath(place_.git.work_tree, directory);
    std::vector<std::string> inner, new_files, new_directories;
    bool has_patterns = false;
    ForEachEntry(path, [&](const char* entry, unsigned char type) {
      const std::string_view name = entry;
      if (name == ".git") return true;
      has_patterns |= name == ".gitignore";
      const std::string in_tree = directory + entry;
      const bool is_directory =
          type == DT_DIR ||
          (type == DT_UNKNOWN && IsDirectory(JoinPath(path, entry)));
      if (IsSpecial(type)) return true;
      if (!is_directory) {
        if (!tracked_.contains(in_tree)) new_files.push_back(in_tree);
      } else if (directories_.contains(in_tree + "/")) {
        inner.push_back(in_tree + "/");
      } else if (!tracked_.contains(in_tree)) {  // no submodule
        new_directories.push_back(in_tree);
      }
      return !reading_.Spent();
    });
    patterns_.push_back(
        {directory.size(),
         GitIgnore(has_patterns ? reading_.Text(JoinPath(path, ".gitignore"))
                                : "")});
    for (const std::string& file : new_files) {
      if (!IsIgnored(file, /*is_directory=*/false)) Add(file, "untracked file");
    }
    for (const std::string& made : new_directories) {
      if (!IsIgnored(made, /*is_directory=*/true) && HasFiles(made)) {
        Add(made + "/", "untracked directory");
      }
    }
    for (const std::string& next : inner) Visit(next, depth + 1);
    patterns_.pop_back();
  }

  // The patterns of the innermost directory decide first.
  bool IsIgnored(std::string_view path, bool is_directory) const {
    for (size_t i = patterns_.size(); i-- > 0;) {
      const auto& [begin, patterns] = patterns_[i];
      if (const auto ignored =
              patterns.Decides(path.substr(begin), is_directory)) {
        return *ignored;
      }
    }
    for (size_t i = everywhere_.size(); i-- > 0;) {
      if (const auto ignored = everywhere_[i].Decides(path, is_directory)) {
        return *ignored;
      }
    }
    return false;
  }

  // git adds files, links and directories, and no other kind.
  static bool IsSpecial(unsigned char type) {
    return type == DT_FIFO || type == DT_SOCK || type == DT_CHR ||
           type == DT_BLK;
  }

  // An empty directory is nothing to git, and so is one of empty ones.
  bool HasFiles(const std::string& directory) {
    constexpr int kMaxLookedInto = 100;
    int looked_into = 0;
    std::vector<std::string> left = {directory};
    bool found = false;
    while (!left.empty() && !found && !reading_.Spent()) {
      const std::string next = std::move(left.back());
      left.pop_back();
      if (++looked_into > kMaxLookedInto) return true;
      ForEachEntry(JoinPath(place_.git.work_tree, next),
                   [&](const char* name, unsigned char type) {
                     found = type != DT_DIR && !IsSpecial(type);
                     if (type == DT_DIR) left.push_back(next + "/" + name);
                     return !found;
                   });
    }
    return found;
  }

  void Add(const std::string& path, std::string_view description) {
    if (reading_.Spent()) return;
    const auto st = LinkStatus(JoinPath(place_.git.work_tree, path));
    out_.Add(RelativeTo(path, place_.directory), description,
             st ? int64_t{st->st_mtime} : 0);
  }

  const Place& place_;
  Reading& reading_;
  std::set<std::string, std::less<>> tracked_, directories_;
  std::vector<GitIgnore> everywhere_;
  // Of the directories from the top to the one that is visited, and the length
  // of each one's path.
  struct Patterns {
    size_t begin;
    GitIgnore patterns;
  };
  std::vector<Patterns> patterns_;
  ValueList out_;
};

constexpr int64_t kNsPerS = 1'000'000'000;

// When git wrote an object as a file of its own, in nanoseconds; 0 if it did
// not. `id`: in hexadecimal digits.
int64_t WrittenAtNs(const GitDir& git, std::string_view id) {
  if (id.size() < 3) return 0;
  const std::string name =
      std::string(id.substr(0, 2)) + "/" + std::string(id.substr(2));
  const auto st = LinkStatus(JoinPath(git.common, "objects/" + name));
  return st ? int64_t{st->st_mtim.tv_sec} * kNsPerS + st->st_mtim.tv_nsec : 0;
}

// When HEAD's commit was made or taken over, in nanoseconds; 0 if that is
// unknown. A checkout keeps what is staged. The date of a commit may be made
// up, and the time of its file is not.
int64_t LastCommitNs(const GitDir& git, Reading& reading) {
  constexpr size_t kMaxLog = size_t{4} << 20;
  const std::string log =
      reading.Text(JoinPath(git.git_dir, "logs/HEAD"), kMaxLog);
  std::string_view rest = Trim(log);
  while (!rest.empty()) {
    const size_t begin = rest.rfind('\n') + 1;  // 0 of npos
    const std::string_view line = rest.substr(begin);
    const bool moves = line.find("\tcheckout: ") != line.npos;
    const auto entry = ParseGitLog(line);
    if (entry && !moves) {
      const int64_t written_ns = WrittenAtNs(git, entry->id);
      return written_ns > 0 ? written_ns : entry->time_s * kNsPerS;
    }
    rest = rest.substr(0, begin == 0 ? 0 : begin - 1);
  }
  return 0;
}

std::string_view DirectoryPart(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);  // 0 of npos
}

Values Modified(const Place& place, Reading& reading) {
  ValueList out;
  VisitIndex(place.git, reading, [&](const IndexEntry& entry) {
    const Change change = ChangeOf(place.git, entry);
    if (!change.kind.empty()) {
      out.Add(RelativeTo(entry.path, place.directory), change.kind,
              change.time_s);
    }
    return !out.Full();
  });
  return out.Take();
}

// Directories in which nothing is staged.
class UnchangedDirectories {
 public:
  UnchangedDirectories(const GitDir& git, Reading& reading, HeadTree& head)
      : trees_(TreesOfIndex(git, reading)), head_(head) {}

  // `directory`: "" or "dir/sub/". Where HEAD's tree is unknown, a tree that git
  // has written is taken for that of a commit.
  bool Has(const std::string& directory) {
    constexpr ptrdiff_t kMaxDepth = 64;  // a tree of the index is not deeper
    const auto [known, fresh] = known_.try_emplace(directory, false);
    const bool is_deep =
        std::count(directory.begin(), directory.end(), '/') > kMaxDepth;
    if (!fresh || is_deep) return known->second;
    const bool has = Find(directory);
    return known_[directory] = has;
  }

 private:
  bool Find(const std::string& directory) {
    if (!directory.empty() &&
        Has(std::string(DirectoryPart(
            std::string_view(directory).substr(0, directory.size() - 1))))) {
      return true;
    }
    const auto tree = trees_.find(directory);
    return tree != trees_.end() &&
           head_.TreeOf(directory).value_or(tree->second) == tree->second;
  }

  const std::unordered_map<std::string, std::string> trees_;
  HeadTree& head_;
  std::unordered_map<std::string, bool> known_;
};

Values Staged(const Place& place, Reading& reading) {
  HeadTree head(place.git, reading);
  UnchangedDirectories unchanged(place.git, reading, head);
  const int64_t commit_ns = LastCommitNs(place.git, reading);
  ValueList out;
  VisitIndex(place.git, reading, [&](const IndexEntry& entry) {
    if (entry.is_intended) return true;
    if (unchanged.Has(std::string(DirectoryPart(entry.path)))) return true;
    const auto committed = head.IdOf(entry.path);
    if (committed && *committed == entry.id) return true;
    const int64_t written_ns = WrittenAtNs(place.git, HexOf(entry.id));
    if (committed || (written_ns > 0 && written_ns >= commit_ns)) {
      out.Add(RelativeTo(entry.path, place.directory), "staged",
              written_ns / kNsPerS);
    }
    return !out.Full();
  });
  return out.Take();
}

Values Tracked(const Place& place, Reading& reading) {
  ValueList out;
  VisitTrackedFiles(place.git, reading, [&](std::string_view path) {
    if (path.starts_with(place.directory)) {
      out.Add(path.substr(place.directory.size()), "tracked");
    }
    return !out.Full();
  });
  return out.Take();
}

// The files that a command restores or compares, by its words.
enum class Compared : uint8_t {
  kWorkTree,  // the work tree with the index: modified files
  kIndex,     // the index with HEAD: staged files
  kCommit,    // with a commit that is named: any tracked file
};

Compared ComparedBy(const GeneratorInput& input) {
  const std::vector<std::string>& words = input.words;
  const auto names = [&](std::initializer_list<std::string_view> options) {
    return std::any_of(words.begin(), words.end(), [&](const auto& word) {
      return std::find(options.begin(), options.end(), word) != options.end();
    });
  };
  const auto is_source = [](const std::string& word) {
    return word == "-s" || word.starts_with("--source");
  };
  if (std::any_of(words.begin(), words.end(), is_source)) {
    return Compared::kCommit;
  }
  // `git checkout main file`, `git checkout main -- file`
  const auto checkout = std::find(words.begin(), words.end(), "checkout");
  if (checkout != words.end()) {
    const auto end = std::find(checkout, words.end(), "--");
    const bool commit = std::any_of(checkout + 1, end, [](const auto& word) {
      return !word.starts_with('-');
    });
    return commit ? Compared::kCommit : Compared::kWorkTree;
  }
  const bool staged =
      names({"--staged", "--cached", "-S"}) && !names({"--worktree", "-W"});
  // `git diff main file`, but `git diff file file`
  const auto diff = std::find(words.begin(), words.end(), "diff");
  if (diff != words.end() && !staged) {
    const auto end = std::find(diff, words.end(), "--");
    const bool commit = std::any_of(diff + 1, end, [&](const auto& word) {
      return !word.starts_with('-') &&
             !IsRegularFile(JoinPath(input.cwd, word));
    });
    if (commit) return Compared::kCommit;
  }
  return staged ? Compared::kIndex : Compared::kWorkTree;
}

std::string ChangeScope(const GeneratorInput& input) {
  return input.cwd + '\0' + std::to_string(static_cast<int>(ComparedBy(input)));
}

Values GitTrackedFiles(const GeneratorInput& input, Reading& reading) {
  const auto place = PlaceOf(input);
  return place ? Tracked(*place, reading) : Values();
}

// `HEAD:` of the partial `HEAD:src/m`; "" without a colon.
std::string RevisionOf(const GeneratorInput& input) {
  const size_t colon = input.partial.find(':');
  if (colon == std::string::npos || colon == 0) return "";
  return input.partial.substr(0, colon + 1);
}

std::string BlobScope(const GeneratorInput& input) {
  return input.cwd + '\0' + RevisionOf(input);
}

// Git takes the path from the top of the work tree, unless it begins with `./`.
Values GitBlobs(const GeneratorInput& input, Reading& reading) {
  std::string before = RevisionOf(input);
  const auto place = before.empty() ? std::nullopt : PlaceOf(input);
  if (!place) return {};
  if (!place->directory.empty()) before += "./";
  Values files = Tracked(*place, reading);
  std::erase_if(files, [](const GeneratedValue& file) {
    return file.value.starts_with("../");
  });
  for (GeneratedValue& file : files) file.value.insert(0, before);
  std::erase_if(files, [](const GeneratedValue& file) {
    return !IsPlausibleValue(file.value);
  });
  return files;
}

// Files that a merge left in conflict, each once.
Values GitConflictFiles(const GeneratorInput& input, Reading& reading) {
  const auto place = PlaceOf(input);
  if (!place) return {};
  ValueList out;
  std::string last;
  VisitIndex(place->git, reading, [&](const IndexEntry& entry) {
    if (entry.stage == 0 || entry.path == last) return true;
    last = entry.path;
    out.Add(RelativeTo(entry.path, place->directory), "in conflict");
    return !out.Full();
  });
  return out.Take();
}

Values GitModifiedFiles(const GeneratorInput& input, Reading& reading) {
  const auto place = PlaceOf(input);
  return place ? Modified(*place, reading) : Values();
}

Values GitStagedFiles(const GeneratorInput& input, Reading& reading) {
  const auto place = PlaceOf(input);
  return place ? Staged(*place, reading) : Values();
}

}  // namespace

// Neither tracked nor ignored; a directory without tracked files is one value.
Values GitUntrackedFiles(const GeneratorInput& input, Reading& reading) {
  const auto place = PlaceOf(input);
  return place ? UntrackedFiles(*place, input, reading).All() : Values();
}

namespace {

// Modified files; behind --staged staged ones; those of a commit that is named.
Values GitChangedFiles(const GeneratorInput& input, Reading& reading) {
  const auto place = PlaceOf(input);
  if (!place) return {};
  switch (ComparedBy(input)) {
    case Compared::kWorkTree: return Modified(*place, reading);
    case Compared::kIndex: return Staged(*place, reading);
    case Compared::kCommit: return Tracked(*place, reading);
  }
  return {};
}

// The operations that stopped half-way: "merge", "rebase", "am".
Values GitUnderWay(const GeneratorInput& input, Reading&) {
  const auto place = PlaceOf(input);
  if (!place) return {};
  const std::string& git = place->git.git_dir;
  constexpr std::pair<const char*, const char*> kFiles[] = {
      {"MERGE_HEAD", "merge"},
      {"CHERRY_PICK_HEAD", "cherry-pick"},
      {"REVERT_HEAD", "revert"},
      {"BISECT_LOG", "bisect"}};
  Values out;
  for (const auto& [file, operation] : kFiles) {
    if (IsRegularFile(JoinPath(git, file))) out.push_back({operation, ""});
  }
  // `git am` and the older kind of rebase share a directory.
  const bool applies = IsRegularFile(JoinPath(git, "rebase-apply/applying"));
  if (applies) out.push_back({"am", ""});
  if (IsDirectory(JoinPath(git, "rebase-merge")) ||
      (!applies && IsDirectory(JoinPath(git, "rebase-apply")))) {
    out.push_back({"rebase", ""});
  }
  // Of several commits, one may be done and the next not begun.
  const std::string todo = SmallText(JoinPath(git, "sequencer/todo"));
  if (!todo.empty()) {
    const char* operation =
        todo.starts_with("revert") ? "revert" : "cherry-pick";
    const bool known = std::any_of(
        out.begin(), out.end(),
        [&](const GeneratedValue& v) { return v.value == operation; });
    if (!known) out.push_back({operation, ""});
  }
  return out;
}

constexpr Native kGitStatusRows[] = {
    {"git.blobs", GitBlobs, BlobScope},
    {"git.changed_files", GitChangedFiles, ChangeScope, 2},
    {"git.conflict_files", GitConflictFiles, CwdScope, 2},
    {"git.modified_files", GitModifiedFiles, CwdScope, 2},
    {"git.staged_files", GitStagedFiles, CwdScope, 2},
    {"git.tracked_files", GitTrackedFiles},
    {"git.under_way", GitUnderWay, CwdScope, 2},
    {"git.untracked_files", GitUntrackedFiles, CwdScope, 2},
};

}  // namespace

constinit const std::span<const Native> kGitStatusNatives = kGitStatusRows;

}  // namespace synapse
