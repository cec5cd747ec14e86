// Tracked and modified files, from the index alone (gitformat-index(5),
// versions 2 to 4). A file counts as modified when lstat differs from what the
// index remembers, as git itself decides before it reads contents.
//
// Header:  "DIRC" | version u32 | entries u32, big-endian
// Entry:   ctime 8 | mtime 8 | dev ino mode uid gid 20 | size 4 | hash 20 |
//          flags 2 | extended flags 2 (if flags & 0x4000) | path
// Path:    v2, v3: NUL-ended, the entry padded with NULs to a multiple of 8
//          v4: how many bytes to drop from the path before (a varint), rest
// Repositories with SHA-256 hashes are left out.
#include <sys/stat.h>

#include <functional>

#include "base/files.h"
#include "spec/git_dir.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr size_t kHeaderBytes = 12;
constexpr size_t kEntryBytes = 62;
constexpr size_t kMaxIndexBytes = 64 << 20;

uint32_t Read32(std::string_view bytes, size_t at) {
  auto byte = [&](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(bytes[at + i]));
  };
  return byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
}

struct IndexEntry {
  uint32_t mtime_s, mtime_ns, mode, size;
  int stage;
  std::string path;
};

// Reads one entry at `at` and moves behind it; false when the bytes end.
// entry.path must hold the path of the entry before.
bool ReadEntry(std::string_view bytes, uint32_t version, size_t& at,
               IndexEntry& entry) {
  size_t start = at;
  if (bytes.size() - at < kEntryBytes) return false;
  entry.mtime_s = Read32(bytes, at + 8);
  entry.mtime_ns = Read32(bytes, at + 12);
  entry.mode = Read32(bytes, at + 24);
  entry.size = Read32(bytes, at + 36);
  uint32_t flags = Read32(bytes, at + 58) & 0xffff;
  entry.stage = flags >> 12 & 3;
  at += kEntryBytes;
  if (version >= 3 && (flags & 0x4000)) at += 2;
  if (version == 4) {
    // A varint in which each continuation adds one: offset encoding of packs.
    size_t drop = 0;
    for (int i = 0;; ++i) {
      if (at >= bytes.size() || i > 8) return false;
      unsigned char c = static_cast<unsigned char>(bytes[at++]);
      drop = (i == 0 ? 0 : drop + 1) << 7 | (c & 0x7f);
      if (!(c & 0x80)) break;
    }
    if (drop > entry.path.size()) return false;
    entry.path.resize(entry.path.size() - drop);
  } else {
    entry.path.clear();
  }
  if (at > bytes.size()) return false;
  size_t end = bytes.find('\0', at);
  if (end == bytes.npos) return false;
  entry.path.append(bytes.substr(at, end - at));
  at = version == 4 ? end + 1 : start + ((end - start) / 8 + 1) * 8;
  return at <= bytes.size();
}

// `path` of the work tree as seen from `from` (both relative to its top).
std::string RelativeTo(std::string_view path, std::string_view from) {
  size_t common = 0;
  for (size_t i = 0; i < from.size() && i < path.size(); ++i) {
    if (path[i] != from[i]) break;
    if (path[i] == '/') common = i + 1;
  }
  std::string out;
  for (char c : from.substr(common)) {
    if (c == '/') out += "../";
  }
  return out.append(path.substr(common));
}

void ForEachIndexEntry(const GitDir& git, Budget& budget,
                       const std::function<bool(const IndexEntry&)>& each) {
  std::string text = TextOf(JoinPath(git.git_dir, "index"), kMaxIndexBytes);
  std::string_view bytes = text;
  if (bytes.size() < kHeaderBytes || !bytes.starts_with("DIRC")) return;
  uint32_t version = Read32(bytes, 4);
  uint32_t count = Read32(bytes, 8);
  if (version < 2 || version > 4) return;
  bool sha256 = false;
  ReadGitConfig(JoinPath(git.common, "config"), [&](const auto& entry) {
    sha256 |= entry.section == "extensions" && entry.key == "objectformat" &&
              entry.value == "sha256";
  });
  if (sha256) return;
  size_t at = kHeaderBytes;
  IndexEntry entry;
  for (uint32_t i = 0; i < count && !budget.Spent(); ++i) {
    if (!ReadEntry(bytes, version, at, entry) || !each(entry)) return;
  }
}

// Where the command line stands in the work tree: "" or "dir/sub/".
std::string PlaceIn(const GitDir& git, const GeneratorInput& input) {
  std::string dir = GitScope(input);
  if (!dir.starts_with(git.work_tree)) return "";
  std::string_view rest = std::string_view(dir).substr(git.work_tree.size());
  while (rest.starts_with('/')) rest.remove_prefix(1);
  std::string out(rest);
  if (!out.empty() && out.back() != '/') out += '/';
  return out;
}

// "" when the file is as the index remembers it.
std::string_view ChangeOf(const GitDir& git, const IndexEntry& entry) {
  if (entry.stage != 0) return "unmerged";
  constexpr uint32_t kGitlink = 0160000;
  if ((entry.mode & 0170000) == kGitlink) return "";
  struct stat st;
  if (lstat(JoinPath(git.work_tree, entry.path).c_str(), &st) != 0) {
    return "deleted";
  }
  bool same = static_cast<uint32_t>(st.st_size) == entry.size &&
              static_cast<uint32_t>(st.st_mtim.tv_sec) == entry.mtime_s &&
              (entry.mtime_ns == 0 ||
               static_cast<uint32_t>(st.st_mtim.tv_nsec) == entry.mtime_ns);
  return same ? "" : "modified";
}

}  // namespace

Values GitTrackedFiles(const GeneratorInput& input, Budget& budget) {
  auto git = FindGitDir(input);
  if (!git) return {};
  std::string place = PlaceIn(*git, input);
  ValueList out;
  ForEachIndexEntry(*git, budget, [&](const IndexEntry& entry) {
    if (std::string_view(entry.path).starts_with(place)) {
      out.Add(std::string_view(entry.path).substr(place.size()), "tracked");
    }
    return !out.Full();
  });
  return out.Take();
}

Values GitModifiedFiles(const GeneratorInput& input, Budget& budget) {
  auto git = FindGitDir(input);
  if (!git) return {};
  std::string place = PlaceIn(*git, input);
  ValueList out;
  ForEachIndexEntry(*git, budget, [&](const IndexEntry& entry) {
    std::string_view change = ChangeOf(*git, entry);
    if (!change.empty()) out.Add(RelativeTo(entry.path, place), change);
    return !out.Full();
  });
  return out.Take();
}

}  // namespace synapse
