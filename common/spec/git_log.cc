#include "spec/git_log.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "spec/git_dir.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

using Effect = GitLogEntry::Effect;

constexpr size_t kMaxReflogBytes = size_t{4} << 20;
constexpr int kMaxReflogs = 100;
// The number of entries read from each reflog, the newest first.
constexpr size_t kMaxReflogEntries = 10000;
// Users rarely choose an older commit from a list.
constexpr size_t kMaxCommits = 300;
constexpr size_t kMaxSubject = 150;

bool IsId(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == text.npos;
}

bool IsZero(std::string_view id) {
  return id.find_first_not_of('0') == id.npos;
}

// "commit (amend)" and the like. `git pull` writes its options before the
// colon: "pull --ff-only origin main".
Effect EffectOf(std::string_view action, std::string_view subject) {
  const std::string_view verb = action.substr(0, action.find(' '));
  const auto is = [&](std::string_view detail) {
    return action.ends_with(detail);
  };
  if (is("(amend)") || is("(reword)") || is("(squash)") || is("(fixup)")) {
    return Effect::kReplaces;
  }
  if (verb == "commit" || verb == "cherry-pick" || verb == "revert" ||
      verb == "am") {
    return Effect::kMakes;
  }
  if (verb == "rebase") {
    return is("(pick)") || is("(continue)") || is("(edit)") ? Effect::kMakes
                                                            : Effect::kNone;
  }
  if (verb == "merge" || verb == "pull") {
    if (subject == "Fast-forward") return Effect::kForwards;
    if (subject.starts_with("Merge made by")) return Effect::kMakes;
  }
  return Effect::kNone;
}

}  // namespace

std::optional<GitLogEntry> ParseGitLog(std::string_view line) {
  GitLogEntry out;
  const size_t tab = line.find('\t');
  const std::string_view head = line.substr(0, tab);
  std::string_view rest = head;
  out.old = NextWord(rest);
  out.id = NextWord(rest);
  const size_t mail = head.rfind("> ");
  if (!IsId(out.old) || out.old.size() != out.id.size() || !IsId(out.id) ||
      IsZero(out.id) || mail == head.npos) {
    return std::nullopt;
  }
  if (IsZero(out.old)) out.old = {};
  const std::string_view time = head.substr(mail + 2);
  std::from_chars(time.data(), time.data() + time.size(), out.time_s);
  if (tab == line.npos) return out;
  const std::string_view message = line.substr(tab + 1);
  const size_t colon = message.find(": ");
  if (colon == message.npos) return out;
  const std::string_view action = message.substr(0, colon);
  out.subject = Trim(message.substr(colon + 2));
  out.effect = EffectOf(action, out.subject);
  // The subject of a merge is not in the reflog: "merge feature".
  if (out.effect == Effect::kMakes &&
      out.subject.starts_with("Merge made by")) {
    out.subject = action;
  }
  return out;
}

// Git's default for core.abbrev: with half as many digits as the number of
// objects has bits, two ids with the same beginning are unlikely.
size_t ShortIdLength(uint64_t objects) {
  const size_t bits = static_cast<size_t>(std::bit_width(objects));
  return std::max<size_t>(7, (bits + 1) / 2);
}

namespace {

// The index of a pack has 28 bytes for each object with a SHA-1 id.
uint64_t PackedObjects(const GitDir& git, Reading& reading) {
  uint64_t bytes = 0;
  const std::string directory = JoinPath(git.common, "objects/pack");
  ForEachEntry(directory, [&](const char* name, unsigned char) {
    if (!std::string_view(name).ends_with(".idx")) return !reading.Spent();
    auto st = StatFile(JoinPath(directory, name));
    if (st && st->st_size > 0) bytes += static_cast<uint64_t>(st->st_size);
    return !reading.Spent();
  });
  return bytes / 28;
}

// The reflogs of a repository, and the commits that follow from their tips.
class Reflogs {
 public:
  Reflogs(const GitDir& git, Reading& reading) : reading_(reading) {
    head_ = Load(JoinPath(git.git_dir, "logs/HEAD"));
    LoadBranches(JoinPath(git.common, "logs/refs/heads"), 0);
  }

  // Calls each(id, subject, time) for the commits from HEAD backwards.
  template <class F>
  void FromHead(const F& each) {
    Follow(head_, each);
  }
  // Fills the subjects of HEAD and of the commits before it, each the first
  // parent of the one before. True if the last one is the first commit of all.
  bool ChainOfHead(std::vector<std::string>& subjects) const {
    std::string id = head_;
    bool replaced = false;
    for (size_t n = 0; n < kMaxCommits && !reading_.Spent(); ++n) {
      const auto it = entries_.find(id);
      // Nobody knows how many commits a fast-forward goes over.
      if (it == entries_.end() || it->second.effect == Effect::kForwards) break;
      if (!replaced) subjects.push_back(it->second.subject);
      replaced = it->second.effect == Effect::kReplaces;
      id = it->second.old;
      if (id.empty()) return true;
    }
    return false;
  }
  // Calls `each` for the commits of branches that FromHead() did not reach.
  template <class F>
  void FromBranches(const F& each) {
    for (const std::string& tip : tips_) Follow(tip, each);
  }

 private:
  // Returns the id in the last line.
  std::string Load(const std::string& path) {
    const std::string text = reading_.Text(path, kMaxReflogBytes);
    std::string_view rest = text;
    std::string tip;
    for (size_t n = 0; n < kMaxReflogEntries && !reading_.Spent(); ++n) {
      while (rest.ends_with('\n')) rest.remove_suffix(1);
      if (rest.empty()) break;
      const size_t before = rest.rfind('\n');
      const std::string_view line = rest.substr(before + 1);
      rest = before == rest.npos ? std::string_view() : rest.substr(0, before);
      auto entry = ParseGitLog(line);
      if (!entry) continue;
      if (tip.empty()) tip = entry->id;
      Note(*entry);
    }
    return tip;
  }

  void Note(const GitLogEntry& entry) {
    if (entry.effect == Effect::kNone || entry.old == entry.id) return;
    auto [it, is_new] = entries_.try_emplace(std::string(entry.id));
    // The entry of a fast-forward does not have the subject of the commit.
    if (!is_new && it->second.effect != Effect::kForwards) return;
    it->second = {entry.effect, std::string(entry.old),
                  std::string(entry.subject.substr(0, kMaxSubject)),
                  entry.time_s};
  }

  void LoadBranches(const std::string& directory, int depth) {
    if (depth > 16) return;
    ForEachEntry(directory, [&](const char* name, unsigned char type) {
      if (reading_.Spent() || logs_ >= kMaxReflogs) return false;
      const std::string path = JoinPath(directory, name);
      const bool is_directory =
          type == DT_UNKNOWN ? IsDirectory(path) : type == DT_DIR;
      if (is_directory) {
        LoadBranches(path, depth + 1);
        return true;
      }
      ++logs_;
      std::string tip = Load(path);
      if (!tip.empty()) tips_.push_back(std::move(tip));
      return true;
    });
  }

  struct Commit {
    Effect effect = Effect::kNone;
    std::string old;
    std::string subject;
    int64_t time_s = 0;
  };

  template <class F>
  void Follow(std::string id, const F& each) {
    size_t found = 0;
    // A commit that replaces another one has the parent of the replaced commit.
    bool replaced = false;
    while (!id.empty() && found < kMaxCommits) {
      auto it = entries_.find(id);
      if (it == entries_.end()) return;
      if (!replaced && !seen_.insert(id).second) return;
      const Commit& commit = it->second;
      if (!replaced && commit.effect != Effect::kForwards) {
        each(id, commit.subject, commit.time_s);
        ++found;
      }
      replaced = commit.effect == Effect::kReplaces;
      if (replaced && ++replacements_ > kMaxReflogEntries) return;
      id = commit.old;
    }
  }

  Reading& reading_;
  std::unordered_map<std::string, Commit> entries_;
  std::unordered_set<std::string> seen_;
  std::string head_;
  std::vector<std::string> tips_;
  size_t replacements_ = 0;
  int logs_ = 0;
};

Values CommitsOf(const GeneratorInput& input, Reading& reading, bool of_head) {
  auto git = FindGitDir(input);
  if (!git) return {};
  const size_t length = ShortIdLength(PackedObjects(*git, reading));
  const int64_t now_s = Clock().NowMs() / 1000;
  Reflogs logs(*git, reading);
  Values commits;
  const auto add = [&](std::string_view id, std::string_view subject,
                       int64_t time_s) {
    std::string text = Printable(subject);
    if (!text.empty()) text += ", ";
    commits.push_back({std::string(id.substr(0, length)),
                       text + AgoText(time_s, now_s), time_s});
  };
  ValueList out;
  logs.FromHead(add);
  if (!of_head) {
    commits.clear();
    logs.FromBranches(add);
    // The newest first; commits of one second stay in their branch's order.
    std::stable_sort(commits.begin(), commits.end(),
                     [](const GeneratedValue& a, const GeneratedValue& b) {
                       return a.time_s > b.time_s;
                     });
  }
  for (const GeneratedValue& commit : commits) {
    out.Add(commit.value, commit.description, commit.time_s);
  }
  return out.Take();
}

// Commits from HEAD backwards, as far as the reflogs know them.
Values GitCommits(const GeneratorInput& input, Reading& reading) {
  return CommitsOf(input, reading, /*of_head=*/true);
}

// Commits of other branches that HEAD has not.
Values GitOtherCommits(const GeneratorInput& input, Reading& reading) {
  return CommitsOf(input, reading, /*of_head=*/false);
}

bool NamesHead(const GeneratorInput& input) {
  return input.partial.starts_with("HEAD");
}

std::string AncestorScope(const GeneratorInput& input) {
  return input.cwd + '\0' + (NamesHead(input) ? "HEAD" : "");
}

// "HEAD~1" and so on, with the commits' subjects, behind `HEAD` alone.
Values GitAncestors(const GeneratorInput& input, Reading& reading) {
  constexpr size_t kMostKnown = 20;
  constexpr size_t kMostUnknown = 5;  // whose commits are not known
  const auto git = NamesHead(input) ? FindGitDir(input) : std::nullopt;
  if (!git) return {};
  Reflogs logs(*git, reading);
  std::vector<std::string> subjects;
  const bool ends = logs.ChainOfHead(subjects);
  ValueList out;
  for (size_t n = 1; n <= kMostKnown; ++n) {
    if (n >= subjects.size() && (ends || n > kMostUnknown)) break;
    out.Add("HEAD~" + std::to_string(n),
            n < subjects.size() ? Printable(subjects[n]) : std::string());
  }
  return out.Take();
}

bool IsInteractive(const GeneratorInput& input) {
  return std::any_of(input.words.begin(), input.words.end(),
                     [](const std::string& word) {
                       return word == "-i" || word == "--interactive";
                     });
}

std::string RebaseScope(const GeneratorInput& input) {
  return input.cwd + '\0' + (IsInteractive(input) ? "i" : "");
}

// Starts of a rebase: branches; behind --interactive commits first.
Values GitBases(const GeneratorInput& input, Reading& reading) {
  Values branches = GitOtherBranches(input, reading);
  if (!IsInteractive(input)) return branches;
  Values out = GitCommits(input, reading);
  std::move(branches.begin(), branches.end(), std::back_inserter(out));
  if (out.size() > kMaxGenerated) out.resize(kMaxGenerated);
  // The order says all: a branch is younger than its commits.
  for (GeneratedValue& value : out) value.time_s = 0;
  return out;
}

constexpr Native kGitLogRows[] = {
    {"git.ancestors", GitAncestors, AncestorScope, 2},
    {"git.bases", GitBases, RebaseScope, 2, "branch"},
    {"git.commits", GitCommits, CwdScope, 2},
    {"git.other_commits", GitOtherCommits, CwdScope, 2},
};

}  // namespace

constinit const std::span<const Native> kGitLogNatives = kGitLogRows;

}  // namespace synapse
