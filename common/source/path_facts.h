// PathFacts: what the paths of a prompt name, each asked of the system once.
//
// Tested by tests/source/plausibility_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace synapse {

// kHidden: it may be there, where this user may not look.
enum class PathKind { kNothing, kDirectory, kOther, kHidden };

class PathFacts {
 public:
  // Directories that the last command made, by its own account.
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
