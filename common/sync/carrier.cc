#include "sync/carrier.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/child.h"
#include "base/files.h"
#include "base/text.h"

namespace synapse::sync {
namespace {

// The last line that a program wrote; git(1) has hints behind its errors.
std::string LastLineOf(int fd) {
  char bytes[2048];
  const off_t size = lseek(fd, 0, SEEK_END);
  const off_t from = std::max<off_t>(0, size - off_t{sizeof bytes});
  const ssize_t n = pread(fd, bytes, sizeof bytes, from);
  std::string_view text(bytes, n > 0 ? static_cast<size_t>(n) : 0);
  std::string_view last;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = Trim(text.substr(0, end));
    if (!line.empty() && !line.starts_with("hint:")) last = line;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return Printable(last.substr(0, 500));
}

// The end of a child, or nothing: it was ended with all that it had started.
std::optional<int> EndOf(pid_t child, int max_seconds, int errors) {
  constexpr int kLooksASecond = 20;
  constexpr off_t kMaxErrors = 1 << 20;
  int status = 0;
  if (max_seconds == 0) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }
  // A detached process has an alarm, which would leave the child behind.
  const unsigned alarm_s = alarm(0);
  pid_t ended = 0;
  for (int i = 0; i < max_seconds * kLooksASecond && ended == 0; ++i) {
    if (i > 0) usleep(1'000'000 / kLooksASecond);
    // A program that never stops complaining does not fill the disk.
    struct stat st;
    if (errors >= 0 && fstat(errors, &st) == 0 && st.st_size > kMaxErrors) {
      (void)!ftruncate(errors, 0);
    }
    ended = waitpid(child, &status, WNOHANG);
  }
  if (ended == 0) {
    kill(-child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  if (alarm_s > 0) alarm(alarm_s);
  if (ended == 0) return std::nullopt;
  return status;
}

}  // namespace

// The errors go to a file: ssh(1) may leave a process that holds a pipe open.
Status RunCarrier(const CarrierRun& run) {
  const int errors =
      isatty(STDERR_FILENO)
          ? -1
          : OpenHigh(run.errors, O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
  const pid_t child = fork();
  if (child == 0) {
    if (errors >= 0) dup2(errors, STDERR_FILENO);
    if (run.max_seconds > 0) setpgid(0, 0);
    if (chdir(run.directory.c_str()) == 0) {
      execl("/bin/sh", "sh", "-c", run.line.c_str(), "sh", run.machine.c_str(),
            nullptr);
    }
    _exit(127);
  }
  if (child > 0 && run.max_seconds > 0) setpgid(child, child);
  const auto end = child > 0 ? EndOf(child, run.max_seconds, errors) : 0;
  const std::string why = errors >= 0 ? LastLineOf(errors) : "";
  if (errors >= 0) {
    close(errors);
    unlink(run.errors.c_str());
  }
  if (child > 0 && end && WIFEXITED(*end) && WEXITSTATUS(*end) == 0) return {};
  std::string message = "sync.after failed";
  if (!end) {
    message = "sync.after was ended after " + std::to_string(run.max_seconds) +
              " seconds";
  } else if (child < 0) {
    message += ": no process could be started";
  } else if (WIFEXITED(*end)) {
    message += ", with exit status " + std::to_string(WEXITSTATUS(*end));
  } else {
    message += ", ended by signal " + std::to_string(WTERMSIG(*end));
  }
  return {Code::kUnavailable, message + (why.empty() ? "" : ": " + why)};
}

// A mount that is gone never answers: a process of its own finds out.
Status Answers(const std::string& directory) {
  constexpr int kSeconds = 5, kLooksASecond = 50;
  const pid_t child = fork();
  if (child == 0) {
    CloseFrom(3);  // as the lock of a pass: this process may stay for long
    std::error_code ignored;
    for (const auto& entry :
         std::filesystem::directory_iterator(directory, ignored)) {
      (void)entry.is_regular_file(ignored);
    }
    _exit(0);
  }
  for (int i = 0; child > 0 && i < kSeconds * kLooksASecond; ++i) {
    if (waitpid(child, nullptr, WNOHANG) != 0) return {};
    usleep(1'000'000 / kLooksASecond / (i < 10 ? 10 : 1));
  }
  if (child <= 0) return {};
  kill(child, SIGKILL);
  return {Code::kUnavailable,
          directory + ": does not answer; is it on a mount that is gone?"};
}

}  // namespace synapse::sync
