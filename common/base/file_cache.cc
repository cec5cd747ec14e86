#include "base/file_cache.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

FileCache* current = nullptr;

// True if a directory that lists no such name, in upper or lower case, has no
// such file: not for letters beyond ASCII, which some file systems fold too, nor
// for the short names of vfat (PROGRA~1).
bool IsPlainName(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x80 && c != '~';
         });
}

// /proc has directories that it does not list.
bool IsListed(std::string_view path) {
  return path.starts_with('/') && !IsBelow(path, "/proc");
}

}  // namespace

FileCache::Scope::Scope(FileCache& what, const std::string& directory)
    : outer_(current) {
  what.ForgetIfOld(directory);
  current = &what;
}

FileCache::Scope::~Scope() { current = outer_; }

FileCache* FileCache::Current() { return current; }

void FileCache::Leave() { current = nullptr; }

void FileCache::ForgetIfOld(const std::string& directory) {
  struct stat now = {};
  if (!OnSlowMount(directory)) (void)stat(directory.c_str(), &now);
  const int64_t now_us = Clock::MonotonicUs();
  if (now_us - since_us_ <= kMaxAgeUs && now.st_dev == before_.st_dev &&
      now.st_ino == before_.st_ino &&
      now.st_mtim.tv_sec == before_.st_mtim.tv_sec &&
      now.st_mtim.tv_nsec == before_.st_mtim.tv_nsec) {
    return;
  }
  Forget();
  since_us_ = now_us;
  before_ = now;
}

void FileCache::Forget() {
  since_us_ = 0;
  answers_.clear();
  directories_.clear();
  texts_.clear();
  text_bytes_ = 0;
}

int FileCache::Ask(Call call, const std::string& path, struct stat* found) {
  std::string key(1, static_cast<char>(call));
  key += path;
  auto known = answers_.find(key);
  if (known == answers_.end()) {
    if (answers_.size() >= kMaxAnswers) answers_.clear();
    Answer answer;
    int failed = 0;
    if (IsAbsent(path)) {
      answer.error = ENOENT;
    } else if (OnSlowMount(call == Call::kLstat ? std::string(DirName(path))
                                                : path)) {
      answer.error = ETIMEDOUT;  // lstat(2) does not follow the last link
    } else if (call == Call::kStat) {
      failed = stat(path.c_str(), &answer.found);
    } else if (call == Call::kLstat) {
      failed = lstat(path.c_str(), &answer.found);
    } else {
      failed = access(path.c_str(), X_OK);
    }
    if (failed) {
      answer.error = errno;
      if (answer.error == ENOENT) NoteAbsent(path);
    }
    known = answers_.emplace(std::move(key), answer).first;
  }
  if (found) *found = known->second.found;
  return known->second.error;
}

FileCache::Directory* FileCache::DirectoryOf(std::string_view path) {
  if (!IsListed(path) || !IsPlainName(BaseName(path))) return nullptr;
  if (directories_.size() >= kMaxDirectories) directories_.clear();
  return &directories_[std::string(DirName(path))];
}

bool FileCache::IsAbsent(const std::string& path) {
  if (!IsListed(path) || !IsPlainName(BaseName(path))) return false;
  const auto at = directories_.find(std::string(DirName(path)));
  if (at == directories_.end() || !at->second.complete) return false;
  return !std::binary_search(at->second.names.begin(), at->second.names.end(),
                             AsciiLower(BaseName(path)));
}

void FileCache::NoteAbsent(const std::string& path) {
  Directory* directory = DirectoryOf(path);
  if (!directory || directory->read || ++directory->missed < 2) return;
  Read(std::string(DirName(path)), *directory);
}

void FileCache::Read(const std::string& path, Directory& directory) {
  directory.read = true;
  DIR* dir = opendir(path.c_str());
  if (!dir) {
    // Nothing is below a path that is not there.
    directory.complete = errno == ENOENT;
    return;
  }
  errno = 0;
  const dirent* entry = readdir(dir);
  for (; entry && directory.names.size() < kMaxNames; entry = readdir(dir)) {
    directory.names.push_back(AsciiLower(entry->d_name));
  }
  directory.complete = !entry && errno == 0;
  closedir(dir);
  if (!directory.complete) directory.names = {};
  std::sort(directory.names.begin(), directory.names.end());
}

const std::string* FileCache::TextOf(const std::string& path) const {
  const auto at = texts_.find(path);
  return at == texts_.end() ? nullptr : &at->second;
}

void FileCache::KeepText(const std::string& path, std::string_view text) {
  if (text.size() > kMaxTextOfFile || text_bytes_ + text.size() > kMaxText ||
      texts_.size() >= kMaxAnswers) {
    return;
  }
  if (texts_.emplace(path, text).second) text_bytes_ += text.size();
}

}  // namespace synapse
