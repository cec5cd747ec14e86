// Files: the few file-system calls that Synapse makes, each bounded and each
// saying what happens on error. Nothing here prints; nothing follows a symlink
// when it creates.
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

// The XDG paths of one user. Empty strings where there is no home.
struct PathSet {
  std::string home;
  std::string data;    // $XDG_DATA_HOME/synapse
  std::string config;  // $XDG_CONFIG_HOME/synapse
  std::string cache;   // $XDG_CACHE_HOME/synapse
  // Reads HOME and XDG_*; falls back to the password database for HOME.
  static PathSet FromEnvironment();
};
// The configuration file; "" where there is no home.
std::string ConfigPath(const PathSet& paths);

// open(2) with mode 0600, close-on-exec and no symlink followed, at 64 or above
// where there is room: users redirect the descriptors below. -1 and errno.
int OpenHigh(const std::string& path, int flags);

// The whole file, or kNotFound / kInvalidArgument (not a regular file, larger
// than `max_bytes`). Never blocks on a fifo or a terminal.
Result<std::string> ReadFile(const std::string& path,
                             size_t max_bytes = 16 << 20);

// kUnavailable unless `path`, or the nearest directory above it that is there, is
// this user's; a parent may also be root's, and a link on the way is one of
// them. With somebody else's HOME, as in `sudo -E zsh`, nothing is made in it:
// they could not use what is root's, and could lead it astray.
Status CheckOwner(const std::string& path);

// Writes through a temporary file and rename, mode 0600. A link of this user's
// own is followed; another user's file, directory or link is refused.
Status WriteFileAtomically(const std::string& path, std::string_view bytes);

// mkdir -p with mode 0700 for what is created.
Status MakePrivateDirs(const std::string& path);

// Which file a descriptor or a path leads to. The shell's user may close a
// descriptor of ours (`exec 70>&-`) and open a file of their own, which then has
// its number: before a write the two are compared.
struct FileId {
  uint64_t device = 0, inode = 0;
  static std::optional<FileId> Of(int fd);
  static std::optional<FileId> Of(const std::string& path);
  bool operator==(const FileId&) const = default;
};

// stat(2); nothing when the path cannot be reached.
std::optional<struct stat> StatFile(const std::string& path);
bool IsDirectory(const std::string& path);
bool IsRegularFile(const std::string& path);

// "a" + "b" with exactly one slash; an absolute `name` wins.
std::string JoinPath(std::string_view dir, std::string_view name);
std::string_view BaseName(std::string_view path);
std::string_view DirName(std::string_view path);

// The nearest directory from `from` upwards that holds `name`, at most
// `levels` steps and never above `/`.
std::optional<std::string> FindUpwards(std::string from, std::string_view name,
                                       int levels = 32);

// While it lives, a write beyond the file-size limit is an error of that write,
// not the process's death by SIGXFSZ; nor is it afterwards, where the signal was
// blocked and waits.
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

// The path of the running program; "" when the kernel does not say.
std::string ExecutablePath();

// Expands a leading `~`, by HOME, or `~user`, by /etc/passwd; the input when
// there is nothing to expand.
std::string ExpandTilde(std::string_view path);

}  // namespace synapse
