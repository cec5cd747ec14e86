// Marks of the index: how far it is with the log and with each spool. They are
// entries of its table meta (store/keys.h).
//
// Tested by tests/learn/learner_test.cc and tests/learn/event_writer_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "store/bytes.h"
#include "store/keys.h"
#include "store/kv.h"

namespace synapse {

// u64: the last event and the last feedback that the index has, how many events
// had left the log when it was built, and when a process began to build it anew,
// in milliseconds.
inline constexpr std::string_view kBuiltKey = "built";
inline constexpr std::string_view kFeedbackKey = "feedback";
inline constexpr std::string_view kGoneKey = "gone";
inline constexpr std::string_view kRenewalKey = "renewal";
// Present when the index was built from the newest events only.
inline constexpr std::string_view kPartialKey = "partial";
// 'o' | BE64 stream -> StreamMark
inline constexpr char kStreamKey = 'o';

// The last record of a spool that the index has, by its ordinal.
struct StreamMark {
  uint64_t events = 0, feedback = 0;
  bool operator==(const StreamMark&) const = default;
};

inline uint64_t ReadNumber(Kv& kv, std::string_view key) {
  auto value = kv.Get(Table::kMeta, key);
  return value ? ByteReader(*value).Little<uint64_t>() : 0;
}
inline Status WriteNumber(Kv& kv, std::string_view key, uint64_t number) {
  std::string value;
  PutLittle<uint64_t>(value, number);
  return kv.Put(Table::kMeta, key, value);
}

inline StreamMark ReadStreamMark(Kv& kv, uint64_t stream) {
  StreamMark mark;
  if (auto value = kv.Get(Table::kMeta, KindKey(kStreamKey, stream))) {
    ByteReader in(*value);
    mark.events = in.Little<uint64_t>();
    mark.feedback = in.Little<uint64_t>();
  }
  return mark;
}
inline Status WriteStreamMark(Kv& kv, uint64_t stream, const StreamMark& mark) {
  std::string value;
  PutLittle<uint64_t>(value, mark.events);
  PutLittle<uint64_t>(value, mark.feedback);
  return kv.Put(Table::kMeta, KindKey(kStreamKey, stream), value);
}

}  // namespace synapse
