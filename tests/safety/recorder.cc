#include "tests/safety/recorder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <filesystem>

namespace synapse::testing {
namespace {

Recorder* recording = nullptr;
bool another_boot = false;
int write_error = 0;

}  // namespace

Recorder::Recorder(std::string directory)
    : directory_(std::filesystem::canonical(directory)) {
  recording = this;
}
Recorder::~Recorder() { recording = nullptr; }

void Recorder::Note(std::string note) {
  operations_.push_back({Kind::kNote, "", 0, std::move(note)});
}

std::string Recorder::Relative(std::string path) const {
  if (!path.starts_with(directory_ + "/")) return "";
  return path.substr(directory_.size() + 1);
}

std::string Recorder::PathOf(int fd) const {
  char path[4096];
  std::string link = "/proc/self/fd/" + std::to_string(fd);
  ssize_t n = readlink(link.c_str(), path, sizeof path);
  return n > 0 ? Relative(std::string(path, static_cast<size_t>(n))) : "";
}

void Recorder::Add(Kind kind, int fd, uint64_t offset, std::string_view bytes) {
  int saved = errno;
  std::string path = PathOf(fd);
  if (!path.empty()) {
    operations_.push_back({kind, path, offset, std::string(bytes)});
  }
  errno = saved;
}

void Recorder::AddPath(Kind kind, const char* path, const char* to) {
  std::string from = Relative(path);
  if (from.empty()) return;
  operations_.push_back({kind, from, 0, to ? Relative(to) : ""});
}

std::map<std::string, std::string> Recorder::Image(
    size_t count, Unsynced unsynced, std::mt19937_64& random) const {
  constexpr uint64_t kSector = 512;
  // The last sync of each file, among these operations.
  std::map<std::string, size_t> synced;
  for (size_t i = 0; i < count; ++i) {
    if (operations_[i].kind == Kind::kSync) synced[operations_[i].path] = i;
  }
  std::map<std::string, std::string> files;
  for (size_t i = 0; i < count; ++i) {
    const Operation& o = operations_[i];
    auto at = synced.find(o.path);
    bool lasts = at != synced.end() && i < at->second;
    if (o.kind == Kind::kRemove) files.erase(o.path);
    if (o.kind == Kind::kRename) {
      // The files in a directory move with it.
      std::map<std::string, std::string> moved;
      for (auto file = files.begin(); file != files.end();) {
        bool inside =
            file->first == o.path || file->first.starts_with(o.path + "/");
        if (!inside) {
          ++file;
          continue;
        }
        moved[o.bytes + file->first.substr(o.path.size())] =
            std::move(file->second);
        file = files.erase(file);
      }
      files.merge(moved);
    }
    if (o.kind == Kind::kTruncate) files[o.path].resize(o.offset);
    if (o.kind != Kind::kWrite) continue;
    std::string& file = files[o.path];
    for (uint64_t from = 0; from < o.bytes.size();) {
      uint64_t to = std::min<uint64_t>(
          (o.offset + from) / kSector * kSector + kSector - o.offset,
          o.bytes.size());
      bool there = lasts || unsynced == Unsynced::kAll ||
                   (unsynced == Unsynced::kSome && random() % 2);
      if (there) {
        if (file.size() < o.offset + to) file.resize(o.offset + to);
        memcpy(file.data() + o.offset + from, o.bytes.data() + from, to - from);
      }
      from = to;
    }
  }
  return files;
}

void PretendAnotherBoot(bool on) { another_boot = on; }

void FailWrites(int error) { write_error = error; }

bool IsRefused(int fd) {
  struct stat st;
  if (write_error == 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    return false;
  }
  errno = write_error;
  return true;
}

}  // namespace synapse::testing

// ---- the calls -------------------------------------------------------------

using synapse::testing::another_boot;
using synapse::testing::IsRefused;
using synapse::testing::Recorder;
using synapse::testing::recording;

namespace {

std::string Joined(const iovec* parts, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    out.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  }
  return out;
}

uint64_t EndOf(int fd) {
  int flags = fcntl(fd, F_GETFL);
  off_t at =
      lseek(fd, 0, flags >= 0 && (flags & O_APPEND) ? SEEK_END : SEEK_CUR);
  return at < 0 ? 0 : static_cast<uint64_t>(at);
}

int OpenAt(const char* path, int flags, va_list args) {
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
  if (another_boot && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) {
    path = "/proc/sys/kernel/random/uuid";
  }
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

ssize_t write(int fd, const void* data, size_t size) {
  if (IsRefused(fd)) return -1;
  uint64_t at = recording ? EndOf(fd) : 0;
  ssize_t n = syscall(SYS_write, fd, data, size);
  if (recording && n > 0) {
    recording->Add(Recorder::Kind::kWrite, fd, at,
                   {static_cast<const char*>(data), static_cast<size_t>(n)});
  }
  return n;
}

ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset) {
  if (IsRefused(fd)) return -1;
  ssize_t n = syscall(SYS_pwrite64, fd, data, size, offset);
  if (recording && n > 0) {
    recording->Add(Recorder::Kind::kWrite, fd, static_cast<uint64_t>(offset),
                   {static_cast<const char*>(data), static_cast<size_t>(n)});
  }
  return n;
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) {
  return pwrite64(fd, data, size, offset);
}

ssize_t pwritev64(int fd, const iovec* parts, int count, off64_t offset) {
  if (IsRefused(fd)) return -1;
  ssize_t n = syscall(SYS_pwritev, fd, parts, count, offset, 0);
  if (recording && n > 0) {
    recording->Add(Recorder::Kind::kWrite, fd, static_cast<uint64_t>(offset),
                   std::string_view(Joined(parts, count))
                       .substr(0, static_cast<size_t>(n)));
  }
  return n;
}
ssize_t pwritev(int fd, const iovec* parts, int count, off_t offset) {
  return pwritev64(fd, parts, count, offset);
}
ssize_t writev(int fd, const iovec* parts, int count) {
  if (IsRefused(fd)) return -1;
  uint64_t at = recording ? EndOf(fd) : 0;
  ssize_t n = syscall(SYS_writev, fd, parts, count);
  if (recording && n > 0) {
    recording->Add(Recorder::Kind::kWrite, fd, at, Joined(parts, count));
  }
  return n;
}

int fdatasync(int fd) {
  int rc = static_cast<int>(syscall(SYS_fdatasync, fd));
  if (recording && rc == 0) recording->Add(Recorder::Kind::kSync, fd, 0, "");
  return rc;
}
int fsync(int fd) {
  int rc = static_cast<int>(syscall(SYS_fsync, fd));
  if (recording && rc == 0) recording->Add(Recorder::Kind::kSync, fd, 0, "");
  return rc;
}

int ftruncate64(int fd, off64_t size) noexcept {
  int rc = static_cast<int>(syscall(SYS_ftruncate, fd, size));
  if (recording && rc == 0) {
    recording->Add(Recorder::Kind::kTruncate, fd, static_cast<uint64_t>(size),
                   "");
  }
  return rc;
}
int ftruncate(int fd, off_t size) noexcept { return ftruncate64(fd, size); }

int unlink(const char* path) noexcept {
  int rc = static_cast<int>(syscall(SYS_unlink, path));
  if (recording && rc == 0) {
    recording->AddPath(Recorder::Kind::kRemove, path, nullptr);
  }
  return rc;
}
int rename(const char* from, const char* to) noexcept {
  int rc = static_cast<int>(syscall(SYS_rename, from, to));
  if (recording && rc == 0) {
    recording->AddPath(Recorder::Kind::kRename, from, to);
  }
  return rc;
}

int open(const char* path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  int fd = OpenAt(path, flags, args);
  va_end(args);
  return fd;
}
int open64(const char* path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  int fd = OpenAt(path, flags | O_LARGEFILE, args);
  va_end(args);
  return fd;
}

}  // extern "C"
#pragma GCC visibility pop
