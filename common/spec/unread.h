// UnreadMembers: the options, arguments and subcommands of one subcommand that
// stay in the file until a line first walks into it. A large spec has hundreds
// of them, and the lines of a prompt need those of a few subcommands.
//
// Tested by tests/spec/unread_test.cc.
#pragma once

#include <sys/stat.h>

#include <functional>
#include <memory>
#include <string>

#include "spec/model.h"

namespace synapse {

// A spec file, as it was when its spec was read.
struct SpecFile {
  std::string path;
  int64_t stamp = 0;  // StampOf
  // Takes "FILE:LINE: WHY" for a part that is read later and is bad.
  std::function<void(std::string)> report = nullptr;
  // Takes the bytes of a part that is read.
  std::function<void(size_t)> was_read = nullptr;
};

// Changes with every edit: mtime in ns, the inode and the size, so that a file
// replaced within one clock tick is seen. 0: no regular file.
int64_t StampOf(const struct stat& file);

class UnreadMembers {
 public:
  // They are in the text of the subcommand from the byte `begin` to before
  // `end` of the file.
  UnreadMembers(std::shared_ptr<const SpecFile> file, size_t begin, size_t end)
      : file_(std::move(file)), begin_(begin), end_(end) {}

  // Reads them into `command`. Returns false when the file has changed or
  // cannot be read. A part that is bad is reported, and adds no members.
  bool ReadInto(CommandSpec& command) const;

 private:
  std::shared_ptr<const SpecFile> file_;
  size_t begin_, end_;
};

// The command itself, with the members that were not read until now.
const CommandSpec& Whole(const CommandSpec& command);

}  // namespace synapse
