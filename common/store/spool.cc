#include "store/spool.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/files.h"
#include "base/text.h"
#include "store/bytes.h"

namespace synapse {
namespace {

constexpr size_t kSpoolHeader = 8;
constexpr std::string_view kSuffix = ".log";
constexpr uint64_t kMaxFile = 64 << 20;  // bytes; more is not ours

constexpr std::array<uint32_t, 256> MakeCrcTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc & 1 ? crc >> 1 ^ 0x82F63B78u : crc >> 1;
    }
    table[i] = crc;
  }
  return table;
}
constexpr std::array<uint32_t, 256> kCrcTable = MakeCrcTable();

bool TryLock(int fd) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(fd, F_OFD_SETLK, &lock) == 0;
}

std::string PathOf(const std::string& directory, const std::string& name) {
  return JoinPath(directory, name + std::string(kSuffix));
}

std::vector<std::string> NamesIn(const std::string& directory) {
  std::vector<std::string> names;
  DIR* dir = opendir(directory.c_str());
  while (dirent* entry = dir ? readdir(dir) : nullptr) {
    std::string_view file = entry->d_name;
    if (!file.ends_with(kSuffix)) continue;
    names.emplace_back(file.substr(0, file.size() - kSuffix.size()));
  }
  if (dir) closedir(dir);
  return names;
}

// A file of this user that has a name; otherwise -1.
int OpenOurs(const std::string& path, int mode) {
  int fd = OpenHigh(path, mode | O_NONBLOCK);
  struct stat st;
  if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
      st.st_nlink > 0 && st.st_uid == geteuid() &&
      static_cast<uint64_t>(st.st_size) <= kMaxFile) {
    return fd;
  }
  if (fd >= 0) close(fd);
  return -1;
}

}  // namespace

uint32_t Crc32c(std::string_view bytes) {
  uint32_t crc = ~0u;
  for (unsigned char c : bytes) crc = kCrcTable[(crc ^ c) & 255] ^ crc >> 8;
  return ~crc;
}

// Opens the file again by its name when the user closed it. REQUIRES: it was
// opened.
Status Spool::Hold() {
  if (fd_ >= 0 && FileId::Of(fd_) == id_) return {};
  fd_ = OpenOurs(PathOf(directory_, name_), O_RDWR | O_APPEND);
  const bool same = fd_ >= 0 && FileId::Of(fd_) == id_;
  if (same && TryLock(fd_) && IsThere(fd_)) return {};
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
  return {same ? Code::kBusy : Code::kNotFound,
          name_ + ": its descriptor was closed"};
}

int Spool::fd() { return id_ != FileId() && Hold().ok() ? fd_ : -1; }

Spool::~Spool() {
  if (fd() < 0) return;
  if (folded_ == end_) {
    unlink(PathOf(directory_, name_).c_str());
  }
  close(fd_);
}

Status Spool::OpenFile() {
  Status made = MakePrivateDirs(directory_);
  if (!made.ok()) return made;
  const std::string base = name_;
  for (int attempt = 1;; ++attempt) {
    std::string path = PathOf(directory_, name_);
    fd_ = OpenHigh(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND);
    if (fd_ < 0) return {Code::kUnavailable, path + ": " + strerror(errno)};
    auto id = FileId::Of(fd_);
    if (id && TryLock(fd_) && IsThere(fd_)) {
      id_ = *id;
      return {};
    }
    // Another shell took it for the spool of a dead shell before it was locked,
    // and is about to remove it.
    close(fd_);
    fd_ = -1;
    name_ = base + "." + std::to_string(attempt);
    if (attempt > 100) return {Code::kBusy, path + ": is taken"};
  }
}

// Writes the file under the same name, with its records at their offsets, so
// that every mark and origin holds.
Status Spool::PutBack() {
  const std::string path = PathOf(directory_, name_), fresh = path + ".new";
  auto failed = [&](int fd) {
    Status status(Code::kUnavailable, path + ": " + strerror(errno));
    if (fd >= 0) close(fd);
    unlink(fresh.c_str());
    return status;
  };
  Status made = MakePrivateDirs(directory_);
  if (!made.ok()) return made;
  std::string bytes(end_, '\0');
  auto size = static_cast<ssize_t>(end_);
  if (pread(fd_, bytes.data(), bytes.size(), 0) != size) return failed(-1);
  unlink(fresh.c_str());
  int fd = OpenHigh(fresh, O_RDWR | O_CREAT | O_EXCL | O_APPEND);
  IgnoreFileSizeSignal ignore;
  auto id = FileId::Of(fd);
  if (fd < 0 || !id || write(fd, bytes.data(), bytes.size()) != size ||
      !TryLock(fd) || rename(fresh.c_str(), path.c_str()) != 0) {
    return failed(fd);
  }
  close(fd_);
  fd_ = fd;
  id_ = *id;
  torn_ = false;
  return {};
}

Status Spool::Append(std::string_view payload) {
  if (payload.size() > kMaxPayload) {
    return {Code::kInvalidArgument, "too long for the spool"};
  }
  Status opened;
  if (id_ == FileId()) {
    opened = OpenFile();
  } else {
    opened = Hold();
    if (opened.ok() && FileId::Of(PathOf(directory_, name_)) != id_) {
      opened = PutBack();
    }
  }
  if (!opened.ok()) return opened;
  // A reader would not find a record behind a torn one.
  if (torn_ && ftruncate(fd_, static_cast<off_t>(end_)) != 0) {
    return {Code::kUnavailable, name_ + ": " + strerror(errno)};
  }
  torn_ = false;
  std::string record;
  record.reserve(kSpoolHeader + payload.size());
  PutLittle<uint32_t>(record, Crc32c(payload));
  PutLittle<uint32_t>(record, static_cast<uint32_t>(payload.size()));
  record.append(payload);
  IgnoreFileSizeSignal ignore;
  ssize_t n = write(fd_, record.data(), record.size());
  if (n == static_cast<ssize_t>(record.size())) {
    end_ += record.size();
    return {};
  }
  Status failed(Code::kUnavailable, name_ + ": " + strerror(errno));
  // The disk is full in the middle of a record: the record is cut off again.
  torn_ = n > 0 && ftruncate(fd_, static_cast<off_t>(end_)) != 0;
  return failed;
}

uint64_t Spool::StreamOf(std::string_view name) { return Hash64(name); }

std::vector<Spool::Found> Spool::Find(const std::string& directory,
                                      const std::string& own_name,
                                      bool living) {
  std::vector<Found> found;
  for (std::string& name : NamesIn(directory)) {
    if (name == own_name) continue;
    std::string path = PathOf(directory, name);
    int fd = OpenOurs(path, O_RDWR);
    if (fd < 0) continue;
    bool orphan = TryLock(fd);
    if (orphan || living) {
      found.push_back({std::move(name), std::move(path), fd, orphan});
    } else {
      close(fd);
    }
  }
  return found;
}

std::vector<Spool::Listed> Spool::List(const std::string& directory,
                                       const std::string& own_name) {
  std::vector<Listed> out;
  for (std::string& name : NamesIn(directory)) {
    if (name == own_name) continue;
    auto st = StatFile(PathOf(directory, name));
    if (!st) continue;
    out.push_back({std::move(name), static_cast<uint64_t>(st->st_size)});
  }
  return out;
}

int Spool::OpenToRead(const std::string& directory, const std::string& name) {
  return OpenOurs(PathOf(directory, name), O_RDONLY);
}

Spool::Summary Spool::Look(const std::string& directory) {
  Summary out;
  for (const std::string& name : NamesIn(directory)) {
    auto st = StatFile(PathOf(directory, name));
    if (!st) continue;
    int64_t written = st->st_mtime;
    out.oldest_s = out.files == 0 ? written : std::min(out.oldest_s, written);
    ++out.files;
    out.bytes += static_cast<size_t>(st->st_size);
  }
  return out;
}

bool Spool::IsThere(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

std::vector<std::pair<uint64_t, std::string>> Spool::Read(int fd,
                                                          uint64_t offset,
                                                          uint64_t* end) {
  std::vector<std::pair<uint64_t, std::string>> records;
  *end = offset;
  struct stat st;
  if (fstat(fd, &st) != 0) return records;
  uint64_t size = static_cast<uint64_t>(st.st_size);
  if (size <= offset || size > kMaxFile) return records;
  std::string bytes(size - offset, '\0');
  ssize_t n = pread(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
  if (n <= 0) return records;
  std::string_view rest(bytes.data(), static_cast<size_t>(n));
  while (rest.size() >= kSpoolHeader) {
    ByteReader header(rest);
    uint32_t crc = header.Little<uint32_t>();
    uint32_t length = header.Little<uint32_t>();
    // A power cut leaves zeros, which are their own checksum.
    if (length == 0 || length > kMaxPayload ||
        rest.size() - kSpoolHeader < length) {
      break;
    }
    std::string_view payload = rest.substr(kSpoolHeader, length);
    if (Crc32c(payload) != crc) break;
    *end += kSpoolHeader + length;
    records.emplace_back(*end, payload);
    rest.remove_prefix(kSpoolHeader + length);
  }
  return records;
}

void Spool::Remove(const Found& spool) {
  unlink(spool.path.c_str());
  close(spool.fd);
}

void Spool::Release(const Found& spool) { close(spool.fd); }

}  // namespace synapse
