#include "source/path_facts.h"

#include <dirent.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "base/clock.h"
#include "base/files.h"

namespace synapse {

PathKind PathFacts::KindOf(const std::string& path) {
  constexpr size_t kMaxKept = 1000;
  if (kinds_.size() >= kMaxKept) kinds_.clear();
  auto [known, is_new] = kinds_.try_emplace(path, PathKind::kNothing);
  if (!is_new) return known->second;
  if (const auto stat = StatFile(path)) {
    known->second =
        S_ISDIR(stat->st_mode) ? PathKind::kDirectory : PathKind::kOther;
  } else if (errno == EACCES) {
    known->second = PathKind::kHidden;
  }
  return known->second;
}

// Settings of the shell decide about braces, ** and more, and about upper and
// lower case; a pattern of several parts would read many directories, and in
// some libraries fnmatch(3) takes time that is exponential in the stars. bash
// keeps a pattern that fits nothing, which may be a name: [id].tsx.
bool PathFacts::MayMatch(const std::string& directory,
                         const std::string& pattern, int64_t budget_us) {
  constexpr size_t kMaxKept = 100;
  constexpr int kMaxNames = 5000;
  constexpr int kMaxStars = 3;
  if (pattern.find_first_of("/{(|^#~\\") != pattern.npos ||
      pattern.find("**") != pattern.npos ||
      std::count(pattern.begin(), pattern.end(), '*') > kMaxStars) {
    return true;
  }
  const std::string key = JoinPath(directory, pattern);
  if (const auto known = matches_.find(key); known != matches_.end()) {
    return known->second;
  }
  if (patterns_us_ >= budget_us) return true;
  const int64_t start = Clock::MonotonicUs();
  DIR* dir = opendir(directory.c_str());
  if (!dir) return true;
  bool found = false;
  int names = 0;
  while (const dirent* entry = readdir(dir)) {
    const std::string_view name = entry->d_name;
    found = name != "." && name != ".." &&
            (name == pattern ||
             fnmatch(pattern.c_str(), entry->d_name, FNM_CASEFOLD) == 0);
    if (found || ++names >= kMaxNames) break;
  }
  closedir(dir);
  patterns_us_ += Clock::MonotonicUs() - start;
  if (matches_.size() >= kMaxKept) matches_.clear();
  return matches_[key] = found || names >= kMaxNames;
}

}  // namespace synapse
