// GitIgnore: the patterns of .gitignore files (gitignore(5)).
//
//   build/        a directory of this name, at any depth
//   /target       only beside the .gitignore
//   docs/**/*.pdf `**` is any number of directories
//   !keep.log     not ignored after all; the last pattern that matches decides
//
// The files of a repository are hostile: a match takes time in proportion to
// the pattern's length times the path's. Tested by
// tests/spec/git_ignore_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

class GitIgnore {
 public:
  static constexpr size_t kMaxPatterns = 2000;

  GitIgnore() = default;
  // The text of one file.
  explicit GitIgnore(std::string_view text);

  // Whether a pattern of the file decides on a path that is relative to the
  // file's directory: true if it is ignored, false if it is not, null if no
  // pattern matches.
  std::optional<bool> Decides(std::string_view path, bool is_directory) const;

 private:
  struct Pattern {
    std::string text;  // without !, and slashes at its ends
    bool is_negated = false;
    bool directories_only = false;
    bool is_anchored = false;  // it has a slash: compared with the whole path
  };
  std::vector<Pattern> patterns_;
};

// True if the pattern matches the whole path, `/` by `/`.
bool MatchesGlob(std::string_view pattern, std::string_view path);

}  // namespace synapse
