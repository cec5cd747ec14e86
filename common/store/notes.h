// Notes: a few bytes under a name, for a reader that takes other programs'
// files in piece by piece and must know how far it came.
//
// Tested by tests/store/fact_test.cc.
#pragma once

#include <functional>
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
  // In one transaction: writes what `change` makes of the value (null: there is
  // none), or nothing if it makes nothing. True: it was written. `change` may be
  // called twice.
  using Change =
      std::function<std::optional<std::string>(const std::string_view*)>;
  Result<bool> Update(const std::string& name, const Change& change);
  std::optional<std::string> Find(const std::string& name);

 private:
  LogFile& file_;
};

}  // namespace synapse
