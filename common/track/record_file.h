// RecordFile: full records on the disk, one line of JSON each:
//
//   DIRECTORY/<host>/<session>/suggestion_history.jsonl
//
// One write(2) appends a line: after a kill the line is complete or missing. A
// full file becomes suggestion_history.1.jsonl, .2 and so on; the oldest of ten
// is removed. A separate process removes old sessions once a day. Files have
// mode 0600, directories 0700.
// Tested by tests/track/record_file_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace synapse {

struct RecordLimits {
  int64_t max_bytes = 10 << 20;  // of a file; 0: no limit
  int64_t max_days = 90;         // since a session's newest line; 0: no limit
};

class RecordFile {
 public:
  static constexpr int kMaxFull = 10;

  explicit RecordFile(std::string directory)
      : directory_(std::move(directory)) {}

  const std::string& directory() const { return directory_; }
  // Returns kUnavailable with the reason if nothing was written. On a mount
  // that may block the line is written in the background, without a status.
  Status Append(std::string_view host, std::string_view session,
                std::string line, const RecordLimits& limits) const;

 private:
  std::string directory_;
};

// Turns any name into one path component. Bytes other than letters, digits,
// `_`, `-` and inner `.` become %XX; at most 128 bytes; never empty.
std::string SafeName(std::string_view name);

// Removes sessions whose newest file is older.
void ExpireRecords(const std::string& directory, int64_t max_days,
                   int64_t now_s);

struct RecordsToForget {
  // Asked about each text of a record: suggestions, lines, directories.
  std::function<bool(std::string_view text)> text;
  // Records since this time; in milliseconds since 1970.
  int64_t since_ms = INT64_MAX;
};

// Removes every record that contains one of the texts. Each file is replaced
// whole; lines that a shell appends meanwhile are kept.
Status ForgetRecords(const std::string& directory,
                     const RecordsToForget& forgotten);

// Calls `visit` with the path of every file of records: directories in the
// order of their names, files of a session from the oldest.
void EachRecordFile(const std::string& directory,
                    const std::function<void(const std::string&)>& visit);

}  // namespace synapse
