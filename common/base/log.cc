#include "base/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

constexpr size_t kMaxRead = size_t{64} << 20;  // bytes of a log

}  // namespace

Log::Log(std::string path, std::string_view level) : path_(std::move(path)) {
  if (path_.empty()) return;
  level_ = level == "debug"   ? Level::kDebug
           : level == "info"  ? Level::kInfo
           : level == "error" ? Level::kError
                              : Level::kOff;
}

void Log::Write(Level level, std::string_view what) const {
  if (!IsAt(level) || level == Level::kOff) return;
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  tm utc;
  char when[40] = "";
  if (gmtime_r(&now.tv_sec, &utc)) {
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &utc);
  }
  char fraction[8];
  snprintf(fraction, sizeof fraction, ".%03dZ",
           static_cast<int>(now.tv_nsec / 1000000));
  Append(std::string(when) + fraction + " " + std::to_string(getpid()) +
         (level == Level::kError ? " error " : " info ") + Printable(what) +
         "\n");
}

void Log::WriteJson(std::string_view json) const {
  if (IsAt(Level::kDebug)) Append(std::string(json) + "\n");
}

Status Log::DropJson() const {
  if (path_.empty() || OnSlowMount(path_)) return {};
  auto text = ReadFile(path_, kMaxRead);
  if (!text.ok()) {
    if (text.status().code() == Code::kNotFound) return {};
    // Too large to be written anew: nobody needs all of it.
    return unlink(path_.c_str()) == 0
               ? Status()
               : Status(Code::kUnavailable, path_ + ": " + strerror(errno));
  }
  std::string kept;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line =
        rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
    if (!line.starts_with('{')) kept += line;
    rest.remove_prefix(line.size());
  }
  return kept.size() == text->size() ? Status()
                                     : WriteFileAtomically(path_, kept);
}

// The file is opened for each line. Lines are rare, and no descriptor stays
// open in the shell.
void Log::Append(std::string_view line) const {
  if (OnSlowMount(path_)) return;
  IgnoreFileSizeSignal ignore;
  int fd = open(path_.c_str(),
                O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW |
                    O_NONBLOCK | O_NOCTTY,
                0600);
  if (fd < 0) return;
  (void)!write(fd, line.data(), line.size());
  close(fd);
}

}  // namespace synapse
