#include "store/replacement.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/files.h"

namespace synapse {
namespace {

constexpr const char* kNew = ".new";
constexpr const char* kOld = ".old";

void SyncDirectory(const std::string& directory) {
  int fd = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  (void)fsync(fd);
  close(fd);
}

// With an exchange there is a directory of that name at every moment.
Status Exchange(const std::string& directory) {
  const std::string fresh = directory + kNew, old = directory + kOld;
  if (renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, directory.c_str(),
                RENAME_EXCHANGE) == 0) {
    return {};
  }
  if (rename(directory.c_str(), old.c_str()) == 0) {
    if (rename(fresh.c_str(), directory.c_str()) == 0) return {};
    (void)rename(old.c_str(), directory.c_str());
  }
  return {Code::kUnavailable, directory + ": " + strerror(errno)};
}

void RemoveLeftovers(const std::string& directory) {
  RemoveEnvironment(directory + kNew);
  RemoveEnvironment(directory + kOld);
}

}  // namespace

Status ReplaceEnvironment(
    const std::string& directory,
    const std::function<Status(const std::string& fresh)>& make) {
  RemoveLeftovers(directory);
  Status replaced = make(directory + kNew);
  if (replaced.ok()) replaced = Exchange(directory);
  // After an exchange, NAME.new has the old files.
  RemoveLeftovers(directory);
  SyncDirectory(std::string(DirName(directory)));
  return replaced;
}

void RestoreReplaced(const std::string& directory) {
  const std::string old = directory + kOld;
  if (!StatFile(directory) && IsDirectory(old)) {
    (void)rename(old.c_str(), directory.c_str());
  }
}

void SweepReplacement(Env& env) {
  const std::string& directory = env.directory();
  if (IsDirectory(directory + kNew) || IsDirectory(directory + kOld)) {
    (void)env.WithLock([&] { RemoveLeftovers(directory); });
  }
}

void RemoveEnvironment(const std::string& directory) {
  Env::Remove(directory);
  rmdir(directory.c_str());
}

}  // namespace synapse
