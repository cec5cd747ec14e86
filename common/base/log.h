// Log: a file of events and errors, when the user asks for one (log.path).
//
// Line:      2026-01-31T12:30:15.123Z pid level what
//            {...}  a request, at level debug (suggest/request_log.h)
// Privacy:   no command, buffer or suggestion is ever written, but for requests
//            where the user asks for their texts (log.commands).
// Failure:   a line that cannot be written is lost, without an error.
// Tested by tests/base/log_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"

namespace synapse {

class Log {
 public:
  enum class Level { kOff, kError, kInfo, kDebug };
  Log() = default;
  // `level` is off, error, info or debug. An empty `path` means off.
  Log(std::string path, std::string_view level);
  bool IsAt(Level level) const { return level <= level_; }
  void Write(Level level, std::string_view what) const;
  // Writes a line of JSON, at level debug.
  void WriteJson(std::string_view json) const;
  // Removes all lines of JSON from the file.
  Status DropJson() const;

 private:
  void Append(std::string_view line) const;

  std::string path_;
  Level level_ = Level::kOff;
};

}  // namespace synapse
