#include "base/files.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "base/file_cache.h"

namespace synapse {
namespace {

std::string FromEnv(const char* name) {
  const char* value = getenv(name);
  return value ? value : "";
}

std::string ErrnoText(const std::string& what) {
  return what + ": " + strerror(errno);
}

// The home directory of this user from the password database, which may ask a
// directory service. Used only at the start of a process without HOME.
std::string OwnHome() {
  char buffer[4096];
  passwd entry, *found = nullptr;
  int rc = getpwuid_r(getuid(), &entry, buffer, sizeof buffer, &found);
  return rc == 0 && found && found->pw_dir ? found->pw_dir : "";
}

// The home directory of another user, from passwd(5) alone: the keystroke path
// must not wait for a directory service.
std::string HomeOf(std::string_view user) {
  auto text = ReadFile("/etc/passwd", size_t{1} << 20);
  if (!text.ok()) return "";
  std::string_view rest = *text;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (!line.starts_with(user) || !line.substr(user.size()).starts_with(':')) {
      continue;
    }
    size_t home = 0;
    for (int colons = 0; colons < 5 && home != line.npos; ++colons) {
      home = line.find(':', home);
      if (home != line.npos) ++home;
    }
    if (home == line.npos) return "";
    return std::string(line.substr(home, line.find(':', home) - home));
  }
  return "";
}

std::string XdgPath(const char* variable, const std::string& home,
                    const char* fallback) {
  std::string base = FromEnv(variable);
  // The XDG specification says that a relative path is invalid and is ignored.
  if (base.empty() || base[0] != '/') {
    if (home.empty()) return "";
    base = JoinPath(home, fallback);
  }
  return JoinPath(base, "synapse");
}

}  // namespace

PathSet PathSet::FromEnvironment() {
  PathSet p;
  p.home = FromEnv("HOME");
  if (p.home.empty()) p.home = OwnHome();
  p.data = XdgPath("XDG_DATA_HOME", p.home, ".local/share");
  p.config = FromEnv("SYNAPSE_CONFIG_DIR");
  if (p.config.empty() || p.config[0] != '/') {
    p.config = XdgPath("XDG_CONFIG_HOME", p.home, ".config");
  }
  p.cache = XdgPath("XDG_CACHE_HOME", p.home, ".cache");
  return p;
}

std::string ConfigPath(const PathSet& paths) {
  return paths.config.empty() ? "" : JoinPath(paths.config, "config.json");
}

int OpenHigh(const std::string& path, int flags) {
  int low = open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (low < 0) return -1;
  int high = fcntl(low, F_DUPFD_CLOEXEC, 64);
  if (high < 0) return low;
  close(low);
  return high;
}

namespace {

// ReadFile() without a memory.
Result<std::string> ReadFileNow(const std::string& path, size_t max_bytes) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) {
    return {errno == ENOENT || errno == ENOTDIR ? Code::kNotFound
                                                : Code::kUnavailable,
            ErrnoText(path)};
  }
  struct stat st;
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    close(fd);
    return {Code::kInvalidArgument, path + ": not a regular file"};
  }
  if (static_cast<uint64_t>(st.st_size) > max_bytes) {
    close(fd);
    return {Code::kInvalidArgument,
            path + ": larger than " + std::to_string(max_bytes) + " bytes"};
  }
  std::string out;
  // Files under /proc report size 0 and have content: read until the end.
  constexpr size_t kUnknownSize = 4095;
  out.resize((st.st_size > 0 ? static_cast<size_t>(st.st_size) : kUnknownSize) +
             1);
  size_t used = 0;
  while (used <= max_bytes) {
    if (used == out.size()) out.resize(out.size() * 2);
    ssize_t n = read(fd, out.data() + used, out.size() - used);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      Status failed(Code::kUnavailable, ErrnoText(path));
      close(fd);
      return failed;
    }
    if (n == 0) break;
    used += static_cast<size_t>(n);
  }
  close(fd);
  out.resize(used);
  return out;
}

}  // namespace

Result<std::string> ReadFile(const std::string& path, size_t max_bytes) {
  FileCache* here = FileCache::Current();
  if (!here || path.starts_with("/proc/")) return ReadFileNow(path, max_bytes);
  const std::string* kept = here->TextOf(path);
  if (kept && kept->size() <= max_bytes) return *kept;
  if (OnSlowMount(path)) {
    errno = ETIMEDOUT;
    return {Code::kUnavailable, ErrnoText(path)};
  }
  if (here->IsAbsent(path)) {
    errno = ENOENT;
    return {Code::kNotFound, ErrnoText(path)};
  }
  Result<std::string> text = ReadFileNow(path, max_bytes);
  if (text.ok()) {
    here->KeepText(path, *text);
  } else if (text.status().code() == Code::kNotFound) {
    here->NoteAbsent(path);
  }
  return text;
}

// A symbolic link in `path`, at any depth, that neither this user nor root
// made; "" when there is none.
static std::string ForeignLink(const std::string& path) {
  for (size_t slash = 0; slash != path.npos;) {
    slash = path.find('/', slash + 1);
    const std::string part = path.substr(0, slash);
    struct stat st;
    if (lstat(part.c_str(), &st) != 0) return "";
    const bool trusted = st.st_uid == geteuid() || st.st_uid == 0;
    if (S_ISLNK(st.st_mode) && !trusted) return part;
  }
  return "";
}

Status CheckOwner(const std::string& path) {
  if (std::string link = ForeignLink(path); !link.empty()) {
    return {Code::kUnavailable, link + ": is a link of another user"};
  }
  std::string nearest = path;
  auto st = StatFile(nearest);
  while (!st && nearest.size() > 1) {
    nearest = std::string(DirName(nearest));
    st = StatFile(nearest);
  }
  const bool there = nearest == path;
  if (st && (st->st_uid == geteuid() || (!there && st->st_uid == 0))) return {};
  return {Code::kUnavailable, nearest + ": belongs to another user"};
}

// The path to write for `path`. A link that this user owns is followed, for
// example one that leads into a repository of settings.
static Result<std::string> PathToWrite(const std::string& path) {
  std::string target = path;
  struct stat st;
  if (lstat(path.c_str(), &st) == 0 && S_ISLNK(st.st_mode)) {
    if (st.st_uid != geteuid()) {
      return {Code::kUnavailable, path + ": is a link of another user"};
    }
    char real[PATH_MAX];
    if (!realpath(path.c_str(), real)) {
      return {Code::kUnavailable, ErrnoText(path)};
    }
    target = real;
  }
  // A rename would put a file in the place of a pipe or of /dev/null.
  if (const auto there = StatFile(target); there && !S_ISREG(there->st_mode)) {
    return {Code::kInvalidArgument, path + ": not a regular file"};
  }
  Status owned = CheckOwner(target);
  if (owned.ok()) owned = CheckOwner(std::string(DirName(target)));
  if (!owned.ok()) return owned;
  return target;
}

Status WriteFileAtomically(const std::string& path, std::string_view bytes) {
  auto target = PathToWrite(path);
  if (!target.ok()) return target.status();
  std::string temporary = *target + ".tmp." + std::to_string(getpid());
  int fd = open(temporary.c_str(),
                O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return {Code::kUnavailable, ErrnoText(temporary)};
  IgnoreFileSizeSignal ignore;
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t n = write(fd, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  bool written = done == bytes.size() && fsync(fd) == 0;
  int error = errno;
  close(fd);
  errno = error;
  if (!written || rename(temporary.c_str(), target->c_str()) != 0) {
    Status failed(Code::kUnavailable, ErrnoText(*target));
    unlink(temporary.c_str());
    return failed;
  }
  return {};
}

namespace {

// Root could make the home directory of anybody; a daemon's does not exist.
Status CheckHome(const std::string& path) {
  const std::string home = PathSet::FromEnvironment().home;
  const bool inside = !home.empty() && home != "/" && path.starts_with(home) &&
                      (path.size() == home.size() || home.ends_with('/') ||
                       path[home.size()] == '/');
  if (!inside || IsDirectory(home)) return {};
  return {Code::kUnavailable, home + ": the home directory does not exist"};
}

}  // namespace

Status MakePrivateDirs(const std::string& path) {
  if (Status home = CheckHome(path); !home.ok()) return home;
  for (size_t at = 1; at <= path.size(); ++at) {
    if (at < path.size() && path[at] != '/') continue;
    std::string part = path.substr(0, at);
    if (mkdir(part.c_str(), 0700) == 0 || errno == EEXIST) continue;
    Status failed(Code::kUnavailable, ErrnoText(part));
    if (errno != EROFS || !IsDirectory(part)) return failed;
  }
  if (!IsDirectory(path)) {
    return {Code::kUnavailable, path + ": not a directory"};
  }
  return {};
}

namespace {

std::optional<FileId> IdOf(int failed, const struct stat& st) {
  if (failed) return std::nullopt;
  return FileId{st.st_dev, st.st_ino};
}

}  // namespace

std::optional<FileId> FileId::Of(int fd) {
  struct stat st;
  int failed = fstat(fd, &st);
  return IdOf(failed, st);
}

std::optional<FileId> FileId::Of(const std::string& path) {
  struct stat st;
  int failed = stat(path.c_str(), &st);
  return IdOf(failed, st);
}

std::optional<struct stat> StatFile(const std::string& path) {
  struct stat st;
  if (FileCache* here = FileCache::Current()) {
    errno = here->Ask(FileCache::Call::kStat, path, &st);
    if (errno != 0) return std::nullopt;
  } else if (stat(path.c_str(), &st) != 0) {
    return std::nullopt;
  }
  return st;
}

std::optional<struct stat> LinkStatus(const std::string& path) {
  struct stat st;
  if (FileCache* here = FileCache::Current()) {
    errno = here->Ask(FileCache::Call::kLstat, path, &st);
    if (errno != 0) return std::nullopt;
  } else if (lstat(path.c_str(), &st) != 0) {
    return std::nullopt;
  }
  return st;
}

bool CanExecute(const std::string& path) {
  if (FileCache* here = FileCache::Current()) {
    return here->Ask(FileCache::Call::kExecute, path, nullptr) == 0;
  }
  return access(path.c_str(), X_OK) == 0;
}

std::optional<int64_t> BirthMs(const std::string& path) {
#ifdef STATX_BTIME
  struct statx st;
  if (statx(AT_FDCWD, path.c_str(), AT_STATX_SYNC_AS_STAT, STATX_BTIME, &st) ==
          0 &&
      (st.stx_mask & STATX_BTIME)) {
    return int64_t{st.stx_btime.tv_sec} * 1000 +
           st.stx_btime.tv_nsec / 1'000'000;
  }
#endif
  return std::nullopt;
}

bool IsDirectory(const std::string& path) {
  auto st = StatFile(path);
  return st && S_ISDIR(st->st_mode);
}

bool IsRegularFile(const std::string& path) {
  auto st = StatFile(path);
  return st && S_ISREG(st->st_mode);
}

std::string JoinPath(std::string_view dir, std::string_view name) {
  if (dir.empty() || name.starts_with('/')) return std::string(name);
  std::string out(dir);
  if (out.back() != '/') out += '/';
  return out.append(name);
}

std::string_view BaseName(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

std::string_view DirName(std::string_view path) {
  size_t slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

bool IsBelow(std::string_view path, std::string_view directory) {
  if (directory.empty() || !path.starts_with(directory)) return false;
  return path.size() == directory.size() || directory == "/" ||
         path[directory.size()] == '/';
}

std::optional<std::string> FindUpwards(std::string from, std::string_view name,
                                       int levels) {
  if (!from.starts_with('/') || OnSlowMount(from)) return std::nullopt;
  while (levels-- > 0) {
    if (LinkStatus(JoinPath(from, name))) return from;
    if (from == "/") break;
    from = std::string(DirName(from));
  }
  return std::nullopt;
}

IgnoreFileSizeSignal::IgnoreFileSizeSignal() {
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignore, &old_);
}
IgnoreFileSizeSignal::~IgnoreFileSizeSignal() {
  // A blocked signal stays pending although it is ignored (bash blocks all
  // signals in a hook). Setting it to ignored again discards the pending
  // signal.
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignore, nullptr);
  sigaction(SIGXFSZ, &old_, nullptr);
}

std::string ExecutablePath() {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  return n > 0 ? std::string(path, static_cast<size_t>(n)) : "";
}

std::string ExpandTilde(std::string_view path) {
  if (!path.starts_with('~')) return std::string(path);
  size_t slash = path.find('/');
  std::string_view user =
      path.substr(1, slash == path.npos ? path.npos : slash - 1);
  std::string home = user.empty() ? FromEnv("HOME") : HomeOf(user);
  if (home.empty()) return std::string(path);
  return slash == path.npos ? home : home + std::string(path.substr(slash));
}

}  // namespace synapse
