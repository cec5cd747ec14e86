// RecordFile: full records on the disk, one line of JSON each:
//
//   DIRECTORY/<host>/<session>/suggestion_history.jsonl
//
// A line is appended by one write(2): a killed shell leaves it whole or not at
// all. A file that is full becomes suggestion_history.1.jsonl, .2 and so on;
// the oldest of ten goes. Sessions that are too old go once a day, in a process
// of its own. Files have mode 0600, directories 0700.
// Tested by tests/track/record_file_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace synapse {

struct RecordLimits {
  int64_t max_bytes = 10 << 20;  // of a file; 0: any
  int64_t max_days = 90;         // of a session's newest line; 0: any
};

class RecordFile {
 public:
  static constexpr int kMaxFull = 10;

  explicit RecordFile(std::string directory)
      : directory_(std::move(directory)) {}

  const std::string& directory() const { return directory_; }
  // kUnavailable with the reason: nothing of the line was kept. On a mount that
  // may block it is written in the background, and no reason is known.
  Status Append(std::string_view host, std::string_view session,
                std::string line, const RecordLimits& limits) const;

 private:
  std::string directory_;
};

// A name that is one part of a path, whatever it was: what is no letter, digit,
// `_`, `-` or inner `.` becomes %XX; at most 128 bytes; never empty.
std::string SafeName(std::string_view name);

// Removes sessions whose newest file is that old.
void ExpireRecords(const std::string& directory, int64_t max_days,
                   int64_t now_s);

// Takes out every record in which one of the texts is to be forgotten. A file is
// replaced whole; a line that a shell appends meanwhile is kept.
Status ForgetRecords(const std::string& directory,
                     const std::function<bool(std::string_view)>& forgotten);

// Calls `visit` with the path of every file of records, in the order of their
// names and, in a session, from the oldest.
void EachRecordFile(const std::string& directory,
                    const std::function<void(const std::string&)>& visit);

}  // namespace synapse
