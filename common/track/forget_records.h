// Removes records of suggestions from the files of record_file.h.
// Tested by tests/track/record_file_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace synapse {

struct RecordsToForget {
  // Asked about each text of a record: suggestions, lines, directories.
  std::function<bool(std::string_view text)> text;
  // Records since this time; in milliseconds since 1970.
  int64_t since_ms = INT64_MAX;
};

// Each file is replaced whole; lines that a shell appends meanwhile are kept.
Status ForgetRecords(const std::string& directory,
                     const RecordsToForget& forgotten);

}  // namespace synapse
