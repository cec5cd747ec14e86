// Files: the few file-system calls that Synapse makes. Each call is bounded and
// documents its errors. Nothing here prints. No call that creates a file
// follows a symlink.
//
// Tested by tests/base/base_test.cc.
#pragma once

#include <sys/stat.h>

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace synapse {

// The XDG paths of one user. The strings are empty when there is no home.
struct PathSet {
  std::string home;
  std::string data;    // $XDG_DATA_HOME/synapse
  std::string config;  // $XDG_CONFIG_HOME/synapse
  std::string cache;   // $XDG_CACHE_HOME/synapse
  // Reads HOME and XDG_*; falls back to the password database for HOME.
  static PathSet FromEnvironment();
};
// The configuration file; "" when there is no home.
std::string ConfigPath(const PathSet& paths);

// open(2) with mode 0600, close-on-exec, and no symlink followed. The
// descriptor is 64 or above if possible, because users redirect lower ones.
// Returns -1 and sets errno on error.
int OpenHigh(const std::string& path, int flags);

// Reads the whole file. Returns kNotFound, or kInvalidArgument for a file that
// is not regular or is larger than `max_bytes`. Never blocks on a fifo or a
// terminal.
Result<std::string> ReadFile(const std::string& path,
                             size_t max_bytes = 16 << 20);

// Returns kUnavailable unless this user owns `path`, or the nearest existing
// directory above it. A parent directory and a link on the path may also belong
// to root. With the HOME of another user, as in `sudo -E zsh`, nothing is
// created there: that user could not use files of root, and could redirect them
// with a link.
Status CheckOwner(const std::string& path);

// Writes through a temporary file and rename, mode 0600. A link that this user
// owns is followed. A file, directory or link of another user is an error, as
// is a pipe, a device or a directory of that name.
Status WriteFileAtomically(const std::string& path, std::string_view bytes);

// mkdir -p; new directories get mode 0700.
Status MakePrivateDirs(const std::string& path);

// Identifies the file behind a descriptor or a path. The user may close one of
// our descriptors (`exec 70>&-`) and open another file, which then gets the
// same number. The two ids are compared before a write.
struct FileId {
  uint64_t device = 0, inode = 0;
  static std::optional<FileId> Of(int fd);
  static std::optional<FileId> Of(const std::string& path);
  bool operator==(const FileId&) const = default;
};

// stat(2) and lstat(2); no value when the path cannot be reached, and errno says
// why. At a key they, CanExecute() and ReadFile() answer from memory what this
// prompt asked before (base/file_cache.h).
std::optional<struct stat> StatFile(const std::string& path);
std::optional<struct stat> LinkStatus(const std::string& path);
// access(2) with X_OK: also true for a directory that can be entered.
bool CanExecute(const std::string& path);
// When the file was created, in ms since 1970; no value where the file system
// does not record it, or the kernel is older than 4.11.
std::optional<int64_t> BirthMs(const std::string& path);
bool IsDirectory(const std::string& path);
bool IsRegularFile(const std::string& path);

// Joins "a" and "b" with exactly one slash. An absolute `name` is returned
// unchanged.
std::string JoinPath(std::string_view dir, std::string_view name);
std::string_view BaseName(std::string_view path);
std::string_view DirName(std::string_view path);
// True for the directory and for paths in it. REQUIRES: both are absolute, and
// the directory has no slash at its end; "" has nothing below it.
bool IsBelow(std::string_view path, std::string_view directory);

// The nearest directory from `from` upwards that holds `name`, at most `levels`
// steps up and never above `/`.
std::optional<std::string> FindUpwards(std::string from, std::string_view name,
                                       int levels = 32);

// While it lives, a write beyond the file-size limit returns an error instead
// of killing the process with SIGXFSZ. A signal that was blocked and is pending
// is discarded at the end.
class IgnoreFileSizeSignal {
 public:
  IgnoreFileSizeSignal();
  ~IgnoreFileSizeSignal();
  IgnoreFileSizeSignal(const IgnoreFileSizeSignal&) = delete;
  IgnoreFileSizeSignal& operator=(const IgnoreFileSizeSignal&) = delete;

 private:
  struct sigaction old_;
};

// True when `path` leads to a mount that may block for ever (nfs, cifs, sshfs
// and other FUSE), by the mount table (base/mounts.h).
bool OnSlowMount(const std::string& path);

// The path of the running program; "" when the kernel does not report it.
std::string ExecutablePath();

// Expands a leading `~` from HOME, or `~user` from /etc/passwd. Returns the
// input when there is nothing to expand.
std::string ExpandTilde(std::string_view path);

}  // namespace synapse
