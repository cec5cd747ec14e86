#include "spec/unread.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "spec/parse.h"

namespace synapse {
namespace {

// The bytes of the file; "" when it is not the same any more.
std::string TextOf(const SpecFile& file, size_t begin, size_t end) {
  const int fd = open(file.path.c_str(),
                      O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return "";
  std::string out;
  struct stat now;
  if (fstat(fd, &now) == 0 && StampOf(now) == file.stamp) {
    out.resize(end - begin);
    ssize_t got;
    do {
      got = pread(fd, out.data(), out.size(), static_cast<off_t>(begin));
    } while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(out.size())) out.clear();
  }
  close(fd);
  return out;
}

}  // namespace

int64_t StampOf(const struct stat& file) {
  if (!S_ISREG(file.st_mode)) return 0;
  const int64_t mtime = int64_t{file.st_mtim.tv_sec} * 1'000'000'000 +
                        file.st_mtim.tv_nsec;
  return mtime ^ (static_cast<int64_t>(file.st_ino) << 20) ^ file.st_size;
}

bool UnreadMembers::ReadInto(CommandSpec& command) const {
  const std::string text = TextOf(*file_, begin_, end_);
  if (text.empty()) return false;
  if (file_->was_read) file_->was_read(text.size());
  Result<CommandSpec> read = ParseSubcommand(text, file_, begin_);
  if (read.ok()) {
    command.options = std::move(read->options);
    command.args = std::move(read->args);
    command.subcommands = std::move(read->subcommands);
  } else if (auto all = ReadFile(file_->path); all.ok() && file_->report) {
    // As a part of the file the problem gets its line.
    const auto whole = ParseSpec(*all, file_->path);
    if (!whole.ok()) file_->report(whole.status().message());
  }
  return true;
}

const CommandSpec& Whole(const CommandSpec& command) {
  if (!command.unread) return command;
  // No caller sees a difference but that the members are there.
  auto& own = const_cast<CommandSpec&>(command);
  if (own.unread->ReadInto(own)) own.unread.reset();
  return command;
}

}  // namespace synapse
