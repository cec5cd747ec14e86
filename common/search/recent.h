// Recent: commands by the letters of a query and by its signs (fuzzy.h), of
// equal ones the latest runs first. The words of the index cannot answer these
// queries.
//
// Read:     in a directory or a repository its lines in the index, newest
//           first, at most kMaxLines. In a session its events, at most
//           kMaxOfSession, by the previous event that each one names.
//           Otherwise, and if only some runs are wanted, the newest kMaxEvents
//           of the log. Older lines are found only by whole words
//           (learn/search_index.h). Without a query, kMaxImported of the log
//           until enough of them are no imported ones, and for the scope of
//           this machine.
// Whole:    `complete` says whether everything was read.
// Rejected: reading the whole log: 240 ms for a million events, each time.
// Tested by tests/search/recent_test.cc.
#pragma once

#include "search/finder.h"
#include "search/fuzzy.h"

namespace synapse {

inline constexpr size_t kMaxEvents = 2048, kMaxLines = 512;
inline constexpr size_t kMaxImported = 65536;
inline constexpr size_t kMaxOfSession = 1500;

struct RecentQuery {
  const SearchQuery& query;
  const FuzzyQuery& fuzzy;
  // Selects runs; may be empty.
  const HistorySearch::Wanted& wanted;
  uint64_t last_of_session = 0;  // its last event; 0: unknown
  bool index_is_current = true;
};
// At most `query.limit` results.
SearchAnswer FindRecent(Store& store, const RecentQuery& recent);

}  // namespace synapse
