// GitIndex: the entries of a repository's index (gitformat-index(5), versions 2
// to 4), and the trees of its directories.
//
// Tested by tests/spec/generator_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "spec/git_dir.h"

namespace synapse {

struct IndexEntry {
  uint32_t mtime_s, mtime_ns, mode, size;
  int stage;         // 0, or the side of a conflict
  bool is_assumed;   // unchanged, or absent on purpose: the user said so
  bool is_intended;  // by `git add -N`: its content is not in the index
  std::string id;    // of its content: 20 bytes, 32 with SHA-256
  std::string path;  // relative to the top of the work tree
};

// Calls `each` for the entries in the order of the index, until it returns
// false. The reading is cut at an index that is damaged or in several files.
void VisitIndex(const GitDir& git, Reading& reading,
                const std::function<bool(const IndexEntry&)>& each);

// The directories ("" or "dir/sub/") of which git has written the tree that is in
// the index, and its id: nothing was staged in them since, and if the id
// is that in HEAD nothing is. Git keeps it in the extension TREE, and removes a
// directory from it with each change. Empty without it.
std::unordered_map<std::string, std::string> TreesOfIndex(const GitDir& git,
                                                          Reading& reading);

// `path` relative to `from`; both are relative to the top of the work tree.
std::string RelativeTo(std::string_view path, std::string_view from);
// The directory of the command in the work tree: "" or "dir/sub/".
std::string DirectoryIn(const GitDir& git, const GeneratorInput& input);

}  // namespace synapse
