// Log: a file of events and errors, when the user asks for one (log.path).
//
// Line:      2026-01-31T12:30:15.123Z pid level what
// Privacy:   no command, buffer or suggestion is ever written, at any level.
// Failure:   a line that cannot be written is lost, without an error.
// Tested by tests/base/log_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

class Log {
 public:
  enum class Level { kOff, kError, kInfo };
  Log() = default;
  // `level` is off, error or info. An empty `path` means off.
  Log(std::string path, std::string_view level);
  void Write(Level level, std::string_view what) const;

 private:
  std::string path_;
  Level level_ = Level::kOff;
};

}  // namespace synapse
