#include "store/search_log.h"

#include "store/log_keys.h"

namespace synapse {
namespace {

// The keys of searches before that time, without the newest search.
std::vector<std::string> KeysBefore(LogTables& log, int64_t before_ms) {
  std::vector<std::string> keys;
  const uint64_t newest = LastIn(log, kSearchTable);
  log.ScanIn(kSearchTable, "", [&](std::string_view key, auto value) {
    auto search = DecodeSearch(value);
    if (search && search->at_ms >= before_ms) return false;
    if (ByteReader(key).Big<uint64_t>() != newest) keys.emplace_back(key);
    return true;
  });
  return keys;
}

}  // namespace

SearchCounts ReadSearchCounts(LogTables& log) {
  auto kept = log.GetIn(kLogMetaTable, kSearchCountsKey);
  return kept ? DecodeSearchCounts(*kept) : SearchCounts();
}

Status RemoveSearches(LogTables& log, const std::vector<std::string>& keys) {
  const uint64_t newest = LastIn(log, kSearchTable);
  Status status;
  for (const std::string& key : keys) {
    if (!status.ok()) break;
    if (ByteReader(key).Big<uint64_t>() != newest) {
      status = log.DeleteIn(kSearchTable, key);
    } else {
      SearchRecord nothing;
      nothing.action = SearchAction::kExpired;
      status = log.PutIn(kSearchTable, key, EncodeSearch(nothing));
    }
  }
  return status;
}

void SearchLog::Visit(uint64_t from, const Visitor& visit, uint64_t words,
                      Which which) {
  auto wanted = [&](std::string_view value) {
    const SearchAction action = SearchActionOf(value);
    return (SearchWordsOf(value) & words) != 0 &&
           (which == Which::kAll || action == SearchAction::kFound ||
            action == SearchAction::kMissed);
  };
  (void)file_.Read([&](LogTables& log) {
    log.ScanIn(kSearchTable, Big64(from), [&](auto key, auto value) {
      if (!wanted(value)) return true;
      auto search = DecodeSearch(value);
      return !search || search->query.empty() ||
             visit(ByteReader(key).template Big<uint64_t>(), *search);
    });
  });
}

uint64_t SearchLog::last() {
  return file_.Get([](LogTables& log) { return LastIn(log, kSearchTable); });
}

SearchCounts SearchLog::counts() { return file_.Get(ReadSearchCounts); }

Result<size_t> SearchLog::RemoveBefore(int64_t before_ms) {
  size_t removed = 0;
  // A prompt writes nothing where there is nothing to remove.
  const bool any = file_.Get(
      [&](LogTables& log) { return !KeysBefore(log, before_ms).empty(); });
  if (!any) return removed;
  Status status = file_.Write([&](LogTables& log) {
    const std::vector<std::string> keys = KeysBefore(log, before_ms);
    removed = keys.size();
    return RemoveSearches(log, keys);
  });
  if (!status.ok()) return status;
  return removed;
}

}  // namespace synapse
