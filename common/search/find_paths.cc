// Files and directories: names that git tracks, or that are in the directory,
// and directories of commands.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/files.h"
#include "base/words.h"
#include "learn/search_index.h"
#include "search/candidates.h"
#include "search/contents.h"
#include "spec/git_dir.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// Words of a directory count less than those of the name.
constexpr float kOfDirectory = 0.75f;
// Words in a file count less than those of its name; symbols count more than
// other words.
constexpr float kOfSymbol = 0.85f, kOfText = 0.65f;
constexpr size_t kMaxHits = 2000, kMaxReadAgain = 8;
constexpr size_t kMaxListed = 5000;
constexpr size_t kMaxDirectories = 20'000;
constexpr size_t kMaxKept = 100;  // results of a kind

// Matches among many paths. Only the best become results, after all are known,
// because a common word would turn every path into a result.
class Fitting {
 public:
  void Add(std::string_view path, double near, const WordEvidence& evidence) {
    paths_.push_back({text_.size(), static_cast<uint32_t>(path.size()),
                      static_cast<float>(near), evidence});
    text_ += path;
  }
  // Adds matches with the largest part of the query; of equal ones the nearest,
  // then the first.
  void Into(SearchKind kind, const Matcher& matcher, size_t most,
            CandidateSet& out) const {
    const Rarity rarity(matcher.asked(), out.with, out.texts);
    std::vector<std::pair<double, size_t>> order;
    order.reserve(paths_.size());
    for (size_t i = 0; i < paths_.size(); ++i) {
      const double share = Share(rarity, paths_[i].evidence);
      order.emplace_back(-share - 0.1 * static_cast<double>(paths_[i].near), i);
    }
    const size_t n = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<long>(n),
                      order.end());
    for (size_t i = 0; i < n; ++i) {
      const Path& path = paths_[order[i].second];
      SearchResult r;
      r.target = {kind, text_.substr(path.begin, path.length)};
      r.nearness = static_cast<double>(path.near);
      out.found.push_back({std::move(r), path.evidence});
    }
  }

 private:
  struct Path {
    size_t begin;
    uint32_t length;
    float near;
    WordEvidence evidence;
  };
  std::string text_;
  std::vector<Path> paths_;
};

class PathSearch {
 public:
  PathSearch(Store& store, const Looking& looking, FoundPaths& out)
      : store_(store), looking_(looking), query_(looking.query), out_(out) {}

  void Run() {
    out_.files.mean_length = 3;
    out_.directories.mean_length = 2;
    ReadDirectories();
    if (!AddTracked() && !query_.origin.cwd.empty()) AddListed();
    AddWorkedIn();
    const size_t most = std::max(kMaxKept, 2 * query_.limit);
    files_.Into(SearchKind::kFile, looking_.matcher, most, out_.files);
    directories_.Into(SearchKind::kDirectory, looking_.matcher, most,
                      out_.directories);
    for (FoundText& found : out_.directories.found) AddRuns(found.result);
    if (Wants(SearchKind::kFile) && !looking_.everything) AddContents();
  }

 private:
  bool Wants(SearchKind kind) const { return query_.kinds.Has(kind); }

  // Reads what is known of the directories of commands.
  void ReadDirectories() {
    (void)store_.index().Read([&](Kv& kv) {
      VisitDirectories(kv, [&](const KnownDirectory& directory) {
        worked_in_[directory.path] = directory.runs;
        return worked_in_.size() < kMaxDirectories;
      });
    });
  }

  // Returns false outside of a repository. Names are sorted, so that the words
  // of a directory are compared once for all its names.
  bool AddTracked() {
    auto git = FindGitDir({query_.origin.cwd, "", "", {}});
    if (!git) return false;
    Budget budget(Finder::kFilesUs);
    Reading reading(budget);
    size_t names = 0;
    VisitTrackedFiles(*git, reading, [&](std::string_view name) {
      if (HasHidden(name)) return true;
      const size_t slash = name.rfind('/');
      Enter(git->work_tree, slash == name.npos ? "" : name.substr(0, slash));
      if (in_scope_ && Wants(SearchKind::kFile)) AddFile(name, slash + 1);
      return ++names < Finder::kMaxPaths;
    });
    out_.files.complete = reading.finished() && names < Finder::kMaxPaths;
    return true;
  }

  // The next names are in this directory.
  void Enter(const std::string& root, std::string_view directory) {
    if (entered_ && directory == here_) return;
    entered_ = true;
    here_ = directory;
    path_ = directory.empty() ? root : JoinPath(root, directory);
    in_scope_ = IsInScope(query_, path_);
    near_ = NearnessOf(query_, path_);
    words_ = looking_.matcher.Of(directory);
    if (!directory.empty() && Wants(SearchKind::kDirectory)) {
      AddWithParents(root, directory);
    }
  }

  void AddFile(std::string_view name, size_t base) {
    const std::string_view file = name.substr(base);
    WordEvidence evidence = looking_.matcher.Of(file);
    evidence.Add(words_, kOfDirectory);
    out_.files.Count(evidence);
    if (!looking_.everything && !evidence.any()) return;
    if (query_.fits && !query_.fits(name)) return;
    files_.Add(JoinPath(path_, file), near_, evidence);
  }

  void AddWithParents(const std::string& root, std::string_view directory) {
    for (size_t end = directory.size(); end != directory.npos && end > 0;
         end = directory.rfind('/', end - 1)) {
      const std::string path = JoinPath(root, directory.substr(0, end));
      if (!added_.insert(path).second) return;
      AddDirectory(path);
    }
  }

  void AddDirectory(const std::string& path) {
    if (!IsInScope(query_, path) || path == query_.origin.cwd) return;
    if (query_.fits && !query_.fits(path)) return;
    WordEvidence evidence = looking_.matcher.Of(BaseName(path));
    evidence.Add(looking_.matcher.Of(DirName(path)), kOfDirectory / 2);
    out_.directories.Count(evidence);
    if (!looking_.everything && !evidence.any()) return;
    directories_.Add(path, NearnessOf(query_, path), evidence);
  }

  // Adds how often the directory was used.
  void AddRuns(SearchResult& r) const {
    auto known = worked_in_.find(r.target.text);
    if (known == worked_in_.end()) return;
    r.last_ms = known->second.last_ms;
    r.count = known->second.count;
    r.use = UseOf(r.last_ms, r.count, query_.now_ms);
  }

  void AddListed() {
    const std::string& cwd = query_.origin.cwd;
    size_t listed = 0;
    Enter(cwd, "");
    ForEachEntry(cwd, [&](const char* name, unsigned char type) {
      if (HasHidden(name)) return true;
      if (type == DT_REG && Wants(SearchKind::kFile)) AddFile(name, 0);
      if (type == DT_DIR && Wants(SearchKind::kDirectory)) {
        const std::string path = JoinPath(cwd, name);
        if (added_.insert(path).second) AddDirectory(path);
      }
      return ++listed < kMaxListed;
    });
    out_.files.complete = listed < kMaxListed;
  }

  // Adds files that were opened, by their contents.
  void AddContents() {
    std::unordered_map<uint64_t, Inside> hits;
    std::vector<std::pair<OpenedFile, Inside>> files;
    (void)store_.index().Read([&](Kv& kv) {
      const auto& asked = looking_.matcher.asked();
      for (size_t i = 0; i < asked.size(); ++i) CollectHits(kv, i, hits);
      for (auto& [id, inside] : hits) {
        auto file = FindOpened(kv, id);
        if (file) files.emplace_back(std::move(*file), std::move(inside));
      }
    });
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
      return a.first.path < b.first.path;
    });
    std::unordered_map<std::string, size_t> known;
    for (size_t i = 0; i < out_.files.found.size(); ++i) {
      known[out_.files.found[i].result.target.text] = i;
    }
    for (auto& [file, inside] : files) AddInside(file, inside, known);
  }

  struct Inside {
    WordEvidence evidence;
    std::string words;  // the matching words
  };

  void CollectHits(Kv& kv, size_t word,
                   std::unordered_map<uint64_t, Inside>& hits) {
    size_t left = kMaxHits;
    const std::string& asked = looking_.matcher.asked()[word];
    VisitContents(kv, StemOf(asked), [&](const ContentHit& hit) {
      const auto alike = static_cast<float>(Likeness(asked, hit.word)) *
                         (hit.symbol ? kOfSymbol : kOfText);
      Inside& inside = hits[hit.file];
      float& best = inside.evidence.likeness[word];
      if (alike > best) {
        if (best == 0) {
          inside.words +=
              (inside.words.empty() ? "" : " ") + std::string(hit.word);
        }
        best = alike;
      }
      return --left > 0;
    });
  }

  // Uses the present text of a file that changed since it was read.
  void AddInside(const OpenedFile& file, Inside& inside,
                 const std::unordered_map<std::string, size_t>& known) {
    if (!IsInScope(query_, file.path) || HasHidden(file.path) || query_.fits) {
      return;
    }
    const auto stamp = StampOf(file.path);
    if (!stamp) return;
    if (*stamp != file.stamp && !ReadAgain(file.path, inside)) return;
    auto at = known.find(file.path);
    const size_t index =
        at == known.end() ? out_.files.found.size() : at->second;
    if (at == known.end()) {
      WordEvidence name = looking_.matcher.Of(BaseName(file.path));
      SearchResult r;
      r.target = {SearchKind::kFile, file.path};
      r.nearness = NearnessOf(query_, file.path);
      out_.files.Look(std::move(r), name, /*keep=*/true);
    }
    FoundText& found = out_.files.found[index];
    for (size_t i = 0; i < kMaxAsked; ++i) {
      const bool fresh = found.evidence.likeness[i] == 0;
      out_.files.with[i] += fresh && inside.evidence.likeness[i] > 0;
    }
    found.evidence.Add(inside.evidence, 1);
    found.result.content = inside.words;
    found.result.last_ms = file.opened_ms;
    found.result.count = file.opened;
    found.result.use = UseOf(file.opened_ms, file.opened, query_.now_ms);
  }

  bool ReadAgain(const std::string& path, Inside& inside) {
    if (read_again_ >= kMaxReadAgain) return false;
    ++read_again_;
    auto words = ReadContents(path);
    inside = {};
    if (!words) return false;
    for (const ContentWord& word : *words) {
      const auto& likeness = looking_.matcher.OfWord(word.text);
      for (size_t i = 0; i < kMaxAsked; ++i) {
        const float alike = likeness[i] * (word.symbol ? kOfSymbol : kOfText);
        if (alike <= inside.evidence.likeness[i]) continue;
        if (inside.evidence.likeness[i] == 0) {
          inside.words += (inside.words.empty() ? "" : " ") + word.text;
        }
        inside.evidence.likeness[i] = alike;
      }
    }
    return inside.evidence.any();
  }

  void AddWorkedIn() {
    if (!Wants(SearchKind::kDirectory)) return;
    for (const auto& [path, runs] : worked_in_) {
      if (!path.starts_with('/') || HasHidden(path)) continue;
      if (added_.insert(path).second) AddDirectory(path);
    }
  }

  Store& store_;
  const Looking& looking_;
  const SearchQuery& query_;
  FoundPaths& out_;
  Fitting files_, directories_;
  std::unordered_map<std::string, RunsThere> worked_in_;
  std::unordered_set<std::string> added_;
  bool entered_ = false, in_scope_ = true;
  std::string here_, path_;
  double near_ = 0;
  size_t read_again_ = 0;
  WordEvidence words_;
};

}  // namespace

bool IsInScope(const SearchQuery& query, std::string_view path) {
  switch (query.scope) {
    case SearchScope::kHost:
    case SearchScope::kGlobal: return true;
    case SearchScope::kRepository:
      return IsBelow(path, query.origin.repository);
    default: return IsBelow(path, query.origin.cwd);
  }
}

double NearnessOf(const SearchQuery& query, std::string_view path) {
  if (IsBelow(path, query.origin.cwd)) return 1;
  if (IsBelow(path, query.origin.repository)) return 0.6;
  return 0;
}

FoundPaths FindPaths(Store& store, const Looking& looking) {
  FoundPaths out;
  PathSearch(store, looking, out).Run();
  return out;
}

}  // namespace synapse
