// OnSlowMount: mounts that a dead server can make block for ever, recognised
// from /proc/self/mounts alone, so that no path on them is ever touched. The
// table is read again after five seconds: no descriptor is kept for it.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"

namespace synapse {
namespace {

bool IsNetworkType(std::string_view type) {
  if (type.starts_with("fuse.")) {
    std::string_view rest = type.substr(5);
    return rest != "lxcfs" && rest != "portal" && rest != "gvfsd-fuse-local";
  }
  static constexpr std::string_view kTypes[] = {
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs",
      "9p",  "ceph", "glusterfs", "lustre", "autofs", "davfs", "coda"};
  for (std::string_view known : kTypes) {
    if (type == known) return true;
  }
  return false;
}

// Spaces and friends are written as \040 in the table.
std::string Unescape(std::string_view field) {
  std::string out;
  for (size_t i = 0; i < field.size(); ++i) {
    if (field[i] == '\\' && i + 3 < field.size()) {
      std::string digits(field.substr(i + 1, 3));
      out += static_cast<char>(strtol(digits.c_str(), nullptr, 8));
      i += 3;
    } else {
      out += field[i];
    }
  }
  return out;
}

struct MountTable {
  std::vector<std::string> slow;
  int64_t read_at_us = -1;
};

void ReadTable(MountTable& table) {
  table.slow.clear();
  auto text = ReadFile("/proc/self/mounts", 4 << 20);
  if (!text.ok()) return;
  std::string_view rest = *text;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    size_t a = line.find(' ');
    size_t b = a == line.npos ? a : line.find(' ', a + 1);
    size_t c = b == line.npos ? b : line.find(' ', b + 1);
    if (c == line.npos) continue;
    if (IsNetworkType(line.substr(b + 1, c - b - 1))) {
      table.slow.push_back(Unescape(line.substr(a + 1, b - a - 1)));
    }
  }
}

bool IsBelow(std::string_view path, std::string_view mount) {
  return mount == "/" || path == mount ||
         (path.starts_with(mount) && path[mount.size()] == '/');
}

}  // namespace

bool OnSlowMount(const std::string& path) {
  static MountTable table;
  constexpr int64_t kTtlUs = 5'000'000;
  int64_t now_us = Clock::MonotonicUs();
  if (table.read_at_us < 0 || now_us - table.read_at_us > kTtlUs) {
    ReadTable(table);
    table.read_at_us = now_us;
  }
  for (const std::string& mount : table.slow) {
    if (IsBelow(path, mount)) return true;
  }
  return false;
}

}  // namespace synapse
