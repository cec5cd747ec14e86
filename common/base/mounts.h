// Mounts: finds paths that could block for ever because a server is dead. Only
// the mount table is read, so such a path is never touched.
//
// A path is resolved component by component, including `..` and symbolic links.
// Each directory is compared with the table before it is touched: a link in a
// repository to `../../net/dead` is not followed. The deepest mount decides. A
// local disk below an automount point is local. A path that a look-up would
// mount (autofs) is slow.
//
// Tested by tests/base/mounts_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace synapse {

struct MountEntry {
  std::string_view device;
  std::string path;  // without escapes
  std::string_view type;
};
// Visits the entries of a table, see MountTable.
void ForEachMount(std::string_view text,
                  const std::function<void(MountEntry)>& each);

class MountTable {
 public:
  // The text of /proc/self/mounts: "DEVICE PATH TYPE OPTIONS 0 0" a line. Later
  // mounts cover earlier ones.
  explicit MountTable(std::string_view text);

  // REQUIRES: `path` is absolute. A relative path counts as local.
  bool IsSlow(const std::string& path) const;

 private:
  struct Mount {
    std::string path;
    bool slow;
  };
  const Mount* DeepestOf(std::string_view path) const;
  // The resolved path; null when a component is on a slow mount.
  const std::string* Resolve(const std::string& directory) const;

  std::vector<Mount> mounts_;
  bool any_slow_ = false;
  // The resolved path of each directory, "" for a slow one.
  mutable std::unordered_map<std::string, std::string> resolved_;
};

}  // namespace synapse
