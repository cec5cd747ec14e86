// Recent: commands by the letters of a query and by its signs (fuzzy.h), the
// latest runs first of equals: what the words of the index do not answer.
//
// Read:     in a directory or a repository the index's lines of it, newest first,
//           at most kMaxLines; in a session its events, at most kMaxOfSession,
//           each by the one that names it as its previous; else, and where only
//           some runs are wanted, the newest kMaxEvents of the log. Older lines
//           are found by the words of the query (learn/search_index.h), by which
//           letters that lie scattered are not found.
// Whole:    `complete` says whether that was all that is there.
// Rejected: reading all of the log: 240 ms of a million events, each time.
// Tested by tests/search/recent_test.cc.
#pragma once

#include "search/finder.h"
#include "search/fuzzy.h"

namespace synapse {

inline constexpr size_t kMaxEvents = 2048, kMaxLines = 512;
inline constexpr size_t kMaxOfSession = 1500;

struct RecentQuery {
  const SearchQuery& query;
  const FuzzyQuery& fuzzy;
  // Only runs that this wants; may be empty.
  const HistorySearch::Wanted& wanted;
  uint64_t last_of_session = 0;  // its last event; 0: not known
  bool index_is_current = true;
};
// At most `query.limit` of them.
SearchAnswer FindRecent(Store& store, const RecentQuery& recent);

}  // namespace synapse
