// Mounts: which paths a dead server could make block for ever, recognised from
// the mount table alone, so that no such path is ever touched.
//
// A path is resolved component by component, `..` and symbolic links too, and
// each directory is compared with the table before it is touched: a link of a
// repository to `../../net/dead` is not followed. The deepest mount decides: a
// local disk below an automount point is local, and what would be mounted by a
// look-up (autofs) is slow.
//
// Tested by tests/base/mounts_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace synapse {

class MountTable {
 public:
  // As /proc/self/mounts has it: "DEVICE PATH TYPE OPTIONS 0 0" a line, later
  // mounts above earlier ones.
  explicit MountTable(std::string_view text);

  // REQUIRES: `path` is absolute; any other one is taken for local.
  bool IsSlow(const std::string& path) const;

 private:
  struct Mount {
    std::string path;
    bool slow;
  };
  const Mount* DeepestOf(std::string_view path) const;
  // Where the path leads; nothing when the way there is on a slow mount.
  const std::string* Resolve(const std::string& directory) const;

  std::vector<Mount> mounts_;
  bool any_slow_ = false;
  // Of directories: the resolved path, "" for one that is slow.
  mutable std::unordered_map<std::string, std::string> resolved_;
};

}  // namespace synapse
