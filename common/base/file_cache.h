// FileCache: what the file system holds around a prompt, each thing asked once.
//
// A key asks for the same files many times over: `.git` on the way up, each word
// of a line that may be a path, the file that a reader read at the key before.
// While a FileCache::Scope lives, StatFile(), LinkStatus(), CanExecute() and
// ReadFile() (base/files.h) answer a second question from memory.
//
// Absent:  the second missing name of a directory reads the directory, and other
//          missing names cost no system call. A directory with more than
//          kMaxNames names is not read. File systems that fold names (vfat) are
//          asked whenever a name may be another spelling of an entry.
// Slow:    nothing on a mount whose server may be dead is asked for, nor what a
//          link there leads to (base/mounts.h): the error is ETIMEDOUT.
// Age:     answers are forgotten at the next prompt, when the directory of the
//          prompt has changed, and after kMaxAgeUs: other programs change files
//          while a line is typed.
// Memory:  bounded by kMaxAnswers, kMaxDirectories, kMaxNames and kMaxText.
//
// Tested by tests/base/file_cache_test.cc.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace synapse {

class FileCache {
 public:
  static constexpr int64_t kMaxAgeUs = 500'000;
  static constexpr size_t kMaxAnswers = 1000, kMaxDirectories = 32,
                          kMaxNames = 500;
  static constexpr size_t kMaxText = 128 << 10, kMaxTextOfFile = 16 << 10;

  FileCache() = default;
  FileCache(const FileCache&) = delete;
  FileCache& operator=(const FileCache&) = delete;

  // While it lives, the functions of base/files.h use `what`. Scopes nest.
  // `directory`: whose change makes all answers old.
  class Scope {
   public:
    Scope(FileCache& what, const std::string& directory);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    FileCache* const outer_;
  };
  // Of the innermost scope; null outside of any.
  static FileCache* Current();
  // Ends the use of every scope: a process in the background, which makes files,
  // is a copy of one that may have asked for them.
  static void Leave();

  void Forget();

  enum class Call : char { kStat, kLstat, kExecute };
  // 0, or the error of stat(2), lstat(2), or access(2) with X_OK; `found` is set
  // by the first two if it is not null.
  int Ask(Call call, const std::string& path, struct stat* found);
  // True if the path is known to be missing.
  bool IsAbsent(const std::string& path);
  // Says that an open(2) did not find the path.
  void NoteAbsent(const std::string& path);
  // The text that was kept for a file; null if there is none.
  const std::string* TextOf(const std::string& path) const;
  void KeepText(const std::string& path, std::string_view text);

 private:
  struct Answer {
    int error = 0;
    struct stat found = {};
  };
  struct Directory {
    int missed = 0;  // names that were not found
    bool read = false, complete = false;
    std::vector<std::string> names = {};  // in lower case, sorted
  };
  Directory* DirectoryOf(std::string_view path);
  static void Read(const std::string& path, Directory& directory);

  void ForgetIfOld(const std::string& directory);

  int64_t since_us_ = 0;
  struct stat before_ = {};                          // of the directory
  std::unordered_map<std::string, Answer> answers_;  // by call and path
  std::unordered_map<std::string, Directory> directories_;
  std::unordered_map<std::string, std::string> texts_;
  size_t text_bytes_ = 0;
};

}  // namespace synapse
