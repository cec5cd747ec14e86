#include "sync/folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/files.h"
#include "store/bytes.h"

namespace synapse::sync {
namespace {

constexpr std::string_view kFolderMagic = "SYNSYNC1",
                           kSegmentMagic = "SYNSEG01";
constexpr const char* kFolderFile = "synapse-sync";
constexpr std::string_view kSuffix = ".seg";
constexpr size_t kId = 16, kHex = 16;

std::optional<uint64_t> OfHex(std::string_view text) {
  if (text.size() != kHex) return std::nullopt;
  uint64_t value = 0;
  for (char c : text) {
    const size_t digit = std::string_view("0123456789abcdef").find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    value = value << 4 | digit;
  }
  return value;
}

std::optional<SegmentName> NameOf(uint64_t machine, std::string_view file) {
  if (file.size() != 2 * kHex + 1 + kSuffix.size() || file[kHex] != '-' ||
      !file.ends_with(kSuffix)) {
    return std::nullopt;
  }
  const auto first = OfHex(file.substr(0, kHex));
  const auto last = OfHex(file.substr(kHex + 1, kHex));
  if (!first || !last || *first == 0 || *first > *last) return std::nullopt;
  return SegmentName{machine, *first, *last};
}

bool IsLink(const std::string& path) {
  const auto status = LinkStatus(path);
  return status && S_ISLNK(status->st_mode);
}

// A carrier may bring a link that leads out of the folder: it is replaced, and
// not followed.
Status WriteHere(const std::string& path, std::string_view bytes) {
  if (IsLink(path) && unlink(path.c_str()) != 0) {
    return {Code::kUnavailable, path + ": " + strerror(errno)};
  }
  return WriteFileAtomically(path, bytes);
}

Status WriteFolderFile(const std::string& directory, const std::string& id,
                       const Key& key, const Key& deletion_key) {
  const std::string head = std::string(kFolderMagic) + id;
  const std::string secret(deletion_key.begin(), deletion_key.end());
  return WriteHere(JoinPath(directory, kFolderFile),
                   head + Seal(key, head, secret));
}

}  // namespace

std::string HexOf(uint64_t value) {
  std::string out(kHex, '0');
  for (size_t i = kHex; i-- > 0; value >>= 4) {
    out[i] = "0123456789abcdef"[value & 15];
  }
  return out;
}

Result<Folder> Folder::Make(const std::string& directory, const Key& key) {
  Status made = MakePrivateDirs(directory);
  if (!made.ok()) return made;
  if (LinkStatus(JoinPath(directory, kFolderFile))) {
    return {Code::kInvalidArgument,
            directory +
                ": is a sync folder already; `synapse sync join` joins "
                "it"};
  }
  Folder folder;
  folder.directory_ = directory;
  folder.id_ = RandomBytes(kId);
  folder.key_ = key;
  folder.deletion_key_ = NewKey();
  made = WriteFolderFile(directory, folder.id_, key, folder.deletion_key_);
  if (!made.ok()) return made;
  return folder;
}

Result<Folder> Folder::Open(const std::string& directory, const Key& key) {
  auto bytes = ReadFile(JoinPath(directory, kFolderFile), 4096);
  if (bytes.status().code() == Code::kNotFound) {
    return {Code::kNotFound, directory + ": is no sync folder: it has no " +
                                 std::string(kFolderFile)};
  }
  if (!bytes.ok()) return bytes.status();
  const size_t head = kFolderMagic.size() + kId;
  if (bytes->size() < head || !bytes->starts_with(kFolderMagic)) {
    return {Code::kCorrupt, directory + ": " + kFolderFile +
                                " is damaged, or of a newer Synapse"};
  }
  const auto secret =
      OpenSealed(key, bytes->substr(0, head), bytes->substr(head));
  if (!secret || secret->size() != kKeyBytes) {
    return {Code::kInvalidArgument,
            directory + ": the key is not this folder's, or " + kFolderFile +
                " is damaged; nothing is taken in. After `synapse sync "
                "rotate` on another machine, join again with its key"};
  }
  Folder folder;
  folder.directory_ = directory;
  folder.id_ = bytes->substr(kFolderMagic.size(), kId);
  folder.key_ = key;
  std::copy(secret->begin(), secret->end(), folder.deletion_key_.begin());
  return folder;
}

Status Folder::ChangeKey(const Key& key) {
  Status written = WriteFolderFile(directory_, id_, key, deletion_key_);
  if (written.ok()) key_ = key;
  return written;
}

std::string Folder::PathOf(const SegmentName& name) const {
  return JoinPath(
      JoinPath(directory_, HexOf(name.machine)),
      HexOf(name.first) + "-" + HexOf(name.last) + std::string(kSuffix));
}

std::string Folder::Bound(const SegmentName& name) const {
  std::string out = std::string(kSegmentMagic) + id_;
  for (uint64_t part : {name.machine, name.first, name.last}) {
    PutBig<uint64_t>(out, part);
  }
  return out;
}

std::vector<SegmentFile> Folder::List() const {
  std::vector<SegmentFile> out;
  std::error_code ignored;
  namespace fs = std::filesystem;
  for (const auto& entry : fs::directory_iterator(directory_, ignored)) {
    const auto machine = OfHex(entry.path().filename().string());
    if (!machine || *machine == 0 || entry.is_symlink(ignored)) continue;
    for (const auto& file : fs::directory_iterator(entry.path(), ignored)) {
      const auto name = NameOf(*machine, file.path().filename().string());
      if (!name || file.is_symlink(ignored) || !file.is_regular_file(ignored)) {
        continue;
      }
      out.push_back({*name, file.file_size(ignored)});
    }
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::tie(a.name.machine, a.name.first, a.name.last) <
           std::tie(b.name.machine, b.name.first, b.name.last);
  });
  return out;
}

Result<Segment> Folder::Read(const SegmentName& name) const {
  const std::string path = PathOf(name);
  auto bytes = ReadFile(path, kMaxSegmentFile);
  if (!bytes.ok()) return bytes.status();
  const auto damaged = [&](const char* why) {
    return Status(Code::kCorrupt, path + ": " + why + "; not taken in");
  };
  if (!bytes->starts_with(kSegmentMagic)) {
    return damaged("is not a segment, or is cut off");
  }
  const auto opened = OpenSealed(
      key_, Bound(name), std::string_view(*bytes).substr(kSegmentMagic.size()));
  if (!opened) {
    return damaged("is damaged, of another key, or of another place");
  }
  auto segment = DecodeSegment(*opened);
  if (!segment) return damaged("has a format of a newer Synapse");
  const auto outside = [&](uint64_t at) {
    return at < name.first || at > name.last;
  };
  if (!segment->events.empty() && (outside(segment->events.front().sequence) ||
                                   outside(segment->events.back().sequence))) {
    return damaged("has events outside of its range");
  }
  return std::move(*segment);
}

Result<uint64_t> Folder::Write(const SegmentName& name,
                               const Segment& segment) const {
  const std::string path = PathOf(name);
  const std::string bytes = std::string(kSegmentMagic) +
                            Seal(key_, Bound(name), EncodeSegment(segment));
  if (bytes.size() > kMaxSegmentFile) {
    return {Code::kInternal, path + ": the segment is too large"};
  }
  const std::string own(DirName(path));
  if (IsLink(own)) {
    return {Code::kInvalidArgument,
            own + ": is a symbolic link; nothing is written"};
  }
  Status made = MakePrivateDirs(own);
  if (made.ok()) made = WriteHere(path, bytes);
  if (!made.ok()) return made;
  return uint64_t{bytes.size()};
}

Status Folder::Remove(const SegmentName& name) const {
  const std::string path = PathOf(name);
  if (unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return {Code::kUnavailable, path + ": " + strerror(errno)};
}

Status Folder::RemoveUnfinished(uint64_t machine) const {
  std::error_code error;
  const std::string directory = JoinPath(directory_, HexOf(machine));
  if (IsLink(directory)) return {};
  namespace fs = std::filesystem;
  for (const auto& file : fs::directory_iterator(directory, error)) {
    const std::string name = file.path().filename().string();
    if (name.find(std::string(kSuffix) + ".tmp.") == name.npos) continue;
    fs::remove(file.path(), error);
  }
  return {};
}

}  // namespace synapse::sync
