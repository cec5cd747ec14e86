#include "store/log_appender.h"

#include <lmdb.h>

#include "base/text.h"
#include "store/log_keys.h"
#include "store/search_log.h"

namespace synapse {
namespace {

Result<uint64_t> NumberOr(const Status& put, uint64_t number = 0) {
  if (!put.ok()) return put;
  return number;
}

}  // namespace

Result<uint64_t> LogAppender::Add(const Record& record) {
  return std::visit([&](const auto& one) { return Put(one); }, record);
}

uint64_t LogAppender::next() {
  if (next_ == 0) next_ = NextSequence(log_);
  return next_;
}

Result<uint64_t> LogAppender::Add(const Event& event, uint64_t previous) {
  const uint64_t sequence = next();
  ++next_;
  Status put = log_.PutIn(kEventTable, Big64(sequence),
                          EncodeEvent(event, previous), MDB_APPEND);
  if (put.ok()) {
    put = log_.PutIn(kIdentityTable, Big64(EventIdentity(event)), "");
  }
  // A text that is run again need not stay away any more.
  if (put.ok() && !event.imported) {
    put = log_.DeleteIn(kForgottenTable, Big64(Hash64(event.command)));
  }
  return NumberOr(put, sequence);
}

Result<uint64_t> LogAppender::Put(const SessionRecord& session) {
  if (session.session.empty()) return 0;
  return NumberOr(log_.PutIn(kSessionTable,
                             session.session.substr(0, kMaxSessionName),
                             EncodeSession(session)));
}

Result<uint64_t> LogAppender::Put(const FeedbackRecord& feedback) {
  return NumberOr(log_.PutIn(kFeedbackTable,
                             Big64(LastIn(log_, kFeedbackTable) + 1),
                             EncodeFeedback(feedback), MDB_APPEND));
}

// The oldest search makes room. The newest always stays: its number gives the
// number of the next one.
Result<uint64_t> LogAppender::Put(const SearchRecord& search) {
  SearchCounts counts = ReadSearchCounts(log_);
  counts.Add(search);
  Status put =
      log_.PutIn(kLogMetaTable, kSearchCountsKey, EncodeSearchCounts(counts));
  if (put.ok()) {
    put = log_.PutIn(kSearchTable, Big64(LastIn(log_, kSearchTable) + 1),
                     EncodeSearch(search), MDB_APPEND);
  }
  if (!put.ok() || log_.EntriesIn(kSearchTable) <= kMaxSearches) {
    return NumberOr(put);
  }
  std::string oldest;
  log_.ScanIn(kSearchTable, "", [&](std::string_view key, auto) {
    oldest = key;
    return false;
  });
  return NumberOr(log_.DeleteIn(kSearchTable, oldest));
}

}  // namespace synapse
