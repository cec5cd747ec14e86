// SearchLog: the newest searches of the log and their outcomes
// (search_record.h), and how many there were of each kind.
//
// They are appended by EventLog::AppendRecords(), kMaxSearches are kept.
// Tested by tests/store/search_record_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/status.h"
#include "store/log_file.h"
#include "store/search_record.h"

namespace synapse {

SearchCounts ReadSearchCounts(LogTables& log);
// Takes the searches with these keys out. The newest is emptied: its number
// gives the number of the next one.
Status RemoveSearches(LogTables& log, const std::vector<std::string>& keys);

class SearchLog {
 public:
  explicit SearchLog(LogFile& file) : file_(file) {}

  enum class Which { kAll, kOutcomes };  // outcomes: kFound and kMissed
  using Visitor = std::function<bool(uint64_t, const SearchRecord&)>;
  // From number `from` upwards, until `visit` answers false. With `words`, only
  // searches that share a bit with it.
  void Visit(uint64_t from, const Visitor& visit, uint64_t words = UINT64_MAX,
             Which which = Which::kAll);
  uint64_t last();
  // Counts searches that are no longer kept, too.
  SearchCounts counts();
  // Takes out searches before that time, and answers how many.
  Result<size_t> RemoveBefore(int64_t before_ms);

 private:
  LogFile& file_;
};

}  // namespace synapse
