#include "source/directory_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "base/clock.h"
#include "base/files.h"

namespace synapse {
namespace {

// The kernel's record (getdents64(2)). glibc's readdir allocates and hides the
// position.
struct KernelEntry {
  uint64_t inode;
  int64_t offset;
  uint16_t record_length;
  unsigned char type;
  char name[];
};

}  // namespace

bool Listing::Open(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  fd_ = fcntl(fd, F_DUPFD_CLOEXEC, 64);
  if (fd_ < 0) {
    fd_ = fd;
  } else {
    close(fd);
  }
  path_ = path;
  id_ = FileId::Of(fd_).value_or(FileId());
  return true;
}

bool Listing::IsOurs() const { return FileId::Of(fd_) == id_; }

void Listing::ReadOn(Budget& budget) {
  if (fd_ >= 0 && !IsOurs()) {
    Clear();
    Open(std::string(path_));
  }
  alignas(8) char buffer[32768];
  while (fd_ >= 0 && !budget.SpentNow()) {
    long n = syscall(SYS_getdents64, fd_, buffer, sizeof buffer);
    if (n <= 0) {
      Close();
      return;
    }
    for (long at = 0; at < n;) {
      auto* entry = reinterpret_cast<KernelEntry*>(buffer + at);
      at += entry->record_length;
      std::string_view name(entry->name);
      if (name == "." || name == "..") continue;
      entries_.push_back({static_cast<uint32_t>(names_.size()),
                          static_cast<uint16_t>(name.size()), entry->type});
      names_.append(name);
    }
  }
}

void Listing::Clear() {
  Close();
  names_.clear();
  entries_.clear();
}

void Listing::Close() {
  if (fd_ >= 0 && IsOurs()) close(fd_);
  fd_ = -1;
}

const Listing* DirectoryCache::Get(const std::string& path, Budget& budget) {
  int64_t now = Clock::MonotonicUs();
  auto at = std::find_if(entries_.begin(), entries_.end(),
                         [&](const Entry& s) { return s.path == path; });
  if (at != entries_.end() && now - at->read_us > kTtlUs) {
    entries_.erase(at);
    at = entries_.end();
  }
  if (at == entries_.end()) {
    if (OnSlowMount(path)) return nullptr;
    entries_.emplace_front();
    entries_.front().path = path;
    entries_.front().read_us = now;
    if (!entries_.front().listing.Open(path)) {
      entries_.pop_front();
      return nullptr;
    }
    if (entries_.size() > kMaxDirectories) entries_.pop_back();
  } else {
    entries_.splice(entries_.begin(), entries_, at);
  }
  entries_.front().listing.ReadOn(budget);
  return &entries_.front().listing;
}

}  // namespace synapse
