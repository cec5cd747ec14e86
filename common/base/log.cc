#include "base/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>

#include "base/files.h"
#include "base/text.h"

namespace synapse {

Log::Log(std::string path, std::string_view level) : path_(std::move(path)) {
  if (path_.empty()) return;
  level_ = level == "info"    ? Level::kInfo
           : level == "error" ? Level::kError
                              : Level::kOff;
}

// The file is opened for each line. Lines are rare, and no descriptor stays
// open in the shell.
void Log::Write(Level level, std::string_view what) const {
  if (level > level_ || level == Level::kOff || OnSlowMount(path_)) return;
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
  std::string line =
      std::string(when) + fraction + " " + std::to_string(getpid()) +
      (level == Level::kError ? " error " : " info ") + Printable(what) + "\n";
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
