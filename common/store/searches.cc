// Searches: the parts of Store that read what became of searches, and let go of
// what is too old of it.
#include <algorithm>

#include "store/log_keys.h"
#include "store/store.h"

namespace synapse {

Status RemoveSearches(Txn& txn, const std::vector<std::string>& keys) {
  const uint64_t newest = LastIn(txn, kSearchTable);
  Status status;
  for (const std::string& key : keys) {
    if (!status.ok()) break;
    if (ByteReader(key).Big<uint64_t>() != newest) {
      status = txn.DeleteIn(kSearchTable, key);
    } else {
      SearchRecord nothing;
      nothing.action = SearchAction::kExpired;
      status = txn.PutIn(kSearchTable, key, EncodeSearch(nothing));
    }
  }
  return status;
}

void Store::VisitSearches(uint64_t from, const SearchVisitor& visit,
                          uint64_t words, Searches which) {
  if (!Mine()) return;
  auto wanted = [which](SearchAction action) {
    return which == Searches::kAll || action == SearchAction::kFound ||
           action == SearchAction::kMissed;
  };
  if (!events_) {
    for (size_t i = 0; i < memory_searches_.size(); ++i) {
      const SearchRecord& s = memory_searches_[i];
      const uint64_t number = memory_searches_gone_ + i + 1;
      if (number < from || s.query.empty() || (s.words & words) == 0) continue;
      if (!wanted(s.action)) continue;
      if (!visit(number, s)) return;
    }
    return;
  }
  (void)ReadEvents([&](Txn& txn) {
    txn.ScanIn(kSearchTable, Big64(from), [&](auto key, auto value) {
      if ((SearchWordsOf(value) & words) == 0 ||
          !wanted(SearchActionOf(value))) {
        return true;
      }
      auto search = DecodeSearch(value);
      return !search || search->query.empty() ||
             visit(ByteReader(key).template Big<uint64_t>(), *search);
    });
  });
}

uint64_t Store::last_search() {
  if (!Mine()) return 0;
  if (!events_) return memory_searches_gone_ + memory_searches_.size();
  uint64_t last = 0;
  (void)ReadEvents([&](Txn& txn) { last = LastIn(txn, kSearchTable); });
  return last;
}

SearchCounts Store::search_counts() {
  if (!Mine() || !events_) return memory_search_counts_;
  SearchCounts counts;
  (void)ReadEvents([&](Txn& txn) {
    if (auto kept = txn.GetIn(kLogMetaTable, kSearchCountsKey)) {
      counts = DecodeSearchCounts(*kept);
    }
  });
  return counts;
}

// The newest stays: its number tells what the next one gets.
Result<size_t> Store::RemoveOldSearches(int64_t before_ms) {
  if (!Mine()) return Status(Code::kUnavailable, "a forked child");
  size_t removed = 0;
  if (!events_) return removed;
  auto outdated = [before_ms](Txn& txn) {
    std::vector<std::string> keys;
    const uint64_t newest = LastIn(txn, kSearchTable);
    txn.ScanIn(kSearchTable, "", [&](std::string_view key, auto value) {
      auto search = DecodeSearch(value);
      if (search && search->at_ms >= before_ms) return false;
      if (ByteReader(key).Big<uint64_t>() != newest) keys.emplace_back(key);
      return true;
    });
    return keys;
  };
  // A prompt writes nothing where there is nothing to do.
  bool any = false;
  (void)ReadEvents([&](Txn& txn) { any = !outdated(txn).empty(); });
  if (!any) return removed;
  Status status = Noted(events_.get(), events_->Write([&](Txn& txn) -> Status {
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    const std::vector<std::string> keys = outdated(txn);
    Status gone;
    for (const std::string& key : keys) {
      if (gone.ok()) gone = txn.DeleteIn(kSearchTable, key);
    }
    removed = keys.size();
    return gone;
  }));
  if (!status.ok()) return status;
  return removed;
}

}  // namespace synapse
