// Header:  "DIRC" | version u32 | entries u32, big-endian
// Entry:   ctime 8 | mtime 8 | dev ino mode uid gid 20 | size 4 | hash 20 |
//          flags 2 | extended flags 2 (if flags & 0x4000) | path
//          The hash has 32 bytes in a repository of SHA-256.
// Path:    v2, v3: NUL-ended, the entry padded with NULs to a multiple of 8
//          v4: the number of bytes (a varint) to remove from the end of the
//          previous path, then the rest of this path
// Then extensions: name 4 | size u32 | data. TREE has one record for each
// directory, in the order of their paths:
//          name NUL | entries, -1: changed | blank | directories in it | LF |
//          hash 20 unless it is changed
// The extension "link" says that the other entries are in another file: such an
// index is not read.
//
// An index may be large: it is read in pieces until the time is over.
#include "spec/git_index.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <optional>

#include "base/files.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr size_t kHeaderBytes = 12;
constexpr size_t kIdAt = 40;  // of an entry
constexpr size_t kPieceBytes = 256 << 10;
constexpr size_t kMaxPath = 4096;

uint32_t Read32(std::string_view bytes, size_t at) {
  auto byte = [&](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(bytes[at + i]));
  };
  return byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
}

class IndexFile {
 public:
  IndexFile(const std::string& path, size_t id_bytes) : id_bytes_(id_bytes) {
    if (OnSlowMount(path) || !IsRegularFile(path)) return;
    fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (!Fill(kHeaderBytes)) return;
    std::string_view header = Rest();
    if (!header.starts_with("DIRC")) return;
    version_ = Read32(header, 4);
    count_ = Read32(header, 8);
    at_ += kHeaderBytes;
  }
  ~IndexFile() {
    if (fd_ >= 0) close(fd_);
  }
  IndexFile(const IndexFile&) = delete;
  IndexFile& operator=(const IndexFile&) = delete;

  // 0 when the index cannot be read.
  uint32_t count() const { return version_ >= 2 && version_ <= 4 ? count_ : 0; }

  // Reads the next entry; false when the bytes end. entry.path must hold the
  // path of the previous entry.
  bool Next(IndexEntry& entry) {
    const size_t flags_at = kIdAt + id_bytes_;
    size_t at = flags_at + 2;
    (void)Fill(at + kMaxPath + 16);  // less at the end of the file
    std::string_view bytes = Rest();
    if (bytes.size() < at + 2) return false;
    entry.mtime_s = Read32(bytes, 8);
    entry.mtime_ns = Read32(bytes, 12);
    entry.mode = Read32(bytes, 24);
    entry.size = Read32(bytes, 36);
    entry.id.assign(bytes.substr(kIdAt, id_bytes_));
    const uint32_t flags = Read32(bytes, flags_at) >> 16;
    entry.stage = flags >> 12 & 3;
    entry.is_assumed = flags & 0x8000;
    entry.is_intended = false;
    if (version_ >= 3 && (flags & 0x4000)) {
      const uint32_t more = Read32(bytes, flags_at) & 0xffff;
      entry.is_assumed |= (more & 0x4000) != 0;
      entry.is_intended = more & 0x2000;
      at += 2;
    }
    if (version_ < 4) {
      entry.path.clear();
    } else if (!DropSuffix(bytes, at, entry.path)) {
      return false;
    }
    if (at > bytes.size()) return false;
    size_t end = bytes.find('\0', at);
    if (end == bytes.npos || entry.path.size() + (end - at) > kMaxPath) {
      return false;
    }
    entry.path.append(bytes.substr(at, end - at));
    at = version_ == 4 ? end + 1 : (end / 8 + 1) * 8;
    if (at > bytes.size()) return false;
    at_ += at;
    return true;
  }

  // The data of an extension, behind the last entry; "" if it has none or a
  // larger one.
  std::string Extension(std::string_view name) {
    constexpr size_t kHead = 8, kMaxBytes = kPieceBytes - kHead;
    while (Fill(kHead)) {
      const size_t size = Read32(Rest(), 4);
      const bool found = Rest().starts_with(name);
      at_ += kHead;
      if (size > kMaxBytes || !Fill(size)) return "";
      if (found) return std::string(Rest().substr(0, size));
      at_ += size;
    }
    return "";
  }

 private:
  std::string_view Rest() const {
    return std::string_view(buffer_).substr(at_);
  }

  // Loads at least `bytes` bytes after `at_`, if the file has them.
  bool Fill(size_t bytes) {
    if (buffer_.size() - at_ >= bytes) return true;
    if (fd_ < 0 || ended_) return false;
    buffer_.erase(0, at_);
    at_ = 0;
    size_t used = buffer_.size();
    buffer_.resize(std::max(bytes, piece_));
    piece_ = std::min(2 * piece_, kPieceBytes);
    while (used < buffer_.size() && !ended_) {
      ssize_t n = read(fd_, buffer_.data() + used, buffer_.size() - used);
      ended_ = n <= 0;
      if (!ended_) used += static_cast<size_t>(n);
    }
    buffer_.resize(used);
    return used >= bytes;
  }

  // Version 4: the number of bytes to remove from the previous path, as a
  // varint in which each continuation adds one (the offset encoding of packs).
  static bool DropSuffix(std::string_view bytes, size_t& at,
                         std::string& path) {
    size_t drop = 0;
    for (int i = 0;; ++i) {
      if (at >= bytes.size() || i > 8) return false;
      unsigned char c = static_cast<unsigned char>(bytes[at++]);
      drop = (i == 0 ? 0 : drop + 1) << 7 | (c & 0x7f);
      if (!(c & 0x80)) break;
    }
    if (drop > path.size()) return false;
    path.resize(path.size() - drop);
    return true;
  }

  const size_t id_bytes_;
  int fd_ = -1;
  uint32_t version_ = 0;
  uint32_t count_ = 0;
  std::string buffer_;
  size_t at_ = 0;
  size_t piece_ = 8 << 10;  // bytes to read next: most indexes are small
  bool ended_ = false;      // the file has no more bytes
};

// True for an index of which another file holds the rest.
bool IsSplit(const GitDir& git, size_t id_bytes, Reading& reading) {
  bool may_be = false;
  ForEachEntry(git.git_dir, [&](const char* name, unsigned char) {
    may_be = std::string_view(name).starts_with("sharedindex.");
    return !may_be;
  });
  if (!may_be) return false;
  IndexFile index(JoinPath(git.git_dir, "index"), id_bytes);
  IndexEntry entry;
  for (uint32_t i = 0; i < index.count(); ++i) {
    if (reading.Spent() || !index.Next(entry)) return true;
  }
  return !index.Extension("link").empty();
}

// Reads the records of TREE.
class TreeRecords {
 public:
  TreeRecords(std::string_view data, size_t id_bytes)
      : rest_(data), id_bytes_(id_bytes) {}

  std::unordered_map<std::string, std::string> Trees() {
    Read("", 0);
    return std::move(trees_);
  }

 private:
  static constexpr int kMaxDepth = 64;

  // One directory and those in it; false for a damaged record.
  bool Read(const std::string& parent, int depth) {
    const size_t name_end = rest_.find('\0');
    const size_t line_end = rest_.find('\n', name_end);
    if (depth > kMaxDepth || line_end == rest_.npos) return false;
    const std::string_view name = rest_.substr(0, name_end);
    const std::string_view counts =
        rest_.substr(name_end + 1, line_end - name_end - 1);
    const size_t blank = counts.find(' ');
    if (blank == counts.npos) return false;
    const std::optional<int> entries = NumberIn(counts.substr(0, blank));
    const std::optional<int> inner = NumberIn(counts.substr(blank + 1));
    if (!entries || !inner) return false;
    rest_.remove_prefix(line_end + 1);
    const std::string path = depth == 0 ? "" : parent + std::string(name) + "/";
    if (*entries >= 0) {
      if (rest_.size() < id_bytes_) return false;
      trees_.emplace(path, rest_.substr(0, id_bytes_));
      rest_.remove_prefix(id_bytes_);
    }
    for (int i = 0; i < *inner; ++i) {
      if (!Read(path, depth + 1)) return false;
    }
    return true;
  }

  static std::optional<int> NumberIn(std::string_view text) {
    int value = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || at != end) return std::nullopt;
    return value;
  }

  std::string_view rest_;
  const size_t id_bytes_;
  std::unordered_map<std::string, std::string> trees_;
};

}  // namespace

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

std::string DirectoryIn(const GitDir& git, const GeneratorInput& input) {
  if (!input.cwd.starts_with(git.work_tree)) return "";
  std::string_view rest = input.cwd;
  rest.remove_prefix(git.work_tree.size());
  while (rest.starts_with('/')) rest.remove_prefix(1);
  std::string out(rest);
  if (!out.empty() && out.back() != '/') out += '/';
  return out;
}

void VisitIndex(const GitDir& git, Reading& reading,
                const std::function<bool(const IndexEntry&)>& each) {
  const size_t id_bytes = IdBytes(git, reading);
  if (IsSplit(git, id_bytes, reading)) return reading.Cut();
  IndexFile index(JoinPath(git.git_dir, "index"), id_bytes);
  IndexEntry entry;
  for (uint32_t i = 0; i < index.count() && !reading.Spent(); ++i) {
    if (!index.Next(entry)) return reading.Cut();
    if (!each(entry)) return;
  }
}

std::unordered_map<std::string, std::string> TreesOfIndex(const GitDir& git,
                                                          Reading& reading) {
  const size_t id_bytes = IdBytes(git, reading);
  IndexFile index(JoinPath(git.git_dir, "index"), id_bytes);
  IndexEntry entry;
  for (uint32_t i = 0; i < index.count(); ++i) {
    if (reading.Spent() || !index.Next(entry)) return {};
  }
  return TreeRecords(index.Extension("TREE"), id_bytes).Trees();
}

void VisitTrackedFiles(const GitDir& git, Reading& reading,
                       const std::function<bool(std::string_view)>& each) {
  std::string last;
  VisitIndex(git, reading, [&](const IndexEntry& entry) {
    // An unmerged path occurs up to three times.
    if (entry.stage != 0 && entry.path == last) return true;
    if (entry.stage != 0) last = entry.path;
    return each(entry.path);
  });
}

}  // namespace synapse
