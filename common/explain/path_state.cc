#include "explain/path_state.h"

#include <dirent.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "source/directory_cache.h"

namespace synapse {
namespace {

constexpr int kMaxLevels = 32;

bool HasPattern(std::string_view component) {
  return component.find_first_of("*?[") != component.npos;
}

// A component without pattern characters, without its escapes.
std::string Unescaped(std::string_view component) {
  std::string out;
  for (size_t i = 0; i < component.size(); ++i) {
    if (component[i] == '\\' && i + 1 < component.size()) ++i;
    out += component[i];
  }
  return out;
}

std::vector<std::string> ComponentsOf(std::string_view pattern) {
  std::vector<std::string> out;
  for (size_t at = 0; at < pattern.size();) {
    const size_t end = std::min(pattern.find('/', at), pattern.size());
    if (end > at) out.emplace_back(pattern.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// lstat(2), unless that may block.
bool Exists(const std::string& path, struct stat* st) {
  return !OnSlowMount(path) && lstat(path.c_str(), st) == 0;
}

class Matcher {
 public:
  Matcher(std::string_view pattern, bool recursive, Budget& budget)
      : components_(ComponentsOf(pattern)),
        wants_directory_(pattern.ends_with('/')),
        recursive_(recursive),
        budget_(budget) {}

  PatternMatches Run(const std::string& from, const std::string& shown) {
    Level(from, shown, 0, 0);
    std::sort(names_.begin(), names_.end());
    names_.resize(std::min(names_.size(), kMaxShown));
    out_.first = std::move(names_);
    return std::move(out_);
  }

 private:
  bool Ended() {
    if (seen_ >= kMaxEntries || budget_.Spent()) out_.complete = false;
    return !out_.complete;
  }

  // `shown` is the match so far, as the shell writes it.
  void Level(const std::string& directory, const std::string& shown, size_t i,
             int depth) {
    if (i == components_.size() || depth > kMaxLevels || Ended()) return;
    const std::string& component = components_[i];
    if (component == "**" && recursive_ && i + 1 < components_.size()) {
      Level(directory, shown, i + 1, depth + 1);
      Each(directory, [&](const std::string& name, bool is_directory) {
        // A link could lead back.
        if (!is_directory || name.starts_with('.')) return;
        Level(JoinPath(directory, name), shown + name + '/', i, depth + 1);
      });
      return;
    }
    if (!HasPattern(component)) {
      const std::string name = Unescaped(component);
      struct stat st;
      if (Exists(JoinPath(directory, name), &st)) {
        Found(directory, shown, name, i, depth);
      }
      return;
    }
    Each(directory, [&](const std::string& name, bool) {
      if (fnmatch(component.c_str(), name.c_str(), FNM_PERIOD) == 0) {
        Found(directory, shown, name, i, depth);
      }
    });
  }

  void Found(const std::string& directory, const std::string& shown,
             const std::string& name, size_t i, int depth) {
    const std::string path = JoinPath(directory, name);
    const bool is_last = i + 1 == components_.size();
    if (!is_last) return Level(path, shown + name + '/', i + 1, depth + 1);
    if (wants_directory_ && (OnSlowMount(path) || !IsDirectory(path))) return;
    ++out_.count;
    // The first names by alphabet are shown; a few more are kept to be sorted.
    constexpr size_t kKept = 1000;
    if (names_.size() < kKept) names_.push_back(shown + name);
  }

  // A listing that cannot be read has no entries.
  template <class Visit>
  void Each(const std::string& path, const Visit& visit) {
    if (OnSlowMount(path)) {
      out_.complete = false;
      return;
    }
    Listing listing;
    if (!listing.Open(path)) return;
    listing.ReadOn(budget_);
    if (!listing.complete()) out_.complete = false;
    for (size_t n = 0; n < listing.size(); ++n) {
      if (++seen_ >= kMaxEntries || budget_.Spent()) {
        out_.complete = false;
        return;
      }
      const DirectoryEntry entry = listing.at(n);
      visit(std::string(entry.name), entry.type == DT_DIR);
    }
  }

  const std::vector<std::string> components_;
  const bool wants_directory_;
  const bool recursive_;
  Budget& budget_;
  size_t seen_ = 0;
  PatternMatches out_;
  std::vector<std::string> names_;
};

}  // namespace

PathState StateOfPath(const std::string& path, Budget& budget) {
  using Kind = PathState::Kind;
  PathState out;
  if (OnSlowMount(path)) return out;
  struct stat st;
  if (stat(path.c_str(), &st) != 0) {
    struct stat link;
    const bool is_missing = errno == ENOENT || errno == ENOTDIR;
    const bool is_link = lstat(path.c_str(), &link) == 0;
    out.kind = is_link      ? Kind::kBrokenLink
               : is_missing ? Kind::kMissing
                            : Kind::kUnknown;
    return out;
  }
  if (S_ISREG(st.st_mode)) {
    out.kind = Kind::kFile;
    out.bytes = static_cast<uint64_t>(st.st_size);
  } else if (!S_ISDIR(st.st_mode)) {
    out.kind = Kind::kOther;
  } else {
    out.kind = Kind::kDirectory;
    Listing listing;
    if (!listing.Open(path)) return out;
    listing.ReadOn(budget);
    out.complete = listing.complete();
    out.entries = listing.size();
  }
  return out;
}

PatternMatches MatchesOf(std::string_view pattern, const std::string& directory,
                         bool recursive, Budget& budget) {
  const bool is_absolute = pattern.starts_with('/');
  return Matcher(pattern, recursive, budget)
      .Run(is_absolute ? "/" : directory, is_absolute ? "/" : "");
}

std::string TextOf(const PathState& state) {
  using Kind = PathState::Kind;
  switch (state.kind) {
    case Kind::kUnknown: return "";
    case Kind::kMissing: return "does not exist";
    case Kind::kFile: return "a file of " + SizeText(state.bytes);
    case Kind::kOther: return "a device, pipe or socket";
    case Kind::kBrokenLink: return "a link to nothing";
    case Kind::kDirectory: break;
  }
  if (state.entries == 0 && state.complete) return "an empty directory";
  return std::string("a directory of ") + (state.complete ? "" : "more than ") +
         std::to_string(state.entries) +
         (state.entries == 1 ? " entry" : " entries");
}

std::string TextOf(const PatternMatches& matches) {
  if (matches.count == 0) {
    return matches.complete ? "matches nothing now" : "";
  }
  std::string out = "matches " +
                    std::string(matches.complete ? "" : "at least ") +
                    std::to_string(matches.count) + " now:";
  for (const std::string& name : matches.first) out += ' ' + name;
  if (matches.count > matches.first.size()) out += " ...";
  return out;
}

}  // namespace synapse
