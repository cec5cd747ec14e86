// Notes: a few bytes under a name, for a reader that takes other programs'
// files in piece by piece and must know how far it came.
//
// Tested by tests/store/fact_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"
#include "store/log_file.h"

namespace synapse {

class Notes {
 public:
  explicit Notes(LogFile& file) : file_(file) {}

  Status Put(const std::string& name, std::string_view value);
  std::optional<std::string> Find(const std::string& name);

 private:
  LogFile& file_;
};

}  // namespace synapse
