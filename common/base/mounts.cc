#include "base/mounts.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/clock.h"
#include "base/files.h"

namespace synapse {
namespace {

constexpr int kMaxLinks = 40;
constexpr size_t kMaxResolved = 512;

bool IsNetworkType(std::string_view type) {
  if (type.starts_with("fuse.")) {
    std::string_view rest = type.substr(5);
    return rest != "lxcfs" && rest != "portal" && rest != "gvfsd-fuse-local";
  }
  static constexpr std::string_view kTypes[] = {
      "nfs", "nfs4", "cifs",      "smb3",   "smbfs",  "ncpfs", "afs", "fuse",
      "9p",  "ceph", "glusterfs", "lustre", "autofs", "davfs", "coda"};
  return std::find(std::begin(kTypes), std::end(kTypes), type) !=
         std::end(kTypes);
}

// The table writes blanks and a few other characters in octal, as \040.
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

// Removes the first component of a path and returns it; "" at the end.
std::string TakeComponent(std::string& path) {
  size_t begin = path.find_first_not_of('/');
  if (begin == path.npos) {
    path.clear();
    return "";
  }
  size_t end = std::min(path.find('/', begin), path.size());
  std::string out = path.substr(begin, end - begin);
  path.erase(0, end);
  return out;
}

}  // namespace

void ForEachMount(std::string_view text,
                  const std::function<void(MountEntry)>& each) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    size_t a = line.find(' ');
    size_t b = a == line.npos ? a : line.find(' ', a + 1);
    size_t c = b == line.npos ? b : line.find(' ', b + 1);
    if (c == line.npos) continue;
    each({line.substr(0, a), Unescape(line.substr(a + 1, b - a - 1)),
          line.substr(b + 1, c - b - 1)});
  }
}

MountTable::MountTable(std::string_view text) {
  ForEachMount(text, [&](MountEntry entry) {
    const bool slow = IsNetworkType(entry.type);
    mounts_.push_back({std::move(entry.path), slow});
    any_slow_ |= slow;
  });
}

const MountTable::Mount* MountTable::DeepestOf(std::string_view path) const {
  const Mount* deepest = nullptr;
  for (const Mount& mount : mounts_) {
    if ((!deepest || mount.path.size() >= deepest->path.size()) &&
        IsBelow(path, mount.path)) {
      deepest = &mount;
    }
  }
  return deepest;
}

const std::string* MountTable::Resolve(const std::string& directory) const {
  auto [at, fresh] = resolved_.try_emplace(directory);
  if (!fresh) return at->second.empty() ? nullptr : &at->second;
  std::string rest = directory, here = "/";
  int links = 0;
  for (std::string name = TakeComponent(rest); !name.empty();
       name = TakeComponent(rest)) {
    if (name == ".") continue;
    if (name == "..") {
      here = std::string(DirName(here));
      continue;
    }
    std::string next = JoinPath(here, name);
    const Mount* mount = DeepestOf(next);
    const bool is_root = mount && mount->path == next;
    if (mount && mount->slow && !is_root) return nullptr;
    // The root of a mount is not a link, and reading it may block.
    char target[4096];
    ssize_t size = is_root ? -1 : readlink(next.c_str(), target, sizeof target);
    if (size < 0) {
      here = std::move(next);
      continue;
    }
    if (++links > kMaxLinks) return nullptr;
    rest.insert(0, "/");
    rest.insert(0, target, static_cast<size_t>(size));
    if (rest[0] == '/') here = "/";
  }
  at->second = std::move(here);
  return &at->second;
}

bool MountTable::IsSlow(const std::string& path) const {
  if (!any_slow_ || !path.starts_with('/')) return false;
  if (resolved_.size() >= kMaxResolved) resolved_.clear();
  // Most queries are about the entries of one directory.
  std::string name(BaseName(path));
  std::string directory(DirName(path));
  if (name.empty() || name == "." || name == "..") {
    directory = path;
    name.clear();
  }
  const std::string* resolved = Resolve(directory);
  if (!resolved) return true;
  std::string whole = name.empty() ? *resolved : JoinPath(*resolved, name);
  const Mount* mount = DeepestOf(whole);
  if (mount && mount->slow) return true;
  if (mount && mount->path == whole) return false;
  char target[4096];
  if (readlink(whole.c_str(), target, sizeof target) < 0) return false;
  resolved = Resolve(whole);
  mount = resolved ? DeepestOf(*resolved) : nullptr;
  return !resolved || (mount && mount->slow);
}

// The table is read again after five seconds. No descriptor is kept open for
// it.
bool OnSlowMount(const std::string& path) {
  static MountTable table{""};
  static int64_t read_at_us = -1;
  constexpr int64_t kTtlUs = 5'000'000;
  constexpr size_t kMaxTable = size_t{4} << 20;
  int64_t now_us = Clock::MonotonicUs();
  if (read_at_us < 0 || now_us - read_at_us > kTtlUs) {
    auto text = ReadFile("/proc/self/mounts", kMaxTable);
    table =
        MountTable(text.ok() ? std::string_view(*text) : std::string_view());
    read_at_us = now_us;
  }
  return table.IsSlow(path);
}

}  // namespace synapse
